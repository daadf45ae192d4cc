import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { pollDelay } from '../following/pollSchedule.ts';
import { Absence, type AbsenceRule, type AbsenceVerdict, ruleOfService } from './absence.ts';

/** Failed polls in a row after which the person sees a notice. */
export const quietFailures = 2;

/** The longest wait that a service can ask for, in milliseconds, and from when on the person sees a notice. */
const longestWaitMs = 5 * 60_000;
const silentWaitMs = 30_000;

/**
 * The meaning of a failed poll. `canceled`: this window has stopped polling. `refused`: the sign-in is not accepted.
 * `gone`: the service has reported for minutes, with its code, that the record does not exist. `absent`: it is not
 * found for now. `passing`: any other problem; `failures` counts successive ones.
 */
export type Trouble =
	| { readonly kind: 'canceled' }
	| { readonly kind: 'refused' }
	| AbsenceVerdict
	| {
			readonly kind: 'passing';
			readonly inMs: number;
			readonly failures: number;
			/** The notice to show; absent while the problem is too minor to be mentioned. */
			readonly say?: { readonly waitMs: number } | 'trouble';
	  };

interface AskedThing {
	/** Milliseconds since 1970 from which on it is waited for. */
	readonly since: number;
	/** Since when it is not found, if its record has that. */
	readonly missingSince?: number;
	/** Replaces the condition that makes its absence certain. */
	readonly rule?: AbsenceRule;
}

interface State {
	failures: number;
	readonly absence: Absence;
}

/** Keeps the trouble with the things of one kind since their last good answer: one policy for everything that is followed. */
export class PollTrouble {
	readonly #clock: Clock;
	readonly #capMs: number;
	readonly #states = new Map<string, State>();

	/** @param capMs longest time between two polls, in milliseconds */
	constructor(clock: Clock, capMs: number) {
		this.#clock = clock;
		this.#capMs = capMs;
	}

	take(id: string, failure: Failure, { since, missingSince, rule = ruleOfService }: AskedThing): Trouble {
		if (failure.kind === 'canceled') return { kind: 'canceled' };
		const now = this.#clock.now();
		const state = this.#states.get(id) ?? { failures: 0, absence: new Absence() };
		this.#states.set(id, state);
		if (rule.applies(failure)) return state.absence.take(failure, now, missingSince, rule);
		if (failure.kind === 'auth' && failure.status !== 403) return { kind: 'refused' };
		const failures = ++state.failures;
		const askedMs = Math.min(failure.retryAfterMs ?? 0, longestWaitMs);
		const doublingMs = Math.min(this.#capMs, 1000 * 2 ** (failures - 1));
		const inMs = Math.max(doublingMs, pollDelay(now - since, this.#capMs), askedMs);
		const trouble = { kind: 'passing', inMs, failures } as const;
		if (askedMs >= silentWaitMs) return { ...trouble, say: { waitMs: askedMs } };
		return failures >= quietFailures ? { ...trouble, say: 'trouble' } : trouble;
	}

	/** Clears the trouble after a good answer about the thing, or when it is no longer polled. */
	clear(id: string): void {
		this.#states.delete(id);
	}
}
