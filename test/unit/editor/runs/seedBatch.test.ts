import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { Batch } from '../../../../src/core/batches/batch.ts';
import type { Estimate } from '../../../../src/core/records/estimate.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { runWithSeeds, type SeedBatchDeps } from '../../../../src/editor/runs/start/seedBatch.ts';
import { batchRecord } from '../../support/batchRecord.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { commands, editor, Uri } from '../../support/vscode.ts';

const text = '{"3": {"class_type": "KSampler", "inputs": {"seed": 7}}}';

describe('running a document with several seeds', () => {
	let asked: { seeds: number; target: string | undefined }[];
	let estimate: Estimate;
	let outcome: Awaited<ReturnType<SeedBatchDeps['runner']['sendBatch']>>;
	let document: string;
	let shown: string[];
	let revealed: string[];
	let executed: unknown[][];
	let runs: Emitter<Run>;
	let changes: Emitter<Batch>;
	const { executeCommand } = commands;

	beforeEach(() => {
		[asked, estimate, shown, revealed, executed] = [[], { count: 0 }, [], [], []];
		document = text;
		outcome = { kind: 'started', batch: batchRecord({ id: 'b', name: 'a.json', count: 5 }) };
		runs = new Emitter();
		changes = new Emitter();
		commands.executeCommand = async (...args: unknown[]) => void executed.push(args);
	});
	afterEach(() => {
		commands.executeCommand = executeCommand;
		editor.reset();
	});

	const begin = () => {
		const source = { document: parseWorkflow(document), uri: Uri.parse('file:///a.json'), name: 'a.json' };
		return runWithSeeds(
			part<SeedBatchDeps>({
				runner: {
					targetFor: async () => ({ kind: 'deployment', id: 'd', name: 'Harbour' }),
					sendBatch: async (_source: unknown, seeds: number, wish?: { target?: { id: string } }) => {
						asked.push({ seeds, target: wish?.target?.id });
						return outcome;
					},
				},
				windowRuns: {
					open: async () => ({ get: () => runRecord(), estimates: { expected: async () => estimate } }),
					onDidChange: runs.event,
				},
				documents: { of: async () => source },
				batches: { open: async () => ({}), onDidChange: changes.event },
				onStarted: ({ id }: Run) => shown.push(id),
				reveal: async (id: string) => void revealed.push(id),
			}),
			'a run',
		);
	};
	const box = () => until('the box', () => editor.input);
	/** Types a number into the box, which then closes. */
	const enter = async (count: string) => {
		const shownBox = await box();
		shownBox.enter(count);
		shownBox.hide();
	};
	const { texts: messages } = editor;

	it('starts a batch of the given size, and shows its first run', async () => {
		const done = begin();
		await enter('5');
		await done;
		assert.deepEqual(asked, [{ seeds: 5, target: 'd' }]);
		assert.deepEqual(messages(), ['Started 5 runs of "a.json", each with its own seed.']);
		runs.fire(runRecord({ id: 'other' }));
		runs.fire(runRecord({ id: 'first', batchId: 'b' }));
		runs.fire(runRecord({ id: 'second', batchId: 'b' }));
		assert.deepEqual(shown, ['first']);
	});

	it('shows no run of a batch that ended without one', async () => {
		const done = begin();
		await enter('5');
		await done;
		changes.fire(batchRecord({ id: 'b', state: 'canceled' }));
		runs.fire(runRecord({ id: 'late', batchId: 'b' }));
		assert.deepEqual(shown, []);
	});

	it('shows the effort in advance, and unknown parts', async () => {
		const done = begin();
		const first = await box();
		assert.match(first.prompt ?? '', /^Sends 4 runs.*Duration: unknown.*Cost: unknown/);
		for (const wrong of ['', '0', '51', '2.5', '1e1', 'ten', '🙂', '-3']) {
			first.enter(wrong);
			assert.match(first.validationMessage ?? '', /whole number from 1 to 50/, wrong);
		}
		assert.equal(editor.input, first);
		first.hide();
		await done;
		assert.deepEqual([asked, messages()], [[], []]);
		estimate = { ms: { low: 15_000, high: 25_000 }, microdollars: { low: 20_000, high: 30_000 }, count: 1 };
		const again = begin();
		const second = await until('the second box', () => editor.input);
		assert.match(
			second.prompt ?? '',
			/take 1 min 00 s to 1 min 40 s of computing.*Cost: 0\.08 USD to 0\.12 USD/,
		);
		second.hide();
		await again;
	});

	it('shows the reason of a rejection, and nothing if the user stopped', async () => {
		let said = 0;
		outcome = { say: async () => said++ };
		const refused = begin();
		await enter('10');
		await refused;
		outcome = undefined;
		const stopped = begin();
		await enter('10');
		await stopped;
		assert.deepEqual([said, messages()], [1, []]);
	});

	it('shows the batch among the runs, or cancels all of it', async () => {
		for (const answer of ['Show', 'Cancel All']) {
			editor.answer = (buttons) => buttons.find((button) => button === answer);
			const done = begin();
			await enter('5');
			await done;
		}
		assert.deepEqual(revealed, ['b']);
		assert.deepEqual(executed, [['easel.cancelBatch', 'b']]);
	});

	it('asks nothing without a seed', async () => {
		document = '{"3": {"class_type": "A", "inputs": {}}}';
		await begin();
		assert.match(messages().join(), /has no seed/);
		assert.deepEqual(asked, []);
	});
});
