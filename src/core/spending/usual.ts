import { compact } from '../base/compact.ts';
import type { EarlierStart } from '../records/estimate.ts';
import { type Cluster, clustersOf, isReadPromptly, lostBy } from './clusters.ts';
import {
	type Expected,
	isFree,
	lengthOf,
	type PaidTarget,
	type Spending,
	sumOf,
	targetKey,
} from './spending.ts';

/**
 * Returns the costs of records of a target that are certainly their own: reported, or lost by the balance while nothing
 * else of this editor was in progress. If none has such a cost, those that were in progress only with others of their
 * target, which share the loss by their size. A balance without a loss indicates no cost.
 */
function ownCosts(records: readonly Spending[], target: PaidTarget): ReadonlyMap<string, OwnCost> {
	const [exact, shared] = [new Map<string, OwnCost>(), new Map<string, OwnCost>()];
	for (const cluster of clustersOf(records)) {
		if (!cluster.some((record) => targetKey(record) === targetKey(target))) continue;
		const isAlone = cluster.every(
			(record) => targetKey(record) === targetKey(target) && record.reported === undefined,
		);
		const lost = isAlone && isReadPromptly(cluster) ? (lostBy(cluster) ?? 0) : 0;
		const size = sumOf(cluster.map(sizeOf));
		for (const record of cluster) {
			const { id, reported } = record;
			if (reported !== undefined) exact.set(id, { microdollars: reported });
			else if (lost > 0 && cluster.length === 1) exact.set(id, { microdollars: lost });
			else if (lost > 0)
				shared.set(id, {
					microdollars: Math.round((lost * sizeOf(record)) / size),
					...compact({ together: cluster[0]?.id }),
				});
		}
	}
	return ofTarget(records, target).some(({ id }) => (exact.get(id)?.microdollars ?? 0) > 0) ? exact : shared;
}

type OwnCost = Pick<EarlierStart, 'together'> & { readonly microdollars: number };

/**
 * Returns the size of a record relative to others of its target: one training may take a hundred times as long as
 * another; runs wait for each other.
 */
function sizeOf(record: Spending): number {
	return record.kind === 'job' ? lengthOf(record) : 1;
}

/** Returns the times of the ended records of a target, with their known costs, the newest first. */
export function earlierOf(records: readonly Spending[], target: PaidTarget): readonly EarlierStart[] {
	const costs = ownCosts(records, target);
	return ofTarget(records, target).flatMap(({ id, startedAt, endedAt }) =>
		endedAt === undefined ? [] : [{ id, startedAt, endedAt, ...costs.get(id) }],
	);
}

/** Returns the records of a target, the newest first. */
function ofTarget(records: readonly Spending[], target: PaidTarget): readonly Spending[] {
	return records
		.filter((record) => targetKey(record) === targetKey(target))
		.toSorted((one, other) => other.startedAt - one.startedAt);
}

/** Returns the mean of the latest known costs of a target; undefined if none is known. */
export function usualCost(records: readonly Spending[], target: PaidTarget): number | undefined {
	const costs = ownCosts(records, target);
	const latest = ofTarget(records, target)
		.filter((record) => !isFree(record))
		.flatMap(({ id }) => costs.get(id)?.microdollars ?? [])
		.slice(0, 5);
	return latest.length === 0 ? undefined : Math.round(sumOf(latest) / latest.length);
}

/** Estimates the cost of a record of some clusters by the median of the others of its target that were reported or measured alone, in relation to their size. */
export function typicalCosts(clusters: readonly Cluster[]): Expected {
	const measured = clusters.flatMap((cluster) => {
		const lost = cluster.length === 1 && isReadPromptly(cluster) ? lostBy(cluster) : undefined;
		return cluster.flatMap((record) => {
			const cost = record.reported ?? lost;
			return cost === undefined || isFree(record) ? [] : [{ record, cost: cost / sizeOf(record) }];
		});
	});
	const known = Map.groupBy(
		measured.sort((one, other) => one.cost - other.cost),
		({ record }) => targetKey(record),
	);
	const positions = new Map<string, number>();
	for (const costs of known.values())
		for (const [position, { record }] of costs.entries()) positions.set(record.id, position);
	return (record) => {
		const costs = known.get(targetKey(record)) ?? [];
		const own = positions.get(record.id);
		const middle = (costs.length - (own === undefined ? 0 : 1)) >> 1;
		// The middle of the others: its own place is not among them.
		const median = costs[own !== undefined && own <= middle ? middle + 1 : middle];
		return median === undefined ? undefined : Math.round(median.cost * sizeOf(record));
	};
}
