import { isObject, type Json, type JsonObject, member } from '../../core/json/value.ts';
import type { Detail } from '../base/errors.ts';
import type { InputSpec } from '../engine/catalog.ts';
import { takesFile } from '../engine/fileInputs.ts';
import { checkLiteral } from '../engine/literals.ts';

/** Checks rule 1 of the submission body: every node is `{inputs: {...}, class_type: "..."}`. Returns a fault for each that is not. */
export function checkShape(workflow: Json): readonly Detail[] {
	const root = ['body', 'workflow_api_json'];
	if (!isObject(workflow)) {
		return [{ loc: root, msg: 'workflow_api_json must be an object keyed by node id.', type: 'dict_type' }];
	}
	const entries = Object.entries(workflow);
	if (entries.length === 0) {
		return [{ loc: root, msg: 'workflow_api_json has no nodes.', type: 'value_error' }];
	}
	const faults: Detail[] = [];
	for (const [nodeId, node] of entries) {
		const loc = [...root, nodeId];
		if (!isObject(node)) {
			faults.push({ loc, msg: `Node "${nodeId}" is not an object.`, type: 'dict_type' });
			continue;
		}
		if (typeof member(node, 'class_type') !== 'string') {
			faults.push({
				loc: [...loc, 'class_type'],
				msg: `Node "${nodeId}" has no class_type.`,
				type: 'missing',
			});
		}
		if (!isObject(member(node, 'inputs'))) {
			faults.push({
				loc: [...loc, 'inputs'],
				msg: `Node "${nodeId}" has no object "inputs".`,
				type: 'missing',
			});
		}
	}
	return faults;
}

/** Checks that an overriding value fits its input: a link must lead to a node, a literal must satisfy the declared type. */
export function checkOverrideValue(
	workflow: JsonObject,
	declared: InputSpec | undefined,
	name: string,
	value: Json,
): string | undefined {
	if (Array.isArray(value)) {
		const [source, index] = value as readonly Json[];
		if (value.length !== 2 || typeof source !== 'string' || typeof index !== 'number') {
			return 'A link must be a list of a node id and an output index.';
		}
		return Object.hasOwn(workflow, source)
			? undefined
			: `The link leads to node "${source}", which does not exist.`;
	}
	if (declared === undefined || (typeof value === 'string' && takesFile(declared, value))) return undefined;
	return checkLiteral(name, value, declared)?.sentence;
}

/** Checks rule 3: a media input that looks like an address or a data URI must be a well-formed one. */
export function checkMedia(node: Json, name: string, value: Json): string | undefined {
	if (typeof value !== 'string' || !isObject(node)) return undefined;
	if (/^https?:/i.test(value)) {
		const mediaInput = /image|video|audio|mask/i.test(name);
		return !mediaInput || URL.canParse(value) ? undefined : 'The address is malformed.';
	}
	if (!/^data:[\w.+-]+\/[\w.+-]+[;,]/i.test(value)) return undefined;
	const match = /^data:[\w.+-]+\/[\w.+-]+;base64,/i.exec(value);
	if (match === null) return 'A data URI must have the form data:<media type>;base64,<data>.';
	const data = value.slice(match[0].length);
	return /^[A-Za-z0-9+/]+={0,2}$/.test(data) && data.length % 4 === 0
		? undefined
		: 'The base64 data is malformed.';
}
