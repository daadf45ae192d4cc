import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection.ts';
import { gpuFacts, gpuText, isSameGpu, trainingGpus } from '../../core/jobs/gpus.ts';
import type { Gpu } from '../../core/jobs/job.ts';

/** Lets the person choose a machine; undefined if they do not. */
export async function chooseGpu(
	connection: Pick<Connection, 'dialect'>,
	present: Gpu | undefined,
): Promise<Gpu | undefined> {
	const items = trainingGpus(connection).map((gpu) => ({
		label: gpuText(gpu),
		description: [...gpuFacts(gpu), ...(isSameGpu(gpu, present) ? [vscode.l10n.t('current GPU')] : [])].join(
			', ',
		),
		gpu,
	}));
	const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('GPU of the Job') });
	return chosen?.gpu;
}
