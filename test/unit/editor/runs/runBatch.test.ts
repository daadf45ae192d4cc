import assert from 'node:assert/strict';
import { type Failure, failed, success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { NewBatch } from '../../../../src/core/batches/batchService.ts';
import { seedSets } from '../../../../src/core/runs/plan/seedBatch.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { textWith } from '../../../../src/core/workflow/inputSet.ts';
import { Runner, type RunnerDeps } from '../../../../src/editor/runs/start/runner.ts';
import { FakeService, FakeSession } from '../../runs/fakeService.ts';
import { batchRecord } from '../../support/batchRecord.ts';
import { part } from '../../support/part.ts';
import { editor, Uri } from '../../support/vscode.ts';

const text = (seed: number) => `{"3": {"class_type": "KSampler", "inputs": {"seed": ${seed}}}}`;

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

	before(() => service.start());
	after(() => service.stop());
	beforeEach(() => {
		session = new FakeSession(service.session('window'));
		[read, begun, remembered] = [[], [], []];
		refusal = undefined;
		onRead = () => {};
		const target = { kind: 'deployment' as const, id: 'd', name: 'Harbour', enabled: true };
		runner = new Runner(
			part<RunnerDeps>({
				log: silentLog,
				session,
				signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
				targets: { state: { kind: 'ready' }, items: [target], byId: () => target },
				windowRuns: {
					latest: () => [],
					recent: () => [],
					active: () => [],
					open: async () => ({ runs: () => [], expected: async () => ({ count: 0 }) }),
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

	const send = (seeds: number, of = text(1)) =>
		runner.sendBatch(
			{ document: parseWorkflow(of), uri: Uri.parse('file:///a.json'), name: 'a.json' } as never,
			{ target: { kind: 'deployment', id: 'd' }, sets: seedSets(parseWorkflow(of), seeds) },
			{
				start: async (batch) => {
					begun.push(batch);
					return refusal === undefined
						? success(batchRecord({ count: batch.items.sets.length }))
						: failed(refusal);
				},
			},
		);

	it('are decided and prepared once, and become a batch of one text with a seed for each', async () => {
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

	it('have no comments, which are not sent', async () => {
		const commented = parseWorkflow(`// mine\n${text(1)}`, { comments: true });
		await runner.sendBatch(
			{ document: commented, uri: Uri.parse('file:///a.jsonc'), name: 'a.jsonc' } as never,
			{ target: { kind: 'deployment', id: 'd' }, sets: seedSets(commented, 2) },
			{
				start: async (batch) => {
					begun.push(batch);
					return success(batchRecord());
				},
			},
		);
		assert.doesNotMatch(begun[0]?.items.text ?? '//', /mine/);
	});

	it('begin not where a value has no place in the document, or there is none', async () => {
		for (const [sets, message] of [
			[
				[{ values: [{ place: { nodeId: '3', input: 'steps' }, literal: '4' }], source: 'given' }],
				/no input "steps"/,
			],
			[[], /no runs/],
		] as const) {
			editor.messages.length = 0;
			const outcome = await runner.sendBatch(
				{ document: parseWorkflow(text(1)), uri: Uri.parse('file:///a.json'), name: 'a.json' } as never,
				{ target: { kind: 'deployment', id: 'd' }, sets },
				{ start: () => assert.fail('it began') },
			);
			assert.ok(outcome && 'say' in outcome);
			await outcome.say();
			assert.match(editor.messages[0]?.text ?? '', message);
		}
	});

	it('begin not where the account changes while they are prepared', async () => {
		onRead = () => session.replace(service.session('window', 'someone else'));
		const outcome = await send(2);
		assert.ok(outcome && 'say' in outcome);
		await outcome.say();
		assert.match(editor.messages[0]?.text ?? '', /the account has changed/);
		assert.deepEqual(begun, []);
	});

	it('say why they cannot begin, and nothing where the person did not want to pass the limit of the day', async () => {
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
