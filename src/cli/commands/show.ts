import * as l10n from '@vscode/l10n';
import { describeMoment } from '../../core/base/ages.ts';
import { describeBytes } from '../../core/base/bytes.ts';
import { numberText } from '../../core/base/language.ts';
import { exactUsd } from '../../core/base/money.ts';
import type { CommandIo } from '../terminal/io.ts';
import { factsText, tableText } from '../terminal/tables.ts';

/** How the output of an operation is shown to people. */
export interface Shown {
	/** The member with a list; without it the output itself is shown, each member on a line. */
	readonly list?: string;
	/** The members of the list that are columns, in order; all without it. */
	readonly columns?: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** What members are called; others have their own names, as in JSON. */
const titles: Readonly<Record<string, string>> = {
	account: l10n.t('Account'),
	basis: l10n.t('Known From'),
	bytes: l10n.t('Size'),
	connection: l10n.t('Connection'),
	costMicrodollars: l10n.t('Cost'),
	createdAt: l10n.t('Created'),
	currency: l10n.t('Currency'),
	datasetId: l10n.t('Dataset Id'),
	datasetName: l10n.t('Dataset'),
	description: l10n.t('Description'),
	done: l10n.t('Done'),
	document: l10n.t('Document'),
	enabled: l10n.t('Enabled'),
	endedAt: l10n.t('Ended'),
	error: l10n.t('Error'),
	files: l10n.t('Files'),
	gpuCount: l10n.t('GPUs'),
	gpuType: l10n.t('GPU'),
	hardware: l10n.t('Hardware'),
	id: l10n.t('Id'),
	jobId: l10n.t('Job'),
	kind: l10n.t('Kind'),
	maxInstances: l10n.t('Most Instances'),
	microdollars: l10n.t('Amount'),
	minInstances: l10n.t('Fewest Instances'),
	name: l10n.t('Name'),
	nodeId: l10n.t('Node'),
	path: l10n.t('Path'),
	phase: l10n.t('Phase'),
	problem: l10n.t('Problem'),
	prompt: l10n.t('Prompt'),
	requestId: l10n.t('Request'),
	saved: l10n.t('Saved'),
	seed: l10n.t('Seed'),
	signedIn: l10n.t('Signed In'),
	startedAt: l10n.t('Started'),
	state: l10n.t('State'),
	status: l10n.t('Status'),
	step: l10n.t('Step'),
	submittedAt: l10n.t('Started'),
	target: l10n.t('Target'),
	todayMicrodollars: l10n.t('Today'),
	total: l10n.t('Total'),
	usd: l10n.t('Price'),
};

/** The output of an operation as text for people. */
export function shownText(
	output: unknown,
	{ list, columns }: Shown,
	io: Pick<CommandIo, 'columns' | 'colors'>,
): string {
	const members = membersOf(output);
	if (list === undefined) return recordText(members, io);
	const rows = Array.isArray(members[list]) ? members[list].map(rowOf) : [];
	const rest = Object.entries(members).filter(([name, value]) => name !== list && !isEmpty(value));
	const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return [
		rows.length === 0 ? `${l10n.t('There are none.')}\n` : listText(names, rows, io),
		...(rest.length === 0 ? [] : [recordText(Object.fromEntries(rest), io)]),
	].join('\n');
}

/** Members with one value each on lines of their own, lists of records as tables below them. */
function recordText(members: Members, io: Pick<CommandIo, 'columns' | 'colors'>): string {
	const facts: (readonly [string, string])[] = [];
	const tables: string[] = [];
	for (const [name, value] of Object.entries(members)) {
		if (isEmpty(value)) continue;
		if (Array.isArray(value) && value.every(isRecord)) {
			const rows = value.map(rowOf);
			const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
			tables.push(`${titleOf(name)}\n${listText(names, rows, io)}`);
		} else if (isRecord(value) && nameIn(value) === undefined) {
			for (const [member, inner] of Object.entries(value))
				if (!isEmpty(inner)) facts.push([titleOf(member), valueText(member, inner)]);
		} else facts.push([titleOf(name), valueText(name, value)]);
	}
	return [...(facts.length === 0 ? [] : [factsText(facts, io.columns)]), ...tables].join('\n');
}

function listText(
	names: readonly string[],
	rows: readonly Members[],
	io: Pick<CommandIo, 'columns' | 'colors'>,
): string {
	return tableText(
		names.map((name) => ({
			title: titleOf(name),
			isWhole: name === 'id' || name === 'path' || name.endsWith('At'),
			alignsRight: rows.some((row) => typeof row[name] === 'number' && !name.endsWith('At')),
		})),
		rows.map((row) => names.map((name) => (isEmpty(row[name]) ? '' : valueText(name, row[name])))),
		{ width: io.columns, colors: io.colors },
	);
}

/** A value for reading; what it measures is in the name of its member. */
function valueText(name: string, value: unknown): string {
	if (typeof value === 'number') {
		if (name.endsWith('At')) return describeMoment(value, Date.now());
		if (/microdollars$/i.test(name)) return exactUsd(value);
		if (name === 'usd') return exactUsd(Math.round(value * 1_000_000));
		return name === 'bytes' ? describeBytes(value) : numberText(value);
	}
	if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(', ');
	return isRecord(value) ? (nameIn(value) ?? JSON.stringify(value)) : '';
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
	return (
		value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
	);
}
