import * as l10n from '@vscode/l10n';
import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import type { SyntaxProblem, TextRange } from '../../base/findings.ts';
import { lineAt } from './lines.ts';
import type { Entry, MapNode, ScalarNode, ScalarStyle, TrainingNode } from './node.ts';
import { resolvePlain, type ScalarValue } from './scalar.ts';

/** A duplicate key: the loader drops the earlier entry without a message. */
export interface Duplicate {
	readonly key: string;
	readonly map: MapNode;
	readonly first: Entry;
	readonly second: Entry;
}

const styles: Readonly<Record<string, ScalarStyle>> = {
	PLAIN: 'plain',
	QUOTE_SINGLE: 'single',
	QUOTE_DOUBLE: 'double',
	BLOCK_LITERAL: 'block',
	BLOCK_FOLDED: 'block',
};

/** The tags that the toolkit's loader knows; any other stops it. */
const knownTag =
	/^(tag:yaml\.org,2002:|!!)(str|int|float|bool|null|map|seq|timestamp|binary|set|omap|pairs)$/;

/** The values that the toolkit's loader accepts after a tag for a number or a boolean, without underscores. */
const tagged: Readonly<Record<string, RegExp>> = {
	int: /^[-+]?(?:0|0b[01]+|0x[0-9a-f]+|0o?[0-7]+|[1-9]\d*(?::\d+)*)$/i,
	float:
		/^[-+]?(?:\d+(?:(?:\.\d*)?(?:e[-+]?\d+)?|(?::\d+)+(?:\.\d*)?)|\.\d+(?:e[-+]?\d+)?|\.?inf|infinity|\.?nan)$/i,
	bool: /^(?:yes|no|true|false|on|off)$/i,
};

/**
 * Returns whether the toolkit can use a value with a tag. It writes the whole as JSON, which has no dates, sets and
 * bytes.
 */
function fitsTag(node: Node, kind: string): boolean {
	if (isMap(node)) return kind === 'map';
	if (isSeq(node)) return kind === 'seq' || kind === 'omap' || kind === 'pairs';
	if (kind === 'str' || kind === 'null') return true;
	const source = isScalar(node) ? String(node.value ?? '') : '';
	return tagged[kind]?.test(source.replaceAll('_', '')) === true;
}

/** Returns a scalar of the library as ours. */
export function scalarNode(node: Scalar, range: TextRange): ScalarNode {
	const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
	const source = typeof node.value === 'string' ? node.value : String(node.value ?? '');
	let value: ScalarValue = style === 'plain' ? resolvePlain(source) : source;
	if (node.tag === undefined) return { kind: 'scalar', range, value, source, style };
	if (node.tag.endsWith(':str')) value = source;
	else if (/:(int|float|bool|null)$/.test(node.tag)) value = resolvePlain(source);
	return { kind: 'scalar', range, value, source, style, tagged: true };
}

/** Turns the library's tree into ours: aliases followed, merges laid in, scalars resolved. */
export class Converter {
	readonly problems: SyntaxProblem[] = [];
	readonly duplicates: Duplicate[] = [];
	anchored = false;
	readonly #text: string;
	readonly #anchors = new Map<string, TrainingNode>();

	constructor(text: string) {
		this.#text = text;
	}

	convert(node: Node | null): TrainingNode | undefined {
		if (node === null) return undefined;
		const range = this.#range(node);
		if (isAlias(node)) {
			const target = this.#anchors.get(node.source);
			if (target !== undefined) return target;
			this.problems.push({
				range,
				message: l10n.t('The alias *{0} has no anchor before it, so the toolkit stops here.', node.source),
				remedy: l10n.t('Mark the value to repeat with &{0} further up, or write it out.', node.source),
			});
			return this.#empty(range.start);
		}
		this.#checkTag(node, range);
		let made: TrainingNode;
		if (isMap(node)) made = this.#map(node, range);
		else if (isSeq(node)) {
			const items: TrainingNode[] = [];
			made = { kind: 'list', range, items, flow: node.flow === true };
			this.#keep(node, made);
			for (const item of node.items) items.push(this.convert(item as Node | null) ?? this.#empty(range.end));
		} else made = scalarNode(node as Scalar, range);
		this.#keep(node, made);
		return made;
	}

	#keep(node: Node, made: TrainingNode): void {
		const anchor = (node as { anchor?: string }).anchor;
		if (anchor === undefined) return;
		this.anchored = true;
		const earlier = this.#anchors.get(anchor);
		if (earlier === made) return;
		if (earlier !== undefined) {
			this.problems.push({
				range: {
					start: made.range.start,
					end: Math.min(made.range.end, lineAt(this.#text, made.range.start).end),
				},
				message: l10n.t('The anchor &{0} marks another value further up, so the toolkit stops here.', anchor),
				remedy: l10n.t('Rename one of them.'),
			});
		}
		this.#anchors.set(anchor, made);
	}

	#range(node: Node): TextRange {
		const start = node.range?.[0] ?? 0;
		let end = Math.max(start, node.range?.[1] ?? start);
		// Block collections and block scalars end with the line break that follows them; the value does not.
		while (end > start && isBlank(this.#text.charCodeAt(end - 1))) end--;
		return { start, end };
	}

	#empty(at: number): ScalarNode {
		return { kind: 'scalar', range: { start: at, end: at }, value: null, source: '', style: 'plain' };
	}

	#map(node: Node & { items: readonly unknown[]; flow?: boolean }, range: TextRange): TrainingNode {
		const entries: Entry[] = [];
		const made: MapNode = { kind: 'map', range, entries, flow: node.flow === true };
		this.#keep(node, made);
		const own = new Map<string, Entry>();
		const merges: TrainingNode[] = [];
		for (const pair of node.items as readonly { key: Node | null; value: Node | null }[]) {
			const keyRange = pair.key === null ? { start: range.start, end: range.start } : this.#range(pair.key);
			const plain = isScalar(pair.key) && (pair.key.type ?? 'PLAIN') === 'PLAIN';
			const key = isScalar(pair.key)
				? String(pair.key.value ?? '')
				: this.#text.slice(keyRange.start, keyRange.end);
			this.#checkKey(pair.key, keyRange);
			if (pair.key !== null && !isScalar(pair.key)) this.convert(pair.key);
			else if (pair.key !== null) this.#keep(pair.key, scalarNode(pair.key as Scalar, keyRange));
			const value = this.convert(pair.value) ?? this.#empty(this.#afterColon(keyRange.end));
			if (plain && key === '<<') {
				this.anchored = true;
				const merged = value.kind === 'list' ? value.items : [value];
				if (merged.some((each) => each.kind !== 'map')) {
					this.problems.push({
						range: pair.value === null ? keyRange : this.#range(pair.value),
						message: l10n.t(
							'"<<" must name a group of keys whose keys it takes over; the toolkit stops here.',
						),
						remedy: l10n.t('Name an anchor that marks a group of keys, or remove the line.'),
					});
				}
				merges.push(...merged);
				continue;
			}
			const entry: Entry = { key, keyRange, value, merged: false };
			const earlier = own.get(key);
			if (earlier !== undefined) this.duplicates.push({ key, map: made, first: earlier, second: entry });
			own.set(key, entry);
			entries.push(entry);
		}
		for (const merge of merges) {
			if (merge.kind !== 'map' || merge === made) continue;
			for (const entry of merge.entries) {
				if (own.has(entry.key)) continue;
				const merged = entry.merged ? entry : { ...entry, merged: true };
				own.set(entry.key, merged);
				entries.push(merged);
			}
		}
		return made;
	}

	/** Checks a key: the loader rejects a key with several values, and treats a colon without a key as an error. */
	#checkKey(key: Node | null, range: TextRange): void {
		if (isMap(key) || isSeq(key)) {
			this.problems.push({
				range: { start: range.start, end: Math.min(range.end, lineAt(this.#text, range.start).end) },
				message: l10n.t('A list or a group of keys cannot be a key; the toolkit stops here.'),
				remedy: l10n.t('Write a plain key, or quote it if the punctuation is part of it.'),
			});
		} else if (range.start === range.end && this.#text.charAt(range.start) === ':') {
			this.problems.push({
				range: { start: range.start, end: range.start + 1 },
				message: l10n.t('This colon has no key before it; the toolkit stops here.'),
				remedy: l10n.t('Write the key before the colon, or remove the colon.'),
			});
		}
	}

	#afterColon(at: number): number {
		const colon = this.#text.charCodeAt(at) === 58 ? at + 1 : at;
		return Math.min(colon, this.#text.length);
	}

	#checkTag(node: Node, range: TextRange): void {
		const tag = (node as { tag?: string }).tag;
		if (tag === undefined) return;
		const kind = knownTag.exec(tag)?.[2];
		if (kind !== undefined) {
			if (fitsTag(node, kind)) return;
			this.problems.push({
				range,
				message: l10n.t('The toolkit cannot use the value after the tag {0} and stops here.', tag),
				remedy: l10n.t('Remove the tag, or write a value that fits it.'),
			});
			return;
		}
		this.problems.push({
			range,
			message: l10n.t('The tag {0} is unknown to the toolkit, which stops here.', tag),
			remedy: l10n.t('Remove the tag, or quote the text if the exclamation mark is part of it.'),
		});
	}
}

function isBlank(code: number): boolean {
	return code === 10 || code === 13 || code === 32 || code === 9;
}
