import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { Session } from '../../../../src/core/account/session.ts';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { compact } from '../../../../src/core/base/compact.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { type Failure, failed, success } from '../../../../src/core/base/failure.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { engineConnection } from '../../../../src/core/connection/connections.ts';
import type { Deployment } from '../../../../src/core/deployments/deployment.ts';
import { createDeploymentStore } from '../../../../src/core/deployments/store.ts';
import { EngineWatch } from '../../../../src/core/engine/engineWatch.ts';
import { createEngineList, type OwnEngine } from '../../../../src/core/engine/ownEngine.ts';
import type { Service } from '../../../../src/core/http/transport.ts';
import type { Marks } from '../../../../src/core/runs/history/mark.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { RunTargets } from '../../../../src/core/runs/start/runTargets.ts';
import type { DeploymentFileState } from '../../../../src/editor/deployments/file/index.ts';
import type { DeploymentsNode } from '../../../../src/editor/deployments/nodes.ts';
import { DeploymentsTree } from '../../../../src/editor/deployments/tree.ts';
import { ofService } from '../../../support/connection.ts';
import { EngineDouble } from '../../../support/engineDouble.ts';
import { engineService } from '../../engine/window.ts';
import { part } from '../../support/part.ts';
import { noExtras, runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { Uri } from '../../support/vscode.ts';

const service = { ...ofService, id: 'user:test', name: 'Test' } as Connection;
const signedIn = (id: string, connection = service): Session => ({
	state: 'signedIn',
	connection,
	account: { id, label: id },
	service: { connection } as Service,
});

async function setUp(
	what: readonly Deployment[] | OwnEngine,
	runs: Run[],
	watch = new EngineWatch(() => undefined),
	failing: { failure?: Failure } = {},
	isPartial = false,
) {
	const [deployments, engines] = 'name' in what ? [[], [what]] : [what, []];
	const [engine] = engines;
	const session = new SessionStore(
		signedIn('ada', engine && engineConnection(engine.name, 'http://127.0.0.1:1')),
	);
	const list = async () =>
		failing.failure === undefined
			? success({ deployments, skipped: [], isPartial })
			: failed(failing.failure);
	const store = createDeploymentStore({ session, list });
	const engineList = createEngineList(session, async () => {
		assert.ok(engine);
		return failing.failure === undefined ? success(engine) : failed(failing.failure);
	});
	const targets = new RunTargets(store, engineList);
	const changed = new Emitter<Run>();
	const filesChanged = new Emitter<void>();
	const drift = new Map<string, DeploymentFileState>();
	const files = { of: ({ id }: Deployment) => drift.get(id), onDidChange: filesChanged.event };
	const marks = { current: undefined as Marks | undefined, changed: new Emitter<Marks>() };
	const tree = new DeploymentsTree({
		store,
		engines: engineList,
		targets,
		runs: {
			recent: ({ id }, limit) => runs.filter((run) => run.target.id === id).slice(0, limit),
			activeOf: ({ id }) => runs.filter((run) => run.target.id === id && run.state === 'running').length,
			onDidChange: changed.event,
			onDidRemove: new Emitter<string>().event,
			extrasOf: (run) => ({ ...noExtras(run), ...compact({ marks: marks.current }) }),
			onDidChangeMarks: marks.changed.event,
			runOf: (id) => runs.find((run) => run.requestId === id),
		},
		files,
		watch,
	});
	const redrawn: (DeploymentsNode | undefined)[] = [];
	tree.onDidChangeTreeData((node) => redrawn.push(node));
	await targets.refresh();
	/** Draws as the editor does: the top rows and the children of expanded ones. */
	const draw = () => {
		const rows = tree.getChildren();
		return rows.map((node) => ({
			node,
			below: node.kind === 'deployment' || node.kind === 'ownEngine' ? tree.getChildren(node) : [],
		}));
	};
	return { session, targets, tree, redrawn, changed, draw, runs, marks, drift, filesChanged };
}
const itemText = ({ label, description }: vscode.TreeItem) => `${String(label)}: ${String(description)}`;

describe('the Deployments tree', () => {
	it('advances time only while a running row is visible', async () => {
		const { tree, draw, runs, changed } = await setUp(
			[{ id: 'd', name: 'Harbour' }],
			[runRecord({ state: 'running' })],
		);
		draw();
		assert.equal(tree.ticking, false, 'nobody sees it');
		tree.setVisible(true);
		assert.equal(tree.ticking, true);
		const ended = runRecord({ state: 'succeeded' });
		runs.splice(0, 1, ended);
		changed.fire(ended);
		assert.equal(tree.ticking, false);
		tree.dispose();
	});

	it('shows which deployment differs from its file in the workspace', async () => {
		const { tree, draw, drift, filesChanged, redrawn } = await setUp([{ id: 'd', name: 'Harbour' }], []);
		const row = () => {
			const [first] = draw();
			assert.ok(first);
			return { item: tree.getTreeItem(first.node), node: first.node };
		};
		assert.doesNotMatch(row().item.contextValue ?? '', /\+file\b/);
		const uri = Uri.from({ scheme: 'file', path: '/project/harbour.deployment.yaml' }) as never;
		drift.set('d', { uri, differences: 0 });
		redrawn.length = 0;
		filesChanged.fire();
		await until('all rows', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [undefined]);
		assert.match(row().item.contextValue ?? '', /\+file\b/);
		assert.doesNotMatch(itemText(row().item), /differs/);
		drift.set('d', { uri, differences: 2 });
		assert.match(itemText(row().item), /differs from its file/);
		tree.dispose();
	});

	it('keeps no row and no timer of a previous account', async () => {
		const { tree, draw, session } = await setUp(
			[{ id: 'd', name: 'Harbour' }],
			[runRecord({ state: 'running' })],
		);
		tree.setVisible(true);
		draw();
		assert.equal(tree.ticking, true);
		session.replace({ state: 'signedOut', connection: service });
		assert.equal(tree.ticking, false);
		assert.equal(tree.nodeOfTarget({ kind: 'deployment', id: 'd' }), undefined);
		assert.deepEqual(tree.getChildren(), []);
		tree.dispose();
	});

	it('redraws the rows of an ended run and of the active-run count, with current values', async () => {
		const { tree, draw, redrawn, changed } = await setUp(
			[{ id: 'd', name: 'Harbour' }],
			[runRecord({ state: 'running' })],
		);
		const [first] = draw();
		const row = first?.below[0];
		assert.ok(row);
		redrawn.length = 0;
		changed.fire(runRecord({ state: 'running', queuePosition: 1 }));
		await until('the row', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [row]);
		changed.fire(runRecord({ state: 'succeeded' }));
		await until('the row of the target', () => redrawn.includes(first?.node));
		assert.deepEqual(redrawn, [row, row, first?.node]);
		assert.equal(redrawn[1], row, 'the editor finds rows by object');
		assert.match(
			tree.getTreeItem(row).accessibilityInformation?.label ?? '',
			/^Run of lighthouse, succeeded, /,
		);
		tree.dispose();
	});

	it('shows below the last row that there may be more if the service sent only a part', async () => {
		const labels = async (isPartial: boolean) => {
			const { tree } = await setUp([{ id: 'd', name: 'n' } as Deployment], [], undefined, {}, isPartial);
			const items = (tree.getChildren() ?? []).map((node) => tree.getTreeItem(node));
			return items.map(({ label, description }) => [label, description]);
		};
		assert.equal((await labels(false)).length, 1);
		assert.deepEqual((await labels(true)).slice(1), [['There may be more', 'the service sent only a part']]);
	});

	it('shows the state and the active runs of a deployment, and the rest in the hover', async () => {
		const deployment = { id: 'd', name: 'Harbour', status: 'active', hardware: 'AMPERE_48', maxInstances: 2 };
		const { tree, draw } = await setUp([deployment], [runRecord({ state: 'running' })]);
		const [first] = draw();
		assert.ok(first);
		assert.equal(itemText(tree.getTreeItem(first.node)), 'Harbour: active · 1 active run');
		assert.match(tree.getTreeItem(first.node).accessibilityInformation?.label ?? '', /AMPERE_48/);
		tree.dispose();
	});

	it('formats times and bounds in the hover, and shows an identical version once', async () => {
		const deployment = {
			id: 'd',
			name: 'Harbour',
			minInstances: 0,
			maxInstances: 1,
			version: 'v7',
			workflowVersion: 'v7',
			createdAt: '2026-11-21T13:07:03.610000+00:00',
			updatedAt: 'a moment that is none',
		};
		const { tree, draw } = await setUp([deployment], []);
		const [first] = draw();
		assert.ok(first);
		const { tooltip } = tree.resolveTreeItem(tree.getTreeItem(first.node), first.node);
		const text = (tooltip as vscode.MarkdownString).value;
		assert.doesNotMatch(text, /T13|00:00/);
		assert.match(text, /\| Created \| .*21/);
		assert.match(text, /\| Changed \| a moment that is none/);
		assert.match(text, /\| Instances \| 0(–|&#8211;)1 \|/);
		assert.equal(text.split('v7').length - 1, 1);
		tree.dispose();
	});

	it('marks deployments with inputs, so that no menu offers to run a workflow on them', async () => {
		const deployment = { id: 'd', name: 'LoRA', status: 'standby', takesInputs: true };
		const { tree, draw } = await setUp([deployment], []);
		const [first] = draw();
		assert.ok(first);
		const item = tree.getTreeItem(first.node);
		assert.equal(itemText(item), 'LoRA: standby · takes inputs');
		assert.equal(item.contextValue, '+deployment+enabled');
		tree.dispose();
	});

	it('shows the star and the note of a run, and redraws its row when they change', async () => {
		const { tree, draw, redrawn, marks } = await setUp(
			[{ id: 'd', name: 'Harbour' }],
			[runRecord({ state: 'succeeded' })],
		);
		const row = draw()[0]?.below[0];
		assert.ok(row);
		redrawn.length = 0;
		marks.current = { id: 'r', starred: true, note: 'the $(star) one', starredFiles: [] };
		marks.changed.fire(marks.current);
		await until('the row', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [row]);
		const item = tree.getTreeItem(row);
		assert.match(String(item.description), /^★ "the \$ \(star\) one" · /);
		assert.match(item.contextValue ?? '', /\+starred/);
		tree.dispose();
	});

	it('redraws the deployment for a new run', async () => {
		const { tree, draw, redrawn, changed } = await setUp([{ id: 'd', name: 'Harbour' }], []);
		const [first] = draw();
		redrawn.length = 0;
		changed.fire(runRecord({ state: 'queued' }));
		await until('the row', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [first?.node]);
		tree.dispose();
	});

	it('shows runs ten at a time, and the next ten on demand', async () => {
		const many = Array.from({ length: 25 }, (_, index) => runRecord({ id: `r${index}`, state: 'succeeded' }));
		const { tree, draw } = await setUp([{ id: 'd', name: 'Harbour' }], many);
		assert.equal(draw()[0]?.below.length, 11);
		tree.showMoreRuns('d');
		assert.equal(draw()[0]?.below.length, 21);
		assert.equal(draw()[0]?.below.at(-1)?.kind, 'moreRuns');
		tree.dispose();
	});

	it('filters, and returns to the first page', async () => {
		const deployments = Array.from({ length: 1200 }, (_, index) => ({
			id: `d${index}`,
			name: `Harbour ${index}`,
		}));
		const { tree } = await setUp(deployments, []);
		tree.showMoreDeployments();
		assert.equal(tree.getChildren().length, 1001);
		tree.setFilter(' harbour ');
		assert.equal(tree.getChildren().length, 501);
		tree.setFilter('1199');
		assert.equal(tree.getChildren().length, 1);
		tree.dispose();
	});

	it('gives every row an ID, a screen reader label, and menu tags', async () => {
		const deployments = [
			{ id: 'd', name: 'Harbour', enabled: true },
			{ id: 'e', name: '$(flame) old', enabled: false },
		];
		const { tree, draw } = await setUp(deployments, [runRecord({ state: 'running' })]);
		const items = draw().flatMap(({ node, below }) => [node, ...below].map((each) => tree.getTreeItem(each)));
		assert.deepEqual(
			items.map(({ contextValue }) => contextValue),
			['+deployment+enabled+workflow', '+run+active', '+deployment+disabled+workflow', undefined],
		);
		for (const item of items) {
			assert.ok(item.id);
			assert.ok(item.accessibilityInformation?.label);
			assert.doesNotMatch(String(item.label), /\$\(/);
		}
		tree.dispose();
	});

	it('marks a run that is temporarily not found, with actions to look again and to give up', async () => {
		const run = runRecord({ state: 'running', requestId: 'q', missingSince: 1, notice: 'It is not found.' });
		const lost = runRecord({ id: 'l', state: 'lost', requestId: 'q2' });
		const uncertain = runRecord({ id: 'u', state: 'uncertain' });
		const { tree, draw } = await setUp([{ id: 'd', name: 'Harbour', enabled: true }], [run, lost, uncertain]);
		const items = draw().flatMap(({ below }) => below.map((each) => tree.getTreeItem(each)));
		assert.deepEqual(
			items.map(({ contextValue }) => contextValue),
			['+run+active+missing+findable', '+run+ended+findable', '+run+ended+uncertain'],
		);
		assert.match(String(items[0]?.description), /not found for now/);
		tree.dispose();
	});

	describe('for your own engine', () => {
		const row: OwnEngine = {
			id: 'engine',
			name: 'My ComfyUI',
			version: '0.27.1',
			device: 'GeForce',
			memoryFree: 8_000_000_000,
		};
		let engine: EngineDouble;
		beforeEach(async () => {
			engine = await EngineDouble.start();
		});
		afterEach(() => {
			mock.timers.reset();
			return engine.close();
		});

		const shown = ({ tree, draw }: Awaited<ReturnType<typeof setUp>>) => {
			const [first, ...others] = draw();
			assert.ok(first);
			assert.deepEqual(others, []);
			const item = tree.getTreeItem(first.node);
			return {
				text: itemText(item),
				icon: (item.iconPath as vscode.ThemeIcon).id,
				tooltip: String(tree.resolveTreeItem(item, first.node).tooltip),
				below: first.below.map((node) => tree.getTreeItem(node)),
			};
		};

		it('shows its contents while it responds, and its silence otherwise', async () => {
			const answeredAt = Date.parse('2026-03-01T12:00:00');
			mock.timers.enable({ apis: ['Date'], now: answeredAt });
			const service = engineService(engine.url);
			const watch = new EngineWatch(() => service);
			const view = await setUp(row, [], watch);
			shown(view);
			await until('the queue', () => watch.queue().kind === 'ready');
			const before = shown(view);
			assert.deepEqual(
				[before.icon, before.below.map(itemText)],
				['server', ['Queue: empty', 'Installed Models: undefined']],
			);
			assert.match(before.text, /0\.27\.1 · GeForce · .* free/);

			await engine.stop();
			mock.timers.setTime(answeredAt + 24 * 3_600_000);
			view.redrawn.length = 0;
			await watch.refreshQueue();
			await until('another row: nobody has to look for it', () => view.redrawn.length > 0);
			const gone = shown(view);
			const since = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }).format(answeredAt);
			assert.equal(gone.text, `My ComfyUI: no answer since ${since}`);
			assert.match(gone.tooltip, /Answered last: .*12:00/);
			assert.equal(gone.icon, 'debug-disconnect');
			assert.deepEqual(
				gone.below.map(({ label, command }) => [label, command?.command]),
				[['Start the engine, then try again', 'easel.refreshDeployments']],
			);

			await engine.listen();
			await watch.refreshQueue();
			const back = shown(view);
			assert.deepEqual([back.icon, back.below.map(itemText)], [before.icon, before.below.map(itemText)]);
			view.tree.dispose();
		});

		it('shows the silence in one row if only the list cannot be refreshed', async () => {
			const failing: { failure?: Failure } = {};
			const view = await setUp(row, [], new EngineWatch(() => undefined), failing);
			failing.failure = {
				kind: 'network',
				message: 'My ComfyUI cannot be reached.',
				nextStep: 'Start it.',
				fixer: 'you',
			};
			await view.targets.refresh();
			const gone = shown(view);
			assert.match(gone.text, /^My ComfyUI: no answer since /);
			assert.match(gone.tooltip, /My ComfyUI cannot be reached\. Start it\./);
			delete failing.failure;
			await view.targets.refresh();
			assert.match(shown(view).text, /GeForce/);
			view.tree.dispose();
		});

		it('does not report silence if it responds with a failure', async () => {
			const service = engineService(engine.url);
			const failing = part<Service>({
				...service,
				transport: {
					...service.transport,
					send: async () =>
						failed({ kind: 'upstream', status: 500, message: 'It broke.', nextStep: '', fixer: 'service' }),
				},
			});
			const watch = new EngineWatch(() => failing);
			const view = await setUp(row, [], watch);
			shown(view);
			await until('the queue', () => watch.queue().kind === 'failed');
			const { text, below } = shown(view);
			assert.match(text, /0\.27\.1/);
			assert.deepEqual(below.map(itemText), ['Queue: undefined', 'Installed Models: undefined']);
			view.tree.dispose();
		});
	});
});
