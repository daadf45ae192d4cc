import { knownHardware, perHour } from '../../core/wire/hardware.ts';

interface HardwareFacts {
	/** Simulated milliseconds from nothing to a warm instance. */
	readonly coldStartMs: number;
	/** The speed of nodes in relation to `AMPERE_48`. */
	readonly pace: number;
	/** Price of a busy second in millionths of a US dollar. */
	readonly microdollarsPerSecond: number;
}

const facts: Readonly<Record<string, Omit<HardwareFacts, 'microdollarsPerSecond'>>> = {
	TURING_16: { coldStartMs: 9000, pace: 0.5 },
	AMPERE_24: { coldStartMs: 7000, pace: 0.8 },
	AMPERE_48: { coldStartMs: 6000, pace: 1 },
	ADA_48_PLUS: { coldStartMs: 6000, pace: 1.5 },
	AMPERE_80: { coldStartMs: 5000, pace: 1.6 },
	ADA_80_PLUS: { coldStartMs: 5000, pace: 2.4 },
	HOPPER_141: { coldStartMs: 5000, pace: 3 },
};
const usual = { coldStartMs: 6000, pace: 1 };
/** The hourly price of a machine that is not in the document. */
const usualPerHour = 2_500_000;

/** Returns the facts about a hardware choice that the simulation needs; usual ones for unknown names. */
export function hardwareFacts(name: string): HardwareFacts {
	const known = knownHardware(name);
	return {
		...(facts[name] ?? usual),
		microdollarsPerSecond: Math.round((known === undefined ? usualPerHour : perHour(known)) / 3600),
	};
}
