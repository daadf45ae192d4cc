import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { buildRecord, find, products, readText } from './support/project.ts';

/** Which wing may import from which, besides itself. */
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
	assert.ok(wing in arrows, `${from} stands in no wing`);
	const allowed = wing === target || arrows[wing]?.includes(target) === true;
	assert.ok(allowed, `${from} imports ${to}, but ${wing} may not know ${target}`);
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
