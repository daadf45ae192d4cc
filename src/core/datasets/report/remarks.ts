import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../base/bytes.ts';
import { counted } from '../../base/language.ts';
import { sizeLimits } from '../../wire/limits.ts';
import type { DatasetFile } from '../dataset.ts';
import type { FileTrouble } from '../disk/scannedFile.ts';
import type { ComparedPicture } from '../likeness.ts';
import type { Draft } from './drafts.ts';
import { splitName } from './fileKinds.ts';
import { nameTrouble, spelledName } from './fileNames.ts';
import type { FindingKind } from './findingKinds.ts';

interface Remark {
	readonly kind: FindingKind;
	readonly note: string;
}

const kindOfTrouble: Readonly<Record<FileTrouble['kind'], FindingKind>> = {
	empty: 'emptyFile',
	unreadable: 'unreadable',
	broken: 'brokenMedia',
	link: 'link',
};

/** Returns the remarks on a file alone. */
export function remarksOn(
	draft: Draft,
	/** The files of the dataset, by name. */
	existing: ReadonlyMap<string, DatasetFile>,
): readonly Remark[] {
	if (draft.out === undefined) return remarksOnSent(draft, existing);
	return [leftOutRemark(draft)];
}

function leftOutRemark({ out, file, uploadName }: Draft): Remark {
	const { kind, trouble, isFolder, caption, name } = file;
	if (out === 'person') return { kind: 'leftOut', note: trouble?.sentence ?? '' };
	if (out === 'name') return { kind: 'unsafeName', note: nameTrouble(uploadName)?.sentence ?? '' };
	if (out === 'control') return { kind: 'controlFolder', note: l10n.t('A control image.') };
	if (trouble !== undefined) return { kind: kindOfTrouble[trouble.kind], note: trouble.sentence };
	if (out === 'json')
		return { kind: 'jsonCaption', note: caption?.json === false ? l10n.t('The file is not JSON.') : '' };
	if (kind === 'unsupportedMedia') {
		const extension = splitName(name).extension.toLowerCase();
		return { kind: 'unsupported', note: l10n.t('The toolkit does not read .{0} files.', extension) };
	}
	const note = isFolder ? l10n.t('A folder, which was not opened.') : '';
	if (out === 'other') return { kind: 'otherCaption', note };
	return { kind: kind === 'cache' || kind === 'hidden' ? kind : 'other', note };
}

function remarksOnSent(draft: Draft, existing: ReadonlyMap<string, DatasetFile>): readonly Remark[] {
	const { file, uploadName } = draft;
	const remarks: Remark[] = [];
	const add = (kind: FindingKind, note: string) => remarks.push({ kind, note });
	const name = nameTrouble(uploadName);
	if (name !== undefined) add(name.kind, name.sentence);
	if (file.media?.animated) add('animatedWebp', l10n.t('Only its first frame is used.'));
	const size = sizeRemark(draft);
	if (size !== undefined)
		add(size, l10n.t('{0} × {1} pixels.', file.media?.width ?? 0, file.media?.height ?? 0));
	const { extension } = splitName(uploadName);
	if (draft.isMedia && extension !== extension.toLowerCase())
		add(
			'upperCaseExtension',
			l10n.t('"{0}" is found while training, but not as a control image.', extension),
		);
	if (file.bytes > sizeLimits.directUpload) add('large', `${describeBytes(file.bytes)}.`);
	if (file.folder !== '') add('subfolders', l10n.t('It is sent as "{0}".', uploadName));
	const before = existing.get(uploadName);
	if (before !== undefined)
		add(
			'overwrites',
			before.bytes === undefined
				? l10n.t('This one has {0}.', describeBytes(file.bytes))
				: l10n.t(
						'The dataset has one of {0}; this one has {1}.',
						describeBytes(before.bytes),
						describeBytes(file.bytes),
					),
		);
	if (file.caption?.long) add('longCaption', l10n.t('It has {0}.', describeBytes(file.bytes)));
	return remarks;
}

/** Pixels of a side below which a picture is very small. */
const fewPixels = 64;

/** Pixels above which a picture is very large. */
const manyPixels = 50_000_000;

function sizeRemark({ file: { kind, media } }: Draft): FindingKind | undefined {
	const { width, height } = media ?? {};
	if (kind !== 'image' || width === undefined || height === undefined) return undefined;
	if (Math.min(width, height) < fewPixels) return 'tinyPicture';
	return width * height > manyPixels ? 'hugePicture' : undefined;
}

/** Returns the media that have the same bytes as one before them, with that one. */
export function equalsAmong(media: readonly Draft[]): readonly (readonly [Draft, Draft])[] {
	const firsts = new Map<string, Draft>();
	return media.flatMap((draft) => {
		const { digest } = draft.file;
		const first = digest === undefined ? undefined : firsts.get(digest);
		if (digest !== undefined && first === undefined) firsts.set(digest, draft);
		return first === undefined ? [] : [[draft, first] as const];
	});
}

/** Returns the pictures that look like a larger one, or one of the same size before them, without being the same file, with that one. */
export function alikesAmong(
	images: readonly Draft[],
	compared: ReadonlyMap<string, ComparedPicture> = new Map(),
): readonly (readonly [Draft, Draft])[] {
	const kept = new Map<string, Draft>();
	const larger = new Map<Draft, Draft>();
	for (const draft of images.toSorted((a, b) => pixelsOf(b) - pixelsOf(a))) {
		const like = compared.get(draft.file.id)?.like ?? new Set();
		const [first] = [...like].flatMap((id) => kept.get(id) ?? []);
		if (first === undefined) kept.set(draft.file.id, draft);
		else if (draft.file.digest === undefined || draft.file.digest !== first.file.digest)
			larger.set(draft, first);
	}
	return images.flatMap((draft) => {
		const first = larger.get(draft);
		return first === undefined ? [] : [[draft, first] as const];
	});
}

function pixelsOf({ file: { media } }: Draft): number {
	return (media?.width ?? 0) * (media?.height ?? 0);
}

const encodingNotes = {
	utf8Marked: l10n.t('It begins with a byte order mark, which becomes part of the caption.'),
	utf16le: l10n.t('It is UTF-16.'),
	utf16be: l10n.t('It is UTF-16.'),
	other: l10n.t('It is not UTF-8; its letters are most likely of an older western encoding.'),
} as const;

/** Returns the remarks on the text of a caption that is sent. */
export function captionTrouble({ file, text }: Draft): readonly Remark[] {
	if (text !== undefined || file.caption === undefined) return [];
	const { blank, encoding } = file.caption;
	if (encoding !== 'utf8') return [{ kind: 'notUtf8', note: encodingNotes[encoding] }];
	// A text is composed only when it is shown: nearly all of thousands of captions have no problems.
	if (!blank) return [];
	const note =
		file.bytes === 0 ? l10n.t('The file is empty.') : l10n.t('The file contains only white space.');
	return [{ kind: 'emptyCaption', note }];
}

/** Returns the note on a file with a name that looks like that of another file. */
export function twinNote(draft: Draft, twin: Draft): string {
	const name = spelledName(twin.uploadName);
	return draft.uploadName.normalize('NFC') === twin.uploadName.normalize('NFC')
		? l10n.t('"{0}" differs only in the spelling of its accents.', name)
		: l10n.t('"{0}" differs only in letter case.', name);
}

/** Returns the note on a medium without a caption. */
export function missingNote(draft: Draft, drafts: ReadonlyMap<string, Draft>): string {
	const instead = drafts.get(draft.other ?? draft.json ?? '');
	return instead === undefined
		? l10n.t('There is no "{0}.txt".', draft.stem)
		: l10n.t('There is no "{0}.txt". There is "{1}".', draft.stem, instead.file.name);
}

/**
 * The name of a folder with repeats and a concept, as other trainers require it; not a year, nor a number with a
 * leading zero.
 */
const conceptName = /^([1-9]\d{0,2})_(\S.*)$/;

/** Returns the first medium of each folder with a name such as `30_cat`, with the keys of a configuration that mean the same. */
export function conceptNotes(media: readonly Draft[]): readonly (readonly [Draft, string])[] {
	const byFolder = Map.groupBy(media, ({ file }) => file.folder);
	return [...byFolder.values()].flatMap((drafts) => {
		const [first] = drafts;
		// The folder of the selection itself has no name within it.
		const name = first === undefined ? '' : basename(dirname(first.path));
		const [, repeats, concept] = conceptName.exec(name) ?? [];
		if (first === undefined || repeats === undefined || concept === undefined) return [];
		const count = counted(drafts.length, l10n.t('1 file'), l10n.t('{0} files'));
		const values = `num_repeats: ${repeats}, trigger_word: ${JSON.stringify(concept)}`;
		return [[first, l10n.t('"{0}" ({1}): {2}', name, count, values)] as const];
	});
}
