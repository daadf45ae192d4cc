import * as l10n from '@vscode/l10n';
import { type Failure, inputFailure } from '../base/failure.ts';
import { either, numberText } from '../base/language.ts';
import type { Connection } from '../connection/connection.ts';
import { dialectOf, machineNamed } from '../connection/dialects.ts';
import type { Gpu } from './job.ts';
import type { JobRecord } from './jobRecord.ts';

/** Returns every machine that a training job can have on a service, its default first. */
export function trainingGpus(connection: Pick<Connection, 'dialect'>): readonly [Gpu, ...Gpu[]] {
	return dialectOf(connection).machines.training;
}

/** Returns the machine of a job, if known here. */
export function gpuOf({ gpuType, gpuCount }: JobRecord): Gpu | undefined {
	return gpuType === undefined || gpuCount === undefined ? undefined : { type: gpuType, count: gpuCount };
}

export function isSameGpu(one: Gpu, other: Gpu | undefined): boolean {
	return one.type === other?.type && one.count === other.count;
}

/** Describes its GPUs, in addition to the name of the service: `H100, 80 GB each`; empty if unknown. */
export function gpuFacts({ type }: Gpu): readonly string[] {
	const known = machineNamed(type);
	if (known === undefined) return [];
	const memory = l10n.t('{0} GB each', numberText(known.memoryGb));
	return known.model === undefined ? [memory] : [known.model, memory];
}

/** Describes machines: `8 x ADA_80_PLUS`. */
export function gpuText({ type, count }: Gpu): string {
	return `${count} x ${type}`;
}

/** Returns the failure of a resume on a machine that the service does not have; undefined for the machine of the job. */
export function otherGpuFailure(
	gpu: Gpu,
	job: JobRecord,
	connection: Pick<Connection, 'dialect'>,
): Failure | undefined {
	const known = trainingGpus(connection);
	if ([...known, gpuOf(job)].some((each) => isSameGpu(gpu, each))) return undefined;
	return inputFailure(
		l10n.t('The service has no machine {0} for training.', gpuText(gpu)),
		l10n.t('Choose {0}.', either(known.map(gpuText))),
	);
}
