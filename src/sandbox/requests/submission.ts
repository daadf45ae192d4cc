import { compact } from '../../core/base/compact.ts';
import { isLoopback } from '../../core/base/loopback.ts';
import { jsonText, numberOf } from '../../core/json/exact.ts';
import { isObject, type Json, type JsonObject, member, parseKnownJson } from '../../core/json/value.ts';
import { parseObjectBody } from '../base/body.ts';
import { type Detail, invalid } from '../base/errors.ts';
import { truthWord } from '../base/truthWord.ts';
import { type FlatSchema, flatSchema } from '../deployments/flatSchemas.ts';
import type { DeploymentRecord, SavedWorkflow } from '../deployments/records.ts';
import type { Declarations } from '../engine/engine.ts';
import { checkInputs, withDefaults } from '../inputs/checkInputs.ts';
import { checkMedia, checkOverrideValue, checkShape } from './rules.ts';

interface Accepted {
	/** The workflow to run, as JSON text. */
	readonly document: string;
	readonly extraData?: JsonObject;
	readonly webhook?: string;
	readonly webhookIntermediate: boolean;
	/** The deployment has its own input schema. */
	readonly flat: boolean;
}

/** Query parameters of a submission, unparsed. */
interface SubmissionQuery {
	readonly webhook?: string | undefined;
	readonly intermediate?: string | undefined;
}

/**
 * Applies the rules for submission bodies (service document, "Inference submission body" and "Rules for submission").
 * `declarations` are those of the engine that will run it. Throws a `Refusal` 422001 with every fault in its `detail`.
 */
export function readSubmission(
	text: string,
	query: SubmissionQuery,
	deployment: DeploymentRecord,
	saved: SavedWorkflow | undefined,
	declarations: Declarations,
): Accepted {
	const body = readBody(text);
	const faults: Detail[] = [];
	const webhook = readWebhook(body, query, faults);
	const webhookIntermediate = readIntermediate(body, query, faults);
	const extraData = readExtraData(body, faults);
	const flat = saved?.schema !== undefined;
	const document =
		saved?.schema !== undefined
			? applyFlatBody(body, flatSchema(saved.schema), saved.document, faults)
			: readWorkflow(body, deployment, saved, declarations, faults);
	if (faults.length > 0) throw invalid(faults);
	return {
		document: jsonText(document),
		...compact({ extraData, webhook }),
		webhookIntermediate,
		flat,
	};
}

function readBody(text: string): JsonObject {
	if (text.trim() === '') throw invalid([fault([], 'The body is empty.', 'missing')]);
	const body = parseObjectBody(text);
	if (Object.keys(body).length === 0) throw invalid([fault([], 'The body is empty.', 'missing')]);
	return body;
}

function readWebhook(body: JsonObject, query: SubmissionQuery, faults: Detail[]): string | undefined {
	const value = query.webhook ?? member(body, 'webhook') ?? undefined;
	if (value === undefined) return undefined;
	const url = typeof value === 'string' ? URL.parse(value) : null;
	const reachable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
	if (url === null || !reachable) {
		faults.push(
			fault(['webhook'], 'The webhook must be an https address (http only on this computer).', 'url_parsing'),
		);
	} else if (url.username !== '' || url.password !== '') {
		faults.push(
			fault(['webhook'], 'The webhook address must not hold a user name or a password.', 'url_parsing'),
		);
	} else return url.href;
	return undefined;
}

function readIntermediate(body: JsonObject, query: SubmissionQuery, faults: Detail[]): boolean {
	const value = query.intermediate ?? member(body, 'webhook_intermediate_status') ?? false;
	const word = typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
	const truth = typeof word === 'string' ? truthWord(word) : undefined;
	if (truth !== undefined) return truth;
	faults.push(fault(['webhook_intermediate_status'], 'The value must be true or false.', 'bool_parsing'));
	return false;
}

function readExtraData(body: JsonObject, faults: Detail[]): JsonObject | undefined {
	const value = member(body, 'extra_data') ?? undefined;
	if (value === undefined) return undefined;
	if (!isObject(value)) {
		faults.push(fault(['extra_data'], 'extra_data must be an object.', 'dict_type'));
		return undefined;
	}
	for (const name of ['api_key_partner_org', 'api_key_comfy_org']) {
		const key = member(value, name);
		if (key !== undefined && typeof key !== 'string') {
			faults.push(fault(['extra_data', name], `${name} must be a string.`, 'string_type'));
		}
	}
	return value;
}

function readWorkflow(
	body: JsonObject,
	deployment: DeploymentRecord,
	saved: SavedWorkflow | undefined,
	declarations: Declarations,
	faults: Detail[],
): JsonObject {
	const overrides = member(body, 'overrides') ?? undefined;
	const inline = member(body, 'workflow_api_json') ?? undefined;
	if (overrides !== undefined && !isObject(overrides)) {
		faults.push(fault(['overrides'], 'overrides must be an object keyed by node id.', 'dict_type'));
		return {};
	}
	if (inline !== undefined) {
		if (overrides !== undefined && Object.keys(overrides).length > 0) {
			faults.push(
				fault(['overrides'], 'Send either overrides or workflow_api_json, not both.', 'value_error'),
			);
		}
		return readInline(inline, faults);
	}
	if (overrides === undefined) {
		faults.push(fault(['overrides'], 'One of overrides and workflow_api_json is required.', 'missing'));
		return {};
	}
	if (saved === undefined) {
		const message = `The workflow ${deployment.workflowVersion} of this deployment is no longer there.`;
		faults.push(fault(['overrides'], message, 'value_error'));
		return {};
	}
	return applyOverrides(parseKnownJson(saved.document) as JsonObject, overrides, declarations, faults);
}

function readInline(inline: Json, faults: Detail[]): JsonObject {
	const shape = checkShape(inline);
	faults.push(...shape);
	if (shape.length > 0 || !isObject(inline)) return {};
	for (const [nodeId, node] of Object.entries(inline)) {
		const inputs = member(node, 'inputs');
		if (!isObject(inputs)) continue;
		for (const [name, value] of Object.entries(inputs)) {
			const media = checkMedia(node, name, value);
			if (media !== undefined) {
				faults.push(fault(['workflow_api_json', nodeId, 'inputs', name], media, 'value_error'));
			}
		}
	}
	return inline;
}

function applyOverrides(
	workflow: JsonObject,
	overrides: JsonObject,
	declarations: Declarations,
	faults: Detail[],
): JsonObject {
	const result: Record<string, Json> = { ...workflow };
	for (const [nodeId, change] of Object.entries(overrides)) {
		const node = member(workflow, nodeId);
		const at = ['overrides', nodeId];
		if (!isObject(node)) {
			faults.push(fault(at, `The saved workflow has no node "${nodeId}".`, 'value_error'));
			continue;
		}
		const inputs = member(change, 'inputs');
		if (!isObject(inputs)) {
			faults.push(fault([...at, 'inputs'], 'Each override must hold an object "inputs".', 'missing'));
			continue;
		}
		const current = member(node, 'inputs');
		const merged: Record<string, Json> = isObject(current) ? { ...current } : {};
		for (const [name, value] of Object.entries(inputs)) {
			const where = [...at, 'inputs', name];
			if (!Object.hasOwn(merged, name)) {
				faults.push(
					fault(where, `Node "${nodeId}" has no input "${name}" in the saved workflow.`, 'value_error'),
				);
				continue;
			}
			const declared = declarations.input(member(node, 'class_type'), name);
			const problem = checkOverrideValue(workflow, declared, name, value) ?? checkMedia(node, name, value);
			if (problem !== undefined) faults.push(fault(where, problem, 'value_error'));
			merged[name] = value;
		}
		result[nodeId] = { ...node, inputs: merged };
	}
	return result;
}

function fault(where: readonly (string | number)[], msg: string, type: string): Detail {
	return { loc: ['body', ...where], msg, type };
}

const siblings: ReadonlySet<string> = new Set(['webhook', 'webhook_intermediate_status', 'extra_data']);

/** Checks a flat body against the deployment's schema and writes its values into the internal workflow. */
function applyFlatBody(
	body: JsonObject,
	{ schema, targets }: FlatSchema,
	saved: string,
	faults: Detail[],
): JsonObject {
	const workflow = parseKnownJson(saved) as Record<string, JsonObject>;
	const found = checkInputs(schema, body, siblings);
	faults.push(...found);
	if (found.length > 0) return workflow;
	const inputs = withDefaults(schema, body);
	for (const [name, target] of Object.entries(targets)) {
		const value = member(inputs, name);
		if (value !== undefined && value !== null) setInput(workflow, target, value);
		else if (name === 'seed') setInput(workflow, target, -1);
	}
	return workflow;
}

function setInput(
	workflow: Record<string, JsonObject>,
	[nodeId, input]: readonly [string, string],
	value: Json,
): void {
	const node = workflow[nodeId];
	if (node === undefined) return;
	const inputs = member(node, 'inputs');
	const drawn = input === 'seed' && numberOf(value) === -1 ? Math.floor(Math.random() * 2 ** 32) : value;
	workflow[nodeId] = { ...node, inputs: { ...(isObject(inputs) ? inputs : {}), [input]: drawn } };
}
