import type { TextRange } from '../base/findings.ts';
import { trimEndOf } from '../base/trimEnd.ts';
import { configModel, datasetName } from './configModel.ts';
import type { TrainingDocument } from './yaml/document.ts';
import { entryOf, placeOfEntry, type TrainingNode } from './yaml/node.ts';

/** The service's explanation why it does not accept a configuration. */
interface Refusal {
	/** The named key: `config.process[0].train.lr`, with `[]` if the index is unknown. */
	readonly key: string | undefined;
	/** The service's words; a name in them may identify one of several places. */
	readonly words: readonly string[];
}

interface Place {
	readonly node: TrainingNode;
	readonly range: TextRange;
	/** Texts by which words can mean this place: its own value, and the dataset or prompt it belongs to. */
	readonly names: readonly string[];
}

/**
 * Returns the place in a configuration that a refusal is about: the value of its key, if there are several the one that
 * the words name; the nearest group around a missing key; the first key if nothing is known.
 */
export function placeRefusal(document: TrainingDocument, { key, words }: Refusal): TextRange {
	const { root } = document;
	const top = configModel(document).root?.entries[0]?.keyRange ?? { start: 0, end: 0 };
	if (root === undefined || key === undefined) return top;
	let parts: readonly string[] = key.match(/[^.[\]]+|\[\d*\]/g) ?? [];
	for (; parts.length > 0; parts = parts.slice(0, -1)) {
		const places = placesAt(root, parts);
		if (places.length > 0) return chosen(places, words).range;
	}
	return top;
}

function placesAt(root: TrainingNode, parts: readonly string[]): readonly Place[] {
	let places: readonly Place[] = [{ node: root, range: root.range, names: [] }];
	for (const part of parts) {
		const index = /^\[(\d*)\]$/.exec(part)?.[1];
		places = places.flatMap((place) =>
			index === undefined ? membersOf(place, part) : itemsOfPlace(place, index),
		);
	}
	return places;
}

function membersOf({ node, names }: Place, key: string): readonly Place[] {
	if (node.kind !== 'map') return [];
	const entry = entryOf(node, key);
	if (entry === undefined) return [];
	// A single-line value is marked whole, a group or list by its key.
	const range = entry.value.kind === 'scalar' ? placeOfEntry(entry) : entry.keyRange;
	return [{ node: entry.value, range, names: [...names, ...namesOf(entry.value)] }];
}

function itemsOfPlace({ node, names }: Place, index: string): readonly Place[] {
	if (node.kind !== 'list') return [];
	const items = index === '' ? node.items : node.items.slice(Number(index), Number(index) + 1);
	return items.map((item) => {
		const named = entryOf(item, 'folder_path') ?? entryOf(item, 'prompt');
		const first = item.kind === 'map' ? item.entries[0]?.keyRange : undefined;
		return {
			node: item,
			range: named === undefined ? (first ?? item.range) : placeOfEntry(named),
			names: [...names, ...namesOf(named?.value ?? item)],
		};
	});
}

function namesOf(node: TrainingNode): readonly string[] {
	if (node.kind !== 'scalar' || node.source === '') return [];
	return [node.source, datasetName(node.source) ?? node.source];
}

/** Returns the place that the words name; the first by default. */
function chosen(places: readonly Place[], words: readonly string[]): Place {
	const said = words.flatMap((each) => each.match(/[\w./-]+/g) ?? []).map((word) => trimEndOf(word, /[./-]/));
	const wanted = new Set(said);
	return places.find(({ names }) => names.some((name) => wanted.has(name))) ?? (places[0] as Place);
}

/** A change of a text in lines and characters from 0. */
interface LineChange {
	readonly start: { readonly line: number; readonly character: number };
	readonly end: { readonly line: number; readonly character: number };
	readonly text: string;
}

/**
 * Returns the place of a line of some length after a change that did not touch it; undefined after one that did. A change at its very edge
 * may still have joined it to another, which only its text shows.
 */
export function movedLine(
	line: number,
	length: number,
	{ start, end, text }: LineChange,
): number | undefined {
	if (start.line > line || (start.line === line && start.character >= length)) return line;
	if (end.line > line || (end.line === line && end.character > 0)) return undefined;
	return line + (text.match(/\n/g)?.length ?? 0) - (end.line - start.line);
}
