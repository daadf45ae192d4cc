import { compact } from '../base/compact.ts';
import type { EarlierStart } from '../records/estimate.ts';
import type { PaidStart } from '../records/startWatch.ts';

/** A start that was made here, with the balance around it. Immutable. Amounts are in millionths of a US dollar, times in milliseconds since 1970. */
export interface Spending extends PaidStart {
	readonly connectionId: string;
	readonly accountId: string;
	readonly startedAt: number;
	readonly endedAt?: number;
	/** The balance that was known at the start. */
	readonly before?: number;
	/** The first balance that was read after the end, and when. */
	readonly after?: number;
	readonly readAt?: number;
	/** The cost as the service reports it. */
	readonly reported?: number;
}

/**
 * The way in which an amount is known. `reported` by the service; `measured` by the balance while nothing else of this editor was under
 * way; `estimate` by the balance of several at once, or long after the end, when instances that stay warm and other work have used it too.
 */
type Basis = 'reported' | 'measured' | 'estimate';

interface Amount {
	readonly microdollars: number;
	readonly basis: Basis;
}

/** A balance that is older than this is not the one at a start, in milliseconds. */
export const freshMs = 5 * 60_000;
/** Records that say what a target usually costs. */
export const remembered = 500;

/** A balance that is read later than this after an end says little about what ended, in milliseconds. */
const promptMs = 5 * 60_000;

/** Records that are known to have cost so much together: those that were under way at once, since a balance does not say which of them it was. */
export interface SpendingGroup {
	/** The newest first. */
	readonly records: readonly Spending[];
	/** Absent while it is not known. */
	readonly amount?: Amount;
	/** The amount that the balance lost besides, which these can hardly have cost. */
	readonly elsewhere?: number;
}

/** A balance that lost so many times what is usual was used elsewhere. */
const implausible = 20;

/** Groups records with their cost, each part of the balance counted once; the newest first. */
export function groupsOf(records: readonly Spending[]): readonly SpendingGroup[] {
	const typical = typicalCosts(records);
	return clustersOf(records)
		.flatMap((cluster) => groupsOfCluster(cluster, typical))
		.toSorted((one, other) => startOf(other) - startOf(one));
}

function startOf({ records: [newest] }: SpendingGroup): number {
	return newest?.startedAt ?? 0;
}

function groupsOfCluster(cluster: readonly Spending[], typical: Expected): readonly SpendingGroup[] {
	const reported = cluster.flatMap((record): readonly SpendingGroup[] =>
		record.reported === undefined
			? []
			: [{ records: [record], amount: { microdollars: record.reported, basis: 'reported' } }],
	);
	const rest = cluster.filter((record) => record.reported === undefined).toReversed();
	const fall = lostBy(cluster);
	if (rest.length === 0 || fall === undefined || !cluster.every(({ after }) => after !== undefined))
		return [...reported, ...rest.map((record) => ({ records: [record] }))];
	const lost = Math.max(0, fall - sumOf(reported.map(({ amount }) => amount?.microdollars ?? 0)));
	const likely = sumOf(rest.map(typical));
	if (likely !== undefined && lost > implausible * likely) {
		const amount = { microdollars: likely, basis: 'estimate' } as const;
		return [...reported, { records: rest, amount, elsewhere: lost - likely }];
	}
	const [only] = cluster;
	const isExact = cluster.length === 1 && only !== undefined && isReadPromptly(only);
	return [
		...reported,
		{ records: rest, amount: { microdollars: lost, basis: isExact ? 'measured' : 'estimate' } },
	];
}

/** Returns the cost of each record, as far as it is known, by its id; of those that are only known together its equal share. */
export function amountsOf(records: readonly Spending[]): ReadonlyMap<string, Amount> {
	const amounts = new Map<string, Amount>();
	for (const { records: together, amount } of groupsOf(records))
		if (amount !== undefined)
			for (const { id } of together)
				amounts.set(id, { ...amount, microdollars: Math.round(amount.microdollars / together.length) });
	return amounts;
}

/**
 * Returns the cost of all records together, each part of the balance counted once; an estimate. A start that is under way, or of unknown
 * cost, counts with what `expected` says of it.
 */
export function totalOf(records: readonly Spending[], expected: Expected = () => undefined): number {
	const typical = typicalCosts(records);
	return clustersOf(records).reduce((total, cluster) => total + clusterTotal(cluster, expected, typical), 0);
}

function clusterTotal(cluster: readonly Spending[], expected: Expected, typical: Expected): number {
	const guessed = (some: readonly Spending[]) =>
		some.reduce((sum, record) => sum + (record.reported ?? expected(record) ?? 0), 0);
	const fall = lostBy(cluster);
	if (fall === undefined || cluster.every(({ reported }) => reported !== undefined)) return guessed(cluster);
	const likely = sumOf(cluster.map((record) => record.reported ?? typical(record)));
	const lost = likely !== undefined && fall > implausible * likely ? likely : fall;
	// A run that ended after the balance was read last is in it in part at most.
	return lost + guessed(cluster.filter(({ after }) => after === undefined));
}

/** The expected cost of a record, where anything is known of that. */
type Expected = (record: Spending) => number | undefined;

/** Returns what the balance lost from the first start of a cluster to its last reading; undefined where that is not known, or money was added. */
function lostBy(cluster: readonly Spending[]): number | undefined {
	const before = cluster[0]?.before;
	const last = cluster.reduce<Spending | undefined>(
		(latest, record) =>
			record.after !== undefined && (record.readAt ?? 0) >= (latest?.readAt ?? 0) ? record : latest,
		undefined,
	);
	return before === undefined || last?.after === undefined || last.after > before
		? undefined
		: before - last.after;
}

function isReadPromptly({ endedAt, readAt }: Spending): boolean {
	return endedAt !== undefined && readAt !== undefined && readAt - endedAt <= promptMs;
}

/**
 * Estimates the cost of a record by what the others of its target did that were reported or measured: the median, and for training jobs that of
 * their time, since one may take a hundred times as long as another.
 */
function typicalCosts(records: readonly Spending[]): Expected {
	const known = new Map<string, { readonly id: string; readonly cost: number }[]>();
	const place = ({ kind, targetId }: Spending) => JSON.stringify([kind, targetId]);
	const size = ({ kind, startedAt, endedAt = startedAt }: Spending) =>
		kind === 'job' ? Math.max(1, endedAt - startedAt) : 1;
	for (const cluster of clustersOf(records)) {
		for (const record of cluster) {
			const measured = cluster.length === 1 && isReadPromptly(record) ? lostBy(cluster) : undefined;
			const cost = record.reported ?? measured;
			if (cost === undefined || isFree(record)) continue;
			const costs = known.get(place(record)) ?? [];
			costs.push({ id: record.id, cost: cost / size(record) });
			known.set(place(record), costs);
		}
	}
	const positions = new Map<string, number>();
	for (const costs of known.values()) {
		costs.sort((one, other) => one.cost - other.cost);
		for (const [position, { id }] of costs.entries()) positions.set(id, position);
	}
	return (record) => {
		const costs = known.get(place(record)) ?? [];
		const own = positions.get(record.id);
		const middle = (costs.length - (own === undefined ? 0 : 1)) >> 1;
		// The middle of the others: its own place is not among them.
		const median = costs[own !== undefined && own <= middle ? middle + 1 : middle];
		return median === undefined ? undefined : Math.round(median.cost * size(record));
	};
}

/** The sum; undefined where one of them is. */
function sumOf(values: readonly number[]): number;
function sumOf(values: readonly (number | undefined)[]): number | undefined;
function sumOf(values: readonly (number | undefined)[]): number | undefined {
	return values.reduce(
		(sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
		0,
	);
}

/** Surely cost nothing, such as a start that was refused: it took nothing from a balance, and does not say what others cost. */
function isFree({ reported }: Spending): boolean {
	return reported === 0;
}

/** Records whose times touch, by start. One that has not ended touches everything after it, a free one touches nothing. */
function clustersOf(records: readonly Spending[]): readonly (readonly Spending[])[] {
	const clusters: Spending[][] = [];
	let end = Number.NEGATIVE_INFINITY;
	for (const record of records
		.filter((each) => !isFree(each))
		.toSorted((one, other) => one.startedAt - other.startedAt)) {
		const current = clusters.at(-1);
		if (current !== undefined && record.startedAt < end) current.push(record);
		else clusters.push([record]);
		end = Math.max(end, record.readAt ?? record.endedAt ?? Number.POSITIVE_INFINITY);
	}
	return [...clusters, ...records.filter(isFree).map((record) => [record])];
}

/** Returns the time and the cost of records of a target that have ended, the newest first. */
export function earlierOf(
	records: readonly Spending[],
	target: Pick<Spending, 'kind' | 'targetId'>,
): readonly EarlierStart[] {
	const amounts = amountsOf(records);
	return ofTarget(records, target).flatMap(({ id, startedAt, endedAt }) =>
		endedAt === undefined
			? []
			: [{ id, startedAt, endedAt, ...compact({ microdollars: amounts.get(id)?.microdollars }) }],
	);
}

/** The records of a target, the newest first. */
function ofTarget(
	records: readonly Spending[],
	target: Pick<Spending, 'kind' | 'targetId'>,
): readonly Spending[] {
	return records
		.filter(({ kind, targetId }) => kind === target.kind && targetId === target.targetId)
		.toSorted((one, other) => other.startedAt - one.startedAt);
}

/**
 * Returns the mean of what the latest records of a target cost; undefined where nothing is known of any. Where none was reported or
 * measured, each of several that were under way at once counts with its share of what they cost together.
 */
export function usualCost(
	records: readonly Spending[],
	target: Pick<Spending, 'kind' | 'targetId'>,
): number | undefined {
	const amounts = amountsOf(records);
	const paid = ofTarget(records, target).filter((record) => !isFree(record));
	const known = paid.flatMap((record) => amounts.get(record.id) ?? []);
	const exact = known.filter(({ basis }) => basis !== 'estimate');
	return meanOfLatest((exact.length > 0 ? exact : known).map(({ microdollars }) => microdollars));
}

function meanOfLatest(amounts: readonly number[]): number | undefined {
	const latest = amounts.slice(0, 5);
	return latest.length === 0
		? undefined
		: Math.round(latest.reduce((sum, each) => sum + each, 0) / latest.length);
}
