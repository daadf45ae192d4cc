import type { Json } from '../../json/value.ts';
import type { InputSpec, OutputSpec } from '../nodeInfo.ts';

const matchType = 'COMFY_MATCHTYPE_V3';

/** Returns whether an output may be wired to an input, by the most lenient version of the engine's test. */
export function accepts(spec: InputSpec, output: OutputSpec): boolean {
	const declared = spec.type;
	const received = output.type;
	if (received === declared && !spec.listForm) return true;
	if (received === '*' || received === matchType || output.matchTemplate !== undefined) return true;
	if (typeof received !== 'string') {
		if (spec.listForm) return sameList(spec.listForm, received) || spec.options === undefined;
		return declared === 'COMBO' || declared === '*' || declared === matchType;
	}
	const receivedParts = typesOf(received);
	if (receivedParts.includes('*')) return true;
	if (spec.listForm) return false;
	if (declared === '*' || declared === matchType || spec.dynamic) return true;
	const declaredParts = typesOf(declared);
	return declaredParts.includes('*') || receivedParts.some((part) => declaredParts.includes(part));
}

/** Returns whether a link to an input of any type exceeds limits that the engine does not test before the run. */
export function isBeyondLimits({ allowedTypes }: InputSpec, { type, matchTemplate }: OutputSpec): boolean {
	if (!allowedTypes || matchTemplate !== undefined || typeof type !== 'string' || type === matchType)
		return false;
	const received = typesOf(type);
	return !received.includes('*') && !received.some((part) => allowedTypes.includes(part));
}

/** Returns the types that a declaration such as `FLOAT,INT` names. */
export function typesOf(type: string): readonly string[] {
	return type.split(',').map((part) => part.trim());
}

function sameList(left: readonly Json[], right: readonly Json[]): boolean {
	return left.length === right.length && left.every((value, index) => value === right[index]);
}

/** Returns whether both the engine and the class accept the link. */
export function fits(spec: InputSpec, output: OutputSpec): boolean {
	return accepts(spec, output) && !isBeyondLimits(spec, output);
}
