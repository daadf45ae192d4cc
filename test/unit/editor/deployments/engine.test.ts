import assert from 'node:assert/strict';
import type { Session, SignedIn } from '../../../../src/core/account/session.ts';
import { SessionManager } from '../../../../src/core/account/sessionManager.ts';
import { TokenVault } from '../../../../src/core/account/tokenVault.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { engineConnection, runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { EngineWatch } from '../../../../src/core/engine/engineWatch.ts';
import type { Service } from '../../../../src/core/http/transport.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { SavedWorkflows } from '../../../../src/core/runs/start/savedWorkflows.ts';
import { type AccountCommandDeps, accountCommands } from '../../../../src/editor/account/commands.ts';
import { engineCommands } from '../../../../src/editor/deployments/engine/commands.ts';
import { refreshEngineNodeInfo } from '../../../../src/editor/runs/start/refreshNodeInfo.ts';
import { EngineDouble } from '../../../support/engineDouble.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { MemorySecrets } from '../../account/memorySecrets.ts';
import { engineService } from '../../engine/window.ts';
import { json, startServer } from '../../http/support.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { EventEmitter, editor, type PickRow, workspace } from '../../support/vscode.ts';

let colors = 0;
/** Each one is different, since the engine does not repeat work. */
const canvas = () => ({
	'1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: ++colors } },
	'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'harbour' } },
});
const { texts } = editor;
const never = { onDidChange: new EventEmitter<never>().event };

describe('your own engine', () => {
	let engine: EngineDouble;

	before(async () => {
		engine = await EngineDouble.start();
	});
	after(() => engine.close());
	beforeEach(() => {
		engine.calls.length = 0;
		engine.freed.length = 0;
		engine.interrupted.length = 0;
	});
	afterEach(() => editor.reset());

	const signedIn = (service: Service): SignedIn => ({
		state: 'signedIn',
		connection: service.connection,
		account: { id: 'engine', label: 'My ComfyUI' },
		service,
	});
	const elsewhere: Session = { state: 'signedOut', connection: runcomfyConnection };

	describe('in the list of connections', () => {
		let asked: string[];
		let known: readonly Connection[];
		let rows: readonly PickRow[];
		/** The service that answers at the usual place. */
		let answering: Service | undefined;
		let chosen: Connection | undefined;

		const deps = () =>
			part<AccountCommandDeps>({
				log: silentLog,
				connections: {
					all: () => known,
					choose: async (connection: Connection) => {
						chosen = connection;
					},
				},
				sessions: {
					...never,
					get current() {
						return { state: 'signedIn' as const, connection: chosen ?? runcomfyConnection };
					},
					retryRefused: async () => undefined,
					withService: async (
						connection: Connection,
						_token: string | undefined,
						ask: (service: Service) => Promise<unknown>,
					) => {
						asked.push(connection.baseUrl);
						return answering === undefined ? { ok: false } : ask(answering);
					},
				},
				sandbox: { state: { kind: 'stopped' } },
				vault: { read: async () => ({ accounts: [] }) },
			});
		const open = async (words?: string) => {
			editor.pick = (items) => {
				rows = items;
				return words === undefined ? undefined : items.find(({ label }) => label.includes(words));
			};
			await accountCommands(deps())['easel.switchConnection']();
		};
		const offered = () => rows.filter(({ description }) => description === 'found on this computer');

		beforeEach(() => {
			asked = [];
			rows = [];
			known = [runcomfyConnection];
			answering = engineService(engine.url);
			chosen = undefined;
		});

		it('is detected only when the list is opened, and offered if it responds', async () => {
			const commands = accountCommands(deps());
			assert.ok(commands);
			assert.deepEqual(asked, []);
			await open();
			assert.deepEqual(asked, ['http://127.0.0.1:8188']);
			assert.deepEqual(
				offered().map(({ label }) => label),
				['$(blank) My ComfyUI'],
			);
		});

		it('is added to the settings and used when chosen', async () => {
			editor.set('easel.connections', [{ name: 'My ComfyUI', comfyui: 'http://10.0.0.5:9000' }]);
			known = [runcomfyConnection, engineConnection('My ComfyUI', 'http://10.0.0.5:9000')];
			await open('My ComfyUI 2');
			assert.deepEqual(workspace.getConfiguration().get('easel.connections'), [
				{ name: 'My ComfyUI', comfyui: 'http://10.0.0.5:9000' },
				{ name: 'My ComfyUI 2', comfyui: 'http://127.0.0.1:8188' },
			]);
			assert.equal(chosen?.baseUrl, 'http://127.0.0.1:8188');
		});

		it('is not contacted if a connection to it exists, under any name of this computer', async () => {
			known = [runcomfyConnection, engineConnection('Mine', 'http://localhost:8188')];
			await open();
			assert.deepEqual([asked, offered()], [[], []]);
		});

		it('is not offered if nothing or something else responds', async () => {
			answering = undefined;
			await open();
			assert.deepEqual(offered(), []);
			const other = await startServer(json({ hello: 'world' }));
			answering = engineService(other.url);
			await open();
			assert.deepEqual(offered(), []);
			await other.close();
		});
	});

	describe('behind a proxy that needs a token', () => {
		const secrets = new MemorySecrets();
		let connection: Connection;
		let sessions: SessionManager;
		let boxes: { password?: boolean; title?: string }[];

		beforeEach(async () => {
			secrets.values.clear();
			boxes = [];
			connection = engineConnection('My ComfyUI', engine.url);
			sessions = new SessionManager({
				clock: systemClock,
				choice: () => ({ connection }),
				network: () => ({ environment: {} }),
				vault: new TokenVault(secrets, silentLog),
				log: silentLog,
				onRefused: async () => undefined,
				onAddressesChanged: async () => undefined,
			});
			await sessions.reload();
		});
		afterEach(() => sessions.dispose());

		const setToken = async (token: string | undefined) => {
			editor.ask = (options) => {
				boxes.push(options as never);
				return token;
			};
			const vault = new TokenVault(secrets, silentLog);
			await accountCommands(part<AccountCommandDeps>({ log: silentLog, sessions, vault }))[
				'easel.setEngineToken'
			]();
			await sessions.reload();
		};
		/** Returns the header that the engine received with a question. */
		const sent = async () => {
			const { current } = sessions;
			assert.ok(current.state === 'signedIn');
			const { queue } = await import('../../../../src/core/engine/engineClient.ts');
			assert.ok((await queue(current.service)).ok);
			return engine.calls.at(-1)?.headers.authorization;
		};

		it('receives the input as a bearer token, kept only in the secret storage', async () => {
			assert.equal(await sent(), undefined);
			await setToken(' let-me-in ');
			assert.deepEqual([boxes[0]?.password, boxes[0]?.title], [true, 'Token of My ComfyUI']);
			assert.equal(await sent(), 'Bearer let-me-in');
			assert.match([...secrets.values.values()].join(), /let-me-in/);
			assert.doesNotMatch(JSON.stringify(editor.messages), /let-me-in/);
		});

		it('receives no token after an empty input, and keeps its token if the question is dismissed', async () => {
			await setToken('let-me-in');
			await setToken(undefined);
			assert.equal(await sent(), 'Bearer let-me-in');
			await setToken('');
			assert.equal(await sent(), undefined);
			assert.doesNotMatch([...secrets.values.values()].join(), /let-me-in/);
		});

		it('requires no token that would be sent unencrypted', async () => {
			connection = engineConnection('My ComfyUI', 'http://box.example:8188');
			await sessions.reload();
			await setToken('let-me-in');
			assert.deepEqual(boxes, []);
			assert.match(texts()[0] ?? '', /would be sent unencrypted/);
			assert.equal(secrets.values.size, 0);
		});

		it('is the only kind of connection with such a token', async () => {
			connection = runcomfyConnection;
			await sessions.reload();
			await setToken('let-me-in');
			assert.deepEqual([boxes, texts()], [[], ['The connection in use is not an engine of your own.']]);
		});
	});

	describe('in its commands', () => {
		let session: { current: Session };
		let own: Run | undefined;
		let refreshed: number;
		let canceled: unknown[];

		beforeEach(() => {
			session = { current: signedIn(engineService(engine.url)) };
			own = undefined;
			refreshed = 0;
			canceled = editor.calls('easel.cancelRun');
		});

		const commands = () =>
			engineCommands({
				acts: actsOf({ ...session, ...never } as never, {}),
				session: { ...session, ...never } as never,
				engines: {
					refresh: async () => {
						refreshed++;
					},
				},
				runs: { runOf: () => own } as never,
				watch: new EngineWatch(() => undefined),
			});

		it('frees its memory with both flags, and shows the free memory', async () => {
			await commands()['easel.freeEngineMemory']();
			assert.deepEqual(engine.freed, [{ unload_models: true, free_memory: true }]);
			assert.equal(refreshed, 1);
		});

		it('is opened in the browser at its address', async () => {
			await commands()['easel.openEngine']();
			assert.equal(editor.visited.length, 1);
			assert.match(editor.visited[0] ?? '', new RegExp(`127\\.0\\.0\\.1:${new URL(engine.url).port}`));
		});

		it('is not interrupted while idle', async () => {
			await commands()['easel.interruptEngine']();
			assert.deepEqual(texts(), ['My ComfyUI is idle.']);
			assert.equal(engine.callsTo('POST', '/interrupt').length, 0);
		});

		it('is interrupted without a question only for a run that was started here', async () => {
			engine.hold('2');
			const id = engine.foreignRun(canvas());
			await engine.held('2');
			own = runRecord({ id: 'mine', state: 'running' });
			await commands()['easel.interruptEngine']();
			assert.deepEqual([canceled, editor.messages], [['mine'], []]);
			engine.release('2');
			await until('the end', () => engine.runs.find((run) => run.id === id)?.state === 'success');
		});

		it('interrupts a run of another client only after a question', async () => {
			engine.hold('2');
			const id = engine.foreignRun(canvas());
			await engine.held('2');
			await commands()['easel.interruptEngine']();
			assert.deepEqual(engine.callsTo('POST', '/interrupt'), []);
			const [question] = editor.messages;
			assert.equal(question?.text, 'Interrupt a run that was not started here?');
			assert.equal(question?.modal, true);
			assert.match(question?.detail ?? '', /Another client sent it to My ComfyUI, and its work is lost/);
			editor.answer = ([yes]) => yes;
			await commands()['easel.interruptEngine']();
			assert.deepEqual(engine.callsTo('POST', '/interrupt')[0]?.body, { prompt_id: id });
			await until('the end', () => engine.interrupted.includes(id));
			engine.release('2');
		});

		it('keeps the next run if the one in the question has ended in the meantime', async () => {
			engine.version = '0.3.50';
			engine.hold('2');
			const id = engine.foreignRun(canvas());
			await engine.held('2');
			editor.answer = ([yes]) => {
				engine.forgetRuns();
				return yes;
			};
			await commands()['easel.interruptEngine']();
			engine.version = '0.27.1';
			assert.match(texts().at(-1) ?? '', /has ended in the meantime, so nothing was interrupted/);
			assert.equal(engine.callsTo('POST', '/interrupt').length, 0);
			assert.ok(!engine.interrupted.includes(id));
			engine.release('2');
		});

		it('is suggested if another connection is in use', async () => {
			session.current = elsewhere;
			const switched = editor.calls('easel.switchConnection');
			editor.answer = ([choose]) => choose;
			const all = commands();
			for (const command of Object.values(all)) await command();
			assert.equal(switched.length, Object.keys(all).length);
			assert.deepEqual([engine.calls, editor.visited], [[], []]);
		});
	});

	describe('after a refresh of its node info', () => {
		let folder: string;
		beforeEach(() => {
			folder = newFolder();
		});

		const saved = (current: Session) =>
			new SavedWorkflows({
				log: silentLog,
				clock: systemClock,
				session: { current, ...never } as never,
				store: { byId: () => undefined } as never,
				documents: {} as never,
				nodeInfoFolder: folder,
				onNodeInfo: () => undefined,
			});

		it('has the documents checked against its current nodes', async () => {
			const current = signedIn(engineService(engine.url));
			let checked = 0;
			const savedWorkflows = saved(current);
			const refresh = () =>
				refreshEngineNodeInfo({
					log: silentLog,
					session: { current, ...never } as never,
					savedWorkflows,
					onNodeInfo: () => checked++,
				});
			await refresh();
			assert.equal(checked, 1);
			const before = engine.nodeInfo;
			engine.nodeInfo = { ...before, JustInstalled: { input: { required: {} }, output: [] } };
			assert.doesNotMatch(
				(await savedWorkflows.keptOfEngine(current.connection))?.text ?? '',
				/JustInstalled/,
			);
			await refresh();
			assert.equal(checked, 2);
			assert.match((await savedWorkflows.keptOfEngine(current.connection))?.text ?? '', /JustInstalled/);
			engine.nodeInfo = before;
		});

		it('is reported if silent, and nothing is checked again', async () => {
			const gone = await EngineDouble.start();
			const current = signedIn(engineService(gone.url));
			await gone.close();
			let checked = 0;
			await refreshEngineNodeInfo({
				log: silentLog,
				session: { current, ...never } as never,
				savedWorkflows: saved(current),
				onNodeInfo: () => checked++,
			});
			assert.equal(checked, 0);
			assert.deepEqual(
				editor.messages.map(({ kind }) => kind),
				['error'],
			);
		});
	});
});
