import { parseJson } from '../json/exact.ts';
import { indentedJson } from '../json/indented.ts';
import { isArray, isObject, type Json, member } from '../json/value.ts';
import { jsonOf, type WorkflowDocument } from './document.ts';

/** Levels of a document below which no workflow is looked for. */
const deepest = 3;

interface WorkflowInside {
	/** Its members from the root, such as `input.workflow`. */
	readonly place: string;
	/** JSON text, pretty. */
	readonly text: string;
}

interface Found {
	readonly place: readonly string[];
	readonly value: Json;
}

/**
 * Finds the workflow in the metadata of a picture or in a body for another service, as an object or as JSON text. API format has precedence
 * over UI format, and a member over the inside of another one.
 */
export function workflowInside(document: WorkflowDocument): WorkflowInside | undefined {
	const { kind, text } = document;
	if (kind === 'api' || kind === 'ui' || kind === 'broken' || !isMarked(text)) return undefined;
	const root = parseJson(jsonOf(document));
	if (!root.ok) return undefined;
	const found = workflowsIn({ place: [], value: root.value });
	const first = found.find(({ value }) => isApi(value)) ?? found[0];
	return first && { place: first.place.join('.'), text: `${indentedJson(first.value)}\n` };
}

/** Returns the workflows below a value, the upper levels first. */
function workflowsIn(root: Found): readonly Found[] {
	const found: Found[] = [];
	let level: readonly Found[] = [root];
	for (let depth = 0; depth < deepest; depth++) {
		const next = level.flatMap(({ place, value }) =>
			isObject(value)
				? Object.entries(value).map(([key, each]) => ({ place: [...place, key], value: readText(each) }))
				: [],
		);
		const isWorkflow = ({ value }: Found) => isApi(value) || isUi(value);
		found.push(...next.filter(isWorkflow));
		level = next.filter((each) => !isWorkflow(each));
	}
	return found;
}

/** Returns the value that a JSON text has; any other value unchanged. */
function readText(value: Json): Json {
	if (typeof value !== 'string' || !isMarked(value)) return value;
	const read = parseJson(value);
	return read.ok ? read.value : value;
}

/** Returns whether a text contains a word that every workflow has, even if its quotes are escaped. */
function isMarked(text: string): boolean {
	return text.includes('class_type') || text.includes('nodes');
}

function isApi(value: Json): boolean {
	return (
		isObject(value) && Object.values(value).some((node) => typeof member(node, 'class_type') === 'string')
	);
}

function isUi(value: Json): boolean {
	const nodes = member(value, 'nodes');
	return isArray(nodes) && nodes.some((node) => typeof member(node, 'type') === 'string');
}
