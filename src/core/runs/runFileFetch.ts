import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import type { StepContext } from '../following/windowCoordinator.ts';
import { ThrottledWriter } from '../records/throttledWriter.ts';
import type { OutputFile } from '../requests/request.ts';
import type { TransferQueue } from '../transfers/transferQueue.ts';
import { type ArchiveOutcome, archiveFile } from './archive.ts';
import { expiredFileOf } from './notices.ts';
import type { Run } from './run.ts';
import { type FilePlace, isSameFile, missingFiles, withFile } from './transitions.ts';

export interface RunFileFetchParts {
	readonly queue: TransferQueue;
	readonly clock: Clock;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	/** Applies a change to a run in the ledger and reports it; the run afterwards. */
	readonly update: (id: string, change: (run: Run) => Run) => Promise<Run | undefined>;
}

/**
 * How an attempt to fetch the files of a run ended: `over` when it is clear what became of each, `newAddresses` when they are to be
 * asked for again, or a trouble that may pass; `came` when files came all the same.
 */
export type FetchEnd =
	| { readonly kind: 'over' }
	| { readonly kind: 'newAddresses' }
	| { readonly kind: 'passing'; readonly failure: Failure; readonly came: boolean };

/** Brings the result files of runs to this computer. */
export class RunFileFetch {
	readonly #parts: RunFileFetchParts;
	/** Files by run whose address led nowhere once. */
	readonly #missed = new Map<string, Set<string>>();

	constructor(parts: RunFileFetchParts) {
		this.#parts = parts;
	}

	/** Downloads what is missing, and writes down what came. `offered` are the files with their present addresses. */
	async fetch(run: Run, offered: readonly OutputFile[], context: StepContext): Promise<FetchEnd> {
		const { update, clock } = this.#parts;
		const writer = new ThrottledWriter<Run>(clock, (change) => update(run.id, change));
		const outcomes = await Promise.all(
			missingFiles(run).map(async (wanted) => {
				const file = offered.find((candidate) => isSameFile(candidate, wanted));
				let outcome: ArchiveOutcome = file ? await this.#download(run.id, file, context) : { kind: 'gone' };
				// Addresses are signed for a while only: they are asked for again before a file counts as expired.
				if (outcome.kind === 'gone' && !this.#firstTimeGone(run.id, wanted)) {
					outcome = { kind: 'givenUp', problem: expiredFileOf(run.target) };
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
		if (outcomes.some((outcome) => outcome.kind === 'gone')) return { kind: 'newAddresses' };
		const passing = outcomes.find((outcome) => outcome.kind === 'passing');
		if (!passing) return { kind: 'over' };
		const came = outcomes.some((outcome) => outcome.kind === 'there');
		return { kind: 'passing', failure: passing.failure, came };
	}

	/** Forgets which addresses of a run led nowhere. */
	forget(runId: string): void {
		this.#missed.delete(runId);
	}

	#firstTimeGone(runId: string, { key }: FilePlace): boolean {
		const missed = this.#missed.get(runId) ?? new Set<string>();
		this.#missed.set(runId, missed);
		return missed.size < missed.add(key).size;
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
