interface HardwareFacts {
	/** Simulated milliseconds from nothing to a warm instance. */
	readonly coldStartMs: number;
	/** The speed of nodes in relation to `AMPERE_48`. */
	readonly pace: number;
	/** Price of a busy second in millionths of a US dollar; the sandbox's own figure. */
	readonly microdollarsPerSecond: number;
}

const facts: Readonly<Record<string, HardwareFacts>> = {
	TURING_16: { coldStartMs: 9000, pace: 0.5, microdollarsPerSecond: 275 },
	AMPERE_24: { coldStartMs: 7000, pace: 0.8, microdollarsPerSecond: 486 },
	AMPERE_48: { coldStartMs: 6000, pace: 1, microdollarsPerSecond: 694 },
	ADA_48_PLUS: { coldStartMs: 6000, pace: 1.5, microdollarsPerSecond: 831 },
	AMPERE_80: { coldStartMs: 5000, pace: 1.6, microdollarsPerSecond: 1000 },
	ADA_80_PLUS: { coldStartMs: 5000, pace: 2.4, microdollarsPerSecond: 1250 },
	HOPPER_141: { coldStartMs: 5000, pace: 3, microdollarsPerSecond: 1600 },
};
const usual: HardwareFacts = { coldStartMs: 6000, pace: 1, microdollarsPerSecond: 694 };

/** Returns the facts about a hardware choice that the simulation needs; a usual one for unknown names. */
export function hardwareFacts(name: string): HardwareFacts {
	return facts[name] ?? usual;
}
