import * as l10n from '@vscode/l10n';
import { describeDuration } from '../base/ages.ts';
import { compact } from '../base/compact.ts';
import { allOf } from '../base/language.ts';
import { exactUsd, roughUsd } from '../base/money.ts';

/** The time and the cost of an earlier start of the same target. */
export interface EarlierStart {
	readonly id: string;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	readonly endedAt: number;
	/** In millionths of a US dollar, if known. */
	readonly microdollars?: number;
	/** Starts that have this in common were only measured together: their costs are one figure. */
	readonly together?: string;
}

/** Returns the first of each that were measured together, and all others. */
export function measuredOnce(starts: readonly EarlierStart[]): readonly EarlierStart[] {
	const seen = new Set<string>();
	return starts.filter(({ id, together = id }) => seen.size < seen.add(together).size);
}

/** Returns the costs of starts by their ids; of those measured together, only that of the first. */
export function costsOf(
	ids: ReadonlySet<string>,
	starts: readonly EarlierStart[],
): ReadonlyMap<string, number | undefined> {
	const wanted = measuredOnce(starts.filter(({ id }) => ids.has(id)));
	return new Map(wanted.map(({ id, microdollars }) => [id, microdollars]));
}

export interface Span {
	readonly low: number;
	readonly high: number;
}

/** The expected time and cost of something, from earlier similar ones. */
export interface Estimate {
	/** Milliseconds of work, without the time before it begins. */
	readonly ms?: Span;
	/** Millionths of a US dollar: by earlier ones that were measured alone or reported, else by the price that the service lists. */
	readonly microdollars?: Span;
	/** The number of earlier ones that it is based on. */
	readonly count: number;
	/** The price of an hour of the machine of a run, in millionths of a US dollar, if it is known. */
	readonly perHour?: number;
	/** The price of an hour of the machine of a training, likewise: no bound, since a training may take many hours. */
	readonly hourlyRate?: number;
	/** The number of runs that it is for, each on a machine at most; absent for one. */
	readonly several?: number;
}

/**
 * Returns the highest expected cost, in whole millionths of a US dollar; the hourly price of its machine if nothing
 * else is known. Undefined if neither is known.
 */
export function mostOf({ microdollars, perHour, several = 1 }: Estimate): number | undefined {
	const most = microdollars?.high ?? (perHour && perHour * several);
	return most === undefined ? undefined : Math.ceil(most);
}

/** Returns the estimate of `several` that are alike. */
export function severalOf({ ms, microdollars, perHour, count }: Estimate, several: number): Estimate {
	const all = ({ low, high }: Span): Span => ({ low: low * several, high: high * several });
	return {
		count,
		...compact({
			ms: ms && all(ms),
			microdollars: microdollars && all(microdollars),
			perHour,
			several: several === 1 ? undefined : several,
		}),
	};
}

/** Describes an expected cost: `about 0.04 USD`, `0.90 USD to 1.20 USD`, or its bound; undefined if nothing is known. */
export function costText({ microdollars, perHour, hourlyRate, several = 1 }: Estimate): string | undefined {
	if (microdollars !== undefined) return estimateText({ microdollars });
	const rate = perHour ?? hourlyRate;
	if (rate === undefined) return undefined;
	return several === 1
		? l10n.t('unknown; its machine costs up to {0} an hour', exactUsd(rate))
		: l10n.t('unknown; each machine costs up to {0} an hour', exactUsd(rate));
}

/** Maximum number of earlier ones; older ones are less representative. */
const newest = 10;

/** Returns the range of the earlier ones, the newest first. A small number has not shown its full variation, so its range is widened. */
export function spanOf(values: readonly number[]): Span | undefined {
	const used = values.slice(0, newest);
	if (used.length === 0) return undefined;
	const more = 0.25 / used.length;
	return { low: Math.min(...used) * (1 - more), high: Math.max(...used) * (1 + more) };
}

/** Describes the known parts of an estimate: `18 min to 25 min, about 0.90 USD to 1.20 USD`; empty if nothing is known. */
export function estimateText({ ms, microdollars }: Pick<Estimate, 'ms' | 'microdollars'>): string {
	const time = ms && spanText(roughDuration(ms.low), roughDuration(ms.high));
	const cost = microdollars && spanText(roughUsd(microdollars.low), roughUsd(microdollars.high));
	return allOf([time, cost].filter((part) => part !== undefined));
}

function spanText(low: string, high: string): string {
	return low === high ? l10n.t('about {0}', low) : l10n.t('{0} to {1}', low, high);
}

/** Returns a duration with two digits, the precision of an estimate. */
function roughDuration(ms: number): string {
	const seconds = Math.max(1, Math.round(ms / 1000));
	const unit = seconds < 60 ? 1 : seconds < 600 ? 10 : seconds < 7200 ? 60 : 600;
	const rounded = Math.round(seconds / unit) * unit;
	return rounded < 600 || rounded >= 3600
		? describeDuration(rounded * 1000)
		: l10n.t('{0} min', Math.round(rounded / 60));
}
