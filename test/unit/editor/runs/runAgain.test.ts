import assert from 'node:assert/strict';
import type { Session } from '../../../../src/core/account/session.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { type Failure, failed, type Result, success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { engineConnection } from '../../../../src/core/connection/connections.ts';
import type { OwnEngine } from '../../../../src/core/engine/ownEngine.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { RunTargets } from '../../../../src/core/runs/start/runTargets.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { type RunCommandDeps, runCommands } from '../../../../src/editor/runs/commands.ts';
import { Runner, type RunnerDeps, type RunRequestOptions } from '../../../../src/editor/runs/start/runner.ts';
import { FakeService, FakeSession } from '../../runs/fakeService.ts';
import { actsOf } from '../../support/acts.ts';
import { batchRecord } from '../../support/batchRecord.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { editor, Uri } from '../../support/vscode.ts';

const text = (seed: number) => `{"3": {"class_type": "HarborSampler", "inputs": {"seed": ${seed}}}}`;
const busy: Failure = {
	kind: 'upstream',
	message: 'The service has a fault.',
	nextStep: 'Try later.',
	fixer: 'service',
	mayHaveArrived: false,
};

interface Sent {
	readonly target: string;
	readonly body: string;
	readonly connection: string;
}

/** Returns a list that is already read, if it has an entry. */
const listOf = <T extends { readonly id: string }>(items: () => readonly T[]) =>
	({
		get state() {
			return { kind: items().length > 0 ? 'ready' : 'signedOut' };
		},
		get items() {
			return items();
		},
		byId: (wanted: string) => items().find(({ id }) => id === wanted),
	}) as never;

describe('a rerun of a document', () => {
	const service = new FakeService();
	let session: FakeSession;
	let deployments: { readonly id: string; readonly name: string }[];
	let engines: OwnEngine[];
	/** Deployments that the document ran on, the last one first. */
	let last: string[];
	let saved: string | undefined;
	let sent: Sent[];
	/** The text of the document by now. */
	let now: string;
	let answer: () => Result<Run>;
	let refusal: Failure | undefined;
	/** The targets that were remembered for the document. */
	let noted: string[];
	let duringPreparation: () => void;
	let run: Run;
	let runner: Runner;

	before(() => service.start());
	after(() => service.stop());
	beforeEach(() => {
		session = new FakeSession(service.session('window'));
		deployments = [
			{ id: 'd1', name: 'Harbour' },
			{ id: 'd2', name: 'Pier' },
		];
		engines = [];
		last = ['d2', 'd1'];
		saved = undefined;
		sent = [];
		now = text(7);
		answer = () => success(runRecord());
		duringPreparation = () => undefined;
		[refusal, noted] = [undefined, []];
		const batches = {
			start: async () => (refusal === undefined ? success(batchRecord()) : failed(refusal)),
			get: () => batchRecord(),
			itemIds: () => [],
		};
		run = ranOn('d1');
		const windowRuns = {
			latest: () => [],
			recent: () => [],
			active: () => [],
			open: async () => ({
				get: () => run,
				runs: () => [],
				estimates: { expected: async () => ({ count: 0 }) },
				start: async ({ bodyText }: { bodyText: string }, { target }: Pick<Run, 'target'>) => {
					sent.push({ target: target.id, body: bodyText, connection: session.current.connection.id });
					return answer();
				},
			}),
		};
		runner = new Runner(
			part<RunnerDeps>({
				acts: actsOf(session, {
					runs: windowRuns.open,
					batches: async () => batches,
				}),
				batches: { open: async () => batches },
				clock: systemClock,
				log: silentLog,
				session,
				signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
				store: listOf(() => deployments),
				targets: new RunTargets(
					listOf(() => deployments),
					listOf(() => engines),
				),
				windowRuns,
				documents: {
					deploymentsFor: () => last,
					noteTarget: async (_document: string, _connection: string, id: string) => void noted.push(id),
					drawsFor: () => undefined,
					noteDraws: async () => undefined,
				},
				partnerKey: async () => undefined,
				connections,
				savedWorkflows: {
					of: async () => {
						duringPreparation();
						return saved;
					},
					takesInputs: async () => false,
					nodeInfoOf: async () => undefined,
					keptOfEngine: async () => undefined,
				},
				workflows: { ofText: parseWorkflow },
				requestBodies: {},
				onStarted: () => undefined,
			}),
		);
		commands = runCommands(
			part<RunCommandDeps>({
				log: silentLog,
				session,
				connections,
				runner,
				windowRuns,
				documents: { of: async () => source(7), now: async () => parseWorkflow(now) },
			}),
		);
	});
	afterEach(() => editor.reset());

	let commands: ReturnType<typeof runCommands>;
	const engine = engineConnection('My ComfyUI', 'http://127.0.0.1:1');
	const connections = {
		all: () => [service.session('window').connection, engine],
		switchTo: async ({ id }: Connection) => {
			session.replace(id === engine.id ? onEngine() : service.session('window'));
			return true;
		},
	};
	const source = (seed: number) =>
		({ document: parseWorkflow(text(seed)), uri: Uri.parse('file:///a.json'), name: 'a.json' }) as never;
	const ranOn = (id: string, more: Partial<Run> = {}) =>
		runRecord({
			connectionId: 'test',
			accountId: 'me',
			target: { kind: 'deployment', id, name: id },
			state: 'succeeded',
			...more,
		});
	const onEngine = (): Session => ({
		...service.session('window'),
		connection: { ...service.session('window').connection, ...engine },
	});
	const targets = () => sent.map(({ target }) => target);
	const press = (words: string) => {
		editor.answer = (buttons) => buttons.find((button) => button === words);
	};

	it('uses the target of the run without a further question', async () => {
		await commands['easel.runAgain']('r');
		assert.deepEqual(targets(), ['d1']);
		assert.equal(editor.input, undefined);
	});

	it('asks for another deployment if the previous one is deleted, and shows the plan first', async () => {
		deployments = deployments.slice(1);
		const done = commands['easel.runAgain']('r');
		await until('the list', () => editor.input);
		assert.match(editor.messages[0]?.text ?? '', /no longer in your account. Choose another one/);
		assert.equal(editor.input?.title, 'Run a.json On');
		editor.input?.choose('Pier');
		await until('the plan', () => editor.input?.title === 'Run a.json on Pier');
		assert.deepEqual(sent, []);
		editor.input?.choose('$(play) Run');
		await done;
		assert.deepEqual(targets(), ['d2']);
	});

	it('shows the plan if another account of the connection is signed in', async () => {
		session.replace(service.session('window', 'someone else'));
		const done = commands['easel.runAgain']('r');
		await until('the plan', () => editor.input?.title === 'Run a.json on Harbour');
		editor.input?.hide();
		await done;
		assert.deepEqual(sent, []);
	});

	for (const mode of ['overrides', 'inputs'] as const)
		it(`reports the connection of a run of ${mode}, and sends nothing to another one`, async () => {
			run = ranOn('engine', { connectionId: engine.id, summary: { ...run.summary, mode } });
			await commands['easel.runAgain']('r');
			assert.deepEqual(sent, []);
			assert.equal(
				editor.messages[0]?.text,
				'This run was sent to My ComfyUI, and Test is in use. Switch to My ComfyUI to run it again there.',
			);
		});

	it('switches to the connection of the run on request, and uses its target', async () => {
		session.replace(onEngine());
		[deployments, engines] = [[], [{ id: 'engine', name: 'My ComfyUI' }]];
		press('Switch and Run');
		const switchTo = connections.switchTo;
		connections.switchTo = (connection) => {
			[deployments, engines] = [[{ id: 'd1', name: 'Harbour' }], []];
			return switchTo(connection);
		};
		await commands['easel.runAgain']('r').finally(() => {
			connections.switchTo = switchTo;
		});
		assert.deepEqual(
			sent.map(({ target, connection }) => [target, connection]),
			[['d1', 'test']],
		);
		assert.equal(editor.input, undefined);
	});

	it('reports that the connection of the run no longer exists', async () => {
		run = ranOn('d1', { connectionId: 'user:gone' });
		await commands['easel.runAgain']('r');
		assert.match(editor.messages[0]?.text ?? '', /a connection that no longer exists/);
		assert.deepEqual(sent, []);
	});

	/** Runs and chooses the whole document in the review. */
	async function sendWhole<T>(work: Promise<T>): Promise<T> {
		await until('the plan', () => editor.input);
		editor.input?.choose('Send the Whole Document Instead');
		await until('the plan of the whole document', () =>
			editor.input?.items.some(({ label }) => label.includes('Send Only')),
		);
		editor.input?.choose('$(play) Run');
		return work;
	}

	it('repeats a rejected request, on the same target and in the same form, from the button of its message', async () => {
		saved = text(1);
		answer = () => {
			answer = () => success(runRecord());
			return failed(busy);
		};
		press('Run Again');
		const wish: RunRequestOptions = { target: { kind: 'deployment', id: 'd1' }, review: true };
		await sendWhole(runner.run(source(8), wish));
		assert.deepEqual(targets(), ['d1', 'd1']);
		assert.equal(sent[1]?.body, sent[0]?.body);
		assert.equal(JSON.parse(sent[1]?.body ?? '').workflow_api_json['3'].inputs.seed, 8);
		assert.equal(editor.input, undefined);
	});

	it('asks for the version of a changed document, and repeats it as rejected', async () => {
		now = '{"3": {"class_type": "HarborSampler", "inputs": {"seed": 7, "cfg": 4}}}';
		run = ranOn('d1', { state: 'failed' });
		answer = () => {
			answer = () => success(runRecord());
			return failed(busy);
		};
		editor.answer = (buttons) => buttons.find((each) => ['Run Current Version', 'Run Again'].includes(each));
		const done = commands['easel.runElsewhere']('r');
		await until('the list', () => editor.input?.title === 'Run a.json On');
		assert.deepEqual(editor.messages[0]?.buttons, ['Run Current Version', 'Run Sent Version']);
		assert.match(editor.messages[0]?.text ?? '', /"a\.json" has changed since this run\./);
		editor.input?.choose('Harbour');
		await until('the plan', () => editor.input?.title === 'Run a.json on Harbour');
		editor.input?.choose('$(play) Run');
		await done;
		const inputs = sent.map(({ body }) => JSON.parse(body).workflow_api_json['3'].inputs);
		assert.deepEqual(inputs, [
			{ seed: 7, cfg: 4 },
			{ seed: 7, cfg: 4 },
		]);
	});

	it('offers the sent version of a successful run first, and sends nothing without a choice', async () => {
		now = '{"3": {"class_type": "HarborSampler", "inputs": {"seed": 7, "cfg": 4}}}';
		await commands['easel.runElsewhere']('r');
		assert.deepEqual(editor.messages[0]?.buttons, ['Run Sent Version', 'Run Current Version']);
		assert.equal(editor.input, undefined);
		assert.deepEqual(sent, []);
	});

	it('with several seeds sends nothing if the account changes during preparation', async () => {
		duringPreparation = () => session.replace(service.session('window', 'someone else'));
		const outcome = await runner.sendBatch(source(8), 2, { target: { kind: 'deployment', id: 'd1' } });
		assert.ok(outcome && 'say' in outcome);
		await outcome.say();
		assert.match(editor.texts().join(), /^Nothing was sent, because the account has changed/);
	});

	it('with several seeds reports why it cannot start, and nothing if the user stops at the daily limit', async () => {
		for (const [kind, message, texts] of [
			['conflict', 'Full.', ['Full. Make room.']],
			['canceled', 'No.', ['Full. Make room.']],
		] as const) {
			refusal = { kind, message, nextStep: 'Make room.', fixer: 'you' };
			const outcome = await runner.sendBatch(source(8), 2, { target: { kind: 'deployment', id: 'd1' } });
			assert.ok(outcome && 'say' in outcome);
			await outcome.say();
			assert.deepEqual(editor.texts(), texts);
		}
		assert.deepEqual(noted, []);
	});

	it('with several seeds becomes a batch, whose target is remembered for the document', async () => {
		const outcome = await runner.sendBatch(source(8), 2, { target: { kind: 'deployment', id: 'd1' } });
		assert.ok(outcome && 'batch' in outcome);
		assert.deepEqual(noted, ['d1']);
	});

	it('shows the plan before it uses an account other than the rejected one', async () => {
		answer = () => failed(busy);
		editor.answer = (buttons) => {
			session.replace(service.session('window', 'someone else'));
			return buttons.find((button) => button === 'Run Again');
		};
		const done = runner.run(source(8), { target: { kind: 'deployment', id: 'd1' } });
		await until('the plan', () => editor.input);
		editor.input?.hide();
		await done;
		assert.equal(sent.length, 1);
	});
});
