import type { Callback, CallbackState } from './callback.ts';
import type { WebhookEvent } from './event.ts';

/** Remarks about a callback that is unusual compared to earlier ones. */
type CallbackMarks = Pick<WebhookEvent, 'duplicate' | 'late'>;

interface Seen {
	readonly states: Set<string>;
	stage: number;
}

/** Number of remembered requests; the least recently updated ones are forgotten. */
const mostRequests = 10_000;

const stages: Partial<Record<CallbackState, number>> = {
	queued: 0,
	running: 1,
	succeeded: 2,
	failed: 2,
	canceled: 2,
	finished: 2,
};

/**
 * Finds duplicate and reordered deliveries: "the same event may be delivered more than once" (inference-service.md,
 * "Delivery"). Two callbacks are the same if request and state are (wire-facts.md, section 6).
 */
export class CallbackOrder {
	readonly #seen = new Map<string, Seen>();

	note({ requestId, state, status }: Pick<Callback, 'requestId' | 'state' | 'status'>): CallbackMarks {
		if (requestId === undefined) return {};
		const seen = this.#seen.get(requestId) ?? { states: new Set(), stage: -1 };
		// Unknown words are distinguished by their original spelling.
		const news = state === 'unknown' ? `unknown ${status}` : state;
		const stage = stages[state];
		const duplicate = seen.states.has(news);
		const late = !duplicate && stage !== undefined && stage < seen.stage;
		seen.states.add(news);
		seen.stage = Math.max(seen.stage, stage ?? -1);
		this.#remember(requestId, seen);
		return { ...(duplicate ? { duplicate } : {}), ...(late ? { late } : {}) };
	}

	#remember(requestId: string, seen: Seen): void {
		this.#seen.delete(requestId);
		this.#seen.set(requestId, seen);
		const [oldest] = this.#seen.keys();
		if (this.#seen.size > mostRequests && oldest !== undefined) this.#seen.delete(oldest);
	}
}
