import { batchLayout } from '../../batches/batchTable.ts';
import { uploadFilesLayout, uploadLayout } from '../../datasets/upload/table.ts';
import { deploymentChangeLayout } from '../../deployments/changeTable.ts';
import { jobLayout } from '../../jobs/jobTable.ts';
import type { TableLayout } from '../../ledger/ledger.ts';
import { documentFactsLayout } from '../../runs/documentFacts.ts';
import { runMarksLayout } from '../../runs/history/marks.ts';
import { runLayout } from '../../runs/runTable.ts';
import { spendingLayout } from '../../spending/spendingTable.ts';
import { transferLayout } from '../../transfers/transferTable.ts';
import { webhookEventLayout } from '../../webhooks/eventTable.ts';

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
