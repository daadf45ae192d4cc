import { join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { inParallel } from '../base/parallel.ts';
import { fileStamp } from '../transfers/fileStamp.ts';
import { type CaptionOnDisk, readCaption } from './captionFile.ts';
import { type CaptionContent, sameContent, shownText } from './content.ts';
import type { Listing } from './listing.ts';
import { type Pair, pairsOf, shownMedium } from './pairs.ts';
import type { CaptionRow } from './row.ts';
import type { UploadCaptions } from './uploadCaptions.ts';

export type CaptionSources = Pick<UploadCaptions, 'sourceFor'>;

/** One row: its media, its caption on disk, and the unsaved text. */
export interface Entry {
	readonly pair: Pair;
	/** The path that the caption is written to: for a link, the file that it leads to. */
	readonly path: string;
	/** The file of the folder that an upload takes the caption from, if that is not the one next to the medium. */
	readonly source?: CaptionRow['source'];
	disk: CaptionOnDisk;
	/** Changes with the visible medium; undefined without one. */
	medium: string | undefined;
	unsaved?: CaptionRow['unsaved'];
}

/** Files that are read or written at the same time. */
export const atOnce = 16;

/** Links that leave the folder are neither read nor written through. */
const linkedAway: CaptionOnDisk = {
	content: {
		kind: 'unreadable',
		reason: l10n.t('This is not a file, or it is a link that leaves the folder.'),
	},
	stamp: 'left out',
};

/** The media and captions of a folder, with their content when last read. */
export class CaptionEntries {
	readonly #root: string;
	readonly #uploads: CaptionSources;
	readonly #entries = new Map<string, Entry>();
	/** The row of each medium, and of each file that contains the caption of another medium. */
	readonly #byFile = new Map<string, string>();
	#leftOut = 0;

	constructor(root: string, uploads: CaptionSources) {
		this.#root = root;
		this.#uploads = uploads;
	}

	/** Hidden files: links to other places and special files. */
	get leftOut(): number {
		return this.#leftOut;
	}

	get(id: string): Entry | undefined {
		return this.#entries.get(id);
	}

	all(): readonly Entry[] {
		return [...this.#entries.values()];
	}

	/** Returns the row that shows a medium of this path, or has its caption from there. */
	rowOfFile(path: string): string | undefined {
		return this.#byFile.get(path);
	}

	/** Updates the entries from a listing, and reads the captions that changed. Returns the ids of the changed rows. */
	async take(listing: Listing): Promise<readonly string[]> {
		const known = new Map(this.#entries);
		const leftOut = new Set(listing.leftOut);
		this.#entries.clear();
		this.#byFile.clear();
		const pairs = pairsOf(listing.files);
		const files = new Set(listing.files);
		const captions = new Set(pairs.map(({ caption }) => caption));
		const isFree = (file: string) => files.has(file) && !captions.has(file);
		for (const pair of pairs) {
			const before = known.get(pair.caption);
			const source = files.has(pair.caption) ? undefined : this.#sourceOf(pair.caption, isFree);
			const file = source?.path ?? pair.caption;
			const path = listing.links.get(file) ?? join(this.#root, file);
			const disk = before?.disk ?? { content: { kind: 'missing' }, stamp: 'missing' };
			this.#entries.set(pair.caption, {
				pair,
				path,
				disk,
				medium: before?.medium,
				...compact({ source, unsaved: before?.unsaved }),
			});
			for (const medium of pair.media) this.#byFile.set(medium.path, pair.caption);
			if (source !== undefined) this.#byFile.set(source.path, pair.caption);
		}
		// Text typed for a temporarily missing medium must not be lost with it.
		for (const [id, entry] of known)
			if (entry.unsaved !== undefined && !this.#entries.has(id)) this.#entries.set(id, entry);
		this.#leftOut = leftOut.size;
		return this.#changedOf(this.all(), (entry) => {
			if (!leftOut.has(entry.pair.caption)) return this.#look(entry);
			if (entry.disk === linkedAway) return false;
			entry.disk = linkedAway;
			clash(entry);
			return true;
		});
	}

	/** Reads these rows again. Returns the ids of those that changed. */
	look(ids: readonly string[]): Promise<readonly string[]> {
		const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
		return this.#changedOf(entries, (entry) => entry.disk !== linkedAway && this.#look(entry));
	}

	/** Returns the file of this folder that an upload sends as the caption; only one that no other row has. */
	#sourceOf(caption: string, isFree: (file: string) => boolean): Entry['source'] {
		const sent = this.#uploads.sourceFor(join(this.#root, caption));
		if (sent === undefined) return undefined;
		const path = relative(this.#root, sent.path).split(sep).join('/');
		return isFree(path) ? { path, name: sent.name } : undefined;
	}

	async #changedOf(
		entries: readonly Entry[],
		look: (entry: Entry) => boolean | Promise<boolean>,
	): Promise<readonly string[]> {
		const changed: string[] = [];
		await inParallel(entries, atOnce, async (entry) => {
			const [caption, medium] = await Promise.all([look(entry), this.#lookAtMedium(entry)]);
			if (caption || medium) changed.push(entry.pair.caption);
		});
		return changed;
	}

	/** Reads a changed caption; false if it has not changed. */
	async #look(entry: Entry): Promise<boolean> {
		// The disk is checked even if no such name is listed: it may ignore case.
		if ((await fileStamp(entry.path)) === entry.disk.stamp) return false;
		const now = await readCaption(entry.path);
		const same = sameContent(now.content, entry.disk.content);
		entry.disk = now;
		if (!same) clash(entry);
		return !same;
	}

	/** Returns whether the visible medium has changed. */
	async #lookAtMedium(entry: Entry): Promise<boolean> {
		const shown = shownMedium(entry.pair.media);
		if (shown === undefined) return false;
		const before = entry.medium;
		entry.medium = await fileStamp(join(this.#root, shown.path));
		return entry.medium !== before;
	}
}

/** Marks a row if its file changed while its text was edited. */
export function clash(entry: Entry): void {
	if (entry.unsaved === undefined) return;
	const { text } = entry.unsaved;
	if (text === shownText(entry.disk.content) && entry.disk.content.kind === 'text') delete entry.unsaved;
	else entry.unsaved = { text, why: 'changedOnDisk' };
}

export function rowOf({ pair, disk, medium, unsaved, source }: Entry): CaptionRow {
	const shown = shownMedium(pair.media);
	const media = pair.media.map((each) => {
		const { path, kind } = each;
		return each === shown && medium !== undefined ? { path, kind, version: medium } : { path, kind };
	});
	return { id: pair.caption, media, caption: shownCaption(disk.content), ...compact({ unsaved, source }) };
}

function shownCaption(content: CaptionContent): CaptionRow['caption'] {
	switch (content.kind) {
		case 'text':
			return { kind: 'text', text: shownText(content) };
		case 'foreign':
			return { kind: 'foreign', text: shownText(content), encoding: content.encoding };
		default:
			return content;
	}
}

/** Returns whether two lists of entries are the same rows in the same order. */
export function sameRows(before: readonly Entry[], after: readonly Entry[]): boolean {
	return before.length === after.length && before.every((entry, index) => sameEntry(entry, after[index]));
}

function sameEntry({ pair: a, source }: Entry, other: Entry | undefined): boolean {
	const b = other?.pair;
	return (
		a.caption === b?.caption &&
		a.media.length === b.media.length &&
		a.media.every(({ path }, index) => path === b.media[index]?.path) &&
		source?.path === other?.source?.path &&
		source?.name === other?.source?.name
	);
}
