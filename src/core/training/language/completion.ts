import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { TextEdit, TextRange } from '../../base/findings.ts';
import { counted } from '../../base/language.ts';
import { datasetStateText } from '../../wire/datasetState.ts';
import { archNames, archOf, variantOf } from '../archs.ts';
import { configModel, datasetsRoot, type ProcessModel } from '../configModel.ts';
import type { CheckOptions, DatasetKnowledge } from '../context.ts';
import { datasetFolderText } from '../datasetEntry.ts';
import { promptFlags } from '../prompt.ts';
import { type KeyFacts, type SchemaNode, schemaNodeAt, typesOf } from '../schema.ts';
import { parseTraining } from '../yaml/document.ts';
import { insertKey, written } from '../yaml/edits.ts';
import { lineStart } from '../yaml/lines.ts';
import { entryOf, mapOf } from '../yaml/node.ts';
import { type Cursor, cursorAt } from './cursorContext.ts';
import { describeKey } from './hover.ts';

export interface Suggestion {
	readonly label: string;
	readonly kind: 'key' | 'section' | 'value' | 'arch' | 'dataset' | 'flag';
	readonly detail?: string;
	/** Markdown. */
	readonly documentation?: string;
	/** The text that replaces `range`, in the editor's snippet notation. */
	readonly snippet: string;
	readonly range: TextRange;
	/** Smaller values sort first. */
	readonly rank: number;
	readonly edits?: readonly TextEdit[];
	readonly filter?: string;
	readonly deprecated?: boolean;
	/** The value as written inside quotes; absent for numbers and booleans, which change their type there. */
	readonly inQuotes?: string;
}

/** Returns the suggestions at an offset: keys of the place, values of a key, datasets of the account, flags of a prompt. */
export function completeTraining(
	text: string,
	offset: number,
	options: CheckOptions = {},
): readonly Suggestion[] {
	const flags = completeFlag(text, offset);
	if (flags !== undefined) return flags;
	const spot = cursorAt(text, offset);
	if (spot === undefined) return [];
	const view = configModel(parseTraining(text));
	const process =
		view.processes.find((each) => offset >= each.node.range.start && offset <= each.node.range.end + 1) ??
		view.processes.at(-1);
	if (spot.wants === 'key') {
		const place = schemaNodeAt(spot.parent);
		const keys = place === undefined ? [] : completeKeys(place, spot, process);
		const listed = spot.key === undefined ? undefined : schemaNodeAt(spot.parent.replace(/\[\]$/, ''));
		// A dash below a list of plain values takes a value, not a key.
		return keys.length === 0 && listed?.facts !== undefined
			? completeValue(listed, spot, process, view.job, options, text)
			: keys;
	}
	const place = schemaNodeAt(spot.parent)?.children.get(spot.key ?? '');
	return place === undefined ? [] : completeValue(place, spot, process, view.job, options, text);
}

function plain(text: string): string {
	return text.replace(/[\\$}]/g, '\\$&');
}

function completeKeys(
	place: SchemaNode,
	spot: Cursor,
	process: ProcessModel | undefined,
): readonly Suggestion[] {
	const here = new Set(spot.siblings);
	const suggestions: Suggestion[] = [];
	for (const [key, child] of place.children) {
		const { facts } = child;
		if (facts === undefined || here.has(key) || facts.removed === true) continue;
		const type = process?.type;
		if (facts.processTypes !== undefined && type !== undefined && !facts.processTypes.includes(type))
			continue;
		if (facts.archs !== undefined && process?.arch !== undefined && !facts.archs.includes(process.arch.arch))
			continue;
		const nested = child.item !== undefined || child.children.size > 0;
		const rank =
			facts.required === true
				? 0
				: facts.deprecated === true || facts.unused === true
					? 4
					: facts.common === true
						? 1
						: 2;
		suggestions.push({
			label: key,
			kind: nested ? 'section' : 'key',
			detail: detailOf(facts),
			documentation: describeKey(child.path, facts),
			snippet: keySnippet(key, child, facts, spot),
			range: spot.range,
			rank,
			deprecated: facts.deprecated === true,
		});
	}
	return suggestions;
}

function detailOf(facts: KeyFacts): string {
	const types = typesOf(facts)
		.filter((type) => type !== 'null')
		.join(' | ');
	return facts.default === undefined || facts.default === null
		? types
		: `${types} = ${typeof facts.default === 'string' && facts.default.startsWith('= ') ? facts.default.slice(2) : written(facts.default)}`;
}

/** Returns the key with its usual continuation: its value, or the lines below it. */
function keySnippet(key: string, place: SchemaNode, facts: KeyFacts, spot: Cursor): string {
	// The editor repeats the line's own indentation on every further line of a snippet.
	const inner = ' '.repeat(Math.max(spot.column - spot.indent, 0) + 2);
	if (place.item !== undefined) return `${key}:\n${inner}- $0`;
	if (place.children.size > 0) return `${key}:\n${inner}$0`;
	const types = typesOf(facts);
	if (types[0] === 'array' && facts.items !== undefined && facts.items !== 'object') return `${key}: [$0]`;
	const initial = facts.uiDefault ?? facts.default;
	if (typeof initial === 'boolean') return `${key}: \${1|${initial},${!initial}|}`;
	if (typeof initial === 'number') return `${key}: \${1:${written(initial)}}`;
	if (
		typeof initial === 'string' &&
		initial !== '' &&
		!initial.startsWith('= ') &&
		(facts.enum?.includes(initial) ?? false)
	) {
		return `${key}: \${1:${plain(written(initial))}}`;
	}
	return `${key}: $0`;
}

function completeValue(
	place: SchemaNode,
	spot: Cursor,
	process: ProcessModel | undefined,
	job: string | undefined,
	options: CheckOptions,
	text: string,
): readonly Suggestion[] {
	const { facts } = place;
	if (facts === undefined) return [];
	const { quoted } = spot;
	if (quoted !== undefined) {
		const inside = { ...spot, range: quoted.range, typed: quoted.typed, quoted: undefined };
		return completeValue(place, inside, process, job, options, text)
			.filter(({ kind, inQuotes }) => (kind !== 'value' && kind !== 'dataset') || inQuotes !== undefined)
			.map((each) => ({ ...each, snippet: `${each.inQuotes ?? each.snippet}${quoted.missing}` }));
	}
	if (place.path === 'config.process[].model.arch') return completeArch(spot, process, text);
	if (/\.(folder_path|dataset_path|control_path(_[123])?|inpaint_path|mask_path)$/.test(place.path))
		return completeDatasets(spot, options);
	const make = (value: unknown, rank: number): Suggestion => {
		const label = written(value);
		const meaning = typeof value === 'string' ? facts.values?.[value] : undefined;
		const standard = value === facts.default ? l10n.t('default') : undefined;
		return {
			label,
			kind: 'value',
			snippet: plain(label),
			range: spot.range,
			rank,
			...(typeof value === 'string' ? { inQuotes: plain(value) } : {}),
			...compact({ detail: standard, documentation: meaning }),
		};
	};
	const byJob = job === undefined ? undefined : facts.byJob?.[job];
	const closed = byJob ?? facts.enum ?? [];
	const values: unknown[] = [
		...closed,
		...(facts.suggest ?? []).filter((value) => !closed.includes(value as never)),
	];
	if (typesOf(facts).includes('boolean')) values.push(true, false);
	for (const value of [facts.uiDefault, facts.default]) {
		const plain =
			typeof value === 'number' ||
			(typeof value === 'string' &&
				value !== '' &&
				!value.startsWith('= ') &&
				closed.length === 0 &&
				!value.includes('('));
		if (plain && !values.includes(value)) values.push(value);
	}
	return values.map((value, index) => make(value, value === facts.uiDefault ? 0 : index + 1));
}

function completeArch(spot: Cursor, process: ProcessModel | undefined, text: string): readonly Suggestion[] {
	const suggestions: Suggestion[] = [];
	for (const name of archNames()) {
		const arch = archOf(name);
		if (arch === undefined) continue;
		const variant = variantOf(arch, name);
		const label = variant?.arch === name ? variant.label : arch.label;
		const rank = variant === undefined ? 2 : 1;
		suggestions.push({ label: name, kind: 'arch', detail: label, snippet: name, range: spot.range, rank });
		const edits = variant?.arch === name ? defaultEdits(text, process, variant.defaults) : [];
		if (edits.length === 0) continue;
		suggestions.push({
			label: l10n.t('{0} with its defaults', name),
			kind: 'arch',
			detail: label,
			documentation: l10n.t(
				'Also adds the settings that the toolkit’s own forms write for {0}:\n\n{1}',
				label,
				edits.map((edit) => `- \`${edit.newText.trim()}\``).join('\n'),
			),
			snippet: name,
			filter: `${name} defaults`,
			range: spot.range,
			rank: rank + 10,
			edits,
		});
	}
	return suggestions;
}

/** Adds the values of a variant that the configuration does not set. */
function defaultEdits(
	text: string,
	process: ProcessModel | undefined,
	defaults: Readonly<Record<string, unknown>>,
): readonly TextEdit[] {
	if (process === undefined) return [];
	const edits: TextEdit[] = [];
	for (const [path, value] of Object.entries(defaults)) {
		const parts = /^(model|train|sample|network)\.(\w+)$/.exec(path);
		const map = parts?.[1] === undefined ? undefined : mapOf(process.node, parts[1]);
		const key = parts?.[2];
		if (map === undefined || key === undefined || map.flow || entryOf(map, key) !== undefined) continue;
		const anchor = map.entries.findLast(
			(entry) =>
				!entry.merged &&
				entry.key !== 'arch' &&
				entry.value.kind === 'scalar' &&
				entry.value.range.end > entry.value.range.start,
		);
		if (anchor === undefined) continue;
		const edit = insertKey(text, map, key, written(value), anchor);
		if (edit !== undefined) edits.push(edit);
	}
	return edits;
}

/** A name that means itself in YAML, with and without quotes. */
const plainName = /^[\p{L}\p{M}\p{N}_.()-]+(?: [\p{L}\p{M}\p{N}_.()-]+)*$/u;

function completeDatasets(spot: Cursor, options: CheckOptions): readonly Suggestion[] {
	const names = options.datasets?.names?.() ?? [];
	const known = names.map((name, index): Suggestion => {
		const detail = stateOf(options.datasets, name);
		const folder = `${datasetsRoot}${name}`;
		const isPlain = plainName.test(name);
		return {
			label: folder,
			kind: 'dataset',
			snippet: plain(isPlain ? folder : datasetFolderText(name)),
			range: spot.range,
			rank: index,
			filter: `${spot.typed} ${folder}`,
			...(isPlain ? { inQuotes: plain(folder) } : {}),
			...compact({ detail }),
		};
	});
	return known.length > 0 || options.target === 'local'
		? known
		: [
				{
					label: datasetsRoot,
					kind: 'value',
					detail: l10n.t('datasets of the service'),
					snippet: plain(datasetsRoot),
					inQuotes: plain(datasetsRoot),
					range: spot.range,
					rank: 0,
				},
			];
}

function stateOf(datasets: DatasetKnowledge | undefined, name: string): string | undefined {
	if (datasets?.stateOf !== undefined) {
		const state = datasets.stateOf(name);
		return state && datasetStateText(state);
	}
	const facts = datasets?.lookup(name);
	if (facts === undefined || facts === 'missing') return undefined;
	const files = counted(facts.files.length, l10n.t('1 file'), l10n.t('{0} files'));
	return `${datasetStateText(facts.state)}, ${files}`;
}

/** Returns the flags, inside a preview prompt after two hyphens. */
function completeFlag(text: string, offset: number): readonly Suggestion[] | undefined {
	const start = lineStart(text, offset);
	const typed = /\s(--\w*)$/.exec(text.slice(start, offset));
	const line = text.slice(start, offset);
	if (typed?.[1] === undefined || !(/^\s*- +["']?[^\s:]+ /.test(line) || /\bprompt["']?\s*:/.test(line)))
		return undefined;
	const range = { start: offset - typed[1].length, end: offset };
	return [...promptFlags].map(
		([name, facts], index): Suggestion => ({
			label: `--${name}`,
			kind: 'flag',
			detail: facts.sets,
			snippet: `--${name} `,
			range,
			rank: index,
		}),
	);
}
