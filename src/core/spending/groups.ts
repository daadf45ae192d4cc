import { type Cluster, clustersOf, isReadPromptly, lostBy } from './clusters.ts';
import { type Expected, lengthOf, type Spending, sumOf } from './spending.ts';
import { likelyCost } from './total.ts';
import { typicalCosts } from './usual.ts';

/**
 * The source of an amount. `reported` by the service; `measured` by the balance while nothing else of this editor was
 * in progress; `estimate` by the balance of several together, or long after the end, when warm instances and other work
 * have used it too.
 */
type Basis = 'reported' | 'measured' | 'estimate';

interface Amount {
	readonly microdollars: number;
	readonly basis: Basis;
}

/** Records with a common known cost. */
export interface SpendingGroup {
	/** The newest first. */
	readonly records: readonly Spending[];
	/** Absent while unknown. */
	readonly amount?: Amount;
	/** The rest of the loss of the balance, which these can hardly have cost. */
	readonly elsewhere?: number;
}

/** A group with the share of each of its records, by their ids. */
interface SharedGroup extends SpendingGroup {
	readonly shares: ReadonlyMap<string, number>;
}

/** Groups records with their cost, each part of the balance counted once; the newest first. A training is a separate group. */
export function groupsOf(records: readonly Spending[]): readonly SpendingGroup[] {
	return sharedGroups(records).toSorted((one, other) => startOf(other) - startOf(one));
}

/** Returns the known costs of records by their ids: of each in a group, its share. */
export function amountsOf(records: readonly Spending[]): ReadonlyMap<string, Amount> {
	const amounts = new Map<string, Amount>();
	for (const { amount, shares } of sharedGroups(records))
		for (const [id, microdollars] of shares)
			if (amount !== undefined) amounts.set(id, { ...amount, microdollars });
	return amounts;
}

function startOf({ records: [newest] }: SpendingGroup): number {
	return newest?.startedAt ?? 0;
}

function sharedGroups(records: readonly Spending[]): readonly SharedGroup[] {
	const clusters = clustersOf(records);
	const typical = typicalCosts(clusters);
	return clusters.flatMap((cluster) => groupsOfCluster(cluster, typical));
}

function groupsOfCluster(cluster: Cluster, typical: Expected): readonly SharedGroup[] {
	const reported = cluster.flatMap((record): readonly SharedGroup[] =>
		record.reported === undefined
			? []
			: [groupOf([record], new Map([[record.id, record.reported]]), 'reported')],
	);
	const rest = cluster
		.filter((record) => record.reported === undefined)
		.toSorted((one, other) => other.startedAt - one.startedAt);
	const fall = lostBy(cluster);
	if (rest.length === 0 || fall === undefined || !cluster.every(({ after }) => after !== undefined))
		return [...reported, ...byBatch(rest).map((records) => ({ records, shares: new Map() }))];
	const lost = Math.max(0, fall - sumOf(reported.map(({ amount }) => amount?.microdollars ?? 0)));
	const likely = likelyCost(rest, lost, typical);
	const basis =
		cluster.length === 1 && isReadPromptly(cluster) && likely === undefined ? 'measured' : 'estimate';
	const shares = sharesOf(rest, likely ?? lost, typical);
	const others = rest.filter(({ kind }) => kind !== 'job');
	const [first, ...more] = [...rest.filter(({ kind }) => kind === 'job').map((job) => [job]), others]
		.filter(({ length }) => length > 0)
		.map((records) => groupOf(records, shares, basis));
	if (first === undefined) return reported;
	return [...reported, likely === undefined ? first : { ...first, elsewhere: lost - likely }, ...more];
}

/** Groups records of unknown cost: the runs of a batch are one group. */
function byBatch(records: readonly Spending[]): readonly (readonly Spending[])[] {
	return [...Map.groupBy(records, ({ id, batchId = id }) => batchId).values()];
}

function groupOf(records: readonly Spending[], all: ReadonlyMap<string, number>, basis: Basis): SharedGroup {
	const shares = new Map(records.map(({ id }) => [id, all.get(id) ?? 0]));
	const microdollars = sumOf([...shares.values()]);
	return { records, shares, amount: { microdollars, basis } };
}

/**
 * Shares the loss of the balance between records: runs with a typical cost take that, the others the rest, by their time and the price of
 * their machines.
 */
function sharesOf(
	records: readonly Spending[],
	lost: number,
	typical: Expected,
): ReadonlyMap<string, number> {
	const usual = records.flatMap((record) => {
		const cost = record.kind === 'job' ? undefined : typical(record);
		return cost === undefined || cost <= 0 ? [] : [{ record, weight: cost }];
	});
	const others = records
		.filter((record) => !usual.some((each) => each.record === record))
		.map((record) => ({ record, weight: lengthOf(record) * (record.perHour ?? usualPerHour) }));
	const usualSum = sumOf(usual.map(({ weight }) => weight));
	const ofUsual = others.length === 0 ? lost : Math.min(lost, usualSum);
	return new Map([...divided(ofUsual, usual), ...divided(lost - ofUsual, others)]);
}

/** The price of an hour of an unknown machine: that of a middle one, in millionths of a US dollar. */
const usualPerHour = 2_500_000;

/** Divides an amount by weights, without a remainder. */
function divided(
	amount: number,
	parts: readonly { readonly record: Spending; readonly weight: number }[],
): readonly (readonly [string, number])[] {
	const all = sumOf(parts.map(({ weight }) => weight));
	let [passed, given] = [0, 0];
	return parts.map(({ record, weight }) => {
		passed += weight;
		const share = Math.round((amount * passed) / all) - given;
		given += share;
		return [record.id, share];
	});
}
