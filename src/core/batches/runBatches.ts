import type { RecordServiceOptions } from '../records/recordService.ts';
import type { StartsWatch } from '../records/startWatch.ts';
import { keepDocument } from '../runs/archive/runFolder.ts';
import type { RunService } from '../runs/runService.ts';
import { BatchService } from './batchService.ts';
import { type RunPlanner, RunWork } from './runWork.ts';

interface RunBatchesOptions extends RecordServiceOptions {
	/** Folder with one file for the items of each batch that has not ended. */
	readonly folder: string;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	readonly runs: RunService;
	readonly spending?: StartsWatch;
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
