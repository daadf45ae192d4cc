import { type JsonObject, parseKnownJson } from '../../core/json/value.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import { flatSchema } from './flatSchemas.ts';
import type { DeploymentRecord, SavedWorkflow } from './records.ts';

/** The large parts of a record requested by the caller. */
export interface Includes {
	readonly payload: boolean;
	readonly readme: boolean;
}

/** Returns the deployment record. `liveInstances` decides its status. */
export function deploymentWire(
	sandbox: SandboxContext,
	record: DeploymentRecord,
	liveInstances: number,
	saved: SavedWorkflow | undefined,
	includes: Includes,
) {
	return {
		id: record.id,
		name: record.name,
		workflow_id: record.workflowId,
		workflow_version: record.workflowVersion,
		version: record.workflowVersion,
		hardware: [record.hardware],
		min_instances: record.minInstances,
		max_instances: record.maxInstances,
		queue_size: record.queueSize,
		keep_warm_duration_in_seconds: record.keepWarmSeconds,
		status: statusOf(record, liveInstances),
		is_enabled: record.enabled,
		created_at: timestamp(record.createdAt),
		updated_at: timestamp(record.updatedAt),
		...(includes.payload ? { payload: payloadOf(sandbox, saved) } : {}),
		...(includes.readme ? { readme: saved?.readme ?? '' } : {}),
	};
}

function statusOf(record: DeploymentRecord, liveInstances: number): string {
	if (!record.enabled) return 'disabled';
	return liveInstances > 0 ? 'active' : 'standby';
}

/**
 * Returns the payload. Deployments with their own input schema show it at `input_schema`, and not the workflow behind
 * it; the others have null there.
 */
function payloadOf(sandbox: SandboxContext, saved: SavedWorkflow | undefined) {
	if (saved === undefined || saved.schema !== undefined) {
		return {
			workflow_api_json: null,
			overrides: {},
			object_info_url: null,
			input_schema: saved?.schema === undefined ? null : flatSchema(saved.schema).schema,
		};
	}
	return {
		workflow_api_json: parseKnownJson(saved.document) as JsonObject,
		overrides: {},
		object_info_url: `${sandbox.origins.storage}/workflows/${saved.id}/${saved.version}/object_info.json`,
		input_schema: null,
	};
}
