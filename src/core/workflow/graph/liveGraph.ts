import type { Finding } from '../../base/findings.ts';
import type { NodeChange } from '../compare/compare.ts';
import type { WorkflowDocument, WorkflowInput } from '../document.ts';
import {
	type GraphContext,
	type GraphModel,
	type GraphNames,
	type GraphNode,
	type GraphSource,
	graphNode,
	graphSource,
	modelOf,
} from './model.ts';

/** The graph of a text that is being edited: most keys change one card, and only that is made again. */
export class LiveGraph {
	#source: GraphSource | undefined;
	#model: GraphModel = { nodes: [], edges: [] };

	get model(): GraphModel {
		return this.#model;
	}

	/**
	 * Updates to the current document. The model equals that of `modelOf`; unchanged cards stay the same objects.
	 * @returns the numbers of the nodes with a changed card; undefined if nodes or links have changed.
	 */
	update(document: WorkflowDocument, context: GraphContext): readonly number[] | undefined {
		const before = this.#source;
		if (
			before === undefined ||
			before.nodeInfo !== context.nodeInfo ||
			JSON.stringify(before.groups) !== JSON.stringify(context.groups ?? []) ||
			!linkedAlike(before.document, document)
		) {
			this.#source = graphSource(document, context);
			this.#model = modelOf(this.#source);
			return undefined;
		}
		const source = graphSource(document, context, before.slots);
		this.#source = source;
		const changed = new Map<number, GraphNode>();
		for (const [index, node] of document.nodes.entries()) {
			const same =
				node.body === before.document.nodes[index]?.body &&
				sameFindings(before.findings.get(node.id), source.findings.get(node.id)) &&
				sameChange(before.changes.get(node.id), source.changes.get(node.id)) &&
				sameNames(before.names.get(node.id), source.names.get(node.id));
			if (!same) changed.set(index, graphNode(source, node));
		}
		if (changed.size > 0) this.#model = withCards(this.#model, changed);
		return [...changed.keys()];
	}

	/** Forgets the document, so that nothing is drawn. */
	clear(): void {
		this.#source = undefined;
		this.#model = { nodes: [], edges: [] };
	}
}

/** Returns the model with other cards at these numbers; the links stay. */
export function withCards(model: GraphModel, cards: ReadonlyMap<number, GraphNode>): GraphModel {
	return { ...model, nodes: model.nodes.map((node, index) => cards.get(index) ?? node) };
}

/** Returns whether both have the same nodes in the same order, with the same classes and links. */
function linkedAlike(before: WorkflowDocument, now: WorkflowDocument): boolean {
	return (
		before.nodes.length === now.nodes.length &&
		now.nodes.every((node, index) => {
			const former = before.nodes[index];
			if (former?.body === node.body) return true;
			return (
				former?.id === node.id && former.classType === node.classType && sameLinks(former.inputs, node.inputs)
			);
		})
	);
}

function sameLinks(before: readonly WorkflowInput[], now: readonly WorkflowInput[]): boolean {
	const links = (inputs: readonly WorkflowInput[]) =>
		inputs.flatMap(({ name, value }) => (value.type === 'link' ? [[name, value.nodeId, value.slot]] : []));
	return JSON.stringify(links(before)) === JSON.stringify(links(now));
}

function sameFindings(before: readonly Finding[] = [], now: readonly Finding[] = []): boolean {
	return (
		before.length === now.length &&
		now.every(({ severity, message, input }, index) => {
			const former = before[index];
			return former?.severity === severity && former.message === message && former.input === input;
		})
	);
}

function sameNames(before: NodeNames | undefined, now: NodeNames | undefined): boolean {
	const said = (names: NodeNames = new Map()) => JSON.stringify([...names]);
	return before === now || said(before) === said(now);
}

type NodeNames = GraphNames extends ReadonlyMap<string, infer Names> ? Names : never;

function sameChange(before: NodeChange | undefined, now: NodeChange | undefined): boolean {
	const said = (change: NodeChange | undefined) =>
		change && [
			change.kind,
			change.kind === 'changed' ? change.inputs.map((each) => [each.name, each.before]) : [],
		];
	return JSON.stringify(said(before)) === JSON.stringify(said(now));
}
