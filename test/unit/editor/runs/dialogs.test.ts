import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import {
	confirmDuplicate,
	confirmErrors,
	confirmLowBalance,
	confirmNothingNew,
} from '../../../../src/editor/runs/start/dialogs.ts';
import { runRecord } from '../../support/runRecord.ts';
import { editor } from '../../support/vscode.ts';

const target = { kind: 'deployment', id: 'd', name: 'Harbour' } as const;
const connection = { id: 'test', name: 'Test', webUrl: 'https://studio.example' } as Connection;

const wrong = { documentName: 'a.json', errors: [{ message: 'No.', line: 0, range: { start: 0, end: 1 } }] };

describe('the question before a run that may be a mistake', () => {
	afterEach(() => editor.reset());

	for (const { name, ask, question, first, command, opens, anyway } of [
		{
			name: 'the same run again',
			ask: () => confirmDuplicate({ run: runRecord({ state: 'running', target }) }),
			question: 'The same run is already running. Run anyway?',
			first: 'Show Run',
			command: 'easel.showRun',
			opens: 'r',
			anyway: 'Run Anyway',
		},
		{
			name: 'a document with errors',
			ask: () => confirmErrors(wrong, true),
			question: '"a.json" has 1 error. Run anyway?',
			first: 'Show Problems',
			command: 'workbench.actions.view.problems',
			opens: undefined,
			anyway: 'Run Anyway',
		},
		{
			name: 'a balance that is too low',
			ask: () =>
				confirmLowBalance(connection, {
					balance: { microdollars: 999_999, currency: 'USD' },
					minimumMicrodollars: 2_500_000,
				}),
			question: 'Your balance is 0.99 USD. A run needs at least 2.50 USD to start.',
			first: 'Open Profile Page',
			command: 'easel.openProfilePage',
			opens: 'test',
			anyway: 'Send Anyway',
		},
	]) {
		it(`offers to look first for ${name}, and is confirmed only by the last button`, async () => {
			assert.equal(await ask(), false);
			const [shown] = editor.messages;
			assert.deepEqual([shown?.text, shown?.modal, shown?.buttons], [question, true, [first, anyway]]);
			editor.answer = () => anyway;
			assert.equal(await ask(), true);
			const opened = editor.calls(command);
			editor.answer = () => first;
			assert.equal(await ask(), false);
			assert.deepEqual(opened, [opens]);
		});
	}

	it('does not offer to show problems that the editor does not show', async () => {
		assert.equal(await confirmErrors(wrong, false), false);
		assert.deepEqual(editor.messages[0]?.buttons, ['Run Anyway']);
	});

	it('offers a new seed first if the engine would produce nothing new, given a seed', async () => {
		const outputs = [{ nodeId: '9', title: 'Save', since: Date.now() }];
		const about = { documentName: 'a.json', outputs, hasSeed: true, isSure: true };
		assert.equal(await confirmNothingNew(about), undefined);
		const [shown] = editor.messages;
		assert.deepEqual([shown?.modal, shown?.buttons], [true, ['Run with New Seed', 'Run Anyway']]);
		assert.match(shown?.detail ?? '', /^Save \(node 9\): unchanged since the run of \d/);
		editor.answer = () => 'Run with New Seed';
		assert.equal(await confirmNothingNew(about), 'newSeed');
		editor.answer = () => 'Run Anyway';
		assert.equal(await confirmNothingNew({ ...about, hasSeed: false }), 'anyway');
		assert.deepEqual(editor.messages.at(-1)?.buttons, ['Run Anyway']);
	});

	it('shows the result first if a deployment produced the same, and reruns with the last button', async () => {
		const earlier = runRecord({ id: 'r1', state: 'succeeded', endedAt: Date.now() });
		const about = { documentName: 'a.json', outputs: [], hasSeed: true, isSure: false, earlier };
		editor.answer = () => 'Show Result';
		const shown = editor.calls('easel.showRun');
		assert.equal(await confirmNothingNew(about), undefined);
		const [asked] = editor.messages;
		assert.match(asked?.text ?? '', /^The same run has already ended \(\d.*\)\. Its result is available\.$/);
		assert.match(asked?.detail ?? '', /costs the same and probably gives the same result/);
		assert.deepEqual([asked?.buttons, shown], [['Show Result', 'Run with New Seed', 'Run Again'], ['r1']]);
		editor.answer = () => 'Run with New Seed';
		assert.equal(await confirmNothingNew(about), 'newSeed');
		editor.answer = () => 'Run Again';
		assert.equal(await confirmNothingNew({ ...about, hasSeed: false }), 'anyway');
	});
});
