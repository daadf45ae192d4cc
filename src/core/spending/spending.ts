import { compact } from '../base/compact.ts';
import type { EarlierStart } from '../records/estimate.ts';
import type { PaidStart } from '../records/startWatch.ts';

/** What was started here, with the balance around it. Immutable. Amounts are in millionths of a US dollar, times in milliseconds since 1970. */
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
	/** What the service says that it cost. */
	readonly reported?: number;
}

/**
 * How an amount is known. `reported` by the service; `measured` by the balance while nothing else of this editor was under way;
 * `estimate` by the balance of several at once, or long after the end, when instances that stay warm and other work have used it too.
 */
type Basis = 'reported' | 'measured' | 'estimate';

export interface Amount {
	readonly microdollars: number;
	readonly basis: Basis;
}

/** A balance that is older than this is not the one at a start, in milliseconds. */
export const freshMs = 5 * 60_000;
/** Records that say what a target usually costs. */
export const remembered = 500;

/** A balance that is read later than this after an end says little about what ended, in milliseconds. */
const promptMs = 5 * 60_000;

/** What each record cost, as far as it is known, by its id. */
export function amountsOf(records: readonly Spending[]): ReadonlyMap<string, Amount> {
	const amounts = new Map<string, Amount>();
	for (const cluster of clustersOf(records)) {
		const alone = cluster.length === 1;
		for (const record of cluster) {
			const amount = amountOf(record, alone);
			if (amount !== undefined) amounts.set(record.id, amount);
		}
	}
	return amounts;
}

function amountOf(
	{ reported, before, after, endedAt, readAt }: Spending,
	alone: boolean,
): Amount | undefined {
	if (reported !== undefined) return { microdollars: reported, basis: 'reported' };
	// A balance that has grown was topped up meanwhile.
	if (before === undefined || after === undefined || after > before) return undefined;
	const prompt = endedAt !== undefined && readAt !== undefined && readAt - endedAt <= promptMs;
	return { microdollars: before - after, basis: alone && prompt ? 'measured' : 'estimate' };
}

/**
 * What all records together cost, each part of the balance counted once; an estimate. What is under way, or of unknown cost, counts
 * with what `expected` says of it.
 */
export function totalOf(
	records: readonly Spending[],
	expected: (record: Spending) => number | undefined = () => undefined,
): number {
	let total = 0;
	for (const cluster of clustersOf(records)) total += clusterTotal(cluster, expected);
	return total;
}

function clusterTotal(
	cluster: readonly Spending[],
	expected: (record: Spending) => number | undefined,
): number {
	const guessed = () =>
		cluster.reduce(
			(sum, record) =>
				sum + (record.reported ?? amountOf(record, true)?.microdollars ?? expected(record) ?? 0),
			0,
		);
	if (cluster.every(({ reported }) => reported !== undefined)) return guessed();
	const [first] = cluster;
	const last = cluster.reduce((latest, record) =>
		(record.readAt ?? 0) > (latest.readAt ?? 0) ? record : latest,
	);
	const over = cluster.every(({ after }) => after !== undefined);
	if (!over || first?.before === undefined || last.after === undefined) return guessed();
	return last.after > first.before ? guessed() : first.before - last.after;
}

/** Records whose times touch, by start. What has not ended touches everything after it. */
function clustersOf(records: readonly Spending[]): readonly (readonly Spending[])[] {
	const clusters: Spending[][] = [];
	let end = Number.NEGATIVE_INFINITY;
	for (const record of records.toSorted((one, other) => one.startedAt - other.startedAt)) {
		const current = clusters.at(-1);
		if (current !== undefined && record.startedAt < end) current.push(record);
		else clusters.push([record]);
		end = Math.max(end, record.readAt ?? record.endedAt ?? Number.POSITIVE_INFINITY);
	}
	return clusters;
}

/** What records of a target took that have ended, the newest first; a cost that only the balance of several at once says is a share of theirs. */
export function earlierOf(
	records: readonly Spending[],
	target: Pick<Spending, 'kind' | 'targetId'>,
): readonly EarlierStart[] {
	const amounts = amountsOf(records);
	const shares = sharesOf(records);
	return ofTarget(records, target).flatMap(({ id, startedAt, endedAt }) => {
		if (endedAt === undefined) return [];
		const amount = amounts.get(id);
		const microdollars =
			amount === undefined || amount.basis === 'estimate' ? shares.get(id) : amount.microdollars;
		return [{ id, startedAt, endedAt, ...compact({ microdollars }) }];
	});
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
 * The mean of what the latest records of a target cost; undefined where nothing is known of any. Where none was reported or measured,
 * each of several that were under way at once counts with its share of what they cost together.
 */
export function usualCost(
	records: readonly Spending[],
	target: Pick<Spending, 'kind' | 'targetId'>,
): number | undefined {
	const amounts = amountsOf(records);
	const latest = ofTarget(records, target);
	const known = latest.flatMap(({ id }) => {
		const amount = amounts.get(id);
		return amount === undefined || amount.basis === 'estimate' ? [] : [amount.microdollars];
	});
	if (known.length > 0) return meanOfLatest(known);
	const shares = sharesOf(records);
	return meanOfLatest(latest.flatMap(({ id }) => shares.get(id) ?? []));
}

function meanOfLatest(amounts: readonly number[]): number | undefined {
	const latest = amounts.slice(0, 5);
	return latest.length === 0
		? undefined
		: Math.round(latest.reduce((sum, each) => sum + each, 0) / latest.length);
}

/** What each record cost where that is an estimate, as an equal share of what all that were under way together cost. */
function sharesOf(records: readonly Spending[]): ReadonlyMap<string, number> {
	const shares = new Map<string, number>();
	for (const cluster of clustersOf(records)) {
		const unreported = cluster.filter(({ reported }) => reported === undefined);
		if (unreported.some((record) => amountOf(record, false) === undefined)) continue;
		const reported = cluster.reduce((sum, record) => sum + (record.reported ?? 0), 0);
		const rest = clusterTotal(cluster, () => undefined) - reported;
		for (const { id } of unreported) shares.set(id, Math.max(0, rest) / unreported.length);
	}
	return shares;
}
