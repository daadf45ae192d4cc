import * as vscode from 'vscode';
import { SampleCache } from '../../../core/jobs/samples/cache.ts';
import type { SamplesIdentity } from '../../../core/jobs/samples/messages.ts';
import { samplesSource } from '../../../core/jobs/samples/source.ts';
import { runCommand } from '../../shell/commands.ts';
import type { PanelPlace } from '../../shell/panels/panelRegistry.ts';
import type { JobsNode } from '../nodes.ts';
import { chooseJob } from './chooseSampledJob.ts';
import { createSamplesPanel, type SamplesPanel } from './panel.ts';
import type { SamplesPanelsOptions } from './panels.ts';

export { sampledJob } from './chooseSampledJob.ts';
export { savedSamples } from './panel.ts';

interface SamplesFeatures {
	create(identity: SamplesIdentity, place: PanelPlace): SamplesPanel;
	/** Removes the samples of a job that is removed from the list. Never rejects. */
	forget(jobId: string): Promise<void>;
}

/** Opens the list of jobs and the cache of samples. Rejects if not even a list in memory can be opened. */
export async function openSamples(options: SamplesPanelsOptions): Promise<SamplesFeatures> {
	const { context, log, clock, ledger, jobs, session } = options;
	const [{ queue }, service] = await Promise.all([ledger.get(), jobs.open()]);
	const folder = vscode.Uri.joinPath(context.globalStorageUri, 'samples');
	const cache = new SampleCache({ folder: folder.fsPath, queue, clock });
	const source = samplesSource(service, session);
	return {
		create: ({ jobId }, place) =>
			createSamplesPanel({
				...options,
				source,
				cache,
				folder,
				chooseOther: (than) => chooseJob(jobs, than),
				async useCheckpoint(id, name) {
					const job = service.get(id);
					const row: JobsNode | undefined = job && { kind: 'checkpoint', job, name };
					if (row !== undefined) await runCommand('easel.downloadCheckpoint', row);
				},
				jobId,
				place,
			}),
		async forget(jobId) {
			try {
				await cache.remove(jobId);
			} catch (cause) {
				log.warn('The samples of a removed job could not be deleted', cause);
			}
		},
	};
}
