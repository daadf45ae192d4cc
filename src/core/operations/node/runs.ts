import { join } from 'node:path';
import type { SessionSource } from '../../account/session.ts';
import type { Log } from '../../base/log.ts';
import { holdsItems } from '../../batches/batchTable.ts';
import { planItem } from '../../batches/planItem.ts';
import { RunBatches } from '../../batches/runBatches.ts';
import { RunService } from '../../runs/runService.ts';
import { fileReader } from '../../runs/start/mediaFiles.ts';
import { SavedWorkflows } from '../../runs/start/savedWorkflows.ts';
import { parseWorkflow } from '../../workflow/document.ts';
import type { OpenLedger } from '../services.ts';
import { archiveFolder } from './archiveFolder.ts';

export interface RunsOptions {
	/** The folder with the history file and the files that belong to its records; made with its first use. */
	readonly folder: string;
	readonly log: Log;
	/** A key that runs send along; never kept. */
	readonly partnerKey?: string;
}

/** Returns the runs of a caller without a window; they are followed at once. */
export function openRuns(
	{ folder, log, partnerKey }: RunsOptions,
	session: SessionSource,
	{ spending, ...opened }: OpenLedger,
): RunService {
	const service = new RunService({
		...opened,
		session,
		log,
		spending: spending.history,
		archiveFolder: archiveFolder(folder),
		isHeld: holdsItems(opened.ledger),
		secretsOf: async () => (partnerKey === undefined ? [] : [partnerKey]),
	});
	service.resume();
	return service;
}

/** Returns the batches of such runs; what is left of them is handed over from now on. */
export function openBatches(
	{ folder, log, partnerKey }: RunsOptions,
	session: SessionSource,
	{ spending, ...opened }: OpenLedger,
	runs: RunService,
): RunBatches {
	const savedWorkflows = new SavedWorkflows({
		log,
		session,
		store: { byId: () => undefined },
		documents: async () => ({ deploymentsFor: () => [] }),
		nodeInfoFolder: join(folder, 'node-info'),
		onNodeInfo: () => undefined,
	});
	const planParts = {
		savedWorkflows,
		files: fileReader,
		parse: (text: string) => parseWorkflow(text),
		partnerKey: async () => partnerKey,
	};
	const service = new RunBatches({
		...opened,
		session,
		log,
		spending: spending.history,
		runs,
		folder: join(folder, 'batches'),
		archiveFolder: archiveFolder(folder),
		plan: (...item) => planItem(planParts, ...item),
	});
	service.resume();
	return service;
}
