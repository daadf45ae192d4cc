import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import type { StepContext } from '../following/windowCoordinator.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { ThrottledWriter } from '../records/throttledWriter.ts';
import type { OutputFile } from '../requests/request.ts';
import type { TransferQueue } from '../transfers/transferQueue.ts';
import { type ArchiveOutcome, archiveFile } from './archive/archive.ts';
import { expiredFileOf } from './notices.ts';
import type { Run } from './run.ts';
import { traitsOf } from './targetTraits.ts';
import { type FilePlace, missingFiles, sameFileOf, withFile } from './transitions.ts';

export interface RunFileFetchParts {
	readonly queue: TransferQueue;
	readonly clock: Clock;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	readonly records: FollowedRecords<Run>;
}

/**
 * The outcome of an attempt to download the files of a run: `over` if the outcome of each is clear, `newAddresses` if
 * new addresses are to be requested after `inMs` milliseconds, or a temporary problem; `came` if files still arrived.
 */
type FetchEnd =
	| { readonly kind: 'over' }
	| { readonly kind: 'newAddresses'; readonly inMs: number }
	| { readonly kind: 'passing'; readonly failure: Failure; readonly came: boolean };

/** The number of times that addresses of a file lead nowhere, and the milliseconds, before the file counts as deleted. */
const certainMisses = 5;
const certainAfterMs = 2 * 60_000;
/** A target that keeps files knows which exist: its second answer is certain. */
const certainMissesOfKeeper = 2;

/** Shortest time until new addresses are requested, in milliseconds. */
const shortestPauseMs = 1000;

/** Since when the addresses of a file lead nowhere, in milliseconds since 1970, and how often. */
interface Missed {
	readonly since: number;
	readonly times: number;
}

export class RunFileFetch {
	readonly #parts: RunFileFetchParts;
	/** The misses, by run and key of the file. */
	readonly #missed = new Map<string, Map<string, Missed>>();

	constructor(parts: RunFileFetchParts) {
		this.#parts = parts;
	}

	/** Downloads the missing files, and records the received ones. `offered` are the files with their current addresses. */
	async fetch(run: Run, offered: readonly OutputFile[], context: StepContext): Promise<FetchEnd> {
		const { records, clock } = this.#parts;
		const writer = new ThrottledWriter<Run>(clock, (change) => records.update(run.id, change));
		const outcomes = await Promise.all(
			missingFiles(run).map(async (wanted) => {
				const file = sameFileOf(offered, wanted, run.files);
				let outcome: ArchiveOutcome = file ? await this.#download(run.id, file, context) : { kind: 'gone' };
				// Addresses are signed only for a while, and an intermediary may answer too: they are requested again for minutes.
				if (outcome.kind === 'gone' && this.#isCertain(run, this.#miss(run.id, wanted))) {
					outcome = { kind: 'givenUp', problem: outcome.problem ?? expiredFileOf(run.target) };
				}
				if (outcome.kind === 'there') {
					const { archivedAs, bytes } = outcome;
					writer.add((current) => withFile(current, wanted, { archivedAs, bytes }));
				} else if (outcome.kind === 'givenUp') {
					const { problem } = outcome;
					writer.add((current) => withFile(current, wanted, { problem }));
				}
				return outcome;
			}),
		);
		await writer.flush();
		if (outcomes.some((outcome) => outcome.kind === 'gone'))
			return { kind: 'newAddresses', inMs: this.#pauseOf(run.id) };
		const passing = outcomes.find((outcome) => outcome.kind === 'passing');
		if (!passing) return { kind: 'over' };
		const came = outcomes.some((outcome) => outcome.kind === 'there');
		return { kind: 'passing', failure: passing.failure, came };
	}

	/** Forgets which addresses of a run led nowhere. */
	forget(runId: string): void {
		this.#missed.delete(runId);
	}

	#miss(runId: string, { key }: FilePlace): Missed {
		const missed = this.#missed.get(runId) ?? new Map<string, Missed>();
		this.#missed.set(runId, missed);
		const { since, times } = missed.get(key) ?? { since: this.#parts.clock.now(), times: 0 };
		const after = { since, times: times + 1 };
		missed.set(key, after);
		return after;
	}

	#isCertain({ target, expiresAt = Number.POSITIVE_INFINITY }: Run, { since, times }: Missed): boolean {
		const now = this.#parts.clock.now();
		if (traitsOf(target).keepsFiles || now > expiresAt) return times >= certainMissesOfKeeper;
		return times >= certainMisses && now - since >= certainAfterMs;
	}

	/** Returns the pause before new addresses are requested; it grows while the addresses of a run lead nowhere. */
	#pauseOf(runId: string): number {
		const since = Math.min(...[...(this.#missed.get(runId) ?? [])].map(([, missed]) => missed.since));
		return Math.max(shortestPauseMs, (this.#parts.clock.now() - since) / 4);
	}

	#download(runId: string, file: OutputFile, { session, signal }: StepContext): Promise<ArchiveOutcome> {
		const { queue, archiveFolder } = this.#parts;
		return archiveFile({
			transport: session.service.transport,
			queue,
			archiveFolder,
			runId,
			file,
			signal,
		});
	}
}
