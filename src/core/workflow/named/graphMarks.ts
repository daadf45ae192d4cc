import type { WorkflowDocument, WorkflowNode } from '../document.ts';

/** The number of links between a node and the farthest one that is considered. */
const farthest = 6;

interface Edge {
	readonly node: WorkflowNode;
	readonly input: string;
}

/** The surroundings of nodes, independent of ids and titles: the inputs that they reach, and the classes that feed them. */
export class GraphMarks {
	readonly #document: WorkflowDocument;
	readonly #fed: ReadonlyMap<string, readonly Edge[]>;
	readonly #known = new Map<string, ReadonlySet<string>>();

	constructor(document: WorkflowDocument) {
		this.#document = document;
		const fed = new Map<string, Edge[]>();
		for (const node of document.nodes)
			for (const { name, value } of node.inputs) {
				if (value.type !== 'link') continue;
				const edges = fed.get(value.nodeId);
				if (edges === undefined) fed.set(value.nodeId, [{ node, input: name }]);
				else edges.push({ node, input: name });
			}
		this.#fed = fed;
	}

	/** Returns marks like `to KSampler.positive` and `latent_image from EmptyLatentImage`, the nearest of each direction first. */
	of(node: WorkflowNode): ReadonlySet<string> {
		const known = this.#known.get(node.id);
		if (known !== undefined) return known;
		const marks = new Set([...this.#behind(node), ...this.#before(node)]);
		this.#known.set(node.id, marks);
		return marks;
	}

	*#behind(start: WorkflowNode): Iterable<string> {
		const seen = new Set([start.id]);
		let level: readonly WorkflowNode[] = [start];
		for (let distance = 0; distance < farthest && level.length > 0; distance++) {
			const next: WorkflowNode[] = [];
			for (const { node, input } of level.flatMap(({ id }) => this.#fed.get(id) ?? [])) {
				yield `to ${node.classType}.${input}`;
				if (seen.has(node.id)) continue;
				seen.add(node.id);
				next.push(node);
			}
			level = next;
		}
	}

	*#before(start: WorkflowNode): Iterable<string> {
		for (const { name, value } of start.inputs) {
			if (value.type !== 'link') continue;
			const seen = new Set<string>();
			let level: readonly string[] = [value.nodeId];
			for (let distance = 0; distance < farthest && level.length > 0; distance++) {
				const next: string[] = [];
				for (const id of level) {
					const node = this.#document.nodeById.get(id);
					if (node === undefined || seen.has(id)) continue;
					seen.add(id);
					yield `${name} from ${node.classType}`;
					for (const { value: from } of node.inputs) if (from.type === 'link') next.push(from.nodeId);
				}
				level = next;
			}
		}
	}
}
