/** A choice of machine: its name on the wire, the memory of one of its GPUs in gigabytes, and their model if the service names it. */
export interface Machine {
	readonly name: string;
	readonly memoryGb: number;
	/** Hourly price of one of its GPUs in US dollars, pay as you go. */
	readonly usdPerHour: number;
	readonly model?: string;
}

/**
 * The machines that a deployment can rent (inference-service.md, "Deployment record"), smallest first. The rates are
 * those of the public billing pages in November 2026; subscribers pay less.
 */
export const hardware = [
	{ name: 'TURING_16', memoryGb: 16, usdPerHour: 0.99 },
	{ name: 'AMPERE_24', memoryGb: 24, usdPerHour: 1.75 },
	{ name: 'AMPERE_48', memoryGb: 48, usdPerHour: 2.5 },
	{ name: 'ADA_48_PLUS', memoryGb: 48, usdPerHour: 2.99 },
	{ name: 'AMPERE_80', memoryGb: 80, usdPerHour: 4.99 },
	{ name: 'ADA_80_PLUS', memoryGb: 80, model: 'H100', usdPerHour: 7.49 },
	{ name: 'HOPPER_141', memoryGb: 141, model: 'H200', usdPerHour: 8.75 },
] as const satisfies readonly Machine[];

/** Returns the facts about a machine by its name on the wire; undefined if the documents do not have it. */
export function knownHardware(name: string): Machine | undefined {
	return hardware.find((known) => known.name === name);
}

/** Returns the price of an hour of a machine in millionths of a US dollar. */
export function perHour({ usdPerHour }: Machine): number {
	return Math.round(usdPerHour * 1_000_000);
}

type HardwareName = (typeof hardware)[number]['name'];

/** The hardware of a new deployment when its creator does not choose. */
export const defaultHardware: HardwareName = 'AMPERE_48';

/** The machines that a training job can rent (trainer-service.md, "Job record" and "Limits"); the first is the default. */
export const trainingMachines = [
	{ type: 'ADA_80_PLUS', count: 1 },
	{ type: 'ADA_80_PLUS', count: 8 },
	{ type: 'HOPPER_141', count: 1 },
] as const satisfies readonly { readonly type: HardwareName; readonly count: number }[];

interface TrainingMachine {
	readonly type: string;
	readonly count: number;
}

/** The machines of one service. */
export interface Machines {
	/** Machines of deployments, smallest first. */
	readonly deployments: readonly Machine[];
	/** The name of the default machine of a deployment. */
	readonly usual: string;
	/** Machines of training jobs, the default first. */
	readonly training: readonly [TrainingMachine, ...TrainingMachine[]];
}

/** The machines of the service documents. */
export const serviceMachines: Machines = {
	deployments: hardware,
	usual: defaultHardware,
	training: trainingMachines,
};
