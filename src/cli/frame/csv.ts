import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../core/base/language.ts';
import { csvLines } from '../../core/runs/archive/csvText.ts';
import type { CommandIo } from '../terminal/io.ts';
import { switchFlag } from './command.ts';
import type { ShownOutput } from './show.ts';

interface Members {
	readonly [name: string]: unknown;
}

/** The parts of a JSON schema that describe columns. */
interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** The flag of commands that print a list. */
export const csvFlag = switchFlag(
	'csv',
	l10n.t('print the list as CSV, with the names of JSON in its first line'),
);

/** Returns the members that may be the list that a row prints. */
export function listsOf({
	lists,
	shown,
}: {
	readonly lists?: readonly string[];
	readonly shown?: ShownOutput;
}): readonly string[] {
	return lists ?? (typeof shown === 'object' && shown.list !== undefined ? [shown.list] : []);
}

/**
 * Prints the list of an output as CSV. Its columns are the members that entries may have by the schema, under their
 * names in the JSON, so that they are the same for every result: one for each member of a record in an entry.
 * Timestamps are ISO 8601 in UTC.
 * @param lists the members that may be the list; a total is that of the last one
 */
export function showCsv(
	io: Pick<CommandIo, 'out' | 'err'>,
	schema: z.ZodMiniType,
	lists: readonly string[],
	output: unknown,
): void {
	const members: Members = Object(output);
	const list = lists.find((each) => Array.isArray(members[each])) ?? '';
	const entries = members[list] as readonly unknown[];
	const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;
	const columns = pathsOf(properties[list]?.items ?? {});
	if (columns.length === 0) columns.push([]);
	const rows = entries.map((entry) => columns.map((path) => cellOf(path.at(-1), valueAt(entry, path))));
	io.out(csvLines([columns.map((path) => path.join('.') || 'name'), ...rows]));
	const { total } = members;
	if (list === lists.at(-1) && typeof total === 'number' && total > rows.length)
		io.err(`${l10n.t('{0} of {1} rows.', numberText(rows.length), numberText(total))}\n`);
}

function pathsOf({ properties = {} }: Schema): (readonly string[])[] {
	return Object.entries(properties).flatMap(([name, member]) =>
		member.properties === undefined ? [[name]] : pathsOf(member).map((path) => [name, ...path]),
	);
}

function valueAt(entry: unknown, path: readonly string[]): unknown {
	return path.reduce((value: unknown, name) => (value as Members | undefined)?.[name], entry);
}

function cellOf(name: string | undefined, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number' && name?.endsWith('At') === true) return new Date(value).toISOString();
	if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n');
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
