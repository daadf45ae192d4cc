import type { Leases } from '../ledger/ledger.ts';
import { mayBeUnderWay, type Run } from './run.ts';
import type { RunQuery } from './runTable.ts';

/** Number of latest runs that are compared. */
const mostCompared = 100;

/** Milliseconds after which a claim ends whose program has vanished. */
const claimMs = 5000;

interface History {
	runs(query: RunQuery): readonly Run[];
}

/** Returns the runs of a target with the same request that have not ended or are uncertain, the newest first. */
export function sameUnderWay(
	history: History,
	{
		connectionId,
		accountId,
		target,
		digest,
	}: Pick<Run, 'connectionId' | 'accountId'> & {
		readonly target: Pick<Run['target'], 'id'>;
		readonly digest: string | undefined;
	},
): readonly Run[] {
	return history
		.runs({ connectionId, accountId, limit: mostCompared })
		.filter((run) => mayBeUnderWay(run) && run.target.id === target.id && run.summary.digest === digest);
}

/**
 * Keeps other programs from the same run until it is written down.
 * @returns the release; undefined if another program writes the same run down, or if one is under way that is not in `known`
 */
export async function claimSame(
	leases: Leases,
	history: History,
	{ id, connectionId, accountId, target, summary }: Run,
	known: readonly string[],
): Promise<(() => Promise<void>) | undefined> {
	const { digest } = summary;
	const name = JSON.stringify(['same', connectionId, accountId, target.id, digest]);
	// Without a writable history there is no lease; the run is refused when it is written down.
	if (!(await leases.lease(name, id, claimMs)) && leases.leased(name)) return undefined;
	const release = () => leases.release(name, id);
	const others = sameUnderWay(history, { connectionId, accountId, target, digest });
	if (others.every((other) => known.includes(other.id))) return release;
	await release();
	return undefined;
}
