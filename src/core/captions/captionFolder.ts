import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { Emitter } from '../base/emitter.ts';
import type { Failure } from '../base/failure.ts';
import { counted } from '../base/language.ts';
import { inParallel } from '../base/parallel.ts';
import {
	atOnce,
	CaptionEntries,
	type CaptionSources,
	clash,
	type Entry,
	rowOf,
	sameRows,
} from './captionEntries.ts';
import { writeCaption } from './captionFile.ts';
import { type CaptionContent, converted, sameContent, shownText, withText } from './content.ts';
import type { CaptionEdit } from './edits.ts';
import { type Direction, History, type HistoryChange, type HistoryStep } from './history.ts';
import { listFolder } from './listing.ts';
import type { CaptionDraft, CaptionOutcome, CaptionsHistory } from './messages.ts';
import { changedText, type Failed, outcomeOf, redoneText, undoneText } from './outcome.ts';
import type { CaptionRow } from './row.ts';

const noUploads: CaptionSources = { sourceFor: () => undefined };

/**
 * The captions of a folder: the texts on disk, the unsaved texts, and the steps that can be undone. Files are written one action after the
 * other, and never if they have changed since they were read.
 */
export class CaptionFolder {
	readonly root: string;
	readonly #entries: CaptionEntries;
	readonly #history = new History();
	readonly #changed = new Emitter<readonly string[]>();
	/** The rows of these captions changed. */
	readonly onDidChange = this.#changed.event;
	readonly #listed = new Emitter<void>();
	/** Rows were added or removed. */
	readonly onDidChangeList = this.#listed.event;
	/** Texts that were not saved, of captions that the folder does not have now: its disk is away, or a medium is. */
	readonly #waiting = new Map<string, CaptionDraft>();
	#problem: Failure | undefined;
	/** The end of the queue of actions. */
	#last: Promise<unknown> = Promise.resolve();

	private constructor(root: string, uploads: CaptionSources) {
		this.root = root;
		this.#entries = new CaptionEntries(root, uploads);
	}

	/**
	 * Reads a folder. One that cannot be listed has no rows and a reason (`problem`); it may be back later, and typed
	 * text for it waits until then.
	 * @param uploads when its answers change, the folder is to be read again.
	 */
	static async open(root: string, uploads: CaptionSources = noUploads): Promise<CaptionFolder> {
		const folder = new CaptionFolder(root, uploads);
		await folder.refresh();
		return folder;
	}

	/** Hidden files: links to other places and special files. */
	get leftOut(): number {
		return this.#entries.leftOut;
	}

	/** Returns the failure of the latest attempt to list the folder. */
	get problem(): Failure | undefined {
		return this.#problem;
	}

	/** Returns the unsaved captions without a row. Each is restored when its row appears. */
	get waiting(): readonly CaptionDraft[] {
		return [...this.#waiting.values()];
	}

	rows(): readonly CaptionRow[] {
		return this.#entries.all().map(rowOf);
	}

	row(id: string): CaptionRow | undefined {
		const entry = this.#entries.get(id);
		return entry && rowOf(entry);
	}

	/**
	 * Returns the row of a file: the file itself if it is a caption, else the row that shows this medium or takes its caption from there.
	 */
	rowOfFile(path: string): string | undefined {
		return this.#entries.get(path) === undefined ? this.#entries.rowOfFile(path) : path;
	}

	/** Describes the effect of undo and redo; a direction without a step is absent. */
	history(): CaptionsHistory {
		const undo = this.#history.next('undo');
		const redo = this.#history.next('redo');
		return compact({ undo: undo && describeStep(undo), redo: redo && describeStep(redo) });
	}

	/** Keeps the text being typed; without a text the person gave it up. */
	draft(id: string, text: string | undefined): void {
		const entry = this.#entries.get(id);
		if (entry === undefined || !isEditable(entry.disk.content)) return;
		if (text === undefined) {
			if (entry.unsaved?.why !== 'typing') return;
			delete entry.unsaved;
			// The view may have received it with a whole list, and would restore it.
			this.#changed.fire([id]);
			return;
		}
		if (entry.unsaved === undefined && text === shownText(entry.disk.content)) return;
		entry.unsaved = entry.unsaved === undefined ? { text, why: 'typing' } : { ...entry.unsaved, text };
	}

	/** Writes the typed text. If the file has changed meanwhile, both texts are kept until the person chooses. */
	commit(id: string, text: string): Promise<void> {
		return this.#inTurn(async () => {
			const entry = this.#entries.get(id);
			if (entry === undefined || !isEditable(entry.disk.content)) return;
			if (entry.unsaved?.why === 'changedOnDisk') entry.unsaved = { ...entry.unsaved, text };
			else await this.#write(entry, text);
			this.#changed.fire([id]);
		});
	}

	/**
	 * Restores the unsaved texts from before a reload: written if the file is unchanged, kept otherwise. A caption
	 * without a row waits for it.
	 */
	restore(drafts: readonly CaptionDraft[]): Promise<void> {
		return this.#inTurn(async () => {
			for (const draft of drafts) await this.#takeIn(draft);
			this.#changed.fire(drafts.map(({ id }) => id));
		});
	}

	/** Writes all that is still being typed, for a view that closes. */
	flush(): Promise<void> {
		return this.#inTurn(async () => {
			for (const entry of this.#entries.all())
				if (entry.unsaved?.why === 'typing') await this.#write(entry, entry.unsaved.text);
		});
	}

	/** Applies computed changes as one step. Skips a caption if its text has changed since it was shown. */
	apply(edits: readonly CaptionEdit[]): Promise<CaptionOutcome> {
		return this.#inTurn(async () => {
			let moved = 0;
			const changes = edits.flatMap(({ id, before, after }): HistoryChange[] => {
				const entry = this.#entries.get(id);
				const content = entry?.disk.content;
				// Only typing makes a new file.
				const same = content?.kind === 'text' && !entry?.unsaved && shownText(content) === before;
				if (same) return [{ id, before: content, after: withText(content, after) }];
				moved++;
				return [];
			});
			const { done, changed, failed } = await this.#writeAll(changes);
			this.#history.push(done);
			this.#changed.fire(edits.map(({ id }) => id));
			return outcomeOf(changedText(done.length), done, moved + changed, failed);
		});
	}

	undo(): Promise<CaptionOutcome> {
		return this.#travel('undo');
	}

	redo(): Promise<CaptionOutcome> {
		return this.#travel('redo');
	}

	/** Ends a conflict with the text that is on disk. */
	takeTheirs(id: string): Promise<void> {
		return this.#inTurn(async () => {
			const entry = this.#entries.get(id);
			if (entry?.unsaved === undefined) return;
			delete entry.unsaved;
			this.#changed.fire([id]);
		});
	}

	/** Ends a conflict, or a failed write, by writing the typed text. */
	keepMine(id: string): Promise<void> {
		return this.#inTurn(async () => {
			const entry = this.#entries.get(id);
			if (entry?.unsaved === undefined || entry.disk.content.kind === 'foreign') return;
			await this.#write(entry, entry.unsaved.text);
			this.#changed.fire([id]);
		});
	}

	/** Writes a caption that is not UTF-8 again as UTF-8. */
	convert(id: string): Promise<void> {
		return this.#inTurn(async () => {
			const entry = this.#entries.get(id);
			if (entry?.disk.content.kind !== 'foreign') return;
			const change = { id, before: entry.disk.content, after: converted(entry.disk.content) };
			this.#history.push((await this.#writeAll([change])).done);
			this.#changed.fire([id]);
		});
	}

	/** Looks at the folder again: new and removed media, and captions that were changed by others. */
	refresh(): Promise<void> {
		return this.#inTurn(async () => {
			const listing = await listFolder(this.root);
			this.#problem = listing.ok ? undefined : listing.failure;
			if (!listing.ok) return this.#listed.fire();
			const before = this.#entries.all();
			const changed = await this.#entries.take(listing.value);
			for (const draft of this.waiting) await this.#takeIn(draft);
			if (!sameRows(before, this.#entries.all())) this.#listed.fire();
			else if (changed.length > 0) this.#changed.fire(changed);
		});
	}

	/** Looks at these rows again, for a caller that knows which files were touched. */
	look(ids: readonly string[]): Promise<void> {
		return this.#inTurn(async () => {
			const changed = await this.#entries.look(ids);
			if (changed.length > 0) this.#changed.fire(changed);
		});
	}

	/** Settles when all operations requested so far are done. */
	async settled(): Promise<void> {
		await this.#last;
	}

	async #takeIn(draft: CaptionDraft): Promise<void> {
		const { id, text, base } = draft;
		const entry = this.#entries.get(id);
		if (entry === undefined) {
			this.#waiting.set(id, draft);
			return;
		}
		this.#waiting.delete(id);
		const now = shownText(entry.disk.content);
		if (entry.unsaved !== undefined || text === now) return;
		if (now === base && isEditable(entry.disk.content)) await this.#write(entry, text);
		else entry.unsaved = { text, why: 'changedOnDisk' };
	}

	/** Writes one typed text as a separate step; unwritten text stays with the entry as unsaved. */
	async #write(entry: Entry, text: string): Promise<void> {
		const before = entry.disk.content;
		const after = before.kind === 'missing' && text === '' ? before : withText(before, text);
		if (sameContent(before, after)) {
			delete entry.unsaved;
			return;
		}
		const outcome = await writeCaption(entry.path, entry.disk, after);
		if (outcome.kind === 'written') {
			entry.disk = { content: after, stamp: outcome.stamp };
			delete entry.unsaved;
			this.#history.push([{ id: entry.pair.caption, before, after }]);
		} else if (outcome.kind === 'changed') {
			entry.disk = outcome.now;
			entry.unsaved = { text, why: 'changedOnDisk' };
			clash(entry);
		} else entry.unsaved = { text, why: 'notWritten', problem: outcome.reason };
	}

	async #writeAll(changes: readonly HistoryChange[]): Promise<Written> {
		const done: HistoryChange[] = [];
		const failed: Failed[] = [];
		let changed = 0;
		await inParallel(changes, atOnce, async (change) => {
			const entry = this.#entries.get(change.id);
			if (entry === undefined) {
				changed++;
				return;
			}
			const outcome = await writeCaption(entry.path, entry.disk, change.after);
			if (outcome.kind === 'written') {
				entry.disk = { content: change.after, stamp: outcome.stamp };
				done.push(change);
			} else if (outcome.kind === 'changed') {
				entry.disk = outcome.now;
				changed++;
			} else failed.push({ change, reason: outcome.reason });
		});
		return { done, changed, failed };
	}

	#travel(direction: Direction): Promise<CaptionOutcome> {
		return this.#inTurn(async () => {
			const step = this.#history.next(direction);
			if (step === undefined)
				return {
					ids: [],
					text:
						direction === 'undo' ? l10n.t('There is nothing to undo.') : l10n.t('There is nothing to redo.'),
				};
			const back = direction === 'undo';
			const originals = new Map(step.map((change) => [change.id, change]));
			const possible = step.flatMap(({ id, before, after }): HistoryChange[] => {
				const entry = this.#entries.get(id);
				const [from, to] = back ? [after, before] : [before, after];
				const applies = entry !== undefined && !entry.unsaved && sameContent(entry.disk.content, from);
				return applies ? [{ id, before: from, after: to }] : [];
			});
			const { done, changed, failed } = await this.#writeAll(possible);
			const original = (changes: readonly HistoryChange[]): HistoryStep =>
				changes.flatMap(({ id }) => originals.get(id) ?? []);
			this.#history.settle(direction, original(done), original(failed.map(({ change }) => change)));
			this.#changed.fire(step.map(({ id }) => id));
			const left = step.length - possible.length + changed;
			return outcomeOf((back ? undoneText : redoneText)(done.length), done, left, failed);
		});
	}

	#inTurn<T>(action: () => Promise<T>): Promise<T> {
		const run = this.#last.then(action);
		this.#last = run.catch(() => undefined);
		return run;
	}
}

interface Written {
	readonly done: readonly HistoryChange[];
	/** The number of captions that had changed on disk. */
	readonly changed: number;
	readonly failed: readonly Failed[];
}

function isEditable(content: CaptionContent): boolean {
	return content.kind === 'text' || content.kind === 'missing';
}

function describeStep(step: HistoryStep): string {
	const [first] = step;
	return step.length === 1 && first !== undefined
		? first.id
		: counted(step.length, l10n.t('1 caption'), l10n.t('{0} captions'));
}
