import type { TextRange } from '../../base/findings.ts';
import type { ScalarValue } from './scalar.ts';

export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

export interface ScalarNode {
	readonly kind: 'scalar';
	readonly range: TextRange;
	/** As the toolkit's loader reads it. */
	readonly value: ScalarValue;
	/** The text between the quotes, unescaped; for plain scalars as written. */
	readonly source: string;
	readonly style: ScalarStyle;
	/** True if a tag such as `!!str` determines the value's type. */
	readonly tagged?: true;
}

export interface Entry {
	readonly key: string;
	readonly keyRange: TextRange;
	readonly value: TrainingNode;
	/** True if the entry comes from a `<<` merge. */
	readonly merged: boolean;
}

export interface MapNode {
	readonly kind: 'map';
	readonly range: TextRange;
	readonly entries: readonly Entry[];
	readonly flow: boolean;
}

export interface ListNode {
	readonly kind: 'list';
	readonly range: TextRange;
	readonly items: readonly TrainingNode[];
	readonly flow: boolean;
}

/** One value of a configuration with its exact place in the text. An alias is the same node as its anchor. */
export type TrainingNode = ScalarNode | MapNode | ListNode;

/** Returns the entry of `key`; the last one wins, as in the toolkit's loader. */
export function entryOf(node: TrainingNode | undefined, key: string): Entry | undefined {
	return node?.kind === 'map' ? node.entries.findLast((entry) => entry.key === key) : undefined;
}

/** Returns whether an entry has no value, or an empty text. */
export function isEmptyEntry({ value }: Entry): boolean {
	return value.kind === 'scalar' && (value.value === null || value.value === '');
}

/** Returns the value of `key` as a mapping. */
export function mapOf(node: TrainingNode | undefined, key: string): MapNode | undefined {
	const value = entryOf(node, key)?.value;
	return value?.kind === 'map' ? value : undefined;
}

/** Returns the items below `key`: those of a list, or a single value. */
export function itemsOf(node: TrainingNode | undefined, key: string): readonly TrainingNode[] {
	const value = entryOf(node, key)?.value;
	return value?.kind === 'list' ? value.items : [];
}

/** Returns the scalar below `key`. */
export function scalarOf(node: TrainingNode | undefined, key: string): ScalarNode | undefined {
	const value = entryOf(node, key)?.value;
	return value?.kind === 'scalar' ? value : undefined;
}

/** Returns the text that a value is; undefined for any other value. */
export function textOf(node: TrainingNode | undefined): string | undefined {
	return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Returns the text below `key`: a non-empty string, else undefined. */
export function memberText(node: TrainingNode | undefined, key: string): string | undefined {
	return textOf(entryOf(node, key)?.value) || undefined;
}

/** Returns the finite number below `key`, else undefined. */
export function numberOf(node: TrainingNode | undefined, key: string): number | undefined {
	const value = scalarOf(node, key)?.value;
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns the number below `key`, even if it is quoted: another parser may read it as a number. */
export function countOf(node: TrainingNode | undefined, key: string): number | undefined {
	const text = memberText(node, key)?.trim();
	return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : numberOf(node, key);
}

/** Returns whether the toolkit treats the value below `key` as on: any non-empty text is true in Python. */
export function isOn(node: TrainingNode | undefined, key: string): boolean {
	const value = scalarOf(node, key)?.value;
	return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

/** Returns the range to report for an entry: its value, or its key if the value is empty. */
export function placeOfEntry(entry: Entry): TextRange {
	return entry.value.range.end > entry.value.range.start ? entry.value.range : entry.keyRange;
}
