import { onceFor } from '../../base/lazy.ts';
import type { InputSpec, NodeClass } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';

/** The difference between an older shape of a class and the newest one. */
export interface ShapeDifference {
	/** The names of inputs that only one of the two has, or that take other values. */
	readonly names: ReadonlySet<string>;
	/** The older shape with these inputs alone. */
	readonly part: NodeClass;
	/** The choices that both shapes have, for each of the names; absent if one of them is not a list of choices. */
	readonly bothHave: ReadonlyMap<string, ReadonlySet<unknown> | undefined>;
}

/** Returns the difference of each older shape of a class. */
export const differencesOf = onceFor(
	(nodeClass: NodeClass): ReadonlyMap<NodeClass, ShapeDifference> =>
		new Map((nodeClass.otherShapes ?? []).map((shape) => [shape, differenceOf(nodeClass, shape)])),
);

function differenceOf(newest: NodeClass, shape: NodeClass): ShapeDifference {
	const before = new Map(shape.inputs.map((spec) => [spec.name, meaningOf(spec)]));
	const names = new Set<string>();
	for (const spec of newest.inputs) {
		if (before.get(spec.name) !== meaningOf(spec)) names.add(spec.name);
		before.delete(spec.name);
	}
	for (const name of before.keys()) names.add(name);
	const part = {
		...shape,
		inputs: shape.inputs.filter(({ name }) => names.has(name)),
		deprecated: false,
		experimental: false,
		apiNode: false,
	};
	const bothHave = new Map(
		[...names].map((name) => [
			name,
			commonChoices(
				newest.inputs.find((spec) => spec.name === name),
				part.inputs.find((spec) => spec.name === name),
			),
		]),
	);
	return { names, part, bothHave };
}

function commonChoices(
	left: InputSpec | undefined,
	right: InputSpec | undefined,
): ReadonlySet<unknown> | undefined {
	if (!left?.options || !right?.options || left.dynamic || right.dynamic) return undefined;
	const others = new Set(right.options);
	return new Set(left.options.filter((option) => others.has(option)));
}

/**
 * Returns whether both shapes accept the node's values at the inputs in which they differ, so that a comparison is
 * unnecessary.
 */
export function bothTake(body: NodeBody, { bothHave }: ShapeDifference): boolean {
	for (const [name, choices] of bothHave) {
		const value = body.inputs.find((input) => input.name === name)?.value;
		if (value?.type !== 'string' || !choices?.has(value.value)) return false;
	}
	return true;
}

/** Returns the part of an input's declaration that decides which values are valid, as a text. */
function meaningOf(spec: InputSpec): string {
	const {
		default: _,
		step: __,
		multiline: ___,
		forceInput: ____,
		controlAfterGenerate: _____,
		widgetType: ______,
		...rest
	} = spec;
	return JSON.stringify(rest, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Returns the node with those inputs alone that are named, or that belong to a named one. */
export function partOf(body: NodeBody, names: ReadonlySet<string>): NodeBody {
	const inputs = body.inputs.filter(({ name }) => names.has(rootOf(name)));
	return { ...body, inputs, lostKeys: [] };
}

/** Returns the declared input that an expanded one belongs to. */
export function rootOf(name: string): string {
	const dot = name.indexOf('.');
	return dot < 0 ? name : name.slice(0, dot);
}

/** Returns whether the outputs of the class differ in another of its shapes. */
export const outputsVary = onceFor((nodeClass: NodeClass): boolean => {
	const types = (each: NodeClass) => JSON.stringify(each.outputs.map(({ type }) => type));
	return (nodeClass.otherShapes ?? []).some((shape) => types(shape) !== types(nodeClass));
});
