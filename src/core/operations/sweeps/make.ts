import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { mapped, type Result, success, wrongInput } from '../../base/failure.ts';
import { seedsIn } from '../../runs/plan/summary.ts';
import { type InputPlace, inputAt, isSamePlace } from '../../workflow/inputSet.ts';
import { inputNamed, type NamedInput, namedInput } from '../../workflow/named/namedInput.ts';
import { cellValues } from '../../workflow/sweep/cellValues.ts';
import { sweepFileName } from '../../workflow/sweep/fileName.ts';
import { proposedCell, usualValues, variedInput } from '../../workflow/sweep/proposedCell.ts';
import { titlesOf, withColumns } from '../../workflow/sweep/sweepFile.ts';
import { documentPath } from '../documentInput.ts';
import { optionalInteger, texts } from '../members.ts';
import { placeOf, setByName } from '../named/byName.ts';
import { operation } from '../operation.ts';
import { withDisk } from '../withSession.ts';
import { nodesInput, readNamedWorkflow } from '../workflow.ts';
import type { SweptDocument } from './checkRows.ts';

export const sweepMake = operation({
	id: 'sweep.make',
	title: l10n.t('Create the table of a sweep next to a workflow document, or add columns to it'),
	effect: 'write',
	input: z.object({
		path: documentPath,
		vary: texts(
			l10n.t(
				'the inputs to vary, each by name or as NODE.INPUT, with =CELL for values of your own: {0}',
				'steps=20..40..10',
			),
		),
		values: optionalInteger(
			1,
			100,
			l10n.t('the number of values to propose for an input; {0} if omitted', usualValues),
		),
		...nodesInput,
	}),
	output: z.object({
		path: z.string(),
		/** The new columns with their cells in the first row. */
		added: z.array(z.object({ name: z.string(), cell: z.string() })),
		/** The existing columns of the table; they stay. */
		kept: z.array(z.string()),
	}),
	run: (services, { path, vary, values = usualValues, ...nodes }) =>
		withDisk(services, async (disk) => {
			const found = await readNamedWorkflow(services, { path, ...nodes });
			if (!found.ok) return found;
			const { name, folders } = found.value.source;
			const folder = folders?.document ?? '';
			const files = (pattern: string) => disk.filesLike(pattern, folder);
			const swept = { ...found.value, files };
			const columns: Column[] = [];
			for (const each of vary) {
				const column = columnOf(swept, each, values);
				if (!column.ok) return column;
				if (!columns.some((other) => isSamePlace(other.place, column.value.place)))
					columns.push(column.value);
			}
			const table = sweepFileName(name);
			const before = await disk.textIn(folder, table);
			const had = columnsIn(swept, before ?? '');
			const isKept = ({ place }: Column) => had.some((other) => isSamePlace(other, place));
			const kept = columns.filter(isKept);
			const added = columns.filter((column) => !isKept(column));
			const facts = {
				added: added.map(({ title, cell }) => ({ name: title, cell })),
				kept: kept.map(({ title }) => title),
			};
			const place = `${folder}/${table}`;
			if (added.length === 0) return success({ path: place, ...facts });
			const text = withColumns(before ?? '', added);
			if (typeof text !== 'string') return wrongInput(`${table}: ${text.problem}`);
			return mapped(await disk.writeText(place, text, before), ({ path }) => ({ path, ...facts }));
		}),
});

interface Column {
	readonly title: string;
	readonly place: InputPlace;
	readonly cell: string;
}

/** Returns the column of an input given by a caller, with its own cell or a proposed one. */
function columnOf(swept: SweptDocument, given: string, count: number): Result<Column> {
	const equals = given.indexOf('=');
	const name = (equals < 0 ? given : given.slice(0, equals)).trim();
	const named = inputOf(swept, name);
	if (!named.ok) return named;
	const {
		name: title,
		places: [place],
	} = named.value;
	if (equals >= 0) {
		const cell = given.slice(equals + 1);
		const { problem } = cellValues(cell, named.value, { random: () => '0', files: swept.files });
		return problem?.severity === 'error'
			? wrongInput(`${name}: ${problem.message}`)
			: success({ title, place, cell });
	}
	const input = variedInput(named.value, seedsIn(swept.document));
	return success({ title, place, cell: proposedCell(input, count) });
}

/** Returns an input by its name or place; its title is its name if it has one. */
function inputOf({ document, names, nodeInfo }: SweptDocument, title: string): Result<NamedInput> {
	const place = placeOf(title);
	const isPlace = place !== undefined && inputAt(document, place) !== undefined;
	const named = isPlace
		? names.inputs.find(({ places }) => places.some((each) => isSamePlace(each, place)))
		: inputNamed(names.inputs, title);
	const input =
		named ??
		(isPlace
			? namedInput(document, { name: title, places: [place], source: 'document' }, nodeInfo)
			: undefined);
	if (input !== undefined) return success(input);
	if (isPlace) return wrongInput(l10n.t('{0} gets its value through a link.', title));
	const missing = setByName(document, names, [{ name: title, words: '', ...compact({ place }) }]);
	return missing.ok ? wrongInput(title) : missing;
}

/** Returns the inputs with a column in a table. */
function columnsIn(swept: SweptDocument, text: string): readonly InputPlace[] {
	return titlesOf(text).flatMap((title) => {
		const input = inputOf(swept, title);
		return input.ok ? [input.value.places[0]] : [];
	});
}
