import { isArray, isObject, type Json } from '../../../src/core/json/value.ts';
import { type CompactClass, object, shapeOf, withoutEditor } from './compactClass.ts';
import type { Version } from './coreNodes.ts';

/** Returns the changes of documents' classes from one version of the engine to another, as items of a list in Markdown. */
export function nodeChanges(before: Version, after: Version): readonly string[] {
	const added = [...after.keys()].filter((name) => !before.has(name));
	const gone = [...before.keys()].filter((name) => !after.has(name));
	const classesOf = new Map<string, string[]>();
	for (const [name, record] of after) {
		const old = before.get(name);
		if (old === undefined || shapeOf(old) === shapeOf(record)) continue;
		for (const change of classChanges(old, record))
			classesOf.set(change, [...(classesOf.get(change) ?? []), name]);
	}
	return [
		...listed('New classes', added),
		...listed('Classes that are gone', gone),
		...[...classesOf].map(([change, names]) => `- ${code(names)}: ${change}`),
	];
}

/** Returns an item with a number of names; nothing without any. */
export function listed(title: string, names: readonly string[]): readonly string[] {
	return names.length === 0 ? [] : [`- ${title} (${names.length}): ${code(names)}`];
}

export function code(names: readonly string[]): string {
	return names.map((name) => `\`${name}\``).join(', ');
}

function classChanges(before: CompactClass, after: CompactClass): readonly string[] {
	const [old, now] = [inputsOf(before), inputsOf(after)];
	const inputs = [...now].flatMap(([name, input]) => {
		const known = old.get(name);
		if (known === undefined) return [`new ${input.section} input \`${name}\` (${typeOf(input.entry)})`];
		const moved = known.section === input.section ? [] : [`\`${name}\` became ${input.section}`];
		return [...moved, ...entryChanges(known.entry, input.entry).map((change) => `\`${name}\` ${change}`)];
	});
	const gone = [...old.keys()].filter((name) => !now.has(name)).map((name) => `no input \`${name}\``);
	const [outputs, types] = [before, after].map(({ t, x }) => JSON.stringify([t ?? [], x ?? []]));
	const named = isArray(after.t) ? after.t.map(String) : [];
	return [
		...inputs,
		...gone,
		...(outputs === types ? [] : [`outputs became ${code(named) || 'none'}`]),
		...(isOutput(before) === isOutput(after)
			? []
			: [isOutput(after) ? 'became an output node' : 'is no output node']),
	];
}

function isOutput({ f }: CompactClass): boolean {
	return isArray(f) && f.includes('output_node');
}

interface Input {
	readonly section: 'required' | 'optional';
	readonly entry: Json;
}

function inputsOf({ r, o }: CompactClass): ReadonlyMap<string, Input> {
	const of = (section: Input['section'], inputs: Json | undefined) =>
		Object.entries(object(inputs)).map(([name, entry]): [string, Input] => [name, { section, entry }]);
	return new Map([...of('required', r), ...of('optional', o)]);
}

function partsOf(entry: Json): { readonly type: Json; readonly options: Readonly<Record<string, Json>> } {
	const [type = null, options] = isArray(entry) ? entry : [];
	return { type, options: object(withoutEditor(object(options))) };
}

function typeOf(entry: Json): string {
	const { type } = partsOf(entry);
	const choices = choicesOf(entry);
	if (choices !== undefined) return `one of ${code(choices)}`;
	return type === null ? 'a choice' : String(type);
}

/** Returns the choices as texts; undefined without such a list. */
function choicesOf(entry: Json): readonly string[] | undefined {
	const { type, options } = partsOf(entry);
	const given = isArray(type) ? type : options.options;
	return isArray(given) ? given.map((each) => String(isObject(each) ? each.key : each)) : undefined;
}

function entryChanges(before: Json, after: Json): readonly string[] {
	const [old, now] = [partsOf(before), partsOf(after)];
	if (JSON.stringify(old) === JSON.stringify(now)) return [];
	const [choices, others] = [choicesOf(before), choicesOf(after)];
	const isChoice = choices !== undefined && others !== undefined;
	if (!isChoice && JSON.stringify(old.type) !== JSON.stringify(now.type))
		return [`is ${typeOf(after)} and was ${typeOf(before)}`];
	const more = isChoice ? others.filter((each) => !choices.includes(each)) : [];
	const fewer = isChoice ? choices.filter((each) => !others.includes(each)) : [];
	const keys = [...new Set([...Object.keys(old.options), ...Object.keys(now.options)])];
	const changed = keys
		.filter((key) => JSON.stringify(old.options[key]) !== JSON.stringify(now.options[key]))
		.flatMap((key) => {
			if (key === 'options' && more.length + fewer.length > 0) return [];
			const [from, to] = [old.options[key], now.options[key]];
			const isShort = [from, to].every((each) => !isObject(each) && !isArray(each));
			return isShort ? [`has ${key} ${to ?? 'not'} and had ${from ?? 'not'}`] : [`has other ${key}`];
		});
	const found = [
		...(more.length > 0 ? [`also takes ${code(more)}`] : []),
		...(fewer.length > 0 ? [`does not take ${code(fewer)}`] : []),
		...changed,
	];
	return found.length > 0 ? found : ['is declared in another way'];
}
