import type * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { type EngineWatch, isSilence, type Silence } from '../../core/engine/engineWatch.ts';
import { type EngineList, engineTargetId } from '../../core/engine/ownEngine.ts';
import { hasEnded, type RunTargetId } from '../../core/runs/run.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import { type EngineNode, engineNodeId, engineRows, rowsBelow } from './engine/nodes.ts';
import { engineTooltip, renderEngine } from './engine/render.ts';
import type { DeploymentFileState } from './file/index.ts';
import { type DeploymentsNode, engineRootNodes, pageSize, rootNodes, runNodes } from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';
import type { DeploymentServices } from './services.ts';

interface DeploymentFiles {
	of(deployment: Deployment): DeploymentFileState | undefined;
	readonly onDidChange: Event<void>;
}

interface DeploymentsTreeParts extends Pick<DeploymentServices, 'store' | 'engines' | 'targets' | 'runs'> {
	readonly files: DeploymentFiles;
	readonly watch: EngineWatch;
}

const runsPage = 10;
/** The list of deployments, among the lists that have pages. */
const deploymentsList = 'deployments';

/** Draws deployments and their runs. Its only own state is the person's choices: filter, pages, expansion. */
export class DeploymentsTree extends PagedTree<DeploymentsNode> {
	readonly #parts: DeploymentsTreeParts;
	#filter = '';

	constructor(parts: DeploymentsTreeParts) {
		super();
		this.#parts = parts;
		const { targets, runs, files, watch } = parts;
		this.listen(
			targets.onDidChange((state) => {
				// Rows of a previous account must neither stay nor move.
				if (state.kind === 'ready') this.refresh();
				else this.reset();
			}),
			runs.onDidChange((run) => {
				const drawn = this.update({ kind: 'run', run });
				// The row of the target counts the active runs, so it is drawn again with each start or end.
				if (!drawn || hasEnded(run)) this.redraw(`${run.target.kind}:${run.target.id}`);
			}),
			runs.onDidRemove(() => this.refresh()),
			files.onDidChange(() => this.refresh()),
			watch.onDidChange((what) => {
				// The row of the queue shows its length.
				if (what === 'queue') this.redraw(`engine:${engineTargetId}`);
				else this.redraw(what);
			}),
			runs.onDidChangeMarks(({ id }) => this.redraw(`run:${id}`)),
		);
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

	/** Returns the drawn row of a target, to reveal it. */
	nodeOfTarget({ kind, id }: RunTargetId): DeploymentsNode | undefined {
		return this.drawn(`${kind}:${id}`);
	}

	override getParent(node: DeploymentsNode): DeploymentsNode | undefined {
		return node.kind === 'run' ? this.nodeOfTarget(node.run.target) : undefined;
	}

	protected children(node: DeploymentsNode | undefined): readonly DeploymentsNode[] {
		const { store, engines, runs, watch } = this.#parts;
		if (node === undefined)
			return [
				...engineRootNodes(engines.state),
				...rootNodes(store.state, this.#filter, this.limit(deploymentsList, pageSize)),
			];
		if (node.kind === 'deployment') return this.#runRows(node.deployment.id);
		if (node.kind === 'ownEngine') return engineRows(watch, silenceOf(watch, engines));
		return isEngineNode(node) ? rowsBelow(node, watch, (id) => runs.runOf(id)) : [];
	}

	protected idOf(node: DeploymentsNode): string | undefined {
		if (isEngineNode(node)) return engineNodeId(node);
		if (node.kind === 'deployment') return `deployment:${node.deployment.id}`;
		return node.kind === 'run' ? `run:${node.run.id}` : undefined;
	}

	protected render(node: DeploymentsNode, now: number): vscode.TreeItem {
		const { engines, runs, watch } = this.#parts;
		const target = targetOf(node);
		const active = target === undefined ? 0 : runs.activeOf(target);
		return node.kind === 'ownEngine'
			? renderEngine(node.engine, active, silenceOf(watch, engines), now)
			: renderNode(node, now, active, (run) => runs.extrasOf(run), this.#fileOf(node));
	}

	protected override tooltip(node: DeploymentsNode, now: number): ReturnType<typeof tooltipOf> {
		const { engines, runs, watch } = this.#parts;
		return node.kind === 'ownEngine'
			? engineTooltip(node.engine, silenceOf(watch, engines), now)
			: tooltipOf(node, now, (run) => runs.extrasOf(run), this.#fileOf(node));
	}

	protected override isMoving(node: DeploymentsNode): boolean {
		return node.kind === 'run' && !hasEnded(node.run);
	}

	#runRows(id: string): readonly DeploymentsNode[] {
		const limit = this.limit(id, runsPage);
		return runNodes(id, this.#parts.runs.recent({ kind: 'deployment', id }, limit + 1), limit);
	}

	#fileOf(node: DeploymentsNode): DeploymentFileState | undefined {
		return node.kind === 'deployment' ? this.#parts.files.of(node.deployment) : undefined;
	}
}

/** Returns the failure of an engine that does not answer: to the questions about its queue, or about itself. */
function silenceOf(watch: EngineWatch, { state }: EngineList): Silence | undefined {
	const { failure, loadedAt } = state.kind === 'ready' ? state : {};
	const silence = watch.silence();
	if (silence !== undefined) return { failure: silence.failure, since: silence.since ?? loadedAt };
	return failure !== undefined && isSilence(failure) ? { failure, since: loadedAt } : undefined;
}

function targetOf(node: DeploymentsNode): RunTargetId | undefined {
	if (node.kind === 'deployment') return { kind: 'deployment', id: node.deployment.id };
	return node.kind === 'ownEngine' ? { kind: 'engine', id: node.engine.id } : undefined;
}

function isEngineNode(node: DeploymentsNode): node is EngineNode {
	return engineKinds.has(node.kind);
}

const engineKinds: ReadonlySet<DeploymentsNode['kind']> = new Set<EngineNode['kind']>([
	'ownEngine',
	'engineQueue',
	'engineModels',
	'modelFolder',
	'model',
	'foreignRun',
	'engineNote',
	'engineFailure',
	'engineSilent',
]);
