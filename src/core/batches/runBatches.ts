import { keepDocument } from '../runs/archive/runFolder.ts';
import type { RunService } from '../runs/runService.ts';
import { BatchService, type BatchServiceOptions } from './batchService.ts';
import { type RunPlanner, RunWork } from './runWork.ts';

interface RunBatchesOptions extends Omit<BatchServiceOptions, 'work'> {
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	readonly runs: RunService;
	readonly plan: RunPlanner;
}

export class RunBatches extends BatchService {
	readonly #work: RunWork;

	constructor(options: RunBatchesOptions) {
		const { runs, plan, log, archiveFolder } = options;
		const work = new RunWork({
			runs,
			plan,
			keep: (runId, text) =>
				keepDocument(archiveFolder, runId, text).catch((cause) =>
					log.warn('The document of a run could not be saved', cause),
				),
		});
		super({ ...options, work });
		this.#work = work;
	}

	override dispose(): void {
		super.dispose();
		this.#work.dispose();
	}
}
