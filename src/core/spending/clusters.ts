import { balanceTrustedMs, isFree, type Spending } from './spending.ts';

/** Records with inseparable losses of the balance, in the order of their first balance. */
export type Cluster = readonly Spending[];

/**
 * Groups records into clusters, by start. A record without a balance after its end touches everything after it, a free
 * one touches nothing. A reading that is both the balance after one end and before another start divides the two.
 */
export function clustersOf(records: readonly Spending[]): readonly Cluster[] {
	const clusters: Spending[][] = [];
	let end = Number.NEGATIVE_INFINITY;
	for (const record of records
		.filter((each) => !isFree(each))
		.toSorted((one, other) => beginOf(one) - beginOf(other))) {
		const current = clusters.at(-1);
		if (current !== undefined && beginOf(record) < end) current.push(record);
		else clusters.push([record]);
		end = Math.max(end, record.readAt ?? record.endedAt ?? Number.POSITIVE_INFINITY);
	}
	return [...clusters, ...records.filter(isFree).map((record) => [record])];
}

function beginOf({ beforeAt, startedAt }: Spending): number {
	return beforeAt ?? startedAt;
}

/** Returns the loss of the balance from the first start of a cluster to its last reading; undefined if unknown, or if money was added. */
export function lostBy(cluster: Cluster): number | undefined {
	const after = lastRead(cluster)?.after;
	return after === undefined ? undefined : lostUntil(cluster, after);
}

/** Returns the loss of the balance from the first start of a cluster down to `balance`. */
export function lostUntil([first]: Cluster, balance: number): number | undefined {
	const before = first?.before;
	return before === undefined || balance > before ? undefined : before - balance;
}

/** Returns the record of a cluster with the latest balance reading after its end. */
export function lastRead(cluster: Cluster): Spending | undefined {
	return cluster.reduce<Spending | undefined>(
		(latest, record) =>
			record.after !== undefined && (record.readAt ?? 0) >= (latest?.readAt ?? 0) ? record : latest,
		undefined,
	);
}

/** Returns whether the balance was read soon after the last end, so that its loss is the cost of all. */
export function isReadPromptly(cluster: Cluster): boolean {
	const end = Math.max(...cluster.map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY));
	const readAt = lastRead(cluster)?.readAt;
	return readAt !== undefined && readAt >= end && readAt - end <= balanceTrustedMs;
}
