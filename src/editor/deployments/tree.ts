import * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import { hasEnded, type Run, type RunTargetId } from '../../core/runs/run.ts';
import { type DeploymentsNode, pageSize, rootNodes, runNodes } from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';

/** What the tree needs to know of runs. */
export interface RecentRuns {
	/** Newest first; at most `limit`. Empty until the history is open. */
	recent(target: RunTargetId, limit: number): readonly Run[];
	/** Whether a run of the target is under way; asked for every row, so it must be quick. */
	isActive(target: RunTargetId): boolean;
	readonly onChange: Event<Run>;
	readonly onRemove: Event<string>;
}

const runsPage = 10;
const tickMs = 1000;

/** Draws deployments and their runs. All state of its own is what the person chose: filter, pages, expansion. */
export class DeploymentsTree implements vscode.TreeDataProvider<DeploymentsNode>, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<DeploymentsNode | undefined>();
	readonly onDidChangeTreeData = this.#changed.event;
	readonly #store: DeploymentStore;
	readonly #runs: RecentRuns;
	/** The rows drawn now, by id, so that a change redraws the smallest one. */
	readonly #drawn = new Map<string, DeploymentsNode>();
	/** What the rows of runs say now; see `#latest`. */
	readonly #latestRuns = new Map<string, DeploymentsNode>();
	readonly #runPages = new Map<string, number>();
	readonly #cleanUp: (() => void)[];
	#filter = '';
	#shown = pageSize;
	#visible = false;
	#ticking: NodeJS.Timeout | undefined;

	constructor(store: DeploymentStore, runs: RecentRuns) {
		this.#store = store;
		this.#runs = runs;
		const watches = [
			runs.onChange((run) => this.#onRun(run)),
			runs.onRemove(() => this.#changed.fire(undefined)),
		];
		this.#cleanUp = [
			store.onChange(() => this.#changed.fire(undefined)),
			...watches.map((watch) => () => watch.dispose()),
		];
	}

	get filter(): string {
		return this.#filter;
	}

	setFilter(text: string): void {
		this.#filter = text.trim();
		this.#shown = pageSize;
		this.#changed.fire(undefined);
	}

	showMore(): void {
		this.#shown += pageSize;
		this.#changed.fire(undefined);
	}

	showMoreRuns(deploymentId: string): void {
		this.#runPages.set(deploymentId, this.#runLimit(deploymentId) + runsPage);
		this.#redraw(`deployment:${deploymentId}`);
	}

	/** Elapsed times move only while somebody can see them. */
	setVisible(visible: boolean): void {
		this.#visible = visible;
		this.#tick();
	}

	getChildren(node?: DeploymentsNode): DeploymentsNode[] {
		if (node && node.kind !== 'deployment') return [];
		const rows = node
			? this.#runRows(node.deployment.id)
			: rootNodes(this.#store.state, this.#filter, this.#shown);
		for (const row of rows) {
			if (row.kind === 'deployment') this.#drawn.set(`deployment:${row.deployment.id}`, row);
			if (row.kind === 'run') this.#drawn.set(`run:${row.run.id}`, row);
		}
		this.#tick();
		return [...rows];
	}

	getParent(node: DeploymentsNode): DeploymentsNode | undefined {
		return node.kind === 'run' ? this.nodeOfTarget(node.run.target) : undefined;
	}

	getTreeItem(node: DeploymentsNode): vscode.TreeItem {
		const expanded =
			node.kind === 'deployment' && this.#runs.isActive({ kind: 'deployment', id: node.deployment.id });
		return renderNode(this.#latest(node), Date.now(), expanded);
	}

	resolveTreeItem(item: vscode.TreeItem, node: DeploymentsNode): vscode.TreeItem {
		item.tooltip = tooltipOf(this.#latest(node), Date.now());
		return item;
	}

	/** The drawn row of a target, to reveal it. */
	nodeOfTarget({ kind, id }: RunTargetId): DeploymentsNode | undefined {
		return this.#drawn.get(`${kind}:${id}`);
	}

	dispose(): void {
		clearInterval(this.#ticking);
		for (const clean of this.#cleanUp) clean();
		this.#changed.dispose();
	}

	#runLimit(deploymentId: string): number {
		return this.#runPages.get(deploymentId) ?? runsPage;
	}

	#runRows(deploymentId: string): readonly DeploymentsNode[] {
		const limit = this.#runLimit(deploymentId);
		return runNodes(
			deploymentId,
			this.#runs.recent({ kind: 'deployment', id: deploymentId }, limit + 1),
			limit,
		);
	}

	/** A run's row object stays the same while it is drawn, as the editor finds rows by object; its content is read anew. */
	#latest(node: DeploymentsNode): DeploymentsNode {
		if (node.kind !== 'run') return node;
		return this.#latestRuns.get(node.run.id) ?? node;
	}

	#onRun(run: Run): void {
		const known = this.#drawn.get(`run:${run.id}`);
		this.#latestRuns.set(run.id, { kind: 'run', run });
		if (known) this.#changed.fire(known);
		else this.#redraw(`${run.target.kind}:${run.target.id}`);
		this.#tick();
	}

	#redraw(id: string): void {
		const node = this.#drawn.get(id);
		if (node) this.#changed.fire(node);
	}

	#activeRows(): DeploymentsNode[] {
		return [...this.#drawn.values()].filter((node) => {
			const latest = this.#latest(node);
			return latest.kind === 'run' && !hasEnded(latest.run);
		});
	}

	#tick(): void {
		const wanted = this.#visible && this.#activeRows().length > 0;
		if (!wanted) {
			clearInterval(this.#ticking);
			this.#ticking = undefined;
		} else {
			this.#ticking ??= setInterval(() => {
				const rows = this.#activeRows();
				if (rows.length === 0) this.#tick();
				for (const row of rows) this.#changed.fire(row);
			}, tickMs);
		}
	}
}
