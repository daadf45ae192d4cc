import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { readWhole } from '../../base/disk/readWhole.ts';
import { counted } from '../../base/language.ts';
import { memberOf, recordIn, textOf } from '../../json/fields.ts';
import type { DiskStep } from '../disk/steps.ts';
import { decodeCaption, mostCaptionBytes } from './captionFacts.ts';
import { fillTemplate } from './captionTemplate.ts';
import type { AddedCaption, Change, ReplacingText } from './changes.ts';
import type { Draft } from './drafts.ts';
import { splitName } from './fileKinds.ts';
import type { FindingKind, FixKind } from './findingKinds.ts';
import { newNames } from './newNames.ts';
import type { Report } from './report.ts';

export interface FixInput {
	/** The template for `writeCaptions`: `{name}` and `{trigger}` are replaced. */
	readonly template?: string;
	readonly trigger?: string;
	/** Only these of the finding's files. */
	readonly ids?: readonly string[];
	/** Names that are in the dataset already. */
	readonly existing?: readonly string[];
	/** Texts of files that the fix reads, by id; see `textsFor`. */
	readonly texts?: ReadonlyMap<string, string>;
}

/** Returns the change of a fix to the upload; undefined if nothing is left to fix. Pure. */
export function fixChange(
	report: Report,
	kind: FindingKind,
	fix: FixKind,
	input: FixInput = {},
): Change | undefined {
	const drafts = draftsOfFinding(report, kind, input.ids);
	if (drafts.length === 0) return undefined;
	switch (fix) {
		case 'writeCaptions':
			return writeCaptions(drafts, input);
		case 'useJson':
		case 'useOther':
			return useTexts(report, drafts, fix, input);
		case 'recode': {
			const texts = new Map(drafts.flatMap((draft) => recoded(input, draft)));
			return texts.size === 0 ? undefined : { title: convertTitle(texts.size), texts };
		}
		case 'rename':
			return rename(report, kind, drafts, input);
		case 'leaveOut': {
			const mediaOf = mediaByStem(report);
			return leaveOut(drafts.flatMap((draft) => (draft.isMedia ? [draft] : [draft, ...mediaOf(draft)])));
		}
		case 'leaveOutImages':
		case 'leaveOutVideos': {
			const media = fix === 'leaveOutImages' ? 'image' : 'video';
			return leaveOut(sent(report).filter(({ file }) => file.kind === media));
		}
		case 'putBack': {
			const putBack = drafts.map(({ id }) => id);
			return {
				title: counted(putBack.length, l10n.t('Put Back 1 File'), l10n.t('Put Back {0} Files')),
				putBack,
			};
		}
	}
}

/** Returns the title of a change of the encoding of `count` captions. */
export function convertTitle(count: number): string {
	return counted(count, l10n.t('Convert 1 Caption'), l10n.t('Convert {0} Captions'));
}

/** Returns the title of a change with `count` new names. */
export function renameTitle(count: number): string {
	return counted(count, l10n.t('Rename 1 File'), l10n.t('Rename {0} Files'));
}

/** Returns the title of a change that takes `count` captions from files of other trainers. */
export function useTitle(count: number): string {
	return counted(
		count,
		l10n.t('Use 1 Caption of Another Trainer'),
		l10n.t('Use {0} Captions of Other Trainers'),
	);
}

/** Reads the texts that a fix needs; a file that cannot be read is missing, with a sentence. Never rejects. */
export async function textsFor(
	report: Report,
	kind: FindingKind,
	fix: FixKind,
	ids?: readonly string[],
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly problems: readonly string[] }> {
	const texts = new Map<string, string>();
	const problems: string[] = [];
	const sources = new Set<string | undefined>();
	if (fix === 'recode' || fix === 'useJson' || fix === 'useOther')
		for (const draft of draftsOfFinding(report, kind, ids)) sources.add(sourceOf(draft, fix) ?? draft.id);
	const unread = (name: string, why: string) =>
		problems.push(l10n.t('"{0}" cannot be read: {1}.', name, why));
	for (const id of sources) {
		const source = report.items.get(id ?? '');
		if (source === undefined || source.isMedia) continue;
		const { bytes, kind, name } = source.file;
		if (kind === 'captionTable') {
			const read = await readCaptionTable(source.path);
			if ('why' in read) unread(name, read.why);
			else for (const [medium, text] of ofTable(report, source, read.captions)) texts.set(medium, text);
		} else if (bytes > mostCaptionBytes) problems.push(l10n.t('"{0}" is too long for a caption.', name));
		else {
			const read = await readWhole(source.path, mostCaptionBytes);
			if ('why' in read) unread(name, read.why);
			else texts.set(source.id, decodeCaption(read.bytes));
		}
	}
	return { texts, problems };
}

/** Bytes of a table that is read: some 100,000 captions. */
const mostTableBytes = 50_000_000;

/** Members that have the caption, the usual ones first. */
const captionMembers = ['text', 'caption', 'prompt', 'description', 'tags'] as const;

/**
 * Reads the captions of a `metadata.jsonl`: a line of JSON for each medium, with its path below the folder as `file_name`. Returns them by
 * that path, or the reason why the file is not read. Never rejects.
 */
async function readCaptionTable(
	path: string,
): Promise<{ readonly captions: ReadonlyMap<string, string> } | { readonly why: string }> {
	const read = await readWhole(path, mostTableBytes);
	if ('why' in read) return read;
	const captions = new Map<string, string>();
	for (const line of decodeCaption(read.bytes).split(/\r?\n/)) {
		const record = recordIn(line);
		const name = textOf(record?.file_name);
		const text = record && textOf(memberOf(record, ...captionMembers));
		if (name !== undefined && text !== undefined) captions.set(name.replaceAll('\\', '/'), text);
	}
	return { captions };
}

/** Returns the steps that make a change on disk as well. Reads files, changes nothing. */
export async function diskStepsOf(report: Report, change: Change): Promise<readonly DiskStep[]> {
	const steps: DiskStep[] = [];
	const pathAfter = (draft: Draft): string => {
		const name = change.names?.get(draft.id);
		return name === undefined ? draft.path : join(dirname(draft.path), name);
	};
	for (const draft of draftsIn(report, change.texts)) {
		const previous = await captionAt(draft.path);
		const bytes = Buffer.from(change.texts?.get(draft.id)?.text ?? '');
		if (previous !== undefined) steps.push({ kind: 'write', path: draft.path, bytes, previous });
	}
	for (const draft of draftsIn(report, change.names)) {
		const to = pathAfter(draft);
		if (to !== draft.path) steps.push({ kind: 'rename', from: draft.path, to });
	}
	for (const draft of draftsIn(report, change.added)) {
		const { text, from } = change.added?.get(draft.id) ?? {};
		const source = from === undefined ? undefined : report.items.get(from);
		const copy = source && (await captionAt(source.path));
		const bytes = copy ?? Buffer.from(text ?? '');
		const path = pathAfter(draft);
		steps.push({ kind: 'write', path: join(dirname(path), `${splitName(basename(path)).stem}.txt`), bytes });
	}
	return steps;
}

async function captionAt(path: string): Promise<Buffer | undefined> {
	const read = await readWhole(path, mostCaptionBytes);
	return 'bytes' in read ? read.bytes : undefined;
}

function draftsOfFinding(report: Report, kind: FindingKind, ids?: readonly string[]): readonly Draft[] {
	const chosen = ids === undefined ? undefined : new Set(ids);
	const files = report.findings.find((finding) => finding.kind === kind)?.files ?? [];
	return files
		.filter(({ id }) => chosen === undefined || chosen.has(id))
		.flatMap(({ id }) => report.items.get(id) ?? []);
}

function draftsIn(report: Report, map: ReadonlyMap<string, unknown> | undefined): readonly Draft[] {
	return [...(map?.keys() ?? [])].flatMap((id) => report.items.get(id) ?? []);
}

function sent(report: Report): readonly Draft[] {
	return [...report.items.values()].filter(({ out }) => out === undefined);
}

/** Answers which media a caption belongs to, or seems to belong to. */
function mediaByStem(report: Report): (caption: Draft) => readonly Draft[] {
	const media = Map.groupBy(
		sent(report).filter((draft) => draft.isMedia),
		({ stem }) => stem,
	);
	return (caption) => {
		if (caption.near !== undefined) return [caption.near];
		return caption.isCaption ? (media.get(caption.stem) ?? []) : [];
	};
}

function leaveOut(drafts: readonly Draft[]): Change | undefined {
	const leftOut = [...new Set(drafts.map(({ id }) => id))];
	return leftOut.length === 0
		? undefined
		: {
				title: counted(leftOut.length, l10n.t('Leave Out 1 File'), l10n.t('Leave Out {0} Files')),
				leftOut,
			};
}

function writeCaptions(drafts: readonly Draft[], { template = '{name}', trigger = '' }: FixInput): Change {
	const textFor = (draft: Draft) => fillTemplate(template, { name: draft.stem, trigger });
	const media = drafts.filter((draft) => draft.isMedia);
	const captions = drafts.filter((draft) => draft.isCaption);
	return {
		title: counted(drafts.length, l10n.t('Write 1 Caption'), l10n.t('Write {0} Captions')),
		added: new Map<string, AddedCaption>(media.map((draft) => [draft.id, { text: textFor(draft) }])),
		texts: new Map(captions.map((draft) => [draft.id, inPlaceOf(draft, textFor(draft))])),
	};
}

/** Makes the text of another file of a medium its `.txt` caption. */
function useTexts(
	report: Report,
	drafts: readonly Draft[],
	fix: 'useJson' | 'useOther',
	{ texts }: FixInput,
): Change | undefined {
	const sources = new Set(drafts.map((draft) => (draft.isMedia ? sourceOf(draft, fix) : draft.id)));
	const captions = new Set(
		sent(report)
			.filter((draft) => draft.isCaption)
			.map(({ stem }) => stem),
	);
	const added = new Map<string, AddedCaption>();
	for (const medium of sent(report)) {
		const source = sourceOf(medium, fix);
		if (source === undefined || !sources.has(source)) continue;
		if (captions.has(medium.stem) || medium.added !== undefined) continue;
		const text = texts?.get(medium.id) ?? texts?.get(source);
		if (text !== undefined) added.set(medium.id, { text });
	}
	if (added.size === 0) return undefined;
	const title =
		fix === 'useOther'
			? useTitle(added.size)
			: counted(added.size, l10n.t('Use 1 JSON Caption'), l10n.t('Use {0} JSON Captions'));
	return { title, added };
}

/** Returns the id of the file that provides the caption of a medium in a fix. */
function sourceOf({ json, other }: Draft, fix: FixKind): string | undefined {
	if (fix === 'useJson') return json;
	return fix === 'useOther' ? other : undefined;
}

/** Returns the captions of a table by the ids of their media. */
function* ofTable(
	{ items }: Report,
	table: Draft,
	captions: ReadonlyMap<string, string>,
): Generator<readonly [string, string]> {
	const folder = table.file.folder === '' ? '' : `${table.file.folder}/`;
	for (const { id, isMedia, other, place } of items.values()) {
		const text = isMedia && other === table.id ? captions.get(place.slice(folder.length)) : undefined;
		if (text !== undefined) yield [id, text];
	}
}

function rename(
	report: Report,
	kind: FindingKind,
	drafts: readonly Draft[],
	{ existing = [] }: FixInput,
): Change | undefined {
	const names = newNames(report, kind, drafts, existing);
	if (names.size === 0) return undefined;
	const change: Change = { title: renameTitle(names.size), names };
	if (kind !== 'duplicateBaseName') return change;
	// Each renamed file gets its own copy of the caption that it shared.
	const captions = new Map(
		sent(report).flatMap((draft) => (draft.isFindableCaption ? [[draft.stem, draft.id] as const] : [])),
	);
	const added = new Map<string, AddedCaption>();
	for (const draft of drafts) {
		const from = captions.get(draft.stem);
		if (from !== undefined) added.set(draft.id, { from });
	}
	return { ...change, added };
}

function recoded({ texts }: FixInput, draft: Draft): readonly (readonly [string, ReplacingText])[] {
	const text = texts?.get(draft.id);
	return text === undefined ? [] : [[draft.id, inPlaceOf(draft, text)]];
}

function inPlaceOf({ file: { bytes, modifiedAt } }: Draft, text: string): ReplacingText {
	return { text, bytes, modifiedAt };
}
