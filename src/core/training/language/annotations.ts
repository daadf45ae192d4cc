import * as l10n from '@vscode/l10n';
import type { Finding, TextEdit, TextRange } from '../../base/findings.ts';
import { counted, numberText } from '../../base/language.ts';
import { datasetStateText } from '../../wire/datasetState.ts';
import { variantOf } from '../archs.ts';
import { configModel, type ProcessModel } from '../configModel.ts';
import type { CheckOptions } from '../context.ts';
import { pictureFile, videoFile } from '../rules/files.ts';
import { cleanName } from '../rules/names.ts';
import type { TrainingDocument } from '../yaml/document.ts';
import { type Entry, entryOf, numberOf, placeOfEntry, type TrainingNode } from '../yaml/node.ts';

/** A line of figures above a key. */
interface Lens {
	readonly range: TextRange;
	readonly title: string;
	readonly does: 'problems' | 'fixAll' | 'nothing';
}

/** Returns the lenses with the problems at a glance above the document, and the state of each dataset above its folder. */
export function trainingLenses(
	document: TrainingDocument,
	findings: readonly Finding[],
	options: CheckOptions = {},
): readonly Lens[] {
	const view = configModel(document);
	const top = view.root?.entries[0]?.keyRange ?? { start: 0, end: 0 };
	const errors = findings.filter((finding) => finding.severity === 'error').length;
	const warnings = findings.filter((finding) => finding.severity === 'warning').length;
	const parts = [
		errors > 0 ? counted(errors, l10n.t('1 error'), l10n.t('{0} errors')) : '',
		warnings > 0 ? counted(warnings, l10n.t('1 warning'), l10n.t('{0} warnings')) : '',
	].filter(Boolean);
	const lenses: Lens[] = [];
	if (parts.length > 0) lenses.push({ range: top, title: parts.join(', '), does: 'problems' });
	const fixable = findings.filter((finding) => finding.fixes?.some((fix) => fix.preferred === true)).length;
	if (fixable > 0)
		lenses.push({
			range: top,
			title: counted(fixable, l10n.t('Fix 1 Problem'), l10n.t('Fix {0} Problems')),
			does: 'fixAll',
		});
	for (const process of view.processes) {
		for (const dataset of process.datasets) {
			if (dataset.folder === undefined || dataset.name === undefined) continue;
			const facts = options.datasets?.lookup(dataset.name);
			if (facts === undefined) continue;
			const title =
				facts === 'missing'
					? l10n.t('{0}: not in this account', dataset.name)
					: `${dataset.name}: ${datasetStateText(facts.state)}, ${media(facts.files)}`;
			lenses.push({ range: dataset.folder.keyRange, title, does: 'nothing' });
		}
	}
	return lenses;
}

function media(files: readonly string[]): string {
	const images = files.filter((file) => pictureFile.test(file)).length;
	const videos = files.filter((file) => videoFile.test(file)).length;
	const parts = [
		images > 0 ? counted(images, l10n.t('1 image'), l10n.t('{0} images')) : '',
		videos > 0 ? counted(videos, l10n.t('1 video'), l10n.t('{0} videos')) : '',
	].filter(Boolean);
	return parts.length === 0 ? counted(files.length, l10n.t('1 file'), l10n.t('{0} files')) : parts.join(', ');
}

/** A small text after a value. */
interface Hint {
	readonly offset: number;
	readonly label: string;
	readonly tooltip: string;
}

/** Returns hints that spell out the numbers: images seen, checkpoints written, frames in seconds. */
export function trainingHints(document: TrainingDocument): readonly Hint[] {
	const hints: Hint[] = [];
	for (const process of configModel(document).processes) {
		const steps = numberOf(process.train, 'steps');
		addSteps(hints, process, steps);
		addCheckpoints(hints, process, steps);
		for (const dataset of process.datasets) addSeconds(hints, process, dataset.node, 'datasets[].fps', 24);
		if (process.sample === undefined) continue;
		addSeconds(hints, process, process.sample, 'sample.fps', 16);
		const shared = numberOf(process.sample, 'fps') ?? 16;
		for (const sample of process.samples)
			if (sample.item !== undefined) addSeconds(hints, process, sample.item, undefined, shared);
	}
	return hints.sort((one, other) => one.offset - other.offset);
}

function after(entry: Entry): number {
	return placeOfEntry(entry).end;
}

function addSteps(hints: Hint[], process: ProcessModel, steps: number | undefined): void {
	const entry = entryOf(process.train, 'steps');
	if (entry === undefined || steps === undefined || steps <= 0) return;
	const accumulation = Math.max(1, numberOf(process.train, 'gradient_accumulation') ?? 1);
	const seen = numberText(steps * Math.max(1, process.batchSize) * accumulation);
	hints.push({
		offset: after(entry),
		label:
			process.arch?.kind === 'audio'
				? l10n.t('{0} items seen', seen)
				: process.datasets.some((dataset) => dataset.moving)
					? l10n.t('{0} videos seen', seen)
					: l10n.t('{0} images seen', seen),
		tooltip:
			accumulation === 1
				? l10n.t('{0} steps x batch_size {1}', steps, process.batchSize)
				: l10n.t(
						'{0} steps x batch_size {1} x gradient_accumulation {2}',
						steps,
						process.batchSize,
						accumulation,
					),
	});
}

function addCheckpoints(hints: Hint[], process: ProcessModel, steps: number | undefined): void {
	const entry = entryOf(process.save, 'save_every');
	const every = numberOf(process.save, 'save_every');
	if (entry === undefined || every === undefined || every < 1 || steps === undefined || steps < 1) return;
	// The last step is written as the final file, without a step in its name.
	const written = Math.ceil(steps / every) - 1;
	const keep = numberOf(process.save, 'max_step_saves_to_keep') ?? 5;
	const kept = Math.min(written, keep);
	hints.push({
		offset: after(entry),
		label:
			written < 1
				? l10n.t('only the final file')
				: counted(
						written,
						l10n.t('1 checkpoint and the final file'),
						l10n.t('{0} checkpoints and the final file'),
					),
		tooltip:
			kept < written
				? l10n.t('{0} steps, one every {1}; the newest {2} are kept.', steps, every, kept)
				: l10n.t('{0} steps, one every {1}.', steps, every),
	});
}

function addSeconds(
	hints: Hint[],
	process: ProcessModel,
	node: TrainingNode,
	fpsDefault: string | undefined,
	fallback: number,
): void {
	const entry = entryOf(node, 'num_frames');
	const frames = numberOf(node, 'num_frames');
	if (entry === undefined || frames === undefined || frames <= 1) return;
	const usual =
		process.arch === undefined || fpsDefault === undefined
			? undefined
			: variantOf(process.arch, process.archText ?? '')?.defaults[fpsDefault];
	const fps = numberOf(node, 'fps') ?? (typeof usual === 'number' && usual > 1 ? usual : fallback);
	if (fps <= 0) return;
	hints.push({
		offset: after(entry),
		label: `${numberText(Math.round((frames / fps) * 10) / 10, { useGrouping: false })} s`,
		tooltip: l10n.t('{0} frames at {1} fps', frames, fps),
	});
}

export interface OutlineItem {
	readonly name: string;
	readonly detail: string;
	readonly kind: 'section' | 'item' | 'value';
	readonly range: TextRange;
	readonly selection: TextRange;
	readonly children: readonly OutlineItem[];
}

/** Sections, processes, datasets and previews by name. */
export function trainingOutline(document: TrainingDocument): readonly OutlineItem[] {
	return outline(document.root, 0);
}

function outline(node: TrainingNode | undefined, depth: number): readonly OutlineItem[] {
	if (node === undefined || node.kind === 'scalar' || depth > 12) return [];
	if (node.kind === 'map') {
		return node.entries
			.filter((entry) => !entry.merged)
			.map((entry) => {
				const { value } = entry;
				const inside = value.range.start >= entry.keyRange.end;
				return {
					name: entry.key === '' ? l10n.t('(no key)') : entry.key,
					detail:
						value.kind === 'scalar'
							? value.source.slice(0, 60)
							: value.kind === 'list'
								? counted(value.items.length, l10n.t('1 item'), l10n.t('{0} items'))
								: '',
					kind: value.kind === 'scalar' ? 'value' : 'section',
					range: {
						start: entry.keyRange.start,
						end: inside ? Math.max(value.range.end, entry.keyRange.end) : entry.keyRange.end,
					},
					selection: entry.keyRange,
					children: inside ? outline(value, depth + 1) : [],
				};
			});
	}
	// An alias leads to a place further up, which is listed there.
	const own = node.items.filter(
		(item) => item.range.start > node.range.start && item.range.end <= node.range.end,
	);
	return own.map((item, index) => ({
		name: itemName(item, index),
		detail: '',
		kind: 'item',
		range: item.range,
		selection: { start: item.range.start, end: item.range.start },
		children: item.kind === 'scalar' ? [] : outline(item, depth + 1),
	}));
}

function itemName(item: TrainingNode, index: number): string {
	if (item.kind === 'scalar') return item.source.slice(0, 60) || String(index + 1);
	for (const key of ['type', 'prompt', 'folder_path']) {
		const value = entryOf(item, key)?.value;
		if (value?.kind === 'scalar' && value.source !== '') return value.source.slice(0, 60);
	}
	return String(index + 1);
}

interface Link {
	readonly range: TextRange;
	readonly url: string;
	readonly tooltip: string;
}

const hubId = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*(?:\/\S*)?$/;

/** Returns the links from weights and adapters to their pages on the model hub. */
export function trainingLinks(document: TrainingDocument): readonly Link[] {
	const links: Link[] = [];
	for (const process of configModel(document).processes) {
		for (const key of [
			'name_or_path',
			'extras_name_or_path',
			'assistant_lora_path',
			'te_name_or_path',
			'qtype',
		]) {
			const entry = entryOf(process.model, key);
			if (entry?.value.kind !== 'scalar' || typeof entry.value.value !== 'string') continue;
			const text = entry.value.source;
			const id = key === 'qtype' ? (text.split('|')[1] ?? '') : text;
			if (!hubId.test(id)) continue;
			const [owner, name] = id.split('/');
			const start = document.text.indexOf(id, entry.value.range.start);
			if (start < 0 || start + id.length > entry.value.range.end) continue;
			links.push({
				range: { start, end: start + id.length },
				url: `https://huggingface.co/${owner}/${name}`,
				tooltip: l10n.t('Open the page of these weights'),
			});
		}
	}
	return links;
}

/** Returns the range of the job name, if the offset is on it. */
export function renameTarget(document: TrainingDocument, offset: number): TextRange | undefined {
	const name = configModel(document).name;
	if (name?.value.kind !== 'scalar') return undefined;
	const { range } = name.value;
	const quoted = name.value.style === 'single' || name.value.style === 'double' ? 1 : 0;
	return offset >= range.start && offset <= range.end && range.end > range.start
		? { start: range.start + quoted, end: range.end - quoted }
		: undefined;
}

/** Renames the job; `[name]` elsewhere follows automatically. Undefined for a name that the service does not accept. */
export function renameJob(
	document: TrainingDocument,
	offset: number,
	name: string,
): readonly TextEdit[] | undefined {
	const target = renameTarget(document, offset);
	if (target === undefined || cleanName(name) !== name || name === '') return undefined;
	const edits: TextEdit[] = [{ range: target, newText: name }];
	const { name: own, metaName: meta } = configModel(document);
	if (meta?.value.kind !== 'scalar' || own?.value.kind !== 'scalar') return edits;
	if (meta.value.source === own.value.source) edits.push({ range: meta.value.range, newText: '"[name]"' });
	return edits;
}
