import type { Disposable, Event } from '../../core/base/emitter.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import { type EngineWatch, isSilence, type Silence } from '../../core/engine/engineWatch.ts';
import { engineTargetId } from '../../core/runs/engineTarget.ts';
import type { Marks } from '../../core/runs/history/mark.ts';
import { hasEnded, type Run, type RunTargetId } from '../../core/runs/run.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import { type EngineNode, engineNodeId, engineRows, rowsBelow } from './engine/nodes.ts';
import { engineTooltip, renderEngine } from './engine/render.ts';
import type { DeploymentFileState } from './file/index.ts';
import { type DeploymentsNode, pageSize, rootNodes, runNodes } from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';
import type { RunExtras } from './runRow.ts';

/** What the tree needs to know of runs. */
export interface RecentRuns {
	/** Newest first; at most `limit`. Empty until the history is open. */
	recent(target: RunTargetId, limit: number): readonly Run[];
	/** How many runs of the target are in progress; asked for every row, so it must be quick. */
	activeOf(target: RunTargetId): number;
	readonly onChange: Event<Run>;
	readonly onRemove: Event<string>;
	/** Asked for every row, too. */
	extrasOf(run: Run): RunExtras;
	/** A run by the id of its request; asked for each row of a queue. */
	runOf(requestId: string): Run | undefined;
	readonly onMarks: Event<Marks>;
}

/** The files of the workspace that describe deployments. */
interface DeploymentFiles {
	of(deployment: Deployment): DeploymentFileState | undefined;
	readonly onDidChange: Event<void>;
}

const runsPage = 10;
/** The list of deployments, among the lists that have pages. */
const deploymentsList = 'deployments';

/** Draws deployments and their runs. All state of its own is what the person chose: filter, pages, expansion. */
export class DeploymentsTree extends PagedTree<DeploymentsNode> {
	readonly #watches: readonly Disposable[];
	#filter = '';

	constructor(store: DeploymentStore, runs: RecentRuns, files: DeploymentFiles, watch: EngineWatch) {
		// Called only once the tree is there.
		const rows = (): readonly DeploymentsNode[] => this.#rows(store);
		const runRows = (id: string): readonly DeploymentsNode[] => {
			const limit = this.limit(id, runsPage);
			return runNodes(id, runs.recent({ kind: 'deployment', id }, limit + 1), limit);
		};
		const fileOf = (node: DeploymentsNode) =>
			node.kind === 'deployment' ? files.of(node.deployment) : undefined;
		const extrasOf = (run: Run) => runs.extrasOf(run);
		const silence = () => silenceOf(watch, store);
		super({
			children(node) {
				if (node === undefined) return rows();
				if (node.kind === 'deployment')
					return node.deployment.engine ? engineRows(watch, silence()) : runRows(node.deployment.id);
				return isEngineNode(node) ? rowsBelow(node, watch, (id) => runs.runOf(id)) : [];
			},
			idOf,
			parent: (node) => (node.kind === 'run' ? this.nodeOfTarget(node.run.target) : undefined),
			render(node, now) {
				const active = node.kind === 'deployment' ? runs.activeOf(targetOf(node.deployment)) : 0;
				return node.kind === 'deployment' && node.deployment.engine
					? renderEngine(node.deployment, active, silence(), now)
					: renderNode(node, now, active, extrasOf, fileOf(node));
			},
			tooltip: (node, now) =>
				node.kind === 'deployment' && node.deployment.engine
					? engineTooltip(node.deployment, silence(), now)
					: tooltipOf(node, now, extrasOf, fileOf(node)),
			isMoving: (node) => node.kind === 'run' && !hasEnded(node.run),
		});
		this.#watches = [
			store.onDidChange((state) => {
				// Rows of an account that is gone must neither stay nor move.
				if (state.kind === 'ready') this.refresh();
				else this.reset();
			}),
			runs.onChange((run) => {
				const drawn = this.update({ kind: 'run', run });
				// The row of the target counts the active runs, so it is drawn again with each that comes or ends.
				if (!drawn || hasEnded(run)) this.redraw(`${run.target.kind}:${run.target.id}`);
			}),
			runs.onRemove(() => this.refresh()),
			files.onDidChange(() => this.refresh()),
			watch.onDidChange((what) => {
				// The row of the queue says how much is in it.
				if (what === 'queue') this.redraw(`engine:${engineTargetId}`);
				else this.redraw(what);
			}),
			runs.onMarks(({ id }) => this.redraw(`run:${id}`)),
		];
	}

	get filter(): string {
		return this.#filter;
	}

	setFilter(text: string): void {
		this.#filter = text.trim();
		this.showLess(deploymentsList);
		this.refresh();
	}

	showMoreDeployments(): void {
		this.showMore(deploymentsList, pageSize);
	}

	showMoreRuns(deploymentId: string): void {
		this.showMore(deploymentId, runsPage, `deployment:${deploymentId}`);
	}

	/** The drawn row of a target, to reveal it. */
	nodeOfTarget({ kind, id }: RunTargetId): DeploymentsNode | undefined {
		return this.drawn(`${kind}:${id}`);
	}

	override dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		super.dispose();
	}

	#rows(store: DeploymentStore): readonly DeploymentsNode[] {
		return rootNodes(store.state, this.#filter, this.limit(deploymentsList, pageSize));
	}
}

/** Why the engine of the list does not answer: for the questions about its queue, or for the list itself. */
function silenceOf(watch: EngineWatch, { state }: DeploymentStore): Silence | undefined {
	const { failure, loadedAt } = state.kind === 'ready' ? state : {};
	const silence = watch.silence();
	if (silence !== undefined) return { failure: silence.failure, since: silence.since ?? loadedAt };
	return failure !== undefined && isSilence(failure) ? { failure, since: loadedAt } : undefined;
}

/** What runs of a row are sent to. */
function targetOf({ id, engine }: Deployment): RunTargetId {
	return { kind: engine ? 'engine' : 'deployment', id };
}

function isEngineNode(node: DeploymentsNode): node is EngineNode {
	return engineKinds.has(node.kind);
}

const engineKinds: ReadonlySet<DeploymentsNode['kind']> = new Set<EngineNode['kind']>([
	'engineQueue',
	'engineModels',
	'modelFolder',
	'model',
	'foreignRun',
	'engineNote',
	'engineFailure',
	'engineSilent',
]);

function idOf(node: DeploymentsNode): string | undefined {
	if (isEngineNode(node)) return engineNodeId(node);
	if (node.kind === 'deployment') {
		const { kind, id } = targetOf(node.deployment);
		return `${kind}:${id}`;
	}
	return node.kind === 'run' ? `run:${node.run.id}` : undefined;
}
