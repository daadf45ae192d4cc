import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { markdownCode as code, escapeMarkdown } from '../../base/escapeMarkdown.ts';
import type { TextRange } from '../../base/findings.ts';
import { firstLines } from '../../base/language.ts';
import type { FileSuggestion } from '../../deployments/file/deploymentFileLanguage.ts';
import { seedsIn } from '../../runs/plan/summary.ts';
import { inputAt, isSamePlace, placeText } from '../../workflow/inputSet.ts';
import { looseName, type NamedInput, unnamedPlaces } from '../../workflow/named/namedInput.ts';
import { cellAt, cellPlaces, writtenRow } from '../../workflow/sweep/cellPlaces.ts';
import { proposedCell, usualValues, variedInput } from '../../workflow/sweep/proposedCell.ts';
import { aboutInput, mostShown, namedTarget } from '../named/presetsHover.ts';
import { inputOf, longestValue, mostSuggestions, titleOf } from '../named/presetsLanguage.ts';
import type { PresetsWorkflow } from '../named/presetsWorkflow.ts';
import { spelledLiteral } from '../named/presetValues.ts';
import type { SweepDocument } from './sweepDocument.ts';

/** A cell of the text, with the title above it. */
interface CellAt {
	readonly title: string;
	readonly titles: readonly string[];
	/** The index of its row; that of the titles is 0. */
	readonly row: number;
	readonly place: number;
	readonly range: TextRange;
	readonly separator: string;
}

function cellAtOffset(text: string, offset: number): CellAt | undefined {
	const { rows, separator } = cellPlaces(text);
	const row = rows.findIndex((cells) => offset <= (cells.at(-1)?.end ?? -1));
	const place = rows[row]?.findIndex(({ end }) => offset <= end) ?? -1;
	const range = rows[row]?.[place];
	if (range === undefined) return undefined;
	const titles = (rows[0] ?? []).map((cell) => cellAt(text, cell).trim());
	return { row, place, range, separator, titles, title: titles[place] ?? '' };
}

/** Returns the suggestions at an offset of a table: the inputs without a column, or the values of a cell. */
export function completeSweep(
	text: string,
	offset: number,
	workflow: PresetsWorkflow,
): readonly FileSuggestion[] {
	const at = cellAtOffset(text, offset);
	if (at === undefined) return [];
	if (at.row === 0) {
		const others = at.titles.filter((_, place) => place !== at.place);
		return columnsFor(workflow, others).map(({ name, detail }) => suggestion(text, at, name, detail));
	}
	const input = inputOf(workflow, at.title);
	if (input === undefined) return [];
	return cellsFor(workflow, input).map((cell) => suggestion(text, at, cell));
}

/** Returns a suggestion. Within quotation marks its label begins like the text. */
function suggestion(
	text: string,
	{ range, separator }: CellAt,
	cell: string,
	detail?: string,
): FileSuggestion {
	const written = writtenRow([cell], separator);
	const isQuoted = text.charAt(range.start) === '"' && !written.startsWith('"');
	const insert = isQuoted ? `"${written}"` : written;
	const label = text.charAt(range.start) === '"' ? insert : cell;
	return { kind: 'value', label, insert, range, ...compact({ detail }) };
}

/** Returns the inputs of a workflow without a column: named ones first, the others by their places. */
export function columnsFor(
	workflow: PresetsWorkflow,
	columns: readonly string[],
): readonly { readonly name: string; readonly detail: string }[] {
	const { document, names } = workflow;
	const present = new Set(columns.map(looseName));
	const taken = columns.flatMap((title) => inputOf(workflow, title)?.places ?? []);
	const unnamed = unnamedPlaces(document, names.inputs).map((place) => {
		const { start = 0, end = 0 } = inputAt(document, place)?.range ?? {};
		const literal = document.text.slice(start, end);
		return { name: placeText(place), places: [place] as const, literal };
	});
	return [...names.inputs, ...unnamed]
		.filter(
			({ name, places }) =>
				!present.has(looseName(name)) &&
				!places.some((place) => taken.some((other) => isSamePlace(place, other))),
		)
		.slice(0, mostSuggestions)
		.map(({ name, places: [place], literal }) => ({
			name,
			detail: `${titleOf(document, place)} · ${spelledLiteral(literal).slice(0, longestValue)}`,
		}));
}

/** Returns the cells that are offered for an input: its choices, the value of the document, and several values around it. */
export function cellsFor(workflow: PresetsWorkflow, input: NamedInput): readonly string[] {
	const { type, choices, literal } = input;
	const now = spelledLiteral(literal);
	const several = severalOf(workflow, input);
	const single = type === 'boolean' ? ['true', 'false'] : type === 'choice' ? (choices ?? [now]) : [now];
	return [...new Set([...single, ...(type === 'choice' ? [] : [several])])]
		.filter((cell) => cell !== '' && cell.length <= longestValue)
		.slice(0, mostSuggestions);
}

/** Returns the first cell of a new column: values around that of the document. */
export function columnCell(workflow: PresetsWorkflow, title: string): string {
	const input = inputOf(workflow, title);
	return input === undefined ? '' : severalOf(workflow, input);
}

function severalOf({ document }: PresetsWorkflow, input: NamedInput): string {
	return proposedCell(variedInput(input, seedsIn(document)), usualValues);
}

/** Returns the explanation of the column or of the values at an offset, as Markdown; undefined without one. */
export function hoverSweep(
	{ text, workflow, rows }: SweepDocument,
	offset: number,
): { readonly markdown: string; readonly range: TextRange } | undefined {
	const at = workflow && cellAtOffset(text, offset);
	if (at === undefined || workflow === undefined) return undefined;
	const { row, title, range } = at;
	const input = inputOf(workflow, title);
	if (input === undefined) return undefined;
	const values =
		rows?.rows.find((each) => each.row === row + 1)?.cells.find(({ name }) => name === title)?.values ?? [];
	if (row === 0 || values.length < 2) return { markdown: aboutInput(workflow, input), range };
	const list = firstLines(values.map(code), mostShown).join(', ');
	const count = l10n.t('{0} values', values.length);
	return { markdown: `**${escapeMarkdown(title)}** ${count}\n\n${list}`, range };
}

/** Returns the place in the workflow of the input in the title at an offset. */
export function definitionSweep(text: string, workflow: PresetsWorkflow, offset: number) {
	const at = cellAtOffset(text, offset);
	return at?.row === 0 ? namedTarget(workflow, { name: at.title, range: at.range }) : undefined;
}
