import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../support/newFolder.ts';
import { extensionParts } from '../tools/extensionCopy.ts';
import { root } from '../tools/machine.mjs';
import { packExtension } from '../tools/packExtension.ts';
import { buildRecord, loadedBytes, products, readText } from './support/project.ts';
import { type ZipEntry, zipEntries } from './support/zip.ts';

const kilobyte = 1000;
const budgets = { entry: 85 * kilobyte, package: 3000 * kilobyte };

/** Returns the names of the libraries in the bundles. */
const bundledLibraries = (): ReadonlySet<string> =>
	new Set(
		products.flatMap((product) =>
			Object.values(buildRecord(product).outputs)
				.flatMap(({ inputs }) => Object.keys(inputs))
				.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
		),
	);

describe('the package', () => {
	const folder = newFolder();
	let printed: string;
	let bytes: number;
	let entries: ZipEntry[];

	before(() => {
		const path = join(folder, 'easel.vsix');
		printed = packExtension(path);
		const archive = readFileSync(path);
		bytes = archive.length;
		entries = zipEntries(archive);
	});

	it('is made without a warning', () => {
		assert.doesNotMatch(printed, /warning|deprecat/i);
	});

	it('contains exactly the files of the list', () => {
		const patterns = readText('test/meta/vsix-files.txt')
			.split('\n')
			.filter((line) => line !== '' && !line.startsWith('#'))
			.map((line) => {
				const source = line.replaceAll(/[.[\]]/g, '\\$&').replaceAll('*', '[^/]*');
				return { line, regex: new RegExp(`^${source}$`) };
			});
		const names = entries.map(({ name }) => name);
		assert.deepEqual(
			names.filter((name) => !patterns.some(({ regex }) => regex.test(name))),
			[],
			'files that the list does not allow',
		);
		assert.deepEqual(
			patterns.filter(({ regex }) => !names.some((name) => regex.test(name))).map(({ line }) => line),
			[],
			'lines of the list without a file',
		);
	});

	it('takes its files from the copied parts in a quick build', () => {
		// The packer writes the texts of the top in small letters, and gives the license an ending.
		const parts = new Set(
			extensionParts.map((part) => part.toLowerCase().replace(/^license$/, 'license.txt')),
		);
		const others = entries
			.map(({ name }) => /^extension\/([^/]+)/.exec(name)?.[1]?.toLowerCase())
			.filter((part) => part !== undefined && !parts.has(part));
		assert.deepEqual(others, []);
	});

	it('has few files to load', () => {
		const scripts = entries.filter(({ name }) => /\.m?js$/.test(name));
		assert.ok(scripts.length <= 100, `${scripts.length} JavaScript files`);
	});

	it('carries no source map', () => {
		const scripts = entries.filter(({ name }) => /\.m?js$/.test(name));
		assert.ok(scripts.length > 0);
		for (const { name, read } of scripts) {
			const text = read().toString('utf8');
			assert.doesNotMatch(text, /\/\/# sourceMappingURL=/, name);
		}
	});

	it('carries name, version and license text of every library inside the bundles', () => {
		const text = entries.find(({ name }) => name === 'extension/dist/third-party-licenses.txt')?.read();
		const sections = (text?.toString('utf8') ?? '').split(/\n{3}(?=\S+ \d+\.\d+\.\d+\n-+\n)/).slice(1);
		const titles = new Map(sections.map((section) => [section.split('\n', 1)[0] ?? '', section]));
		const bundled = bundledLibraries();
		assert.ok(bundled.has('elkjs') && bundled.has('@vscode/codicons'), [...bundled].join());
		for (const name of bundled) {
			const { version } = JSON.parse(readText(`node_modules/${name}/package.json`));
			const section = titles.get(`${name} ${version}`);
			assert.ok(section !== undefined, `${name} ${version} is not listed`);
			assert.match(section, /^License: \S/m);
			assert.ok(section.length > 500, `${name} comes without the text of its license`);
		}
	});

	it('contains exactly the libraries that the manifest declares', () => {
		const { dependencies, devDependencies } = JSON.parse(readText('package.json'));
		const bundled = bundledLibraries();
		assert.deepEqual(
			Object.keys(devDependencies).filter((name) => bundled.has(name)),
			[],
			'in the package, but only a development dependency',
		);
		assert.deepEqual(
			Object.keys(dependencies).filter((name) => !bundled.has(name)),
			[],
			'a dependency, but not in the package',
		);
	});

	it('stays within its size', () => {
		assert.ok(bytes <= budgets.package, `${bytes} bytes of ${budgets.package}`);
	});

	it('has a command line next to it that prints its version', () => {
		const program = join(root, 'dist', 'cli', 'easel.mjs');
		const { version } = JSON.parse(readText('package.json'));
		const said = (...args: string[]) =>
			execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
		for (const flag of ['--version', '-v']) assert.equal(said(flag), `${version}\n`);
		assert.deepEqual(JSON.parse(said('--version', '--json')), { version });
	});

	it('loads little before it is active', () => {
		const loaded = loadedBytes(buildRecord('extension'), 'dist/extension.mjs');
		assert.ok(loaded > 0);
		assert.ok(loaded <= budgets.entry, `${loaded} bytes of ${budgets.entry} load with the entry`);
	});
});
