import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { configModel } from '../../../src/core/training/configModel.ts';
import { insertDataset } from '../../../src/core/training/datasetEntry.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { configuration } from './config.ts';

const before = '/app/ai-toolkit/datasets/';

/** Returns the text after the insertion; ‸ is the cursor and is removed first. */
function inserted(text: string, name = 'new-one'): string {
	const cursor = text.indexOf('‸');
	const plain = text.replace('‸', '');
	const edit = insertDataset(parseTraining(plain), name, cursor < 0 ? undefined : cursor);
	assert.ok(edit, 'there is no place for it');
	return applyEdits(plain, [edit]);
}

function foldersOf(text: string): readonly (string | undefined)[] {
	const document = parseTraining(text);
	assert.deepEqual(document.problems, []);
	return configModel(document).processes[0]?.datasets.map(({ name }) => name) ?? [];
}

describe('inserting a dataset into a configuration', () => {
	it('adds an item below the last one, in its column and in quotes', () => {
		const after = inserted(configuration());
		assert.deepEqual(foldersOf(after), ['portraits', 'new-one']);
		assert.ok(after.includes(`\n        - folder_path: "${before}new-one"\n`));
	});

	it('replaces the folder at the cursor, and keeps the rest of its item', () => {
		const text = configuration().replace(`${before}portraits`, `${before}port‸raits`);
		const after = inserted(text);
		assert.deepEqual(foldersOf(after), ['new-one']);
		assert.ok(after.includes('resolution: [512, 768, 1024]'));
		const control = configuration({
			datasets: [[`folder_path: ${before}a`, `control_path: ${before}‸b`]],
		});
		assert.match(inserted(control), /folder_path: \S+\/a\n\s+control_path: "\S+\/new-one"/);
	});

	it('fills an item without a folder', () => {
		for (const empty of ['folder_path:', 'folder_path: ""']) {
			const after = inserted(configuration({ datasets: [[empty, 'resolution: [512]']] }));
			assert.deepEqual(foldersOf(after), ['new-one']);
		}
	});

	it('creates a missing list', () => {
		const lines = configuration().split('\n');
		const at = lines.findIndex((line) => line.trim() === 'datasets:');
		const rest = lines.toSpliced(at, 3);
		assert.ok(!rest.join('\n').includes('folder_path'), 'the section is gone');
		assert.deepEqual(foldersOf(inserted(rest.join('\n'))), ['new-one']);
		for (const empty of ['      datasets:', '      datasets: []', '      datasets: null']) {
			assert.deepEqual(foldersOf(inserted(rest.toSpliced(at, 0, empty).join('\n'))), ['new-one'], empty);
		}
	});

	it('works in lists on one line, behind comments and with Windows line ends', () => {
		const flow = configuration().replace(
			/ {6}datasets:\n.*\n.*\n/,
			`      datasets: [{ folder_path: ${before}portraits }]\n`,
		);
		assert.deepEqual(foldersOf(inserted(flow)), ['portraits', 'new-one']);
		const remark = configuration({ datasets: [[`folder_path: ${before}portraits # the old ones`]] });
		assert.deepEqual(foldersOf(inserted(remark)), ['portraits', 'new-one']);
		assert.deepEqual(foldersOf(inserted(configuration().replaceAll('\n', '\r\n'))), ['portraits', 'new-one']);
	});

	it('reports a missing place for it', () => {
		assert.equal(insertDataset(parseTraining('job: extension\nconfig:\n  name: a\n'), 'new-one'), undefined);
	});
});
