import { insertion, type TextEdit, type TextRange } from '../../base/findings.ts';
import { indentedJson } from '../../json/indented.ts';
import { JsonReader } from '../../json/reader.ts';
import type { Json } from '../../json/value.ts';

/** A value in the text; of an object the members, of a list the items. */
interface Place {
	readonly range: TextRange;
	readonly kind: string;
	readonly items: readonly TextRange[];
	readonly members: ReadonlyMap<string, Place>;
}

/** The entries that an app gets, and the outputs of one that does not exist yet. */
interface AppEntries {
	readonly inputs: readonly Json[];
	readonly outputs: readonly Json[];
}

/**
 * Returns the edit that appends inputs to the app of a UI document; all other bytes stay. Undefined if the document has
 * something else in the place of the app.
 */
export function appEdit(text: string, { inputs, outputs }: AppEntries): TextEdit | undefined {
	const root = placeIn(new JsonReader(text), ['extra', 'linearData', 'inputs']);
	const unit = /^\s*\{(?:\r?\n)([ \t]+)"/.exec(text)?.[1];
	const style = { text, unit, newLine: text.includes('\r\n') ? '\r\n' : '\n' };
	if (root.kind !== 'object') return undefined;
	const extra = root.members.get('extra');
	if (extra === undefined) return added(style, root, 'extra', { linearData: { inputs, outputs } });
	if (extra.kind !== 'object') return undefined;
	const app = extra.members.get('linearData');
	if (app === undefined) return added(style, extra, 'linearData', { inputs, outputs });
	if (app.kind !== 'object') return undefined;
	const known = app.members.get('inputs');
	if (known === undefined) return added(style, app, 'inputs', inputs);
	if (known.kind !== 'array') return undefined;
	return inserted(style, known, (indent) => inputs.map((input) => laidOut(style, input, indent)));
}

/** Reads a value, and the values on the path inside it. */
function placeIn(reader: JsonReader, path: readonly string[]): Place {
	const kind = reader.kind();
	const start = reader.position;
	const items: TextRange[] = [];
	const members = new Map<string, Place>();
	const [wanted, ...rest] = path;
	if (kind === 'object')
		reader.readObject((key, keyStart) => {
			if (key === wanted) members.set(key, placeIn(reader, rest));
			else reader.skipValue();
			items.push({ start: keyStart, end: reader.position });
		});
	else if (kind === 'array')
		reader.readArray(() => {
			const from = reader.position;
			reader.skipValue();
			items.push({ start: from, end: reader.position });
		});
	else reader.skipValue();
	return { range: { start, end: reader.position }, kind, items, members };
}

interface Style {
	readonly text: string;
	/** The indentation of one level; undefined for a text in one line. */
	readonly unit: string | undefined;
	readonly newLine: string;
}

function added(style: Style, object: Place, key: string, value: Json): TextEdit {
	return inserted(style, object, (indent) => [
		`${JSON.stringify(key)}:${indent === undefined ? '' : ' '}${laidOut(style, value, indent)}`,
	]);
}

/** Returns the edit that appends texts to the items of an object or a list. */
function inserted(
	{ text, unit, newLine }: Style,
	{ range, items }: Place,
	texts: (indent: string | undefined) => readonly string[],
): TextEdit {
	const last = items.at(-1);
	if (last !== undefined) {
		const space = spaceBefore(text, last.start);
		const indent = space.includes('\n') ? space.slice(space.lastIndexOf('\n') + 1) : undefined;
		// The first one of a line has no space before it, while the others may.
		const between = items.length > 1 || indent !== undefined ? space : '';
		const newText = texts(indent).map((each) => `,${between}${each}`);
		return insertion(last.end, newText.join(''));
	}
	const line = text.slice(text.lastIndexOf('\n', range.start) + 1, range.start);
	const outer = /^[ \t]*/.exec(line)?.[0] ?? '';
	const open = text[range.start] ?? '';
	const close = text[range.end - 1] ?? '';
	const indent = unit === undefined ? undefined : outer + unit;
	const made = texts(indent);
	return {
		range,
		newText:
			indent === undefined
				? `${open}${made.join(',')}${close}`
				: `${open}${newLine}${indent}${made.join(`,${newLine}${indent}`)}${newLine}${outer}${close}`,
	};
}

function spaceBefore(text: string, position: number): string {
	let start = position;
	while (/\s/.test(text[start - 1] ?? '')) start--;
	return text.slice(start, position);
}

function laidOut({ unit, newLine }: Style, value: Json, indent: string | undefined): string {
	if (indent === undefined || unit === undefined) return JSON.stringify(value);
	return indentedJson(value)
		.split('\n')
		.map((line, at) => {
			const deep = /^ */.exec(line)?.[0].length ?? 0;
			return `${at === 0 ? '' : indent}${unit.repeat(deep / 2)}${line.slice(deep)}`;
		})
		.join(newLine);
}
