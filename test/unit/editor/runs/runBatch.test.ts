import assert from 'node:assert/strict';
import { compact } from '../../../../src/core/base/compact.ts';
import { success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { RunAnswers } from '../../../../src/core/runs/start/startRun.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { Runner, type RunnerDeps } from '../../../../src/editor/runs/start/runner.ts';
import { FakeService, FakeSession } from '../../runs/fakeService.ts';
import { runRecord } from '../../support/runRecord.ts';
import { editor, Uri } from '../../support/vscode.ts';

const text = (seed: number) => `{"3": {"class_type": "KSampler", "inputs": {"seed": ${seed}}}}`;

describe('several runs of one document at once', () => {
	const service = new FakeService();
	let session: FakeSession;
	/** What was asked of the service before runs, and the body of each run. */
	let read: string[];
	let sent: string[];
	let shown: boolean[];
	let runner: Runner;

	before(() => service.start());
	after(() => service.stop());
	beforeEach(() => {
		session = new FakeSession(service.session('window'));
		[read, sent, shown] = [[], [], []];
		const target = { kind: 'deployment', id: 'd', name: 'Harbour', enabled: true };
		runner = new Runner({
			log: silentLog,
			session,
			signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
			targets: { state: { kind: 'ready' }, items: [target], byId: () => target },
			history: {
				latest: () => [],
				recent: () => [],
				active: () => [],
				open: async () => ({
					runs: () => [],
					start: async ({ bodyText }: { bodyText: string }) => {
						sent.push(bodyText);
						return success(runRecord({ id: `run-${sent.length}` }));
					},
				}),
			},
			memory: { deploymentsFor: () => ['d'], remember: async () => undefined },
			partnerKey: async () => undefined,
			savedWorkflows: {
				of: async () => void read.push('workflow'),
				takesInputs: async () => false,
				nodeInfoOf: async () => undefined,
			},
			workflows: { ofText: parseWorkflow },
			requestBodies: {},
			onStarted: (_run: unknown, _source: unknown, further: boolean) => shown.push(!further),
		} as unknown as RunnerDeps);
	});
	afterEach(() => editor.reset());

	const send = (seed: number, answered?: RunAnswers) =>
		runner.send(
			{ document: parseWorkflow(text(seed)), uri: Uri.parse('file:///a.json'), name: 'a.json' } as never,
			{ target: { kind: 'deployment', id: 'd' }, ...compact({ answered }) },
		);
	const first = async () => {
		const started = await send(1);
		assert.ok(started && 'answers' in started);
		return started.answers;
	};

	it('are prepared once, sent each with its own seed, and the first is shown', async () => {
		const answered = await first();
		for (let seed = 2; seed <= 50; seed++) assert.ok(await send(seed, answered));
		assert.deepEqual(read, ['workflow']);
		assert.deepEqual(
			sent.map((body) => JSON.parse(body).workflow_api_json['3'].inputs.seed),
			Array.from({ length: 50 }, (_, index) => index + 1),
		);
		assert.deepEqual(shown, [true, ...Array.from({ length: 49 }, () => false)]);
	});

	it('are prepared each for itself where they are no batch', async () => {
		await send(1);
		await send(1);
		assert.equal(read.length, 2);
	});

	it('stop where the account changes between two of them', async () => {
		const answered = await first();
		session.replace(service.session('window', 'someone else'));
		const outcome = await send(2, answered);
		assert.ok(outcome && 'say' in outcome);
		await outcome.say();
		assert.match(editor.messages[0]?.text ?? '', /the account has changed/);
		assert.equal(sent.length, 1);
	});
});
