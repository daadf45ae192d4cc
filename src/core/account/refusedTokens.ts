import { type Clock, pause } from '../base/clock.ts';
import type { TokenAnswer } from './identity.ts';

/** Milliseconds before each question about a token that does not count as refused yet: most refusals that are stray are so for one call. */
const checkPausesMs = [0, 1000, 4000] as const;

const minuteMs = 60_000;

/** Milliseconds before each question about a token that counts as refused; then it stays refused until a person acts. */
const returnPausesMs = [1, 2, 5, 15, 60, 240].map((minutes) => minutes * minuteMs);

/** A token that is refused so soon after it was accepted again has not recovered. */
const recoveredMs = 15 * minuteMs;

/** A token that counts as refused, or did until recently. */
interface Refusal {
	/** The number of requests about it since. */
	asked: number;
	/** The time when it was accepted again. */
	returnedAt?: number;
	cancel?: () => void;
}

interface RefusedTokensOptions {
	readonly clock: Clock;
	/** Called when a token no longer counts as refused, or is no longer checked. */
	readonly onChange: () => void;
}

/**
 * The tokens that the service refused. One refusal may be stray, so a token is checked before it counts as refused, and again with growing
 * pauses afterwards, since a service in trouble refuses good tokens too.
 */
export class RefusedTokens {
	readonly #options: RefusedTokensOptions;
	readonly #refusals = new Map<string, Refusal>();

	constructor(options: RefusedTokensOptions) {
		this.#options = options;
	}

	has(token: string): boolean {
		const refusal = this.#refusals.get(token);
		return refusal !== undefined && refusal.returnedAt === undefined;
	}

	/** Returns whether the service is asked again about a token that counts as refused. */
	isAskedAbout(token: string): boolean {
		const asked = this.has(token) ? this.#refusals.get(token)?.asked : undefined;
		return asked !== undefined && asked < returnPausesMs.length;
	}

	/**
	 * Asks immediately, and twice more at intervals of at most some seconds, whether the token of a refused call is
	 * accepted after all.
	 */
	async check(
		ask: () => Promise<TokenAnswer>,
		signal: AbortSignal,
	): Promise<'accepted' | 'refused' | 'unknown'> {
		let answer: TokenAnswer = 'unknown';
		for (const pauseMs of checkPausesMs) {
			if (pauseMs > 0) await pause(this.#options.clock, pauseMs, signal);
			if (signal.aborted) return 'unknown';
			answer = await ask();
			if (answer === 'accepted') return 'accepted';
			if (answer === 'obsolete') return 'unknown';
		}
		// If the service has no route to verify tokens, the refused call is the only evidence.
		return answer === 'mute' ? 'refused' : answer;
	}

	/** Marks a token as refused until `ask` reports otherwise. Returns false if it already was. */
	add(token: string, ask: () => Promise<TokenAnswer>): boolean {
		const before = this.#refusals.get(token);
		const { clock } = this.#options;
		const isNews = before === undefined || clock.now() - (before.returnedAt ?? 0) > recoveredMs;
		const refusal: Refusal = { asked: isNews ? 0 : before.asked };
		before?.cancel?.();
		this.#refusals.set(token, refusal);
		this.#askLater(refusal, token, ask);
		return isNews;
	}

	delete(token: string): void {
		this.#refusals.get(token)?.cancel?.();
		this.#refusals.delete(token);
	}

	/** Allows all tokens again and stops requests about them. */
	clear(): void {
		for (const token of this.#refusals.keys()) this.delete(token);
	}

	#askLater(refusal: Refusal, token: string, ask: () => Promise<TokenAnswer>): void {
		const pauseMs = returnPausesMs[refusal.asked];
		if (pauseMs === undefined) return;
		refusal.cancel = this.#options.clock.after(pauseMs, () => void this.#askAgain(refusal, token, ask));
	}

	async #askAgain(refusal: Refusal, token: string, ask: () => Promise<TokenAnswer>): Promise<void> {
		const answer = await ask();
		if (this.#refusals.get(token) !== refusal) return;
		// A network that is down costs the service nothing.
		if (answer !== 'unknown') refusal.asked++;
		if (answer === 'unknown' || answer === 'refused') {
			this.#askLater(refusal, token, ask);
			if (!this.isAskedAbout(token)) this.#options.onChange();
			return;
		}
		// If the service has no route to verify tokens, the next call shows whether this one is accepted.
		if (answer === 'obsolete') this.delete(token);
		else refusal.returnedAt = this.#options.clock.now();
		this.#options.onChange();
	}
}
