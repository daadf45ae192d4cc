import { readdir, rm } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import { compact } from '../../base/compact.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import type { Leases } from '../../ledger/ledger.ts';
import type { FollowedRecords } from '../../records/followedRecords.ts';
import { placeInside } from '../../transfers/placeInside.ts';
import type { Marks } from '../history/mark.ts';
import { notFetchedFile, removedFile } from '../notices.ts';
import { hasEnded, type Run } from '../run.ts';
import type { RunTable } from '../runTable.ts';
import { withoutCopies } from '../transitions.ts';
import { runFolder } from './runFolder.ts';
import { removeStrayFiles } from './strayFiles.ts';

export const archiveModes = ['always', 'onDemand', 'off'] as const;

export interface ArchiveRules {
	/**
	 * `always`: each result is downloaded when its run ends. `onDemand`: when it is shown. `off`: when it is shown, and
	 * removed afterwards.
	 */
	readonly mode: (typeof archiveModes)[number];
	/** The bytes that all result files together may have; 0 for no limit. */
	readonly maxBytes: number;
}

/** The files that were removed to stay within the limit. */
export interface FreedSpace {
	readonly runs: number;
	readonly bytes: number;
}

/** The time and the bytes of each run with files here, by its id. */
type Sizes = Map<string, { readonly at: number; readonly bytes: number }>;

interface ArchiveKeeperOptions {
	readonly runs: Pick<RunTable, 'get' | 'all'>;
	readonly marksOf: (runId: string) => Marks;
	/** The folder with one folder of result files for each run. */
	readonly folder: string;
	readonly rules: () => ArchiveRules;
	readonly leases: Leases;
	/** Identifies this window among those that share the ledger. */
	readonly owner: string;
	readonly clock: Clock;
	readonly log: Log;
	readonly records: Pick<FollowedRecords<Run>, 'update'>;
	/** Fetches the files of a run that are not there. */
	readonly fetch: (runId: string) => Promise<unknown>;
}

/** Milliseconds after its window vanished until a run no longer counts as shown, and between two renewals. */
const absenceMs = 60_000;
const renewalMs = 20_000;
const roomLease = '["archive"]';
const pageSize = 500;

/**
 * Decides which result files stay on this computer. Files shown in any window stay; otherwise the oldest runs lose
 * their files first, those with a star or a note last. Runs, documents and texts always stay.
 */
export class ArchiveKeeper {
	readonly #options: ArchiveKeeperOptions;
	readonly #made: Emitter<FreedSpace>;
	/** The ids of the runs that each viewer of this window shows. */
	readonly #viewers = new Map<object, ReadonlySet<string>>();
	/** Read when a limit first has to be kept. */
	#sizes: Sizes | undefined;
	/** True after this window has looked for files without a record. */
	#swept = false;
	#tidying: Promise<void> | undefined;
	#again = false;
	#renewedAt = 0;
	#disposed = false;

	constructor(options: ArchiveKeeperOptions) {
		this.#options = options;
		this.#made = new Emitter((error) => options.log.error('A listener of the archive failed.', error));
	}

	/** Fires after files were removed to stay within the size that the person has set. */
	get onDidFreeSpace(): Event<FreedSpace> {
		return this.#made.event;
	}

	/** Returns whether the files of a run that has just ended are downloaded now. */
	fetchesNow(runId: string): boolean {
		return this.#options.rules().mode === 'always' || this.#isShown(runId);
	}

	/** Sets the runs that a viewer shows, replacing its earlier ones; none when it is closed. Downloads their missing files. */
	show(viewer: object, runIds: readonly string[]): void {
		const before = this.#viewers.get(viewer) ?? new Set<string>();
		if (runIds.length === before.size && runIds.every((id) => before.has(id))) return;
		if (runIds.length === 0) this.#viewers.delete(viewer);
		else this.#viewers.set(viewer, new Set(runIds));
		for (const id of runIds) {
			if (before.has(id)) continue;
			void this.#options.leases.lease(nameOf(id), this.#options.owner, absenceMs);
			const run = this.#options.runs.get(id);
			if (run?.files.some(({ away }) => away)) void this.#options.fetch(id);
		}
		for (const id of before) {
			if (!this.#isShownHere(id)) void this.#options.leases.release(nameOf(id), this.#options.owner);
		}
		if (before.size > 0 && this.#options.rules().mode === 'off') this.tidy();
	}

	/** Notes each changed run, in any window. */
	note(run: Run): void {
		if (this.#limit() === undefined) {
			// Without a limit nothing is counted; a count would be out of date later.
			this.#sizes = undefined;
			return;
		}
		const before = this.#sizes?.get(run.id)?.bytes ?? 0;
		this.#count(run);
		const after = this.#sizes?.get(run.id)?.bytes ?? 0;
		// The files of a run can be removed only once it has ended.
		if (this.#sizes === undefined || after > before || (after > 0 && hasEnded(run))) this.tidy();
	}

	/** Notes that a run has left the history, with its files. */
	forget(runId: string): void {
		this.#sizes?.delete(runId);
	}

	/** Schedules the removal of files that the rules no longer allow. Call it also when the rules have changed. */
	tidy(): void {
		if (this.#limit() === undefined) return;
		this.#again = true;
		this.#tidying ??= this.#tidyAll().finally(() => {
			this.#tidying = undefined;
		});
	}

	/** Resolves when no removal is in progress. */
	async settled(): Promise<void> {
		while (this.#tidying !== undefined) await this.#tidying;
	}

	/** Renews the claims, so that other windows continue to know which runs are shown here. Called often. */
	renew(): void {
		const { clock, leases, owner } = this.#options;
		const since = clock.now() - this.#renewedAt;
		if (this.#viewers.size === 0 || (since >= 0 && since < renewalMs)) return;
		this.#renewedAt = clock.now();
		for (const id of this.#shownHere()) void leases.lease(nameOf(id), owner, absenceMs);
	}

	dispose(): void {
		this.#disposed = true;
		for (const id of this.#shownHere()) void this.#options.leases.release(nameOf(id), this.#options.owner);
		this.#viewers.clear();
		this.#made.dispose();
	}

	/** Returns the maximum number of bytes; undefined without a limit. */
	#limit(): number | undefined {
		const { mode, maxBytes } = this.#options.rules();
		if (mode === 'off') return 0;
		return maxBytes > 0 ? maxBytes : undefined;
	}

	#shownHere(): ReadonlySet<string> {
		return new Set([...this.#viewers.values()].flatMap((ids) => [...ids]));
	}

	#isShownHere(runId: string): boolean {
		return [...this.#viewers.values()].some((ids) => ids.has(runId));
	}

	#isShown(runId: string): boolean {
		return this.#isShownHere(runId) || this.#options.leases.leased(nameOf(runId));
	}

	async #tidyAll(): Promise<void> {
		const { leases, owner, log } = this.#options;
		while (this.#again && !this.#disposed) {
			this.#again = false;
			// Another window that is at it sees the same runs.
			if (!(await leases.lease(roomLease, owner, absenceMs))) return;
			try {
				await this.#makeRoom();
			} catch (cause) {
				log.error('Result files could not be removed to make room', cause);
			} finally {
				await leases.release(roomLease, owner);
			}
		}
	}

	async #makeRoom(): Promise<void> {
		await this.#sweep();
		const sizes = await this.#measure();
		const limit = this.#limit();
		let bytes = [...sizes.values()].reduce((sum, size) => sum + size.bytes, 0);
		if (limit === undefined || bytes <= limit) return;
		const order = [...sizes]
			.map(([id, { at }]) => ({ id, at, marked: Number(this.#isMarked(id)) }))
			.sort((a, b) => a.marked - b.marked || a.at - b.at);
		let made: FreedSpace = { runs: 0, bytes: 0 };
		for (const { id } of order) {
			if (this.#disposed || bytes <= limit) break;
			if (this.#isShown(id)) continue;
			const freed = await this.#removeFiles(id);
			if (freed === 0) continue;
			bytes -= freed;
			made = { runs: made.runs + 1, bytes: made.bytes + freed };
		}
		if (made.runs === 0) return;
		this.#options.log.info(
			`The files of ${made.runs} runs (${made.bytes} bytes) were removed from the archive.`,
		);
		if (this.#options.rules().mode !== 'off') this.#made.fire(made);
	}

	/** Removes the remains of killed windows, once: unrecorded files would count in no limit. */
	async #sweep(): Promise<void> {
		const { runs, folder, clock, log } = this.#options;
		if (this.#swept) return;
		this.#swept = true;
		let freed = 0;
		for (const id of await readdir(folder).catch(() => [])) {
			const run = runs.get(id);
			if (this.#disposed) return;
			if (run === undefined || !hasEnded(run)) continue;
			try {
				freed += await removeStrayFiles(folder, run, clock.now());
			} catch (cause) {
				log.warn('An unused result file could not be removed', cause);
			}
		}
		if (freed > 0) log.info(`${freed} bytes of unused result files were removed from the archive.`);
	}

	#isMarked(runId: string): boolean {
		const { starred, note, starredFiles } = this.#options.marksOf(runId);
		return starred || note !== '' || starredFiles.length > 0;
	}

	/** Removes the files of a run that has ended; the bytes that this has freed. */
	async #removeFiles(runId: string): Promise<number> {
		const { runs, folder, log, records } = this.#options;
		const run = runs.get(runId);
		if (run === undefined || !hasEnded(run)) return 0;
		const gone = new Set<string>();
		let freed = 0;
		for (const { key, archivedAs, bytes = 0 } of run.files) {
			if (archivedAs === undefined) continue;
			try {
				// The file first: an unrecorded one would never be counted again.
				await rm(placeInside(runFolder(folder, runId), archivedAs), { force: true });
				gone.add(key);
				freed += bytes;
			} catch (cause) {
				log.warn('A result file could not be removed', cause);
			}
		}
		if (gone.size === 0) return 0;
		const absence = this.#options.rules().mode === 'off' ? notFetchedFile : removedFile;
		await records.update(runId, (current) => withoutCopies(current, gone, absence));
		return freed;
	}

	/** Returns the sizes of all runs, which are read once. */
	async #measure(): Promise<Sizes> {
		if (this.#sizes !== undefined) return this.#sizes;
		const sizes: Sizes = new Map();
		// Changes that come while this reads are counted as well.
		this.#sizes = sizes;
		let before: number | undefined;
		while (!this.#disposed) {
			const page = this.#options.runs.all({ limit: pageSize, ...compact({ before }) });
			for (const run of page) if (!sizes.has(run.id)) this.#count(run);
			const oldest = page.at(-1);
			if (oldest === undefined || page.length < pageSize) break;
			before = nextBefore(before, oldest.submittedAt);
			// Between two pages the window does other things.
			await new Promise(setImmediate);
		}
		return sizes;
	}

	#count(run: Run): void {
		const bytes = run.files.reduce(
			(sum, file) => sum + (file.archivedAs === undefined ? 0 : (file.bytes ?? 0)),
			0,
		);
		if (run.files.some(({ archivedAs }) => archivedAs !== undefined))
			this.#sizes?.set(run.id, { at: run.submittedAt, bytes });
		else this.#sizes?.delete(run.id);
	}
}

function nameOf(runId: string): string {
	return JSON.stringify(['shown', runId]);
}

/** Returns the time before which the next page begins. Runs of the same time may be on both sides of a page boundary. */
function nextBefore(before: number | undefined, oldest: number): number {
	const border = oldest + 1;
	return before === undefined || border < before ? border : oldest;
}
