import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Json, parseJson } from '../json/exact.ts';
import { type JsonRecord, memberOf, recordOf, textOf } from '../json/fields.ts';
import { indentedJson } from '../json/indented.ts';
import { type ReadRecords, readRecords } from '../json/lists.ts';
import { booleanOf, idOf, integerOf } from '../json/scalars.ts';
import { isTooMuchJson } from '../json/size.ts';
import { unwrapThing } from '../json/unwrap.ts';
import type { Deployment, DeploymentPayload } from './deployment.ts';

/**
 * Returns a deployment record in any of the service's spellings (wire-facts.md, section 2), or a sentence why it cannot be used. Only the
 * id is required; every other member may be absent or of an unexpected type.
 */
export function parseDeployment(value: unknown): Deployment | string {
	if (recordOf(value) === undefined) return l10n.t('A deployment in the list is not a record.');
	const record = unwrapThing(value, 'deployment', ['name', 'deployment_name', 'workflow_id', 'hardware']);
	const id = record && idOf(memberOf(record, 'deployment_id', 'id'));
	if (record === undefined || id === undefined) return l10n.t('A deployment in the list has no ID.');
	const payload = recordOf(memberOf(record, 'payload'));
	return compact({
		id,
		name: textOf(memberOf(record, 'name', 'deployment_name')) ?? id,
		workflowId: idOf(memberOf(record, 'workflow_id')),
		workflowVersion: idOf(memberOf(record, 'workflow_version')),
		hardware: hardwareOf(memberOf(record, 'hardware')),
		minInstances: integerOf(memberOf(record, 'min_instances', 'minimum_instances')),
		maxInstances: integerOf(memberOf(record, 'max_instances', 'maximum_instances')),
		queueSize: integerOf(memberOf(record, 'queue_size')),
		keepWarmSeconds: integerOf(memberOf(record, 'keep_warm_duration_in_seconds', 'keep_warm_seconds')),
		enabled: booleanOf(memberOf(record, 'is_enabled', 'enabled')),
		status: textOf(memberOf(record, 'status')),
		version: idOf(memberOf(record, 'version')),
		createdAt: textOf(memberOf(record, 'created_at')),
		updatedAt: textOf(memberOf(record, 'updated_at')),
		takesInputs: takesInputs(record, payload) ? true : undefined,
		payload: payloadOf(record, payload),
		readme: textOf(memberOf(record, 'readme')),
	});
}

/**
 * Returns the list of deployments, from a bare array or an object. Leaves out and names records that are unreadable or
 * repeat an id; `undefined` without a list.
 */
export function parseDeployments(value: unknown): ReadRecords<Deployment> | undefined {
	return readRecords(value, 'deployments', 'deployment', parseDeployment);
}

function hardwareOf(value: unknown): string | undefined {
	return textOf(Array.isArray(value) ? value.find((item) => textOf(item) !== undefined) : value);
}

/**
 * Returns whether a deployment has its own input schema: it has the schema, or a payload without a workflow
 * (wire-facts.md, section 4).
 */
function takesInputs(record: JsonRecord, payload: JsonRecord | undefined): boolean {
	if (payload === undefined) return false;
	if (recordOf(memberOf(payload, 'input_schema')) !== undefined) return true;
	const workflow = inEither(payload, record, 'workflow_api_json');
	return workflow === undefined || workflow === null;
}

function payloadOf(record: JsonRecord, payload: JsonRecord | undefined): DeploymentPayload | undefined {
	const url =
		textOf(payload && memberOf(payload, 'object_info_url')) ?? textOf(memberOf(record, 'object_info_url'));
	const defaults = recordOf(payload && memberOf(payload, 'overrides'));
	const workflowText = workflowTextOf(inEither(payload, record, 'workflow_api_json'), defaults);
	const schema = inEither(payload, record, 'input_schema');
	const inputSchema = recordOf(schema) === undefined ? undefined : (schema as Json);
	if (workflowText === undefined && url === undefined && inputSchema === undefined) return undefined;
	return compact({ workflowText, inputSchema, objectInfoUrl: url });
}

/** Returns a member of the payload, or of the record, where some hosts have it. */
function inEither(payload: JsonRecord | undefined, record: JsonRecord, name: string): unknown {
	return (payload && memberOf(payload, name)) ?? memberOf(record, name);
}

/**
 * Returns the workflow that a request without changes runs: the saved graph with the deployment's own default overrides
 * applied (wire-facts.md, section 2). One member per line; a workflow sent as text inside the record keeps its layout
 * unless defaults have to be applied.
 */
function workflowTextOf(value: unknown, defaults: JsonRecord | undefined): string | undefined {
	const parsed = typeof value === 'string' && !isTooMuchJson(value) ? parseJson(value) : undefined;
	const workflow = recordOf(parsed?.ok ? parsed.value : value);
	if (workflow === undefined) return undefined;
	if (typeof value === 'string' && Object.keys(defaults ?? {}).length === 0) return value;
	try {
		return indentedJson(withDefaults(workflow, defaults ?? {}));
	} catch {
		// Nested deeper than can be written: no workflow is.
		return undefined;
	}
}

function withDefaults(workflow: JsonRecord, defaults: JsonRecord): JsonRecord {
	const nodes = Object.entries(workflow).map(([id, node]): [string, unknown] => {
		const changed = Object.hasOwn(defaults, id) ? recordOf(recordOf(defaults[id])?.inputs) : undefined;
		const record = recordOf(node);
		if (record === undefined || changed === undefined) return [id, node];
		return [id, { ...record, inputs: { ...recordOf(record.inputs), ...changed } }];
	});
	return Object.fromEntries(nodes);
}
