import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { buildRecord, find, products, readText } from './support/project.ts';

/** Which wing may import from which, in addition to itself. */
const arrows: Readonly<Record<string, readonly string[]>> = {
	'extension.ts': ['editor', 'core'],
	editor: ['core'],
	webviews: ['core'],
	sandbox: ['core'],
	cli: ['core', 'sandbox'],
	core: [],
};

const wingOf = (path: string): string => /^src\/([^/]+)/.exec(path)?.[1] ?? path;

function assertAllowed(from: string, to: string): void {
	const [wing, target] = [wingOf(from), wingOf(to)];
	assert.ok(wing in arrows, `${from} is in no wing`);
	const allowed = wing === target || arrows[wing]?.includes(target) === true;
	assert.ok(allowed, `${from} imports ${to}, but ${wing} may not know ${target}`);
}

/** The rooms of `core`, lowest first. A room may use the rooms of lower rows; rooms of one row do not know each other. */
const rows: readonly (readonly string[])[] = [
	['base'],
	['json'],
	['wire'],
	['connection'],
	['http'],
	['sandboxHost', 'ledger'],
	['account', 'transfers'],
	['following'],
	['records'],
	['workflow', 'training'],
	['requests'],
	['deployments', 'catalog', 'datasets', 'captions', 'jobs', 'engine'],
	['runs'],
	['webhooks', 'spending', 'batches'],
	['operations'],
];

const roomOf = (path: string): string | undefined => /^src\/core\/([^/]+)\//.exec(path)?.[1];

/** What is wrong with a file of `core` that imports another one, or `undefined`. */
function strayRoom(from: string, to: string): string | undefined {
	const [room, target] = [roomOf(from), roomOf(to)];
	if (room === undefined || target === undefined || room === target) return undefined;
	const rank = (name: string) => rows.findIndex((row) => row.includes(name));
	if (rank(room) < 0) return `${room} is a room without a place among the rows`;
	if (rank(target) >= 0 && rank(target) < rank(room)) return undefined;
	return `${from} imports ${to}, but ${room} may not use ${target}`;
}

describe('the arrows between the wings', () => {
	for (const product of products) {
		it(`hold in what the bundler put into ${product}`, () => {
			const { inputs } = buildRecord(product);
			const own = Object.entries(inputs).filter(([path]) => path.startsWith('src/'));
			assert.ok(own.length > 0, 'the bundler recorded no file of ours');
			for (const [path, { imports }] of own) {
				for (const { path: target, external } of imports) {
					if (external !== true && target.startsWith('src/')) assertAllowed(path, target);
				}
			}
		});

		it(`lead to no test code in ${product}`, () => {
			const testing = /^(test\/|node_modules\/(mocha|fast-check|playwright-core|axe-core)\/)/;
			const inputs = Object.keys(buildRecord(product).inputs);
			assert.deepEqual(
				inputs.filter((path) => testing.test(path)),
				[],
			);
		});
	}

	it('hold for every import in the sources, types included', () => {
		for (const file of find('src/**/*.ts')) {
			for (const [, specifier = ''] of readText(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
				const target = posix.join(posix.dirname(file), specifier);
				assert.ok(!target.startsWith('test/'), `${file} imports ${target}`);
				if (target.startsWith('src/')) assertAllowed(file, target);
			}
		}
	});

	it('keep the order of the rooms of core, types included', () => {
		const stray: string[] = [];
		for (const file of find('src/core/**/*.ts')) {
			for (const [, specifier = ''] of readText(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
				const wrong = strayRoom(file, posix.join(posix.dirname(file), specifier));
				if (wrong !== undefined) stray.push(wrong);
			}
		}
		assert.deepEqual(stray, []);
	});

	it('lead in no circle: no files load each other', () => {
		const loads = new Map<string, readonly string[]>();
		for (const file of find('src/**/*.ts')) {
			const imports = readText(file).matchAll(/^(?:import|export)\s(?!type\b)[^;']*?from\s*'(\.[^']*)'/gm);
			loads.set(
				file,
				[...imports].map(([, specifier = '']) => posix.join(posix.dirname(file), specifier)),
			);
		}
		const circles: string[] = [];
		const done = new Set<string>();
		const visit = (file: string, way: readonly string[]): void => {
			if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
			if (done.has(file) || way.includes(file)) return;
			for (const next of loads.get(file) ?? []) visit(next, [...way, file]);
			done.add(file);
		};
		for (const file of loads.keys()) visit(file, []);
		assert.deepEqual(circles, []);
	});

	it('leave no file of core outside a room', () => {
		assert.deepEqual(find('src/core/*.ts'), []);
	});

	it('lead from the sandbox to data only, and from its training jobs to the one table of training rules', () => {
		const stray: string[] = [];
		for (const file of find('src/sandbox/**/*.ts')) {
			const rooms = ['base', 'json', 'wire', ...(file.startsWith('src/sandbox/jobs/') ? ['training'] : [])];
			for (const [, specifier = ''] of readText(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
				const target = posix.join(posix.dirname(file), specifier);
				const room = roomOf(target);
				if (room !== undefined && !rooms.includes(room)) stray.push(`${file} imports ${target}`);
			}
		}
		assert.deepEqual(stray, []);
	});

	it('keep the editor API inside the editor wing and the composition root', () => {
		const users = find('src/**/*.ts').filter((file) =>
			/from 'vscode'|import\('vscode'\)/.test(readText(file)),
		);
		assert.deepEqual(
			users.filter((file) => !file.startsWith('src/editor/') && file !== 'src/extension.ts'),
			[],
		);
		assert.ok(users.length > 0);
	});
});
