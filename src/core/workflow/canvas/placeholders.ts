import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import { unwrap } from '../nodeReader.ts';
import { savesUnderName } from './canvasInputs.ts';

const placeholder = /%([^%]+)%/g;

/** Characters that a file name must not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const unfit = /[/?<>\\:*|"\x00-\x1f\x7f]/g;

/** Returns whether a text has a placeholder that only the node editor fills in: `%date:yyyy-MM-dd%` or `%Node.input%`. */
export function hasPlaceholder(text: string): boolean {
	return [...text.matchAll(placeholder)].some(
		([, inner = '']) => isDate(inner) || partsOf(inner) !== undefined,
	);
}

/**
 * Fills in the placeholders in the name of a file, as the node editor does: the current date, and values of other
 * nodes, named by class or by title. Unknown placeholders stay, such as `%width%`, which the engine resolves.
 */
export function fillPlaceholders(text: string, document: WorkflowDocument, now: Date): string {
	return text.replace(placeholder, (whole, inner: string) => {
		const parts = partsOf(inner);
		if (parts === undefined) return isDate(inner) ? dateText(inner.split('.')[0] ?? '', now) : whole;
		const value = widgetText(document, ...parts);
		return value === undefined ? whole : value.replace(unfit, '_');
	});
}

/** Fills in the placeholders for inputs of nodes with known values, and leaves all others. */
export function fillValues(text: string, find: (node: string, input: string) => string | undefined): string {
	return text.replace(placeholder, (whole, inner: string) => {
		const parts = partsOf(inner);
		const value = parts && find(...parts);
		return value === undefined ? whole : value.replace(unfit, '_');
	});
}

/** Returns a node and its input. */
function partsOf(inner: string): readonly [string, string] | undefined {
	const [node = '', input, ...more] = inner.split('.');
	return input === undefined || more.length > 0 ? undefined : [node, input];
}

function isDate(inner: string): boolean {
	return inner.startsWith('date:') && partsOf(inner) === undefined;
}

function dateText(inner: string, now: Date): string {
	const parts: Readonly<Record<string, number>> = {
		d: now.getDate(),
		M: now.getMonth() + 1,
		h: now.getHours(),
		m: now.getMinutes(),
		s: now.getSeconds(),
	};
	const year = String(now.getFullYear());
	return inner.slice('date:'.length).replace(/dd?|MM?|hh?|mm?|ss?|yyy?y?/g, (token) => {
		if (token.startsWith('y')) return token === 'yy' ? year.slice(2) : token === 'yyyy' ? year : token;
		return String(parts[token.charAt(0)]).padStart(token.length, '0');
	});
}

/** Returns the value of an input as text; undefined if the input is unknown or fed by another node. */
function widgetText(document: WorkflowDocument, name: string, input: string): string | undefined {
	// The node editor uses a name that it gives each node at its creation, its class, which is not in an API document.
	const isNamed = ({ classType }: WorkflowNode) => classType === name && !savesUnderName(classType);
	const node = document.nodes.find(isNamed) ?? document.nodes.find(({ title }) => title === name);
	const found = node?.inputs.find((candidate) => candidate.name === input);
	const value = found && unwrap(found.value);
	switch (value?.type) {
		case 'string':
			return value.value;
		case 'boolean':
			return String(value.value);
		case 'number':
			return /^-?[0-9]+$/.test(value.text) ? value.text : String(Number(value.text));
		case 'null':
			return '';
		default:
			return undefined;
	}
}
