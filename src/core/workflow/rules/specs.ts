import { expandInputs, type InputSpec, type NodeClass } from '../nodeInfo.ts';
import { type NodeBody, unwrap } from '../nodeReader.ts';

/** The declared inputs of a node of this class with these values. */
export function specsOf(nodeClass: NodeClass, body: NodeBody): ReadonlyMap<string, InputSpec> {
	const staticSpecs = staticSpecsOf(nodeClass);
	if (staticSpecs) return staticSpecs;
	const values = new Map(body.inputs.map((input) => [input.name, unwrap(input.value)]));
	const expanded = expandInputs(nodeClass.inputs, (name) => {
		const value = values.get(name);
		return { present: value !== undefined, text: value?.type === 'string' ? value.value : undefined };
	});
	return new Map(expanded.map((spec) => [spec.name, spec]));
}

const staticSpecs = new WeakMap<NodeClass, ReadonlyMap<string, InputSpec> | 'dynamic'>();

function staticSpecsOf(nodeClass: NodeClass): ReadonlyMap<string, InputSpec> | undefined {
	let specs = staticSpecs.get(nodeClass);
	if (!specs) {
		specs = nodeClass.inputs.some((spec) => spec.dynamic)
			? 'dynamic'
			: new Map(nodeClass.inputs.map((spec) => [spec.name, spec]));
		staticSpecs.set(nodeClass, specs);
	}
	return specs === 'dynamic' ? undefined : specs;
}
