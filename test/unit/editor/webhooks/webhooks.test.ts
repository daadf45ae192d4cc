import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { WebhookEvent } from '../../../../src/core/webhooks/event.ts';
import { EventLog } from '../../../../src/core/webhooks/eventLog.ts';
import { exampleCallback, exampleRequest } from '../../../../src/core/webhooks/examples.ts';
import type { webhooksCommandIds } from '../../../../src/editor/shell/ids.ts';
import { webhookCommands } from '../../../../src/editor/webhooks/commands.ts';
import type { WebhooksNode } from '../../../../src/editor/webhooks/nodes.ts';
import type { WebhooksTree } from '../../../../src/editor/webhooks/tree.ts';
import { WindowWebhooks } from '../../../../src/editor/webhooks/windowWebhooks.ts';
import { ofService } from '../../../support/connection.ts';
import { MemorySecrets } from '../../account/memorySecrets.ts';
import { startServer, type TestServer } from '../../http/support.ts';
import { ManualClock } from '../../runs/clocks.ts';
import type { FakeService } from '../../runs/fakeService.ts';
import { Computer, origin, plan, type Window } from '../../runs/window.ts';
import { part } from '../../support/part.ts';
import { Memento, real } from '../../support/real.ts';
import { coordinatorOf } from '../../support/runServices.ts';
import { until } from '../../support/until.ts';
import { editor, window as editorWindow, env, type Uri } from '../../support/vscode.ts';

describe('the view of webhook events', () => {
	let service: FakeService;
	let computer: Computer;
	let window: Window;
	let room: WindowWebhooks;
	let commands: ReturnType<typeof webhookCommands>;
	let tree: WebhooksTree;
	let application: TestServer;
	/** The memory of the window and of this computer. */
	let memory: { workspace: Memento; global: Memento; secrets: MemorySecrets };
	const view = { selection: [] as WebhooksNode[], description: '', message: '' };

	async function openRoom(): Promise<WindowWebhooks> {
		window = await computer.open(undefined, {
			webhookOf: (run, connection) => room.webhookOf(run, connection),
		});
		const { ledger, session, runService } = window;
		const context = {
			workspaceState: memory.workspace,
			globalState: memory.global,
			secrets: memory.secrets,
		};
		room = new WindowWebhooks({
			context: part<vscode.ExtensionContext>(context),
			log: silentLog,
			session,
			events: new EventLog({ ledger, log: silentLog, clock: systemClock }),
			coordinator: coordinatorOf(runService),
			leases: ledger.leases,
			runs: runService,
			view: part<vscode.TreeView<WebhooksNode>>(view),
		});
		commands = webhookCommands({
			room,
			log: silentLog,
			session,
			view: part<vscode.TreeView<WebhooksNode>>(view),
		});
		tree = await room.makeTree();
		return room;
	}

	beforeEach(async () => {
		memory = { workspace: new Memento(), global: new Memento(), secrets: new MemorySecrets() };
		Object.assign(view, { selection: [], description: '', message: '' });
		Object.assign(env, { remoteName: undefined, uiKind: 1 });
		application = await startServer((reply) => reply.writeHead(200).end());
		computer = await Computer.start(new ManualClock());
		service = computer.service;
		await openRoom();
	});
	afterEach(async () => {
		await room.stop();
		tree.dispose();
		room.dispose();
		await computer.shutDown();
		await application.close();
		editor.reset();
	});

	const run = (id: (typeof webhooksCommandIds)[number], ...args: unknown[]) => commands[id](...args);
	const rows = (node?: WebhooksNode) =>
		tree.getChildren(node).map((each) => {
			const { label, description } = tree.getTreeItem(each);
			return description ? `${String(label)}: ${String(description)}` : String(label);
		});
	const receiverRows = () => rows(tree.getChildren().find(({ kind }) => kind === 'receiver'));
	const eventNodes = () => tree.getChildren().filter((node) => node.kind === 'event');
	const post = async (path: string, body: string) => {
		const address = room.addresses?.local ?? '';
		assert.equal((await fetch(`${address}${path}`, { method: 'POST', body })).status, 204);
	};
	const events = (count: number) =>
		until(`${count} events`, () => {
			const nodes = eventNodes();
			return nodes.length === count && nodes;
		});

	it('is empty until the receiver listens, and then shows its addresses', async () => {
		assert.deepEqual(rows(), []);
		await run('easel.listenForWebhooks');
		const { port } = room.place ?? { port: 0 };
		assert.deepEqual(rows(), [
			`Listening: port ${port} · not forwarded`,
			'No events yet: select to receive webhooks for new runs',
		]);
		assert.deepEqual(receiverRows(), [
			`Address: http://127.0.0.1:${port}/…`,
			`Public address: none; point a tunnel at port ${port} of this computer, then enter its https address`,
			'New runs: without webhooks',
			'Forwarding: not forwarded',
		]);
		assert.equal(
			tree.getTreeItem(tree.getChildren()[1] ?? assert.fail()).command?.command,
			'easel.reportRunsHere',
		);
		assert.equal(view.description, `listening on port ${port}`);
		assert.equal(editor.context.get('easel.listening'), true);
		await run('easel.copyWebhookAddress');
		assert.equal(editor.copied[0], room.addresses?.local);
		await run('easel.stopListening');
		assert.deepEqual([rows(), view.description], [[], '']);
	});

	it('keeps its address across a window restart, outside settings and workspace state', async () => {
		await run('easel.listenForWebhooks');
		const { addresses, place } = room;
		assert.equal(memory.workspace.get('webhooks.listening'), true);
		assert.ok(!`${memory.workspace.text}${memory.global.text}`.includes(place?.secret ?? assert.fail()));
		tree.dispose();
		room.dispose();
		await until('the end of the lease', () => !window.ledger.leases.leased('["webhooks"]') || undefined);
		await openRoom();
		await room.continueListening();
		assert.deepEqual(room.addresses, addresses);
		await run('easel.stopListening');
		assert.equal(memory.workspace.get('webhooks.listening'), undefined);
	});

	it('gives new runs a separate address while enabled, and shows their reports', async () => {
		const first = await window.runService.start(plan, origin);
		assert.ok(first.ok);
		await run('easel.reportRunsHere');
		assert.match(receiverRows()[2] ?? '', /New runs: send webhooks here/);
		const started = await window.runService.start(plan, origin);
		assert.ok(started.ok);
		await run('easel.stopReportingRuns');
		await window.runService.start(plan, origin);
		const webhooks = service.calls
			.filter(({ kind }) => kind === 'submit')
			.map(({ search }) => [...new URLSearchParams(search)]);
		assert.deepEqual(webhooks, [
			[],
			[
				['webhook', `${room.addresses?.local}/${started.value.id}`],
				['webhook_intermediate_status', 'true'],
			],
			[],
		]);
		const request = { ...exampleRequest({ ...ofService, baseUrl: service.url }, 0), requestId: 'request-2' };
		await post(`/${started.value.id}`, exampleCallback('succeeded', request));
		await events(1);
		assert.match(rows()[1] ?? '', /^Succeeded: .*harbour · request-2 · 1 file$/);
	});

	it('needs a public address if the service is on another computer', async () => {
		const session = window.session.current;
		assert.equal(session.state, 'signedIn');
		window.session.replace({
			...session,
			connection: { ...session.connection, name: 'Far', baseUrl: 'https://far.test' },
		});
		await run('easel.reportRunsHere');
		assert.match(receiverRows()[2] ?? '', /no webhooks: Far needs a public https address/);
		let problem: string | undefined;
		editor.ask = (options) => {
			const { validateInput } = options as { validateInput(value: string): string | undefined };
			problem = validateInput('http://tunnel.test');
			return 'https://tunnel.test/';
		};
		await run('easel.setPublicWebhookAddress');
		assert.match(problem ?? '', /https addresses only/);
		assert.match(receiverRows()[1] ?? '', /https:\/\/tunnel\.test\/…/);
		assert.match(receiverRows()[2] ?? '', /send webhooks here/);
		await run('easel.copyWebhookAddress');
		assert.equal(editor.copied[0], `https://tunnel.test/${room.place?.secret}`);
	});

	it('uses the forwarded address of the port', async () => {
		Object.assign(env, {
			remoteName: 'codespaces',
			asExternalUri: async () => ({ with: () => 'https://forwarded.test/port/' }),
		});
		await run('easel.listenForWebhooks');
		assert.equal(room.addresses?.public, `https://forwarded.test/port/${room.place?.secret}`);
		editor.set('easel.webhooks.publicAddress', 'https://tunnel.test');
		assert.equal(room.addresses?.public, `https://tunnel.test/${room.place?.secret}`);
	});

	it('shows the unchanged JSON, filters, and clears', async () => {
		await run('easel.listenForWebhooks');
		await post(
			'',
			'{"request_id":"r1","status":"failed","error":"[x](command:y) $(bug)","seed":18446744073709551615}',
		);
		await post('', '{"request_id":"r2","status":"in_progress"}');
		await post('', 'not JSON');
		await events(3);
		const [, , failed] = eventNodes();
		const shown: Uri[] = [];
		Object.assign(editorWindow, { showTextDocument: async (uri: Uri) => void shown.push(uri) });
		await run('easel.showWebhookEvent', failed);
		const [uri] = shown;
		assert.ok(uri);
		assert.match(uri.path, /\/Failed r1\.json$/);
		assert.match(room.documentText(real(uri)), /\n {2}"seed": 18446744073709551615\n/);
		assert.match(rows()[3] ?? '', /\$ \(bug\)/, 'no icon of an error');
		await run('easel.copyWebhookEvent', failed);
		assert.match(editor.copied[0] ?? '', /^\{"request_id":"r1"/);
		editor.pick = (rows) => rows.filter(({ label }) => label === 'Failed');
		await run('easel.filterWebhookEvents');
		assert.equal(eventNodes().length, 1);
		await until('the filter is named', () => view.message === 'Filter: Failed');
		await run('easel.clearWebhookFilter');
		assert.equal(eventNodes().length, 3);
		await until('no filter is named', () => view.message === '');
		editor.answer = ([button]) => button;
		await run('easel.clearWebhookEvents');
		assert.equal(eventNodes().length, 0);
	});

	it('shows the newest 200 events first, and more on request', async () => {
		for (let at = 0; at < 250; at++) {
			await room.events.receive({ text: `{"request_id":"r${at}","status":"succeeded"}`, contentType: '' });
		}
		assert.equal(rows().length, 201);
		assert.match(rows()[200] ?? '', /^Show More: 200 of 250 shown$/);
		await run('easel.showMoreWebhookEvents');
		assert.equal(rows().length, 250);
	});

	describe('with an application', () => {
		const bodies = () => application.seen.map(({ body }) => JSON.parse(body).status ?? 'queued');

		it('forwards each event once on arrival, and shows the response with it', async () => {
			editor.set('easel.webhooks.forwardTo', `${application.url}/hook`);
			await run('easel.listenForWebhooks');
			await post('', '{"request_id":"r1","status":"in_progress"}');
			await post('', '{"request_id":"r1","status":"succeeded"}');
			await until('both forwarded', () => application.seen.length === 2 || undefined);
			assert.deepEqual(bodies(), ['in_progress', 'succeeded']);
			const { host } = new URL(application.url);
			await until('the answer', () => rows()[1]?.includes(`${host}: 200 in `));
			const [newest] = eventNodes();
			assert.match(rows(newest)[0] ?? '', new RegExp(`^${host}: 200 in \\d+ ms`));
		});

		it('that loops back to the receiver gets an event once, with the reason shown', async () => {
			let passed = 0;
			const tunnel = await startServer((reply, { body, headers }) => {
				passed++;
				const kept = Object.entries(headers).filter(([name]) => /^(easel|content-type)/.test(name));
				const again = { method: 'POST', body, headers: kept as [string, string][] };
				fetch(room.addresses?.local ?? '', again).then(
					() => reply.writeHead(204).end(),
					() => reply.destroy(),
				);
			});
			try {
				editor.set('easel.webhooks.forwardTo', `${tunnel.url}/hook`);
				await run('easel.listenForWebhooks');
				await post('', '{"request_id":"r1","status":"succeeded"}');
				const answered = await until('both are answered', () => {
					const found = room.events.table.of({ limit: 5 });
					return found.length === 2 && found.every(({ answers }) => answers.length === 1) && found;
				});
				assert.equal(passed, 1);
				assert.deepEqual(
					answered
						.map(({ answers: [answer] }) => answer?.status ?? /leads back/.test(answer?.problem ?? ''))
						.sort(),
					[204, true],
				);
			} finally {
				await tunnel.close();
			}
		});

		it('resends events: selected ones in order, twice, or in reverse', async () => {
			editor.set('easel.webhooks.forwardTo', application.url);
			await room.events.receive({ text: '{"request_id":"r1","status":"in_progress"}', contentType: '' });
			await room.events.receive({ text: '{"request_id":"r1","status":"succeeded"}', contentType: '' });
			const nodes = await events(2);
			await run('easel.resendWebhookEvents', nodes[0], nodes);
			await run('easel.resendWebhookEventsTwice', nodes[1]);
			await run('easel.resendWebhookEventsInReverse', nodes[0], nodes);
			assert.deepEqual(bodies(), [
				'in_progress',
				'succeeded',
				'in_progress',
				'in_progress',
				'succeeded',
				'in_progress',
			]);
			const answers = room.events.table.of({ limit: 1 })[0]?.answers ?? [];
			assert.deepEqual(
				answers.map(({ status, resent }) => [status, resent]),
				[
					[200, true],
					[200, true],
				],
			);
		});

		it('receives an example of each callback, even without a listener', async () => {
			editor.set('easel.webhooks.forwardTo', application.url);
			editor.pick = (rows) => rows.find(({ label }) => label === 'All Four');
			await run('easel.sendExampleWebhook');
			assert.deepEqual(bodies(), ['queued', 'in_progress', 'succeeded', 'failed']);
			assert.equal(eventNodes().length, 4);
			assert.match(rows()[0] ?? '', /^Failed: .*example/);
		});

		it('on another computer receives nothing until the user allows its host, asked once', async () => {
			const away = 'http://192.0.2.1:9/hook';
			editor.set('easel.webhooks.forwardTo', away);
			await run('easel.listenForWebhooks');
			const [question] = editor.messages;
			assert.deepEqual([editor.messages.length, question?.modal], [1, true]);
			assert.match(question?.text ?? '', /"192\.0\.2\.1:9"/);
			assert.match(receiverRows()[3] ?? '', /not forwarded: 192\.0\.2\.1:9 is not on this computer/);
			await post('', '{"request_id":"r1","status":"succeeded"}');
			const [node] = await events(1);
			await run('easel.resendWebhookEvents', node);
			assert.equal(editor.messages.length, 2, 'the person is asked when they send something');
			assert.deepEqual((node as { event: WebhookEvent }).event.answers, []);
			editor.answer = ([button]) => button;
			const target = await room.forwarding.chosenTarget();
			assert.equal(target?.host, '192.0.2.1:9');
			const asked = editor.messages.length;
			await room.forwarding.chosenTarget();
			assert.equal(editor.messages.length, asked);
			assert.match(receiverRows()[3] ?? '', /forwarded to 192\.0\.2\.1:9/);
		});

		it('must not be the receiver, or an address with a password', async () => {
			await run('easel.listenForWebhooks');
			const problems: (string | undefined)[] = [];
			editor.ask = (options) => {
				const { validateInput } = options as { validateInput(value: string): string | undefined };
				for (const text of [
					room.addresses?.local ?? '',
					'http://u:p@localhost',
					'x',
					'ftp://localhost',
					' ',
				]) {
					problems.push(validateInput(text));
				}
				return application.url;
			};
			await run('easel.forwardWebhooks');
			assert.deepEqual(
				problems.map((problem) => problem?.split(' ')[0]),
				['This', 'The', 'Enter', 'The', undefined],
			);
			assert.match(receiverRows()[3] ?? '', /forwarded to 127\.0\.0\.1/);
			editor.set('easel.webhooks.forwardTo', room.addresses?.local);
			assert.match(receiverRows()[3] ?? '', /cannot be used/);
		});
	});
});
