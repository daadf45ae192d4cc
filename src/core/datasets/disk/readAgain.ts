import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { compact } from '../../base/compact.ts';
import { readWhole } from '../../base/disk/readWhole.ts';
import { inParallel } from '../../base/parallel.ts';
import { type ComparedPicture, compared } from '../likeness.ts';
import type { Change } from '../report/changes.ts';
import type { Draft } from '../report/drafts.ts';
import { splitName } from '../report/fileKinds.ts';
import type { Report } from '../report/report.ts';
import { isAsChosen } from '../upload/upload.ts';
import { lookAt, mostTextBytes } from './fileSystem.ts';

/** Captions that are looked at at the same time. */
const atOnce = 16;

/**
 * Returns the changes to keep after the files were read again. Drops texts for files that have changed, captions for
 * media that now have one, and steps on disk, which the files now contain.
 * @param report the report on the files as they are now, with the changes.
 */
export function changesLeft(changes: readonly Change[], { items }: Report): readonly Change[] {
	const captioned = new Set<string>();
	for (const draft of items.values())
		if (draft.isFindableCaption && draft.out === undefined) captioned.add(draft.stem);
	return changes.map((change) => changeLeft(change, items, captioned)).filter(isOfUse);
}

function changeLeft(change: Change, items: Report['items'], captioned: ReadonlySet<string>): Change {
	const { names, texts, added, ...rest } = change;
	const written = new Set(change.disk?.flatMap((step) => (step.kind === 'write' ? [step.path] : [])));
	const left = {
		names: some(names, (id) => items.has(id)),
		texts: some(texts, (id, { bytes, modifiedAt }) => {
			const file = items.get(id)?.file;
			return !written.has(id) && file?.bytes === bytes && file.modifiedAt === modifiedAt;
		}),
		added: some(added, (id, { from }) => {
			const medium = items.get(id);
			if (medium === undefined || written.has(captionPath(id)) || captioned.has(medium.stem)) return false;
			return from === undefined || items.has(from);
		}),
	};
	return { ...rest, ...compact(left) };
}

/**
 * Counts the captions that would be sent as a fix left them although they were changed on disk since, or written there only now. Reads
 * them; never rejects.
 * @param report the report on the files as they were last read, with the changes.
 */
export async function captionsChangedSince(changes: readonly Change[], { items }: Report): Promise<number> {
	const written = writtenOnDisk(changes);
	// If letter case does not count, a file of the selection may be found under another name.
	const known = new Set([...items.values()].map(({ path }) => path.toLowerCase()));
	const fixed = [...items.values()].filter(
		({ out, text, added }) => out === undefined && (text ?? added) !== undefined,
	);
	let changed = 0;
	await inParallel(fixed, atOnce, async (draft) => {
		const path = draft.isCaption ? draft.path : captionPath(draft.path);
		const left = written.get(path);
		const now = await lookAt(path, true);
		if (!now?.isFile() || (left === undefined && isAsRead(draft, path, now, known))) return;
		const sent = left ?? Buffer.from(draft.text ?? draft.added?.text ?? '');
		if (now.size !== sent.length || !(await hasContent(path, sent))) changed++;
	});
	return changed;
}

/**
 * Returns captions that fixes made for the upload alone, by the absolute path of the caption file. Captions written on disk as well are
 * read from there, with the person's later changes.
 */
export function captionsInUploadOnly(
	changes: readonly Change[],
	{ items }: Report,
): ReadonlyMap<string, string> {
	const written = writtenOnDisk(changes);
	const texts = new Map<string, string>();
	for (const { isCaption, path, text, added, out } of items.values()) {
		if (out !== undefined) continue;
		if (isCaption && text !== undefined) texts.set(path, text);
		else if (!isCaption && added?.text !== undefined) texts.set(captionPath(path), added.text);
	}
	for (const [path, bytes] of written)
		if (Buffer.from(texts.get(path) ?? '').equals(bytes)) texts.delete(path);
	return texts;
}

/** Absolute path of a caption file to send, and its name in the upload. */
export interface SentCaption {
	readonly path: string;
	readonly name: string;
}

/**
 * Returns the caption files that the upload sends for a medium although they are not in the place for captions of that
 * medium on disk: their name has another spelling, or they are in another folder. The keys are the absolute paths of
 * those places.
 */
export function captionsFromElsewhere({ items }: Report): ReadonlyMap<string, SentCaption> {
	const captions = new Map<string, Draft>();
	for (const draft of items.values())
		if (draft.out === undefined && draft.isFindableCaption) captions.set(draft.stem, draft);
	const sources = new Map<string, SentCaption>();
	for (const { isMedia, path, stem, added, out } of items.values()) {
		const caption = isMedia && out === undefined && added === undefined ? captions.get(stem) : undefined;
		if (caption !== undefined && caption.path !== captionPath(path))
			sources.set(captionPath(path), { path: caption.path, name: caption.uploadName });
	}
	return sources;
}

/** Collects the texts that the changes have left on disk, by their current path. */
function writtenOnDisk(changes: readonly Change[]): ReadonlyMap<string, Uint8Array> {
	const written = new Map<string, Uint8Array>();
	for (const step of changes.flatMap(({ disk = [] }) => disk)) {
		const bytes = step.kind === 'write' ? step.bytes : written.get(step.from);
		if (bytes === undefined) continue;
		if (step.kind === 'rename') written.delete(step.from);
		written.set(step.kind === 'write' ? step.path : step.to, bytes);
	}
	return written;
}

/** Returns whether the caption at a path is unchanged since it was read: the same file, or still none. */
function isAsRead({ file, isCaption }: Draft, path: string, now: Stats, known: ReadonlySet<string>): boolean {
	if (!isCaption) return known.has(path.toLowerCase());
	return isAsChosen(file, { bytes: now.size, modifiedAt: now.mtimeMs });
}

/** Returns whether a file has this content; true for an unreadable file. */
async function hasContent(path: string, content: Uint8Array): Promise<boolean> {
	const read = await readWhole(path, mostTextBytes);
	return 'why' in read || read.bytes.equals(content);
}

/** Returns the matching entries; `undefined` if none match. */
function some<T>(
	map: ReadonlyMap<string, T> | undefined,
	fits: (id: string, value: T) => boolean,
): ReadonlyMap<string, T> | undefined {
	const fitting = [...(map ?? [])].filter(([id, value]) => fits(id, value));
	return fitting.length === 0 ? undefined : new Map(fitting);
}

function captionPath(medium: string): string {
	return join(dirname(medium), `${splitName(basename(medium)).stem}.txt`);
}

/** Returns whether a change has an effect, or can be undone. */
function isOfUse({ title: _title, disk = [], ...rest }: Change): boolean {
	return disk.length > 0 || Object.keys(rest).length > 0;
}

/** Returns the pictures whose file is the same in two scans, each compared with all; changed ones are to be compared again. */
export function comparedWhereSame(
	known: ReadonlyMap<string, ComparedPicture>,
	before: readonly { readonly id: string }[],
	after: readonly { readonly id: string }[],
): ReadonlyMap<string, ComparedPicture> {
	const earlier = new Map(before.map((file) => [file.id, file]));
	const same = after.filter((file) => isDeepStrictEqual(file, earlier.get(file.id)));
	return compared(
		new Map(),
		same.flatMap(({ id }) => (known.has(id) ? [{ ...known.get(id), id }] : [])),
	);
}
