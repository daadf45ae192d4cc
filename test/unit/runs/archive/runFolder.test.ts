import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	keepDocument,
	readDocument,
	removeRunFolder,
	runFolder,
} from '../../../../src/core/runs/archive/runFolder.ts';
import { newFolder } from '../../../support/newFolder.ts';

describe('the folder of a run', () => {
	let archive: string;
	beforeEach(() => {
		archive = newFolder();
	});

	it('keeps the document next to a result of any name', async () => {
		await keepDocument(archive, 'a', '{"1":{}}');
		writeFileSync(join(runFolder(archive, 'a'), 'workflow.json'), 'a result');
		assert.equal((await readDocument(archive, 'a'))?.text, '{"1":{}}');
		await keepDocument(archive, 'a', '{"2":{}}');
		assert.equal((await readDocument(archive, 'a'))?.text, '{"2":{}}');
		assert.deepEqual(readdirSync(runFolder(archive, 'a')).length, 2);
		assert.equal(await readDocument(archive, 'b'), undefined);
	});

	it('finds a document of earlier versions, and removes every trace of it', async () => {
		writeFileSync(join(archive, 'a.workflow.json'), 'old');
		assert.deepEqual(await readDocument(archive, 'a'), {
			path: join(archive, 'a.workflow.json'),
			text: 'old',
		});
		await keepDocument(archive, 'a', 'new');
		await keepDocument(archive, 'b', 'other');
		assert.equal((await readDocument(archive, 'a'))?.text, 'new');
		await removeRunFolder(archive, 'a');
		assert.deepEqual(readdirSync(archive), ['b']);
	});
});
