import { onceFor } from '../../base/lazy.ts';
import { classOf } from '../classOf.ts';
import { type ActiveGroup, type ExpandedInputs, expandInputs } from '../expandInputs.ts';
import type { WorkflowNode } from '../model.ts';
import type { InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';

/** Returns the declaration of an input of a node; undefined if it is unknown. */
export function specOf(
	nodeInfo: NodeInfo | undefined,
	node: WorkflowNode,
	input: string,
): InputSpec | undefined {
	const nodeClass = classOf(nodeInfo, node);
	return nodeClass && declaredInputs(nodeClass, node.body).specs.get(input);
}

/** The declared inputs by name, dynamic ones expanded, and the groups of rows among them. */
export interface DeclaredInputs {
	readonly specs: ReadonlyMap<string, InputSpec>;
	readonly groups: readonly ActiveGroup[];
}

/** Returns the declared inputs of a node of this class with these values, and its groups of rows. */
export function declaredInputs(nodeClass: NodeClass, body: NodeBody): DeclaredInputs {
	const unchanging = unchangingInputs(nodeClass);
	if (unchanging) return unchanging;
	const values = new Map(body.inputs.map((input) => [input.name, input.value]));
	return byName(
		expandInputs(nodeClass.inputs, {
			// A key within `__value__` has no effect: the engine looks for the key before it unwraps values.
			get: (name) => {
				const value = values.get(name);
				return { present: value !== undefined, text: value?.type === 'string' ? value.value : undefined };
			},
			names: values.keys(),
		}),
	);
}

/** Returns the inputs by name. Of two with one name the first wins: the engine searches the required ones first. */
function byName({ specs, groups }: ExpandedInputs): DeclaredInputs {
	const named = new Map<string, InputSpec>();
	for (const spec of specs) if (!named.has(spec.name)) named.set(spec.name, spec);
	return { specs: named, groups };
}

/** Returns the inputs of a class by name; undefined if they depend on the values of a node. */
const unchangingInputs = onceFor((nodeClass: NodeClass) =>
	nodeClass.inputs.some((spec) => spec.dynamic) ? undefined : byName({ specs: nodeClass.inputs, groups: [] }),
);
