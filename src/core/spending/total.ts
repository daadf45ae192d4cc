import type { BalanceReading } from './balanceReader.ts';
import { type Cluster, clustersOf, lastRead, lostBy, lostUntil } from './clusters.ts';
import { type Expected, type Spending, sumOf } from './spending.ts';
import { typicalCosts } from './usual.ts';

/** A balance that lost this many times the typical cost was used elsewhere. */
const implausible = 20;

/** Returns the typical cost of records if the balance lost so much that a part must have been used elsewhere. */
export function likelyCost(
	records: readonly Spending[],
	lost: number,
	typical: Expected,
): number | undefined {
	const costs = records.map((record) => record.reported ?? typical(record));
	const known = costs.flatMap((cost) => cost ?? []);
	const likely = sumOf(known);
	return known.length === costs.length && lost > implausible * likely ? likely : undefined;
}

type LatestBalance = Pick<BalanceReading, 'microdollars' | 'at'>;

/**
 * Estimates the cost of all records together, each part of the balance counted once. Work under way counts with its expected cost, or with
 * the loss of the balance meanwhile if that is more.
 * @param latest the balance after the last reading of a record
 */
export function totalOf(
	records: readonly Spending[],
	expected: Expected = () => undefined,
	latest?: LatestBalance,
): number {
	const clusters = clustersOf(records);
	const typical = typicalCosts(clusters);
	return sumOf(clusters.map((cluster) => clusterTotal(cluster, expected, typical, latest)));
}

function clusterTotal(
	cluster: Cluster,
	expected: Expected,
	typical: Expected,
	latest?: LatestBalance,
): number {
	const guessed = (some: readonly Spending[]) =>
		sumOf(some.map((record) => record.reported ?? expected(record) ?? 0));
	if (cluster.every(({ reported }) => reported !== undefined)) return guessed(cluster);
	const plausible = (lost: number) => likelyCost(cluster, lost, typical) ?? lost;
	const open = cluster.filter(({ after }) => after === undefined);
	const closed = cluster.filter(({ after }) => after !== undefined);
	const fall = lostBy(cluster);
	const reported = sumOf(closed.map((record) => record.reported ?? 0));
	// The latest balance has at most a part of the cost of a run that ended after it.
	const known = (fall === undefined ? guessed(closed) : Math.max(plausible(fall), reported)) + guessed(open);
	const isLater = open.length > 0 && latest !== undefined && latest.at >= (lastRead(cluster)?.readAt ?? 0);
	const now = isLater ? lostUntil(cluster, latest.microdollars) : undefined;
	return now === undefined ? known : Math.max(known, plausible(now));
}
