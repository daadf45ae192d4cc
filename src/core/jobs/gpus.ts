import * as l10n from '@vscode/l10n';
import { numberText } from '../base/language.ts';
import { knownHardware, trainingGpuCounts, trainingHardware } from '../wire/hardware.ts';
import type { Gpu } from './job.ts';
import type { JobRecord } from './jobRecord.ts';

/** Every machine that a training job can have, the service's default first. */
export const trainingGpus: readonly Gpu[] = trainingHardware.flatMap((type) =>
	trainingGpuCounts(type).map((count) => ({ type, count })),
);

/** The machine that a job has where nothing else was chosen. */
export const defaultGpu = trainingGpus[0] as Gpu;

/** Returns the machine of a job as far as it is known here. */
export function gpuOf({ gpuType, gpuCount }: JobRecord): Gpu | undefined {
	return gpuType === undefined || gpuCount === undefined ? undefined : { type: gpuType, count: gpuCount };
}

export function isSameGpu(one: Gpu, other: Gpu | undefined): boolean {
	return one.type === other?.type && one.count === other.count;
}

/** Describes its GPUs, beside the name of the service: `H100, 80 GB each`; nothing where that is not known. */
export function gpuFacts({ type }: Gpu): readonly string[] {
	const known = knownHardware(type);
	if (known === undefined) return [];
	const memory = l10n.t('{0} GB each', numberText(known.memoryGb));
	return known.model === undefined ? [memory] : [known.model, memory];
}

/** Describes machines: `8 x ADA_80_PLUS`. */
export function gpuText({ type, count }: Gpu): string {
	return `${count} x ${type}`;
}
