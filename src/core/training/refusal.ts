import type { TextRange } from '../base/findings.ts';
import { configModel, datasetName } from './configModel.ts';
import type { TrainingDocument } from './document.ts';
import { type Entry, placeOfEntry, type TrainingNode } from './node.ts';

/** What a service says about a configuration that it does not take. */
export interface Refusal {
	/** The key it speaks of: `config.process[0].train.lr`, with `[]` where it does not say which of a list. */
	readonly key: string | undefined;
	/** Its own words, in which a name may say which of several places is meant. */
	readonly words: readonly string[];
}

interface Place {
	readonly range: TextRange;
	/** The text of a value, where it has one. */
	readonly source: string | undefined;
}

/**
 * Where in a configuration a refusal belongs: the value of its key, of several the one that the words name; the nearest
 * group around the key where the key is missing; the first key where nothing is known.
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
	let nodes: readonly TrainingNode[] = [root];
	let places: readonly Place[] = [];
	for (const part of parts) {
		const index = /^\[(\d*)\]$/.exec(part)?.[1];
		if (index === undefined) {
			const entries = nodes.flatMap((node) => lastEntry(node, part) ?? []);
			nodes = entries.map(({ value }) => value);
			places = entries.map((entry) => ({ range: rangeOf(entry), source: sourceOf(entry.value) }));
		} else {
			const items = nodes.flatMap((node) => (node.kind === 'list' ? node.items : []));
			const one = index === '' ? items : items.slice(Number(index), Number(index) + 1);
			nodes = one;
			places = one.map((node) => ({ range: firstLineOf(node), source: sourceOf(node) }));
		}
		if (places.length === 0) return [];
	}
	return places;
}

function lastEntry(node: TrainingNode, key: string): Entry | undefined {
	return node.kind === 'map' ? node.entries.findLast((entry) => entry.key === key) : undefined;
}

/** A value of one line is marked whole, a group or list by its key. */
function rangeOf(entry: Entry): TextRange {
	return entry.value.kind === 'scalar' ? placeOfEntry(entry) : entry.keyRange;
}

function firstLineOf(node: TrainingNode): TextRange {
	if (node.kind === 'map') return node.entries[0]?.keyRange ?? node.range;
	if (node.kind === 'list')
		return { start: node.range.start, end: Math.min(node.range.end, node.range.start + 1) };
	return node.range;
}

function sourceOf(node: TrainingNode): string | undefined {
	return node.kind === 'scalar' ? node.source : undefined;
}

/** The place whose value the words name; the first where they name none. */
function chosen(places: readonly Place[], words: readonly string[]): Place {
	const said = new Set(
		words.flatMap((each) => each.match(/[\w./-]+/g) ?? []).map((word) => word.replace(/[./-]+$/, '')),
	);
	const named = places.find(({ source }) => {
		if (source === undefined || source === '') return false;
		return said.has(source) || said.has(datasetName(source) ?? source);
	});
	return named ?? (places[0] as Place);
}

/** A change of a text in lines and characters from 0. */
export interface LineChange {
	readonly start: { readonly line: number; readonly character: number };
	readonly end: { readonly line: number; readonly character: number };
	readonly text: string;
}

/**
 * Where a line of some length is after a change that did not touch it; undefined after one that did. A change at its very
 * edge may still have joined it to another, which only its text shows.
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
