import assert from 'node:assert/strict';
import type { Session } from '../../../../src/core/account/session.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { engineConnection } from '../../../../src/core/connection/connections.ts';
import { writeSidecar } from '../../../../src/core/runs/archive/sidecar.ts';
import { bodyOfSet } from '../../../../src/core/runs/inputs/bodySet.ts';
import type { RunTarget } from '../../../../src/core/runs/run.ts';
import type { InputSet } from '../../../../src/core/workflow/inputSet.ts';
import { WorkflowDocuments } from '../../../../src/editor/documents/workflowDocuments.ts';
import { type SidecarDeps, sidecarCommands } from '../../../../src/editor/runs/sidecar/command.ts';
import { FakeService } from '../../runs/fakeService.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { runFile, runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { editor, type PickRow, Uri, workspace } from '../../support/vscode.ts';

const saved = { name: 'a.png', bytes: 3, sha256: 'ab'.repeat(32) };
const file = runFile('a.png', { nodeId: '9', channel: 'images', index: 0 });

describe('a sidecar of a run of inputs', () => {
	let service: FakeService;
	let session: Session;
	let filled: unknown[];
	let ran: number;
	let known: Readonly<Record<string, object>>;
	let signIns: number;

	beforeEach(async () => {
		service = new FakeService();
		await service.start();
		session = service.session('window');
		[filled, ran, signIns] = [[], 0, 0];
		known = { '/v1/models/vendor/flash': { model_id: 'vendor/flash', display_name: 'Flash' } };
		service.before = ({ path }) => {
			if (path === '/v1/models')
				return { status: 200, body: { models: [{ model_id: 'other', display_name: 'Other' }], total: 1 } };
			const body = known[path];
			return body === undefined ? { status: 404, body: { error_message: 'gone' } } : { status: 200, body };
		};
	});
	afterEach(async () => {
		editor.reset();
		await service.stop();
	});

	/** Runs, as the person, the sidecar of a run that sent this to the target. */
	async function start(
		target: RunTarget,
		inputs: string,
		deployments: readonly object[] = [],
		ids: readonly (keyof ReturnType<typeof sidecarCommands>)[] = ['easel.runFromSidecar'],
	): Promise<void> {
		const record = runRecord({ state: 'succeeded', target });
		const run = { ...record, summary: { ...record.summary, mode: 'inputs' as const } };
		const bytes = new TextEncoder().encode(writeSidecar(run, file, saved, inputs));
		Object.assign(workspace, {
			fs: { stat: async () => ({ size: bytes.length }), readFile: async () => bytes },
		});
		const source = {
			get current() {
				return session;
			},
			onDidChange: () => ({ dispose: () => undefined }),
		};
		const deps = part<SidecarDeps>({
			acts: actsOf(source, {}),
			log: silentLog,
			session: source,
			signedIn: async () => {
				if (session.state === 'signedIn') return session;
				signIns++;
				session = service.session('window');
				return session;
			},
			store: { state: { kind: 'ready' }, items: deployments },
			inputs: { fill: async (...what: readonly unknown[]) => void filled.push(what) },
			favorites: { get: (_: string, otherwise: unknown) => otherwise },
			runner: {
				run: async () => {
					ran++;
					return undefined;
				},
			},
			workflows: await new WorkflowDocuments().load(),
		});
		for (const id of ids) await sidecarCommands(deps)[id](Uri.parse('memory:/a.png.easel.json'));
	}
	const flash: RunTarget = { kind: 'model', id: 'vendor/flash', name: 'Flash' };

	it('opens the prefilled form of its model, and sends nothing automatically', async () => {
		await start(flash, '{"prompt":"a harbor","seed":18446744073709551615}');
		const [[target, set] = []] = filled as [RunTarget, InputSet][];
		const text = set && bodyOfSet(set);
		assert.deepEqual(target, flash);
		assert.match(text ?? '', /"a harbor".*18446744073709551615/s);
		assert.deepEqual([ran, editor.messages], [0, []]);
		assert.ok(service.calls.every(({ body }) => body === ''));
	});

	it('is also opened by the command for a form', async () => {
		await start(flash, '{"prompt":"a harbor"}', [], ['easel.openSidecarAsForm']);
		assert.deepEqual([filled.length, ran], [1, 0]);
	});

	it('asks to sign in first while signed out, as on another computer', async () => {
		session = { state: 'signedOut', connection: session.connection };
		await start(flash, '{"prompt":"a"}');
		assert.deepEqual([signIns, filled.length], [1, 1]);
	});

	it('offers a choice if the connection lacks the model', async () => {
		known = {};
		const done = start(flash, '{"prompt":"a"}');
		await until('the models', () => editor.input?.items.some(({ label }) => label.includes('Other')));
		assert.match(editor.input?.title ?? '', /Has No "Flash"/);
		editor.input?.choose('Other');
		await done;
		assert.deepEqual(
			(filled as [RunTarget, string][]).map(([{ kind, id }]) => [kind, id]),
			[['model', 'other']],
		);
	});

	it('offers the deployments with inputs if its own does not exist', async () => {
		let offered: readonly PickRow[] = [];
		editor.pick = (items) => {
			offered = items;
			return items[0];
		};
		await start({ kind: 'deployment', id: 'gone', name: 'Mine' }, '{"prompt":"a"}', [
			{ id: 'w', name: 'Workflow' },
			{ id: 'd', name: 'Prompted', takesInputs: true },
		]);
		assert.deepEqual(
			offered.map(({ label }) => label),
			['Prompted'],
		);
		assert.deepEqual((filled as [RunTarget, string][])[0]?.[0], {
			kind: 'deployment',
			id: 'd',
			name: 'Prompted',
		});
	});

	it('fills in nothing while the model is uncertain, and explains why', async () => {
		service.before = () => ({ status: 403, body: { error_message: 'no' } });
		await start(flash, '{"prompt":"a"}');
		assert.deepEqual(filled, []);
		assert.deepEqual(
			editor.messages.map(({ kind }) => kind),
			['error'],
		);
	});

	it('reports missing values if they were not saved', async () => {
		await start(flash, '{"image":"https://files.example/a.png?X-Amz-Signature=0123abcd"}');
		assert.equal(filled.length, 1);
		assert.doesNotMatch(JSON.stringify(filled), /0123abcd/);
		assert.match(editor.messages[0]?.text ?? '', /Some inputs of this run were not saved/);
	});

	it('reports that your own engine has no forms', async () => {
		session = { ...session, connection: engineConnection('My ComfyUI', 'http://127.0.0.1:1') } as Session;
		await start(flash, '{"prompt":"a"}');
		assert.deepEqual(filled, []);
		assert.match(editor.messages[0]?.text ?? '', /an engine of your own, which has no forms/);
	});
});
