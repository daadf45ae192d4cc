import type { InputSpec } from './nodeInputs.ts';

/** The facts about a submitted input that expansion needs: its presence and its text. */
interface SubmittedInput {
	readonly present: boolean;
	/** The value if it is a text. */
	readonly text?: string | undefined;
}

interface SubmittedInputs {
	get(name: string): SubmittedInput;
	/** All names, for the rows of groups. */
	readonly names: Iterable<string>;
}

/** A group of rows as expanded for a node. */
export interface ActiveGroup {
	readonly spec: InputSpec;
	/** The reasons why the engine refuses the group: the name in its message, and the problem. */
	readonly faults: readonly GroupFault[];
}

export interface GroupFault {
	readonly name: string;
	readonly kind: 'spelling' | 'row' | 'field' | 'count';
}

export interface ExpandedInputs {
	readonly specs: readonly InputSpec[];
	readonly groups: readonly ActiveGroup[];
}

/**
 * Returns the inputs in effect for a node: members of the selected combo key, of autogrown lists, of wired slots and of existing rows,
 * under their dotted names. An absent or unknown key adds nothing, as in the engine. One more row of a group is included, as optional
 * inputs.
 */
export function expandInputs(specs: readonly InputSpec[], submitted: SubmittedInputs): ExpandedInputs {
	const groups: ActiveGroup[] = [];
	return { specs: expand(specs, submitted, groups), groups };
}

function expand(
	specs: readonly InputSpec[],
	submitted: SubmittedInputs,
	groups: ActiveGroup[],
): readonly InputSpec[] {
	return specs.some((spec) => spec.dynamic)
		? specs.flatMap((spec) => expandOne(spec, submitted, groups))
		: specs;
}

function expandOne(spec: InputSpec, submitted: SubmittedInputs, groups: ActiveGroup[]): readonly InputSpec[] {
	const { dynamic } = spec;
	switch (dynamic?.kind) {
		case 'combo': {
			const { text } = submitted.get(spec.name);
			const choice = dynamic.choices.find(({ key }) => key === text);
			return [spec, ...expand(prefixed(spec.name, choice?.inputs ?? []), submitted, groups)];
		}
		case 'autogrow': {
			const required = dynamic.template.required;
			const members = dynamic.names.map((name, index) => ({
				...dynamic.template,
				name: `${spec.name}.${name}`,
				required: required && index < dynamic.minimum,
			}));
			return expand(members, submitted, groups);
		}
		case 'slot':
			return submitted.get(spec.name).present
				? [spec, ...expand(prefixed(spec.name, dynamic.inputs), submitted, groups)]
				: [spec];
		case 'group':
			return expandGroup(spec, dynamic, submitted, groups);
		default:
			return [spec];
	}
}

/** Expands a group of rows by the rules of the engine (comfy_api/latest/_io.py of 0.38.1). */
function expandGroup(
	spec: InputSpec,
	{ inputs, minimum, maximum }: Extract<InputSpec['dynamic'], { kind: 'group' }>,
	submitted: SubmittedInputs,
	groups: ActiveGroup[],
): readonly InputSpec[] {
	const fields = new Set(inputs.map(({ name }) => name));
	const faults: GroupFault[] = [];
	const rows = new Set<number>();
	for (const name of submitted.names) {
		if (!name.startsWith(`${spec.name}.`)) continue;
		const [, row, field] = /^(0|[1-9][0-9]*)\.(.*)$/s.exec(name.slice(spec.name.length + 1)) ?? [];
		if (row === undefined || field === undefined) faults.push({ name, kind: 'spelling' });
		else if (!fields.has(field)) faults.push({ name, kind: 'field' });
		else if (Number(row) >= maximum) faults.push({ name, kind: 'row' });
		else rows.add(Number(row));
	}
	if (faults.length === 0 && rows.size < minimum) faults.push({ name: spec.name, kind: 'count' });
	groups.push({ spec, faults });
	const present = [...rows].sort((a, b) => a - b);
	const next = (present.at(-1) ?? -1) + 1;
	const another = next < maximum ? prefixed(`${spec.name}.${next}`, inputs) : [];
	return [
		...present.flatMap((row) => prefixed(`${spec.name}.${row}`, inputs)),
		...another.map((field) => ({ ...field, required: false })),
	];
}

function prefixed(parent: string, specs: readonly InputSpec[]): readonly InputSpec[] {
	return specs.map((spec) => ({ ...spec, name: `${parent}.${spec.name}` }));
}
