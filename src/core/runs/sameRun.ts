import type { Owner } from '../account/session.ts';
import { type Clock, pause } from '../base/clock.ts';
import type { Leases } from '../ledger/ledger.ts';
import { mayBeUnderWay, type Run, type RunTargetId } from './run.ts';
import type { RunQuery } from './runTable.ts';

/** Number of latest runs of a target that are compared. */
const mostCompared = 100;

/** Milliseconds until the claim of a program that has exited ends, and between two checks of another program's claim. */
const [claimMs, lookMs] = [5000, 50];

interface History {
	runs(query: RunQuery): readonly Run[];
}

/** Runs with the same request as one that is about to start. */
export interface SameRuns {
	/** The ids of the runs that the person knows of. */
	readonly known: readonly string[];
	/** Asks whether to start despite another run that began after the first question. */
	confirm(run: Run): Promise<boolean>;
}

interface SentRequest extends Owner {
	readonly target: RunTargetId;
	readonly digest: string | undefined;
}

/** Returns the runs of a target with the same request that have not ended or are uncertain, the newest first. */
export function sameUnderWay(
	history: History,
	{ target: { kind, id }, digest, ...owner }: SentRequest,
): readonly Run[] {
	return history
		.runs({ ...owner, target: { kind, id }, limit: mostCompared })
		.filter((run) => mayBeUnderWay(run) && run.summary.digest === digest);
}

/**
 * Keeps other programs from the same run until it is recorded, so that each asks about the run of the other.
 * @returns the release; undefined without a confirmation
 */
export async function claimSame(
	{ leases, history, clock }: { readonly leases: Leases; readonly history: History; readonly clock: Clock },
	{ id, connectionId, accountId, target, summary: { digest } }: Run,
	{ known, confirm }: SameRuns,
): Promise<(() => Promise<void>) | undefined> {
	const name = JSON.stringify(['same', connectionId, accountId, target.kind, target.id, digest]);
	const confirmed = new Set(known);
	for (;;) {
		// Without a writable history, no lease is possible; recording the run then fails.
		while (!(await leases.lease(name, id, claimMs)) && leases.leased(name))
			await pause(clock, lookMs, new AbortController().signal);
		const same = sameUnderWay(history, { connectionId, accountId, target, digest });
		const other = same.find((run) => !confirmed.has(run.id));
		if (other === undefined) return () => leases.release(name, id);
		await leases.release(name, id);
		if (!(await confirm(other))) return undefined;
		confirmed.add(other.id);
	}
}
