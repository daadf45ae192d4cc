import type { Failure } from '../base/failure.ts';

/** Shortest and longest time until the next question about something not found, in milliseconds. */
const shortestPauseMs = 2000;
const longestPauseMs = 60 * 60_000;

/** Milliseconds for which a missing record is polled: as long as the service keeps results. */
const absenceLimitMs = 7 * 24 * 60 * 60_000;

/** The names of the codes with which hosts answer for records of other accounts: for us these do not exist. */
const ofSomeoneElse: readonly (string | undefined)[] = ['Forbidden', 'PermissionDeniedError'];

/** Returns whether an answer, from the service or an intermediary, reports that something does not exist. */
export function isAbsence({ kind, status, codeName }: Failure): boolean {
	return kind === 'notFound' || status === 404 || status === 410 || ofSomeoneElse.includes(codeName);
}

/** The meaning of answers that something does not exist: it is certain, or another request is needed. */
export type AbsenceVerdict =
	| { readonly kind: 'gone' }
	| {
			readonly kind: 'absent';
			/** Milliseconds until the next request. */
			readonly inMs: number;
			/** Since when it is not found, in milliseconds since 1970; absent for the first answer, which may be a stray one. */
			readonly since?: number;
	  };

/**
 * The answers that report that something does not exist, and the milliseconds and the number of answers for which the
 * owner of the thing has to repeat them until it is certain: a single one may come from a server with stale data.
 */
export interface AbsenceRule {
	readonly certainAfterMs: number;
	readonly certainAnswers: number;
	/** Returns whether an answer, from the service or an intermediary, is such a report. */
	applies(failure: Failure): boolean;
	/** Returns whether such an answer comes from the owner of the thing, and not from an intermediary. */
	isOwnWord(failure: Failure): boolean;
}

/** The rule for things of the service: an authoritative answer, with its code, repeated over minutes. */
export const ruleOfService: AbsenceRule = {
	certainAfterMs: 5 * 60_000,
	certainAnswers: 4,
	applies: isAbsence,
	isOwnWord: ({ code }) => code !== undefined,
};

/**
 * Judges successive answers that something does not exist. A page of an intermediary never makes that certain; an
 * authoritative answer of the service, with its code, does once it was repeated over minutes.
 */
export class Absence {
	/** The time of the service's first such answer with a code, and the number of times since. */
	#said: { readonly since: number; readonly times: number } | undefined;
	#since: number | undefined;
	#answers = 0;

	/**
	 * Judges an answer that the rule applies to.
	 * @param now milliseconds since 1970
	 * @param since when it was first not found, if known from before
	 */
	take(failure: Failure, now: number, since = now, rule = ruleOfService): AbsenceVerdict {
		this.#since ??= Math.min(since, now);
		this.#answers++;
		if (rule.isOwnWord(failure)) {
			this.#said = { since: this.#said?.since ?? now, times: (this.#said?.times ?? 0) + 1 };
			const { times } = this.#said;
			if (times >= rule.certainAnswers && now - this.#said.since >= rule.certainAfterMs)
				return { kind: 'gone' };
		}
		const absentMs = now - this.#since;
		if (absentMs >= absenceLimitMs) return { kind: 'gone' };
		const inMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, Math.round(absentMs / 4)));
		return { kind: 'absent', inMs, ...(this.#answers > 1 ? { since: this.#since } : {}) };
	}
}
