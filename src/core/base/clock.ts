/** Time as the runs room sees it; tests bring their own. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls back once after `ms`; returns what cancels it. */
	after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after(ms, callback) {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	},
};
