import type { Dice } from '../media/paint/random.ts';
import type { Draw, Drawn } from './draw.ts';
import { isMembers, type Members } from './json.ts';
import type { Route } from './route.ts';

/** States that end nothing: another word for them misleads no client that keeps polling. */
const intermediate: readonly string[] = [
	'in_queue',
	'in_progress',
	'IN_QUEUE',
	'RUNNING',
	'DRAFT',
	'UPLOADING',
];
const strangers = ['preparing_environment', 'WARMING_UP', 'Allocating Machine', 'post-processing'] as const;

/** Members that the documents declare as numbers. */
const trueNumbers: readonly string[] = [
	'queue_position',
	'balance_microdollars',
	'balance_usd',
	'error_code',
];
/** Members that belong to the person or to a model and are returned unchanged. */
const foreign: readonly string[] = ['payload', 'input_schema', 'outputs', 'output', 'error', 'artifacts'];

/** The parts for the rewriting of one reply: its draw, its key, and the notes about the changes. */
export interface Writing {
	readonly draw: Draw;
	readonly key: string;
	readonly drawn: Drawn;
	readonly route: Route;
}

/** Writes state words, times and numbers of a record in other ways. The record is changed. */
export function spell(writing: Writing, record: Members): void {
	spellState(writing, record);
	const { draw, key, drawn } = writing;
	const times = draw.take('times', key);
	if (times !== undefined && respell(record, (name, value) => timeIn(times, writing.route, name, value))) {
		drawn.note('times', 'another precision or offset');
	}
	const numbers = draw.take('numbers', key);
	if (numbers !== undefined && writing.route.thing !== 'deployment' && respell(record, numberAsText)) {
		drawn.note('numbers', 'as text');
	}
}

function spellState({ draw, key, drawn, route }: Writing, record: Members): void {
	for (const name of ['status', 'outcome']) {
		const word = record[name];
		if (typeof word !== 'string') continue;
		const unknown = intermediate.includes(word) ? draw.take('unknown-words', key) : undefined;
		const words = draw.take('words', key);
		if (unknown !== undefined) record[name] = unknown.pick(strangers);
		else if (words !== undefined) record[name] = otherSpelling(words, word);
		else continue;
		drawn.note(unknown === undefined ? 'words' : 'unknown-words', `${word} as ${String(record[name])}`);
	}
	if (route.act !== 'list') return;
	for (const list of Object.values(record).filter(Array.isArray)) {
		for (const each of list) {
			if (!isMembers(each) || typeof each.status !== 'string') continue;
			const words = draw.take('words', `${key} ${String(each.name ?? each.dataset_name)}`);
			if (words !== undefined) each.status = otherSpelling(words, each.status);
		}
	}
}

/** Returns a word of the service in another case, with other spaces, and with one or two l. */
export function otherSpelling(dice: Dice, word: string): string {
	const doubled =
		dice.next() < 0.5 ? word.replace(/(cancel)l?(ed)/i, '$1l$2') : word.replace(/(cancel)l(ed)/i, '$1$2');
	const parts = doubled.toLowerCase().split('_');
	const titled = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1));
	const spellings = [
		parts.join('_').toUpperCase(),
		parts.join('_'),
		parts.join('-'),
		parts.join(' '),
		titled.join(' '),
		titled.join(''),
		titled.join('_'),
	].filter((spelling) => spelling !== word);
	return dice.pick(spellings as [string, ...string[]]);
}

/** Changes members of the record and of its inside; returns whether anything was changed. */
function respell(record: Members, change: (name: string, value: unknown) => unknown): boolean {
	let changed = false;
	for (const [name, value] of Object.entries(record)) {
		if (foreign.includes(name)) continue;
		const inner = Array.isArray(value) ? value : [value];
		for (const each of inner) if (isMembers(each)) changed = respell(each, change) || changed;
		const other = change(name, value);
		if (other === value) continue;
		record[name] = other;
		changed = true;
	}
	return changed;
}

function numberAsText(name: string, value: unknown): unknown {
	return typeof value === 'number' && !trueNumbers.includes(name) ? String(value) : value;
}

function timeIn(dice: Dice, { thing }: Route, name: string, value: unknown): unknown {
	const moment = name.endsWith('_at') && typeof value === 'string' ? Date.parse(value) : Number.NaN;
	if (Number.isNaN(moment)) return value;
	const iso = new Date(moment).toISOString();
	const east = new Date(moment + 2 * 3_600_000).toISOString();
	const spellings: [string, ...(string | number)[]] = [
		iso,
		iso.replace(/\.\d+/, ''),
		iso.replace('Z', '123456Z'),
		east.replace('Z', '+02:00'),
		iso.replace('Z', ''),
	];
	// Only the inference document defines its times as ISO 8601.
	if (thing === 'job' || thing === 'dataset') spellings.push(moment / 1000, moment);
	return dice.pick(spellings);
}
