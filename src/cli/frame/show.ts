import * as l10n from '@vscode/l10n';
import { describeMoment } from '../../core/base/ages.ts';
import { describeBytes } from '../../core/base/bytes.ts';
import { numberText } from '../../core/base/language.ts';
import { exactUsd } from '../../core/base/money.ts';
import type { CommandIo } from '../terminal/io.ts';
import { printable } from '../terminal/printable.ts';
import { type Cell, factsText, tableText } from '../terminal/tables.ts';
import { titles, words } from './names.ts';

/** The way in which the output of an operation is shown to people. */
export interface Shown {
	/** The member with a list; without it the output itself is shown, each member on a line. */
	readonly list?: string;
	/** The members of the list that are columns, in order, or of the output without a list; all by default. */
	readonly columns?: readonly string[];
	/** The column that is never cut, in addition to ids, paths and addresses. */
	readonly whole?: string;
	/** The column of ids that commands take by their beginning, too. */
	readonly ids?: string;
	/** The titles of members, if they differ from those elsewhere. */
	readonly called?: Readonly<Record<string, string>>;
	/** The member that is shown alone, line by line and unchanged: a document. */
	readonly document?: string;
	/** Data that is shown in place of the output. */
	readonly as?: unknown;
	/** The complete text, if it is not made from members. */
	readonly text?: string;
}

export type ShownOutput = Shown | ((output: unknown) => Shown);

/** Shows these lines in place of the output. */
export function linesShown(lines: readonly string[]): Shown {
	return { text: lines.map((line) => `${printable(line)}\n`).join('') };
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the output of an operation as text for people. */
export function shownText(
	output: unknown,
	shown: ShownOutput,
	io: Pick<CommandIo, 'columns' | 'colors'>,
): string {
	const {
		list,
		columns,
		whole,
		ids,
		called = {},
		document,
		as = output,
		text,
	} = typeof shown === 'function' ? shown(output) : shown;
	if (text !== undefined) return text;
	const members = membersOf(as);
	if (document !== undefined)
		return `${String(members[document]).trimEnd().split('\n').map(printable).join('\n')}\n`;
	if (list === undefined)
		return recordText(columns === undefined ? members : pick(members, columns, called), io);
	const rows = Array.isArray(members[list]) ? members[list].map(rowOf) : [];
	const rest = Object.entries(members).filter(([name, value]) => name !== list && !isEmpty(value));
	const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return [
		rows.length === 0 ? `${l10n.t('There are none.')}\n` : listText(names, rows, io, whole, ids),
		...(rest.length === 0 ? [] : [recordText(Object.fromEntries(rest), io)]),
	].join('\n');
}

/** Formats members with one value each on lines of their own, and lists of records as tables below them. */
function recordText(members: Members, io: Pick<CommandIo, 'columns' | 'colors'>): string {
	const facts: (readonly [string, Cell])[] = [];
	const tables: string[] = [];
	for (const [name, value] of Object.entries(spoken(members))) {
		if (isEmpty(value)) continue;
		if (Array.isArray(value) && value.every(isRecord)) {
			const rows = value.map(rowOf);
			const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
			tables.push(`${titleOf(name)}\n${listText(names, rows, io)}`);
		} else if (isRecord(value) && nameIn(value) === undefined) {
			for (const [member, inner] of Object.entries(spoken(value)))
				if (!isEmpty(inner)) facts.push([titleOf(member), cellOf(member, inner)]);
		} else facts.push([titleOf(name), cellOf(name, value)]);
	}
	return [...(facts.length === 0 ? [] : [factsText(facts, io.columns)]), ...tables].join('\n');
}

/** Most states are not longer than this. */
const usualState = 10;

function listText(
	names: readonly string[],
	rows: readonly Members[],
	io: Pick<CommandIo, 'columns' | 'colors'>,
	whole?: string,
	ids?: string,
): string {
	return tableText(
		names.map((name) => ({
			title: titleOf(name),
			isWhole: isWhole(name) || name === whole || name.endsWith('At'),
			hasIds: name === ids,
			...((name === 'status' || name === 'state') && { least: usualState }),
			alignsRight: rows.some((row) => typeof row[name] === 'number' && !name.endsWith('At')),
		})),
		rows.map((row) => names.map((name) => (isEmpty(row[name]) ? '' : cellOf(name, row[name])))),
		{ width: io.columns, colors: io.colors },
	);
}

/** Returns whether a member contains ids, paths or addresses, which are copied as a whole. */
function isWhole(name: string): boolean {
	return /^(?:id|paths?|saved|url|next)$|Id$/.test(name);
}

/** Returns whether a member contains sentences. */
function areSentences(name: string): boolean {
	return /^(?:errorDetails|problems|warnings)$/.test(name);
}

function cellOf(name: string, value: unknown): Cell {
	if (areSentences(name) && Array.isArray(value))
		return { lines: value.map((each) => valueText(name, each)) };
	return isWhole(name) ? [value].flat().map((each) => valueText(name, each)) : valueText(name, value);
}

/** Formats a value for reading; its unit is in the name of its member. */
function valueText(name: string, value: unknown): string {
	// A value of a workflow has the spelling that it is changed with.
	if (name === 'value') return typeof value === 'string' ? value : JSON.stringify(value);
	if (typeof value === 'number') {
		if (name.endsWith('At')) return describeMoment(value, Date.now());
		if (/microdollars$/i.test(name)) return exactUsd(value);
		if (name === 'usd') return exactUsd(Math.round(value * 1_000_000));
		return name === 'bytes' ? describeBytes(value) : numberText(value);
	}
	if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
	if (typeof value === 'string') return words[name]?.[value] ?? value;
	if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(', ');
	if (!isRecord(value)) return '';
	const members = Object.entries(value).filter(([, inner]) => !isEmpty(inner));
	return (
		nameIn(value) ??
		members.map(([member, inner]) => `${titleOf(member)}: ${valueText(member, inner)}`).join('; ')
	);
}

/** Returns the members without the state and the counts that are shown as text. */
function spoken(members: Members): Members {
	if (typeof members.status !== 'string') return members;
	const { state: _, counts: __, ...others } = members;
	return others;
}

function pick(members: Members, names: readonly string[], called: Readonly<Record<string, string>>): Members {
	return Object.fromEntries(names.map((name) => [called[name] ?? name, members[name]]));
}

function titleOf(name: string): string {
	return titles[name] ?? name;
}

function nameIn({ name }: Members): string | undefined {
	return typeof name === 'string' ? name : undefined;
}

function rowOf(value: unknown): Members {
	return isRecord(value) ? value : { name: value };
}

function membersOf(value: unknown): Members {
	return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
	if (isRecord(value)) return Object.values(value).every(isEmpty);
	return (
		value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
	);
}
