import { getOrMake } from '../../base/lazy.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';

/** The number of links between a node and the farthest one that is considered. */
const farthest = 6;

interface Edge {
	/** The id of the node that feeds the input. */
	readonly from: string;
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
		const edges = document.nodes.flatMap((node) =>
			node.inputs.flatMap(({ name, value }) =>
				value.type === 'link' ? [{ from: value.nodeId, node, input: name }] : [],
			),
		);
		this.#fed = Map.groupBy(edges, ({ from }) => from);
	}

	/** Returns marks like `to KSampler.positive` and `latent_image from EmptyLatentImage`, the nearest of each direction first. */
	of(node: WorkflowNode): ReadonlySet<string> {
		return getOrMake(this.#known, node.id, () => {
			const marks = new Set<string>();
			this.#addBehind(node, marks);
			this.#addBefore(node, marks);
			return marks;
		});
	}

	#addBehind(start: WorkflowNode, marks: Set<string>): void {
		const seen = new Set([start.id]);
		let level: readonly WorkflowNode[] = [start];
		for (let distance = 0; distance < farthest && level.length > 0; distance++) {
			const next: WorkflowNode[] = [];
			for (const { node, input } of level.flatMap(({ id }) => this.#fed.get(id) ?? [])) {
				marks.add(`to ${node.classType}.${input}`);
				if (seen.has(node.id)) continue;
				seen.add(node.id);
				next.push(node);
			}
			level = next;
		}
	}

	#addBefore(start: WorkflowNode, marks: Set<string>): void {
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
					marks.add(`${name} from ${node.classType}`);
					for (const { value: from } of node.inputs) if (from.type === 'link') next.push(from.nodeId);
				}
				level = next;
			}
		}
	}
}
