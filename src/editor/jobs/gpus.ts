import * as vscode from 'vscode';
import type { Gpu } from '../../core/jobs/job.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import { trainingGpuCounts, trainingHardware } from '../../core/wire/hardware.ts';

/** Every machine that a training job can have, the service's default first. */
export const trainingGpus: readonly Gpu[] = trainingHardware.flatMap((type) =>
	trainingGpuCounts(type).map((count) => ({ type, count })),
);

/** The machine of a job as far as it is known here. */
export function gpuOf({ gpuType, gpuCount }: JobRecord): Gpu | undefined {
	return gpuType === undefined || gpuCount === undefined ? undefined : { type: gpuType, count: gpuCount };
}

export function isSameGpu(one: Gpu, other: Gpu | undefined): boolean {
	return one.type === other?.type && one.count === other.count;
}

/** `8 x ADA_80_PLUS`. */
export function gpuText({ type, count }: Gpu): string {
	return `${count} x ${type}`;
}

/** Lets the person choose a machine; undefined where they do not. */
export async function chooseGpu(present: Gpu | undefined): Promise<Gpu | undefined> {
	const items = trainingGpus.map((gpu) => ({
		label: gpuText(gpu),
		description: isSameGpu(gpu, present) ? vscode.l10n.t('the one it has') : '',
		gpu,
	}));
	const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('GPU of the Job') });
	return chosen?.gpu;
}
