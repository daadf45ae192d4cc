import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from './support/package.ts';
import { buildRecord, loadedBytes, readText } from './support/project.ts';
import { type ZipEntry, zipEntries } from './support/zip.ts';

const kilobyte = 1000;
const budgets = { entry: 100 * kilobyte, package: 3000 * kilobyte };

describe('the package', () => {
	let folder: string;
	let printed: string;
	let bytes: number;
	let entries: ZipEntry[];

	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'easel-package-'));
		const path = join(folder, 'easel.vsix');
		printed = packExtension(path);
		const archive = readFileSync(path);
		bytes = archive.length;
		entries = zipEntries(archive);
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('is made without a warning', () => {
		assert.doesNotMatch(printed, /warning|deprecat/i);
	});

	it('holds exactly what the list allows', () => {
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

	it('carries no source map', () => {
		const scripts = entries.filter(({ name }) => name.endsWith('.js'));
		assert.ok(scripts.length > 0);
		for (const { name, read } of scripts) {
			const text = read().toString('utf8');
			assert.doesNotMatch(text, /\/\/# sourceMappingURL=/, name);
		}
	});

	it('stays within its size', () => {
		assert.ok(bytes <= budgets.package, `${bytes} bytes of ${budgets.package}`);
	});

	it('loads little before it is active', () => {
		const loaded = loadedBytes(buildRecord('extension'), 'dist/extension.js');
		assert.ok(loaded > 0);
		assert.ok(loaded <= budgets.entry, `${loaded} bytes of ${budgets.entry} load with the entry`);
	});
});
