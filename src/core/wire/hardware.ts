/** A choice of machine: its name on the wire, the memory of one of its GPUs in gigabytes, and their model where the service says it. */
interface Hardware {
	readonly name: string;
	readonly memoryGb: number;
	readonly model?: string;
}

/** The machines that a deployment can rent (inference-service.md, "Deployment record"), smallest first. */
export const hardware = [
	{ name: 'TURING_16', memoryGb: 16 },
	{ name: 'AMPERE_24', memoryGb: 24 },
	{ name: 'AMPERE_48', memoryGb: 48 },
	{ name: 'ADA_48_PLUS', memoryGb: 48 },
	{ name: 'AMPERE_80', memoryGb: 80 },
	{ name: 'ADA_80_PLUS', memoryGb: 80, model: 'H100' },
	{ name: 'HOPPER_141', memoryGb: 141, model: 'H200' },
] as const satisfies readonly Hardware[];

/** Returns the facts about a machine by its name on the wire; undefined of one that the documents do not have. */
export function knownHardware(name: string): Hardware | undefined {
	return hardware.find((known) => known.name === name);
}

type HardwareName = (typeof hardware)[number]['name'];

/** The hardware of a new deployment when its creator does not choose. */
export const defaultHardware: HardwareName = 'AMPERE_48';

/** The machines that a training job can rent (trainer-service.md, "Job record"); the first is the default. */
export const trainingHardware = ['ADA_80_PLUS', 'HOPPER_141'] as const satisfies readonly HardwareName[];

/** Returns the numbers of GPUs that a training job can have on a machine (trainer-service.md, "Limits"). */
export function trainingGpuCounts(name: string): readonly number[] {
	return name === 'ADA_80_PLUS' ? [1, 8] : [1];
}
