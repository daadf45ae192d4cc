import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../src/core/json/value.ts';
import { compareVersions } from '../../../src/core/workflow/engineVersion.ts';
import { type CompactClass, compactClass, isUnknowable, object, shapeOf } from './compactClass.ts';

/**
 * A shape of a class: the indexes of the first and the last version that has it, and its content, with numbers of
 * entries.
 */
type Shape = readonly [number, number, CompactClass];

/**
 * `src/core/workflow/data/coreNodes.json`: the engine's own node classes in every version that was captured. Every distinct input entry,
 * category and module is in it once.
 */
export interface CoreNodes {
	readonly versions: readonly string[];
	readonly entries: readonly Json[];
	readonly classes: Readonly<Record<string, readonly Shape[]>>;
}

/** The classes of one version by name, with entries in place of their numbers. */
export type Version = ReadonlyMap<string, CompactClass>;

/** Classes of a version that were read from its source; the others are as they were in the last capture. */
export interface ReadClasses {
	readonly version: string;
	readonly gone: readonly string[];
	readonly classes: JsonObject;
}

export const coreNodesFile = new URL('../../../src/core/workflow/data/coreNodes.json', import.meta.url);

export function keptCoreNodes(): CoreNodes {
	return JSON.parse(readFileSync(coreNodesFile, 'utf8')) as CoreNodes;
}

export function versionOf(kept: CoreNodes, version: string): Version | undefined {
	const index = kept.versions.indexOf(version);
	return index < 0 ? undefined : versionsOf(kept)[index];
}

/** Returns the version itself, or the last one before it. */
export function baselineOf(kept: CoreNodes, version: string): string | undefined {
	return kept.versions.findLast((each) => compareVersions(each, version) <= 0);
}

/**
 * Adds the description of an engine without model files, or replaces the kept one of its version. Packs are left out;
 * the one that ships with the engine stays.
 */
export function addCapture(kept: CoreNodes, version: string, info: JsonObject): CoreNodes {
	const unknowable = unknowableIn(kept, version);
	const before = baselineOf(kept, version);
	const packs = [...((before && versionOf(kept, before)) || [])].filter(([, { m }]) => isPack(m));
	const own = Object.entries(info)
		.filter(([, entry]) => !isPack(object(entry).python_module))
		.map(([name, entry]) => [name, compactClass(name, object(entry), unknowable)] as const);
	return withVersion(kept, version, new Map([...own, ...packs]));
}

/** Adds a version with only some known classes. */
export function addRead(kept: CoreNodes, { version, gone, classes }: ReadClasses): CoreNodes {
	const before = baselineOf(kept, version);
	const unknowable = unknowableIn(kept, version);
	const all = new Map(before === undefined ? [] : versionOf(kept, before));
	for (const name of gone) all.delete(name);
	for (const [name, entry] of Object.entries(classes))
		all.set(name, compactClass(name, object(entry), unknowable));
	return withVersion(kept, version, all);
}

export function withoutVersion(kept: CoreNodes, version: string): CoreNodes {
	const versions = versionsOf(kept);
	const known = kept.versions.map((each, index) => [each, versions[index] ?? new Map()] as const);
	return joined(
		kept,
		known.filter(([each]) => each !== version),
	);
}

export function coreNodesText({ versions, entries, classes }: CoreNodes): string {
	const lines = Object.entries(classes).map(
		([name, shapes]) => `${JSON.stringify(name)}:${JSON.stringify(shapes)}`,
	);
	const texts = entries.map((entry) => JSON.stringify(entry));
	return `{"versions":${JSON.stringify(versions)},\n"entries":[\n${texts.join(',\n')}],\n"classes":{\n${lines.join(',\n')}}}\n`;
}

function isPack(module: Json | undefined): boolean {
	return String(module).startsWith('custom_nodes.');
}

/**
 * Returns inputs with unknown choices in that version or, for a class that it lacks, in the last one that had the
 * class.
 */
function unknowableIn(kept: CoreNodes, version: string): ReadonlySet<string> {
	const last = new Map(versionsOf(kept).flatMap((each) => [...each]));
	const before = baselineOf(kept, version);
	const records = new Map([...last, ...((before && versionOf(kept, before)) || [])]);
	return new Set(
		[...records].flatMap(([name, record]) =>
			Object.entries({ ...object(record.r), ...object(record.o) }).flatMap(([input, entry]) =>
				isUnknowable(entry ?? null) ? [`${name}.${input}`] : [],
			),
		),
	);
}

function withVersion(kept: CoreNodes, version: string, classes: Version): CoreNodes {
	const versions = versionsOf(kept);
	const known = new Map(kept.versions.map((each, index) => [each, versions[index] ?? new Map()]));
	known.set(version, classes);
	return joined(
		kept,
		[...known].sort(([one], [other]) => compareVersions(one, other)),
	);
}

/** Passes each entry of a class to a function. */
function eachEntry(record: CompactClass, change: (entry: Json) => Json): CompactClass {
	return Object.fromEntries(
		Object.entries(record).map(([key, value]): [string, Json] => {
			if (key === 'c' || key === 'm') return [key, change(value)];
			if (key !== 'r' && key !== 'o') return [key, value];
			return [
				key,
				Object.fromEntries(
					Object.entries(object(value)).map(([name, entry]) => [name, change(entry ?? null)]),
				),
			];
		}),
	);
}

function versionsOf({ versions, entries, classes }: CoreNodes): readonly Version[] {
	const found = versions.map(() => new Map<string, CompactClass>());
	for (const [name, shapes] of Object.entries(classes))
		for (const [first, last, record] of shapes) {
			const opened = eachEntry(record, (index) => entries[Number(index)] ?? null);
			for (let index = first; index <= last; index++) found[index]?.set(name, opened);
		}
	return found;
}

/** Returns versions, oldest first, in the stored form. Classes and entries keep their places. */
function joined(before: CoreNodes, known: readonly (readonly [string, Version])[]): CoreNodes {
	const classes = new Map<string, [number, number, CompactClass][]>(
		Object.keys(before.classes).map((name) => [name, []]),
	);
	for (const [index, [, version]] of known.entries())
		for (const [name, record] of version) {
			const shapes = classes.get(name) ?? [];
			classes.set(name, shapes);
			const last = shapes.at(-1);
			if (last && last[1] === index - 1 && shapeOf(last[2]) === shapeOf(record)) {
				last[1] = index;
				last[2] = record;
			} else shapes.push([index, index, record]);
		}
	for (const [name, shapes] of classes) if (shapes.length === 0) classes.delete(name);
	const places = placesOf(
		before.entries,
		[...classes.values()].flat().map(([, , record]) => record),
	);
	const numbered = [...classes].map(([name, shapes]): [string, readonly Shape[]] => [
		name,
		shapes.map(([first, last, record]) => [
			first,
			last,
			eachEntry(record, (entry) => places.get(JSON.stringify(entry)) ?? null),
		]),
	]);
	return {
		versions: known.map(([version]) => version),
		entries: [...places].sort(([, one], [, other]) => one - other).map(([text]) => JSON.parse(text) as Json),
		classes: Object.fromEntries(numbered),
	};
}

/** Returns the place of each used entry: its own, or that of one that is no longer used, so that few places change. */
function placesOf(before: readonly Json[], records: readonly CompactClass[]): Map<string, number> {
	const used = new Set<string>();
	for (const record of records)
		eachEntry(record, (entry) => {
			used.add(JSON.stringify(entry));
			return entry;
		});
	const places = new Map<string, number>();
	for (const [index, entry] of before.entries()) {
		const text = JSON.stringify(entry);
		if (index < used.size && used.has(text) && !places.has(text)) places.set(text, index);
	}
	const taken = new Set(places.values());
	const free = Array.from({ length: used.size }, (_, index) => index).filter((index) => !taken.has(index));
	for (const text of used) if (!places.has(text)) places.set(text, free.shift() ?? places.size);
	return places;
}
