import * as l10n from '@vscode/l10n';
import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { compact } from '../../base/compact.ts';
import { type Finding, type Severity, secondDocument, type TextRange } from '../../base/findings.ts';
import { jsonDepth } from '../../json/value.ts';
import type { InputAnchor } from './anchor.ts';

/** Far beyond any file of presets, in UTF-16 units. */
const longestPresetsFile = 1_000_000;

/** The reader of YAML needs long for a text that nests thousands of times. */
const deepest = 50;

/** A value by the name of its input, as written: a number keeps its digits. */
export interface NamedWords {
	readonly name: string;
	readonly words: string;
}

/** A value in a file of presets, with its places there. */
interface PresetValue extends NamedWords {
	readonly nameRange: TextRange;
	readonly range: TextRange;
}

interface Preset {
	readonly name: string;
	readonly range: TextRange;
	readonly values: readonly PresetValue[];
}

/** The chosen inputs of a workflow and its presets, as their file has them. */
export interface PresetsFile {
	readonly inputs: readonly {
		readonly name: string;
		readonly range: TextRange;
		readonly anchor: InputAnchor;
	}[];
	readonly presets: readonly Preset[];
	/** Problems of the file alone, independent of its workflow. */
	readonly findings: readonly Finding[];
}

/** Parses a file of presets and reports all its problems. Never throws, for any text. */
export function readPresetsFile(text: string): PresetsFile {
	const reader = new Reader();
	const document = parsed(text);
	if (document === undefined)
		reader.say('presets_syntax', { start: 0, end: 1 }, l10n.t('This file is too long or nested too deeply.'));
	else reader.read(document);
	return reader;
}

/** Parses the file as YAML, every value as written; undefined if a person could not have written it. */
export function parsed(text: string): Document | undefined {
	if (text.length > longestPresetsFile || jsonDepth(text, deepest) >= deepest) return undefined;
	try {
		return parseDocument(text, {
			schema: 'failsafe',
			uniqueKeys: false,
			prettyErrors: false,
			logLevel: 'error',
		});
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		return undefined;
	}
}

type FileCode = 'presets_syntax' | 'presets_unknown_key' | 'presets_duplicate_name' | 'presets_missing_value';

/** Returns a finding about a file of presets, with the place of its rule. */
export function presetsFinding(
	code: string,
	severity: Severity,
	range: TextRange,
	message: string,
	more: Pick<Finding, 'remedy' | 'fixes'> = {},
): Finding {
	return { code, severity, message, range, documentation: `presets.md#${code}`, ...more };
}

function usedTwice(name: string): string {
	return l10n.t('The name "{0}" is used twice. Only the first one counts.', name);
}

class Reader implements PresetsFile {
	readonly inputs: PresetsFile['inputs'][number][] = [];
	readonly presets: Preset[] = [];
	readonly findings: Finding[] = [];

	say(code: FileCode, range: TextRange, message: string): void {
		this.findings.push(presetsFinding(code, 'error', range, message));
	}

	read(document: Document): void {
		const [error] = document.errors;
		if (error !== undefined) {
			const isSecond = error.code === 'MULTIPLE_DOCS';
			const message = isSecond
				? secondDocument.message
				: l10n.t('This is not valid YAML: {0}', error.message);
			this.say('presets_syntax', span(error.pos), message);
			return;
		}
		const { contents } = document;
		if (contents === null || (isScalar(contents) && contents.value === '')) return;
		if (!isMap(contents)) {
			this.say(
				'presets_syntax',
				placeOf(contents),
				l10n.t('A preset file has the keys "inputs" and "presets".'),
			);
			return;
		}
		for (const [key, range, value] of this.#members(contents)) {
			if (key !== 'inputs' && key !== 'presets')
				this.say(
					'presets_unknown_key',
					range,
					l10n.t('A preset file has the keys "inputs" and "presets", not "{0}".', key),
				);
			else if (isMap(value)) this.#each(key, value);
			else if (!isEmpty(value))
				this.say(
					'presets_missing_value',
					placeOf(value),
					l10n.t('Names are expected here, each with its values.'),
				);
		}
	}

	#each(key: 'inputs' | 'presets', map: YAMLMap): void {
		const seen = new Set<string>();
		for (const [name, range, value] of this.#members(map)) {
			if (seen.has(name)) this.say('presets_duplicate_name', range, usedTwice(name));
			else if (!isMap(value)) this.say('presets_missing_value', range, l10n.t('"{0}" has no values.', name));
			else if (key === 'presets') this.presets.push({ name, range, values: this.#values(value) });
			else this.#input(name, range, value);
			seen.add(name);
		}
	}

	#values(map: YAMLMap): readonly PresetValue[] {
		const seen = new Set<string>();
		return this.#members(map).flatMap(([name, nameRange, value]) => {
			const range = placeOf(value);
			if (seen.has(name)) {
				this.say('presets_duplicate_name', nameRange, usedTwice(name));
				return [];
			}
			seen.add(name);
			if (isScalar(value)) return [{ name, words: String(value.value ?? ''), nameRange, range }];
			this.say(
				'presets_missing_value',
				isEmpty(value) ? nameRange : range,
				l10n.t('A single value is expected for "{0}".', name),
			);
			return [];
		});
	}

	#input(name: string, range: TextRange, map: YAMLMap): void {
		const text = (key: string) => {
			const value: unknown = map.get(key);
			return typeof value === 'string' && value !== '' ? value : undefined;
		};
		const [node, input, classType, title] = ['node', 'input', 'class', 'title'].map(text);
		const links: unknown = map.get('links', true);
		if (node === undefined || input === undefined || classType === undefined) {
			this.say(
				'presets_missing_value',
				range,
				l10n.t('"{0}" needs the keys "node", "input" and "class".', name),
			);
			return;
		}
		const marks = isSeq(links)
			? links.items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []))
			: [];
		const only = text('only') === 'true' ? (true as const) : undefined;
		this.inputs.push({
			name,
			range,
			anchor: { node, input, class: classType, links: marks, ...compact({ title, only }) },
		});
	}

	#members({ items }: YAMLMap): readonly (readonly [string, TextRange, unknown])[] {
		return items.flatMap(({ key, value }: Pair) => {
			if (isScalar(key)) return [[String(key.value ?? ''), placeOf(key), value] as const];
			this.say('presets_syntax', placeOf(key), l10n.t('A name is expected here.'));
			return [];
		});
	}
}

function isEmpty(value: unknown): boolean {
	return value === null || value === undefined || (isScalar(value) && (value.value ?? '') === '');
}

function placeOf(node: unknown): TextRange {
	const range = (node as { readonly range?: readonly number[] | null } | null)?.range;
	return span(range ?? [0, 1]);
}

function span([start = 0, end = start]: readonly number[]): TextRange {
	return { start, end: Math.max(end, start + 1) };
}
