import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { type Failure, failed, success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Batch } from '../../../../src/core/batches/batch.ts';
import type { NewBatch } from '../../../../src/core/batches/batchService.ts';
import { startBatch } from '../../../../src/core/batches/startBatch.ts';
import { noAnswers } from '../../../../src/core/operations/questions.ts';
import type { RunStart } from '../../../../src/core/runs/start/runRequest.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { textWith } from '../../../../src/core/workflow/inputSet.ts';
import { Runner, type RunnerDeps } from '../../../../src/editor/runs/start/runner.ts';
import { FakeService, FakeSession } from '../../runs/fakeService.ts';
import { actsOf } from '../../support/acts.ts';
import { batchRecord } from '../../support/batchRecord.ts';
import { part } from '../../support/part.ts';
import { editor, Uri } from '../../support/vscode.ts';

const text = (seed: number) => `{"3": {"class_type": "HarborSampler", "inputs": {"seed": ${seed}}}}`;

describe('several runs of one document at once', () => {
	const service = new FakeService();
	let session: FakeSession;
	/** The requests to the service before runs. */
	let read: string[];
	let begun: NewBatch[];
	let remembered: string[];
	let refusal: Failure | undefined;
	let onRead: () => void;
	let runner: Runner;
	let known: Batch | undefined;

	before(() => service.start());
	after(() => service.stop());
	beforeEach(() => {
		session = new FakeSession(service.session('window'));
		[read, begun, remembered] = [[], [], []];
		refusal = undefined;
		onRead = () => {};
		const target = { kind: 'deployment' as const, id: 'd', name: 'Harbour', enabled: true };
		const batches = {
			start: async (batch: NewBatch) => {
				begun.push(batch);
				if (refusal !== undefined) return failed(refusal);
				known = batchRecord({ count: batch.items.sets.length });
				return success(known);
			},
			get: () => known,
			itemIds: () => [],
		};
		runner = new Runner(
			part<RunnerDeps>({
				acts: actsOf(session, { batches: async () => batches }),
				batches: { open: async () => batches },
				clock: systemClock,
				log: silentLog,
				session,
				signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
				targets: { state: { kind: 'ready' }, items: [target], byId: () => target },
				windowRuns: {
					latest: () => [],
					recent: () => [],
					active: () => [],
					open: async () => ({ runs: () => [], estimates: { expected: async () => ({ count: 0 }) } }),
				},
				documents: {
					deploymentsFor: () => ['d'],
					noteTarget: async (_document: string, _connection: string, id: string) => void remembered.push(id),
					drawsFor: () => undefined,
					noteDraws: async () => undefined,
				},
				partnerKey: async () => undefined,
				savedWorkflows: {
					of: async () => {
						read.push('workflow');
						onRead();
					},
					takesInputs: async () => false,
					nodeInfoOf: async () => undefined,
				},
				workflows: { ofText: parseWorkflow },
				requestBodies: {},
			}),
		);
	});
	afterEach(() => editor.reset());

	const send = (seeds: number, of = parseWorkflow(text(1))) =>
		runner.sendBatch({ document: of, uri: Uri.parse('file:///a.json'), name: 'a.json' } as never, seeds, {
			target: { kind: 'deployment', id: 'd' },
		});

	it('are decided and prepared once, and become a batch of one text with a seed each', async () => {
		const outcome = await send(50);
		assert.ok(outcome && 'batch' in outcome);
		assert.deepEqual(read, ['workflow']);
		const [batch] = begun;
		assert.ok(batch);
		const { text: document, sets } = batch.items;
		assert.equal(document, text(1));
		assert.equal(new Set(sets.map((set) => textWith(parseWorkflow(document), set))).size, 50);
		assert.deepEqual(batch.to, {
			kind: 'run',
			target: { kind: 'deployment', id: 'd', name: 'Harbour' },
			mode: 'auto',
			media: [],
			folders: {},
		});
		assert.deepEqual([batch.name, batch.documentUri, remembered], ['a.json', 'file:///a.json', ['d']]);
	});

	it('contain no comments, which are not sent', async () => {
		await send(2, parseWorkflow(`// mine\n${text(1)}`, { comments: true }));
		assert.doesNotMatch(begun[0]?.items.text ?? '//', /mine/);
	});

	it('do not start with an unknown place for a value, or without values', async () => {
		for (const [sets, message] of [
			[
				[{ values: [{ place: { nodeId: '3', input: 'steps' }, literal: '4' }], source: 'given' }],
				/no input "steps"/,
			],
			[[], /no runs/],
		] as const) {
			const outcome = await startBatch(
				part<RunStart>({ services: { parse: parseWorkflow } }),
				{ start: () => assert.fail('it began') },
				service.session('window'),
				{ source: { document: parseWorkflow(text(1)), name: 'a.json' }, sets },
				noAnswers,
			);
			assert.ok(outcome.kind === 'refused');
			assert.match(outcome.failure.message, message);
		}
	});

	it('do not start if the account changes during preparation', async () => {
		onRead = () => session.replace(service.session('window', 'someone else'));
		const outcome = await send(2);
		assert.ok(outcome && 'say' in outcome);
		await outcome.say();
		assert.match(editor.messages[0]?.text ?? '', /the account has changed/);
		assert.deepEqual(begun, []);
	});

	it('report why they cannot start, and nothing if the user stops at the daily limit', async () => {
		refusal = { kind: 'conflict', message: 'Full.', nextStep: 'Make room.', fixer: 'you' };
		const full = await send(2);
		assert.ok(full && 'say' in full);
		await full.say();
		assert.equal(editor.messages[0]?.text, 'Full. Make room.');
		refusal = { kind: 'canceled', message: 'No.', nextStep: '', fixer: 'you' };
		const unwanted = await send(2);
		assert.ok(unwanted && 'say' in unwanted);
		await unwanted.say();
		assert.equal(editor.messages.length, 1);
		assert.deepEqual(remembered, []);
	});
});
