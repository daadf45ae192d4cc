import { numberOf } from '../../core/json/exact.ts';
import { isObject, type Json, type JsonObject, member, parseKnownJson } from '../../core/json/value.ts';
import type { Detail } from '../base/errors.ts';
import type { FlatSchema } from '../deployments/flatSchemas.ts';
import { checkInputs, withDefaults } from '../inputs/checkInputs.ts';

const siblings: ReadonlySet<string> = new Set(['webhook', 'webhook_intermediate_status', 'extra_data']);

/** Checks a flat body against the deployment's schema and writes its values into the internal workflow. */
export function applyFlatBody(
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
