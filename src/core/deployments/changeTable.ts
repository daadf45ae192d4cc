import * as z from 'zod/mini';
import type { Owner } from '../account/session.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type RecordOf, record } from '../ledger/recordSchema.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import type { DeploymentSettings } from './settings.ts';

const settings: z.ZodMiniType<DeploymentSettings> = record({
	name: z.exactOptional(z.string()),
	workflowId: z.exactOptional(z.string()),
	workflowVersion: z.exactOptional(z.string()),
	hardware: z.exactOptional(z.string()),
	minInstances: z.exactOptional(z.number()),
	maxInstances: z.exactOptional(z.number()),
	queueSize: z.exactOptional(z.number()),
	keepWarmSeconds: z.exactOptional(z.number()),
	enabled: z.exactOptional(z.boolean()),
});

/** A change of a deployment that was made with this editor. */
const schema = record({
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	deploymentId: z.string(),
	/** The name before the change. */
	name: z.string(),
	/** Milliseconds since 1970. */
	at: z.number(),
	kind: z.enum(['changed', 'deleted']),
	/** All settings before the change. */
	before: settings,
	/** The settings that the change gave; empty for a deleted deployment. */
	after: settings,
	/** The service gave no answer, so that the change may or may not have been made. */
	uncertain: z.exactOptional(z.boolean()),
});

export interface DeploymentChange extends RecordOf<typeof schema> {}

const definition: TableDefinition<DeploymentChange> = {
	layout: {
		name: 'deployment_changes',
		migrations: [
			`
			CREATE TABLE deployment_changes (
				id TEXT PRIMARY KEY,
				account TEXT NOT NULL,
				deployment_id TEXT NOT NULL,
				at INTEGER NOT NULL,
				revision INTEGER NOT NULL DEFAULT 0,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX deployment_changes_by_time ON deployment_changes (account, at);
			CREATE INDEX deployment_changes_by_revision ON deployment_changes (revision);
			`,
		],
	},
	schema,
	columns: ({ connectionId, accountId, deploymentId, at }) => ({
		account: ownerKey({ connectionId, accountId }),
		deployment_id: deploymentId,
		at,
	}),
};

export const deploymentChangeLayout = definition.layout;

function ownerKey({ connectionId, accountId }: Owner): string {
	return JSON.stringify([connectionId, accountId]);
}

/** The changes of deployments that were made with this editor, each with the values before it. */
export class DeploymentChangeTable extends RecordTable<DeploymentChange> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	/** Returns the changes of an account, or of one of its deployments, newest first. */
	list(owner: Owner, limit: number, deploymentId?: string): readonly DeploymentChange[] {
		const one = deploymentId === undefined ? [] : [deploymentId];
		const rest = one.length === 0 ? '' : 'AND deployment_id = ?';
		return this.select(
			`WHERE account = ? ${rest} ORDER BY at DESC, id DESC LIMIT ?`,
			ownerKey(owner),
			...one,
			limit,
		);
	}
}
