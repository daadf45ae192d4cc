import { join } from 'node:path';
import { compact } from '../../base/compact.ts';
import { batchLayout, holdsItems } from '../../batches/batchTable.ts';
import { planItem } from '../../batches/planItem.ts';
import { RunBatches } from '../../batches/runBatches.ts';
import type { Dataset } from '../../datasets/dataset.ts';
import { createDatasetStore, type DatasetStore } from '../../datasets/datasetStore.ts';
import { UploadService } from '../../datasets/upload/service.ts';
import { uploadFilesLayout, uploadLayout } from '../../datasets/upload/table.ts';
import { deploymentChangeLayout } from '../../deployments/changeTable.ts';
import { WindowCoordinator } from '../../following/windowCoordinator.ts';
import { withStoredHubToken } from '../../jobs/hubTokenApi.ts';
import { serviceJobApi } from '../../jobs/jobApi.ts';
import { JobService } from '../../jobs/jobService.ts';
import { jobLayout } from '../../jobs/jobTable.ts';
import type { TableLayout } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open.ts';
import { documentFactsLayout } from '../../runs/documentFacts.ts';
import { runMarksLayout } from '../../runs/history/marks.ts';
import { RunService } from '../../runs/runService.ts';
import { runLayout } from '../../runs/runTable.ts';
import { openSpending } from '../../spending/openSpending.ts';
import { spendingLayout } from '../../spending/spendingTable.ts';
import { TransferQueue } from '../../transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../transfers/transferTable.ts';
import { webhookEventLayout } from '../../webhooks/eventTable.ts';
import type { OpenLedger } from '../services.ts';
import { archiveFolder } from './archiveFolder.ts';
import type { ServicesHooks } from './hooks.ts';
import type { ServicesBase } from './lazyServices.ts';

/** Opens the history file with the parts that all kinds of work share. */
export async function openHistory(
	{ folder, session, log, clock }: ServicesBase,
	{ windowId, isPresent, isDry, writer, onProblem, limit, ask }: ServicesHooks,
): Promise<OpenLedger> {
	const ledger = await openLedger({
		path: join(folder, 'history.db'),
		tables: layouts,
		log,
		clock,
		...compact({ onProblem, writer }),
	});
	const queue = new TransferQueue({ store: new TransferTable(ledger), clock });
	const shared = { leases: ledger.leases, session, log, clock, ...compact({ isPresent }) };
	const coordinator = new WindowCoordinator({ ...shared, windowId });
	if (isDry === true) coordinator.dispose();
	const spending = openSpending({ ledger, coordinator, session, log, limit, ask });
	return { ledger, queue, coordinator, spending };
}

export function openRuns(
	{ folder, session, log }: ServicesBase,
	{ archiveRules, webhookOf, partnerKey }: ServicesHooks,
	{ spending, ...opened }: OpenLedger,
): RunService {
	return new RunService({
		...opened,
		session,
		log,
		spending: spending.history,
		archiveFolder: archiveFolder(folder),
		isHeld: holdsItems(opened.ledger),
		async secretsOf(connection) {
			// A run must end even if the store of secrets does not answer.
			const key = await partnerKey(connection).then(undefined, () => undefined);
			return key === undefined ? [] : [key];
		},
		...compact({ archiveRules, webhookOf }),
	});
}

export function openBatches(
	{ folder, session, log }: ServicesBase,
	{ planParts }: ServicesHooks,
	{ spending, ...opened }: OpenLedger,
	runs: RunService,
): RunBatches {
	return new RunBatches({
		...opened,
		session,
		log,
		spending: spending.history,
		runs,
		folder: join(folder, 'batches'),
		archiveFolder: archiveFolder(folder),
		plan: async (...item) => planItem(await planParts(), ...item),
	});
}

export function openJobs(
	{ folder, session, log }: ServicesBase,
	{ hubToken }: ServicesHooks,
	{ spending, ...opened }: OpenLedger,
): JobService {
	return new JobService({
		...opened,
		session,
		log,
		spending: spending.history,
		configFolder: join(folder, 'jobs'),
		api: withStoredHubToken(serviceJobApi, hubToken),
	});
}

export function openUploads(
	{ session, log }: ServicesBase,
	{ parallel }: ServicesHooks,
	opened: OpenLedger,
	onDataset: (dataset: Dataset) => void,
): UploadService {
	return new UploadService({ ...opened, session, log, onDataset, ...compact({ parallel }) });
}

export function openDatasets({ session }: ServicesBase): DatasetStore {
	return createDatasetStore({ session });
}

/** Every table of the history file: all are opened together, since several programs share the file. */
export const layouts: readonly TableLayout[] = [
	runLayout,
	runMarksLayout,
	batchLayout,
	deploymentChangeLayout,
	documentFactsLayout,
	jobLayout,
	spendingLayout,
	transferLayout,
	uploadLayout,
	uploadFilesLayout,
	webhookEventLayout,
];
