import type { CheckContext } from './context.ts';
import type { Entry, TrainingNode } from './node.ts';
import { capital, checkUnknownKey, isForeign, nameOf } from './rules/keys.ts';
import { checkValue } from './rules/values.ts';
import { isOpen, type Place, rootPlace } from './schema.ts';
import type { ProcessView, TrainingView } from './view.ts';

/** Where the walk stands. */
export interface Spot {
	readonly place: Place;
	/** For example `config.process[0].train`. */
	readonly path: string;
	/** The process around it, if any. */
	readonly process: ProcessView | undefined;
}

/** Goes once over the whole document and compares every key and value with what is known of its place. */
export function checkStructure(context: CheckContext): void {
	const { root } = context.view.document;
	if (root === undefined) return;
	if (root.kind !== 'map') {
		context.own('wrong-type', 'error', {
			range: root.range,
			message: 'A training configuration begins with the keys job and config, but this document holds none.',
			remedy: 'Start with job: extension and a config: section.',
		});
		return;
	}
	walk(context, root, { place: rootPlace, path: '', process: undefined }, new Map());
}

type Seen = Map<TrainingNode, Set<Place>>;

function walk(context: CheckContext, node: TrainingNode, spot: Spot, seen: Seen): void {
	if (node.kind === 'scalar') return;
	// A value reached again through an alias was already checked for this place.
	const places = seen.get(node);
	if (places?.has(spot.place)) return;
	if (places === undefined) seen.set(node, new Set([spot.place]));
	else places.add(spot.place);
	if (node.kind === 'map') {
		for (const entry of node.entries) walkEntry(context, entry, node, spot, seen);
		if (!context.partial) checkMissing(context, node, spot);
		return;
	}
	const item = spot.place.item;
	if (item === undefined) return;
	for (const [index, value] of node.items.entries()) {
		const path = `${spot.path}[${index}]`;
		const process = item.path === 'config.process[]' ? processOf(context.view, path) : spot.process;
		if (value.kind === 'map') walk(context, value, { place: item, path, process }, seen);
		else {
			context.own('wrong-type', 'error', {
				range: value.range.end > value.range.start ? value.range : node.range,
				path,
				message: `Each item of ${nameOf(spot.path)} must be a group of keys, and this one is not.`,
				remedy: 'Write the keys of the item below one dash, each as key: value.',
			});
		}
	}
}

function walkEntry(
	context: CheckContext,
	entry: Entry,
	map: TrainingNode & { kind: 'map' },
	spot: Spot,
	seen: Seen,
): void {
	const place = spot.place.children.get(entry.key);
	const path = spot.path === '' ? entry.key : `${spot.path}.${entry.key}`;
	if (place === undefined || isForeign(place, spot)) {
		if (!entry.merged) checkUnknownKey(context, entry, map, spot, isOpen(spot.place));
		return;
	}
	if (checkValue(context, entry, map, { place, path, process: spot.process })) {
		walk(context, entry.value, { place, path, process: spot.process }, seen);
	}
}

function processOf(view: TrainingView, path: string): ProcessView | undefined {
	return view.processes.find((process) => process.path === path);
}

/** These are missing in their own words, by rules of their own. */
const toldElsewhere = new Set([
	'config.process[].train.lr',
	'config.process[].model.arch',
	'config.process[].datasets[].folder_path',
	'config.process[].sample.samples[].prompt',
]);

function checkMissing(context: CheckContext, map: TrainingNode & { kind: 'map' }, spot: Spot): void {
	for (const [key, place] of spot.place.children) {
		const { facts } = place;
		if (facts?.required !== true || toldElsewhere.has(place.path)) continue;
		const present = map.entries.some(
			(entry) => entry.key === key && !(entry.value.kind === 'scalar' && entry.value.value === null),
		);
		if (present) continue;
		if (place.path.startsWith('config.process[].')) {
			const type = spot.process?.type;
			if (facts.processTypes !== undefined && (type === undefined || !facts.processTypes.includes(type)))
				continue;
			if (facts.processTypes === undefined && key !== 'type' && spot.process?.trains !== true) continue;
		}
		const written = map.entries.find((entry) => entry.key === key);
		context.own('missing-key', 'error', {
			range: written?.keyRange ?? firstKeyRange(map),
			path: spot.path === '' ? key : `${spot.path}.${key}`,
			message: `${spot.path === '' ? 'The document' : capital(nameOf(spot.path))} needs ${key}: ${lowerFirst(facts.description)}`,
			remedy:
				place.children.size > 0 || place.item !== undefined
					? `Add the section ${key}.`
					: `Add ${key} with a value.`,
		});
	}
}

function firstKeyRange(map: TrainingNode & { kind: 'map' }): { start: number; end: number } {
	return map.entries.find((entry) => !entry.merged)?.keyRange ?? map.range;
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
