import assert from 'node:assert/strict';
import type { Run } from '../../../../src/core/runs/run.ts';
import { type ComparePicturesDeps, comparePictures } from '../../../../src/editor/runs/pictures/compare.ts';
import { part } from '../../support/part.ts';
import { runFile, runRecord } from '../../support/runRecord.ts';
import { editor, type PickRow } from '../../support/vscode.ts';

describe('comparing two pictures', () => {
	let runs: Run[];
	let opened: unknown[];
	let asked: (readonly PickRow[])[];
	/** The rows to choose, by their numbers; empty to cancel. */
	let choices: (number | undefined)[];

	beforeEach(() => {
		opened = [];
		asked = [];
		choices = [];
		runs = [];
		editor.pick = (rows) => {
			asked.push(rows);
			const choice = choices.shift();
			return choice === undefined ? undefined : rows.filter(({ kind }) => kind !== -1)[choice];
		};
	});
	afterEach(() => editor.reset());

	function keep(id: string, files: readonly string[], more: Partial<Run> = {}): void {
		runs.push(
			runRecord({
				id,
				state: 'succeeded',
				documentUri: 'file:///a.json',
				files: files.map((name) => runFile(name, { key: `${id}/${name}`, archivedAs: name })),
				...more,
			}),
		);
	}
	const compare = (argument?: unknown) =>
		comparePictures(
			part<ComparePicturesDeps>({
				windowRuns: {
					open: async () => ({
						get: (id: string) => runs.find((run) => run.id === id),
						archivePath: ({ id }: Pick<Run, 'id'>) => `/archive/${id}`,
					}),
					latest: () => runs,
				},
				pictures: {
					open: async (pair: unknown) => {
						opened.push(pair);
						return {};
					},
				},
			}),
			argument,
		);
	const one = { runId: 'one', fileKey: 'one/a.png' };
	const two = { runId: 'two', fileKey: 'two/b.png' };

	it('opens both if they are named, whether there are more or not', async () => {
		await compare([one, two]);
		assert.deepEqual([opened, asked], [[{ left: one, right: two }], []]);
	});

	it('asks for a run, and for the picture if it has several', async () => {
		keep('one', ['a.png']);
		keep('two', ['a.png', 'clip.mp4', 'b.png']);
		choices = [0, 0, 1];
		await compare();
		assert.deepEqual(opened, [{ left: one, right: two }]);
		assert.deepEqual(
			asked.map(({ length }) => length),
			[2, 1, 2],
		);
		assert.match(asked[1]?.[0]?.description ?? '', /2 pictures/);
		assert.match(String(asked[2]?.[1]?.iconPath), /archive\/two\/b\.png/);
	});

	it('offers runs of the same document first, and never the same picture twice', async () => {
		keep('other', ['a.png'], { documentUri: 'file:///b.json', documentName: 'b.json' });
		keep('one', ['a.png']);
		keep('two', ['b.png']);
		choices = [0];
		await compare([one]);
		assert.deepEqual(
			asked[0]?.map(({ label }) => label),
			['lighthouse', 'Other Documents', 'b'],
		);
		assert.deepEqual(opened, [{ left: one, right: two }]);
	});

	it('offers another run before other pictures of the same one', async () => {
		keep('one', ['a.png', 'b.png']);
		keep('two', ['b.png']);
		choices = [0];
		await compare([one]);
		assert.deepEqual(opened, [{ left: one, right: two }]);
		assert.equal(asked[0]?.length, 2);
	});

	it('explains why there is nothing to choose, and ignores invalid arguments', async () => {
		keep('texts', ['a.txt']);
		for (const odd of ['one', [{ runId: 1 }], null, { length: 2 }]) await compare(odd);
		assert.equal(editor.messages.length, 4);
		assert.match(editor.messages[0]?.text ?? '', /No run on this computer has a picture/);
		keep('one', ['a.png']);
		await compare([one]);
		assert.match(editor.messages.at(-1)?.text ?? '', /no other picture/);
		await compare();
		assert.deepEqual(opened, []);
	});
});
