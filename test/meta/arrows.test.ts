import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { build } from 'esbuild';
import { buildRecord, find, products, readText } from './support/project.ts';

/** The wings that each wing may import from, in addition to itself. */
const arrows: Readonly<Record<string, readonly string[]>> = {
	'extension.ts': ['editor', 'core'],
	'web.ts': ['editor', 'core'],
	editor: ['core'],
	webviews: ['core'],
	sandbox: ['core'],
	cli: ['core', 'sandbox'],
	core: [],
	// Tables that no bundle loads.
	manifest: [],
};

/** Largest number of files in a folder; one with more needs subfolders. */
const mostFiles = 25;

/** Returns the files of ours that a file imports, types included, statically or dynamically. */
function importsOf(file: string): readonly string[] {
	const imports = readText(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g);
	return [...imports].map(([, specifier = '']) => posix.join(posix.dirname(file), specifier));
}

const wingOf = (path: string): string => /^src\/([^/]+)/.exec(path)?.[1] ?? path;

function assertAllowed(from: string, to: string): void {
	const [wing, target] = [wingOf(from), wingOf(to)];
	assert.ok(wing in arrows, `${from} is in no wing`);
	const allowed = wing === target || arrows[wing]?.includes(target) === true;
	assert.ok(allowed, `${from} imports ${to}, but ${wing} may not know ${target}`);
}

/** The rooms of each wing, lowest first. A room may use the rooms of lower rows; rooms of one row do not know each other. */
const rows: Readonly<Record<string, readonly (readonly string[])[]>> = {
	core: [
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
		['webhooks', 'spending', 'batches', 'clients'],
		['operations'],
		['agents'],
	],
	editor: [
		['shell'],
		['documents'],
		['account', 'captions', 'datasets', 'deployments', 'jobs', 'models', 'spending'],
		['runs', 'training'],
		['webhooks', 'workflow'],
		['agents'],
	],
	webviews: [
		['shared'],
		[
			'agentApp',
			'captions',
			'deployment',
			'graph',
			'pictures',
			'results',
			'samples',
			'sheet',
			'sweep',
			'uploadReport',
		],
		['inputs'],
	],
	sandbox: [
		['store'],
		['base'],
		['media'],
		['engine'],
		['account', 'inputs'],
		['deployments', 'datasets', 'jobs'],
		['requests'],
		['catalog', 'proxy', 'contrary'],
		['control'],
	],
	cli: [['terminal'], ['place', 'check'], ['frame', 'doctor'], ['commands', 'help'], ['complete'], ['mcp']],
};

/**
 * The rooms of core with files that require Node, or only those of their subrooms: files, database, network, processes,
 * hashes. The others import none of its modules, so that an editor in the browser can use them. Its bundle is
 * `dist/web.js`, which is built without Node.
 */
const withNode: readonly string[] = [
	'account',
	'agents/node',
	'base/disk',
	'base/pictures',
	'batches',
	'captions',
	'datasets/disk',
	'datasets/headers',
	'datasets/report',
	'datasets/upload',
	'engine',
	'http',
	'jobs/checkpoints',
	'jobs/config',
	'jobs/samples',
	'ledger',
	'operations/node',
	'records',
	'runs/archive',
	'runs/start',
	'sandboxHost',
	'transfers',
	'webhooks',
];

/** Sources that can be bundled for a browser, with all that they load, although no product does so yet. */
const withoutNode: readonly string[] = [
	...find('src/core/operations/*.ts'),
	...find('src/core/runs/plan/*.ts'),
	...find('src/core/runs/inputs/*.ts'),
];

/** Names that Node has and a browser does not, as a text uses them; a text for others that names one continues with a place to fill in. */
const nodeOnly = /\bBuffer\.|\bprocess\.(?:env|platform|cwd)\b(?!\.\$\{)|\b(?:set|clear)Immediate\(/;

/** Returns the room of a file, below its wing; the files next to the rooms compose them. */
const roomOf = (path: string): string | undefined => /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1];

/** The file that is loaded after a sign-in, for several rooms together. */
const loadedTogether = 'src/editor/features.ts';

/** Returns the problem of a file of a wing that imports another one, or `undefined`. */
function strayRoom(from: string, to: string): string | undefined {
	const wing = wingOf(from);
	if (wing !== wingOf(to) || to === loadedTogether) return undefined;
	const [room, target] = [roomOf(from), roomOf(to)];
	if (room === undefined || room === target) return undefined;
	if (target === undefined) return `${from} imports ${to}, which puts rooms together`;
	const rank = (name: string) => rows[wing]?.findIndex((row) => row.includes(name)) ?? -1;
	if (rank(room) < 0) return `${room} is a room without a place among the rows of ${wing}`;
	if (rank(target) >= 0 && rank(target) < rank(room)) return undefined;
	return `${from} imports ${to}, but ${room} may not use ${target}`;
}

describe('the arrows between the wings', () => {
	for (const product of products) {
		it(`hold in the bundle ${product}`, () => {
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
			for (const target of importsOf(file)) {
				assert.ok(!target.startsWith('test/'), `${file} imports ${target}`);
				if (target.startsWith('src/')) assertAllowed(file, target);
			}
		}
	});

	for (const wing of Object.keys(rows)) {
		it(`keep the order of the rooms of ${wing}, types included`, () => {
			const stray: string[] = [];
			for (const file of find(`src/${wing}/**/*.ts`)) {
				for (const target of importsOf(file)) {
					const wrong = strayRoom(file, target);
					if (wrong !== undefined) stray.push(wrong);
				}
			}
			assert.deepEqual(stray, []);
		});
	}

	it('leave no folder with more files than one can look through', () => {
		const counts = new Map<string, number>();
		for (const file of find('src/**/*.ts')) {
			const folder = posix.dirname(file);
			counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
		assert.deepEqual(
			[...counts].filter(([, count]) => count > mostFiles),
			[],
		);
	});

	it('lead in no circle: no files need each other, types included', () => {
		const loads = new Map<string, readonly string[]>();
		for (const file of find('src/**/*.ts')) {
			const imports = readText(file).matchAll(/^(?:import|export)\s[^;']*?from\s*'(\.[^']*)'/gm);
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

	it('lead out of core to Node from the rooms that need it only', () => {
		const users = find('src/core/**/*.ts').filter((file) =>
			/(?:from|import\()\s*'node:/.test(readText(file)),
		);
		const placeOf = (file: string) =>
			withNode.find((place) => file.startsWith(`src/core/${place}/`)) ?? posix.dirname(file);
		assert.deepEqual([...new Set(users.map(placeOf))].sort(), [...withNode].sort());
	});

	it('lead from operations and from the plan of a run to nothing that only Node has', async () => {
		const { metafile } = await build({
			entryPoints: [...withoutNode],
			outdir: 'unused',
			write: false,
			metafile: true,
			bundle: true,
			platform: 'browser',
			format: 'esm',
			target: 'es2022',
			// The package's browser entry point reads no files.
			alias: { '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js' },
			logLevel: 'silent',
		});
		const own = Object.keys(metafile.inputs).filter((path) => /^src\/.*\.ts$/.test(path));
		assert.ok(own.length > 200, `${own.length} files`);
		assert.deepEqual(
			own.filter((path) => nodeOnly.test(readText(path))),
			[],
		);
	});

	it('lead from the part for the browser to nothing that only Node has', () => {
		const { inputs } = buildRecord('web');
		const own = Object.keys(inputs).filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
		assert.ok(own.length > 100, `${own.length} files`);
		assert.deepEqual(
			own.filter((path) => nodeOnly.test(readText(path))),
			[],
		);
	});

	it('lead from the sandbox to data only, and from its training jobs to the one table of training rules', () => {
		const stray: string[] = [];
		for (const file of find('src/sandbox/**/*.ts')) {
			const rooms = ['base', 'json', 'wire', ...(file.startsWith('src/sandbox/jobs/') ? ['training'] : [])];
			for (const target of importsOf(file)) {
				const room = wingOf(target) === 'core' ? roomOf(target) : undefined;
				if (room !== undefined && !rooms.includes(room)) stray.push(`${file} imports ${target}`);
			}
		}
		assert.deepEqual(stray, []);
	});

	it('keep the editor API inside the editor wing and the composition roots', () => {
		const users = find('src/**/*.ts').filter((file) =>
			/from 'vscode'|import\('vscode'\)/.test(readText(file)),
		);
		assert.deepEqual(
			users.filter((file) => !/^src\/(?:editor\/|extension\.ts$|web\.ts$)/.test(file)),
			[],
		);
		assert.ok(users.length > 0);
	});
});
