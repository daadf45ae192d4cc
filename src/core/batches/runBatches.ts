import type { SessionSource } from '../account/session.ts';
import type { Log } from '../base/log.ts';
import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { StartsWatch } from '../records/startWatch.ts';
import { keepDocument } from '../runs/archive/runFolder.ts';
import type { RunService } from '../runs/runService.ts';
import { BatchService } from './batchService.ts';
import { type RunPlanner, RunWork } from './runWork.ts';

interface RunBatchesOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	readonly coordinator: WindowCoordinator;
	readonly log: Log;
	/** Folder with one file for the items of each batch that has not ended. */
	readonly folder: string;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	readonly runs: RunService;
	readonly spending?: StartsWatch;
	readonly plan: RunPlanner;
}

/** Batches of runs. */
export class RunBatches extends BatchService {
	readonly #work: RunWork;

	constructor(options: RunBatchesOptions) {
		const { runs, plan, log, archiveFolder } = options;
		const work = new RunWork({
			runs,
			plan,
			keep: (runId, text) =>
				keepDocument(archiveFolder, runId, text).catch((cause) =>
					log.warn('The document of a run could not be kept', cause),
				),
		});
		super({ ...options, works: { run: work } });
		this.#work = work;
	}

	override dispose(): void {
		super.dispose();
		this.#work.dispose();
	}
}
