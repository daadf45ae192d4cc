import * as l10n from '@vscode/l10n';
/** The progress of a run by its nodes, for panels. */
export interface NodeProgress {
	readonly runId: string;
	/** The current node, with its title if the document has one. */
	readonly nodeId?: string;
	readonly nodeTitle?: string;
	readonly step?: { readonly value: number; readonly max: number };
	readonly done: readonly string[];
	/** Nodes that reuse their earlier output. */
	readonly cached: readonly string[];
	/** Nodes of the document. */
	readonly total: number;
}

/**
 * Describes the progress of nodes: `KSampler 12 of 20, node 4 of 9`; `Node 5` without a title; between nodes only the
 * number of finished ones.
 */
export function describeNodeProgress(progress: NodeProgress): string {
	const { nodeId, total } = progress;
	const finished = Math.min(total, progress.done.length + progress.cached.length);
	if (nodeId === undefined) return l10n.t('{0} of {1} nodes done', finished, total);
	return l10n.t('{0}, node {1} of {2}', describeStep(progress), Math.min(total, finished + 1), total);
}

/** Describes the step of the current node: `KSampler 12 of 20`; empty between nodes. */
export function describeStep({ nodeId, nodeTitle, step }: NodeProgress): string {
	if (nodeId === undefined) return '';
	const title = nodeTitle ?? l10n.t('Node {0}', nodeId);
	return step === undefined ? title : l10n.t('{0} {1} of {2}', title, step.value, step.max);
}

/** Returns the completed fraction, from 0 to 1: all nodes have the same weight, and the current one counts by its steps. */
export function shareDone({ done, cached, total, nodeId, step }: NodeProgress): number {
	const part = nodeId === undefined || step === undefined || step.max <= 0 ? 0 : step.value / step.max;
	const finished = done.length + cached.length + Math.min(1, Math.max(0, part));
	return total <= 0 ? 0 : Math.min(1, finished / total);
}
