import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import { findSeed } from '../../../../src/core/runs/plan/summary.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import type { Refused, RunWish, StartedRun } from '../../../../src/editor/runs/start/runner.ts';
import { runWithSeeds, type SeedBatchDeps } from '../../../../src/editor/runs/start/seedBatch.ts';
import type { WorkflowSource } from '../../../../src/editor/runs/start/workflowSource.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { editor, Uri, window } from '../../support/vscode.ts';

const text = '{"3": {"class_type": "KSampler", "inputs": {"seed": 7}}}';

const firstAnswers = {} as StartedRun['answers'];
const started = (number: number): StartedRun => ({
	run: runRecord({ id: `run-${number}`, state: 'queued' }),
	answers: number === 1 ? firstAnswers : ({} as StartedRun['answers']),
});

describe('running a document with several seeds', () => {
	let sent: { source: WorkflowSource; wish: RunWish }[];
	let canceled: string[];
	let earlier: Run[];
	/** What becomes of the run with this number. */
	let outcome: (number: number) => StartedRun | Refused | undefined;
	let document: string;
	let stop: () => boolean;
	/** How far the first run is by the time that all are canceled. */
	let first: Run['state'];

	beforeEach(() => {
		sent = [];
		canceled = [];
		earlier = [];
		document = text;
		stop = () => false;
		first = 'succeeded';
		outcome = (number) => started(number);
		window.withProgress = (_options: unknown, work: (...args: unknown[]) => unknown) => {
			const token = {
				get isCancellationRequested() {
					return stop();
				},
			};
			return work({ report: () => undefined }, token);
		};
	});
	afterEach(() => editor.reset());

	const begin = () => {
		const source = { document: parseWorkflow(document), uri: Uri.parse('file:///a.json'), name: 'a.json' };
		const service = {
			get: (id: string) => runRecord({ id, state: id === 'run-1' ? first : 'queued' }),
			cancel: async (id: string) => {
				canceled.push(id);
				return { ok: true, value: 'requested' };
			},
		};
		return runWithSeeds(
			{
				log: silentLog,
				runner: {
					targetFor: async () => ({ kind: 'deployment', id: 'd', name: 'Harbour' }),
					send: async (of: WorkflowSource, wish: RunWish) => {
						sent.push({ source: of, wish });
						return outcome(sent.length);
					},
				},
				history: { open: async () => service, recent: () => earlier },
				documents: { of: async () => source },
				workflows: { ofText: (other: string) => parseWorkflow(other) },
			} as unknown as SeedBatchDeps,
			'a run',
		);
	};
	const box = () => until('the box', () => editor.input);
	const messages = () => editor.messages.map((message) => message.text);

	it('sends so many, each with another seed, after the first without a further question', async () => {
		const done = begin();
		(await box()).enter('5');
		await done;
		assert.equal(new Set(sent.map(({ source }) => findSeed(source.document))).size, 5);
		assert.deepEqual(
			sent.map(({ wish }) => wish.target?.id),
			['d', 'd', 'd', 'd', 'd'],
		);
		const [first] = sent;
		assert.equal(first?.wish.answered, undefined);
		for (const { wish } of sent.slice(1)) assert.equal(wish.answered, firstAnswers);
		assert.deepEqual(messages(), ['Sent 5 runs of "a.json", each with a seed of its own.']);
	});

	it('says before what it takes, and what is not known', async () => {
		const done = begin();
		const first = await box();
		assert.match(
			first.prompt ?? '',
			/^Sends 4 runs.*How long they take is not known.*What they cost is not known/,
		);
		for (const wrong of ['', '0', '51', '2.5', '1e1', 'ten', '🙂', '-3']) {
			first.enter(wrong);
			assert.match(first.validationMessage ?? '', /whole number from 1 to 50/, wrong);
		}
		assert.equal(editor.input, first);
		first.hide();
		await done;
		assert.deepEqual([sent, messages()], [[], []]);
		earlier = [runRecord({ state: 'succeeded', submittedAt: 0, endedAt: 20_000, costMicrodollars: 30_000 })];
		const again = begin();
		const second = await until('the second box', () => editor.input);
		assert.match(second.prompt ?? '', /took 20 s, so all take about 1 min 20 s.*cost about .*0\.12/);
		second.hide();
		await again;
	});

	it('stops at the first refusal and says how many were sent', async () => {
		let said = 0;
		const refused: Refused = { say: async () => said++ };
		outcome = (number) => (number === 3 ? refused : started(number));
		const done = begin();
		(await box()).enter('10');
		await done;
		assert.deepEqual([sent.length, said], [3, 1]);
		assert.deepEqual(messages(), ['Sent 2 of 10 runs of "a.json": the next one was refused.']);
	});

	it('stops when the person says so, and cancels all that has not ended', async () => {
		stop = () => sent.length === 3;
		editor.answer = (buttons) => buttons.find((button) => button === 'Cancel All');
		const done = begin();
		(await box()).enter('10');
		await done;
		assert.deepEqual(canceled, ['run-2', 'run-3']);
		assert.deepEqual(messages(), [
			'Sent 3 of 10 runs of "a.json", then stopped.',
			'2 of 3 runs are being canceled; the others had already ended.',
		]);
	});

	it('leaves the downloads alone when it cancels the runs', async () => {
		first = 'fetching';
		stop = () => sent.length === 3;
		editor.answer = (buttons) => buttons.find((button) => button === 'Cancel All');
		const done = begin();
		(await box()).enter('10');
		await done;
		assert.deepEqual(canceled, ['run-2', 'run-3']);
	});

	it('asks nothing where there is no seed', async () => {
		document = '{"3": {"class_type": "A", "inputs": {}}}';
		await begin();
		assert.match(messages().join(), /has no seed/);
		assert.deepEqual(sent, []);
	});
});
