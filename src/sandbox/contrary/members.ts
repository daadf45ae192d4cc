import type { Dice } from '../media/paint/random.ts';
import { isMembers, type Members } from './json.ts';
import type { Act, Route, Thing } from './route.ts';
import type { Writing } from './spelling.ts';

/** Members that a document names for a reply; any other may be missing. Routes not listed here keep all of theirs. */
const promised: readonly (readonly [Thing, readonly Act[], readonly string[]])[] = [
	['request', ['submit'], ['request_id', 'status_url', 'result_url', 'cancel_url']],
	[
		'request',
		['result'],
		['request_id', 'status', 'outputs', 'output', 'created_at', 'finished_at', 'error'],
	],
	['request', ['status'], ['request_id', 'status', 'queue_position', 'result_url', 'instance_id']],
	['model-request', ['submit'], ['request_id', 'id']],
	['model-request', ['status'], ['request_id', 'status', 'queue_position', 'status_url', 'result_url']],
	[
		'model-request',
		['result'],
		['request_id', 'status', 'output', 'created_at', 'completed_at', 'cost', 'error'],
	],
	['job', ['submit'], ['job_id', 'id']],
	['job', ['status'], ['job_id', 'id', 'status', 'name', 'progress', 'error']],
	['job', ['result'], ['artifacts']],
	['job', ['cancel', 'resume', 'edit'], []],
	['dataset', ['submit'], ['dataset_id', 'id', 'dataset_name', 'name']],
	['dataset', ['status'], ['status', 'error', 'files']],
	['dataset', ['upload', 'delete'], []],
	[
		'dataset',
		['addresses'],
		['uploads', 'files', 'upload_urls', 'upload_url', 'method', 'headers', 'filename'],
	],
];

/**
 * Several names of one value. Of those that occur together in a record one is kept; an `open` first name becomes
 * another.
 */
interface Names {
	readonly names: readonly [string, ...string[]];
	readonly open?: true;
}

const otherNames: Readonly<Partial<Record<Thing, readonly Names[]>>> = {
	dataset: [
		{ names: ['id', 'dataset_id'] },
		{ names: ['name', 'dataset_name'] },
		{ names: ['filename', 'name', 'file_name'], open: true },
		{ names: ['size_bytes', 'size', 'bytes'], open: true },
	],
	job: [{ names: ['id', 'job_id'] }],
	deployment: [
		'workflow_id',
		'workflow_version',
		'min_instances',
		'max_instances',
		'queue_size',
		'is_enabled',
	].map((name) => ({
		names: [name, name.replaceAll(/_(.)/g, (_, first: string) => first.toUpperCase())],
		open: true,
	})),
};

/** Renames the members of a record, leaves some out, adds others and changes their order. Changes the record. */
export function rearrange(writing: Writing, record: Members): Members {
	const { draw, key, drawn, route } = writing;
	const names = draw.take('member-names', key);
	if (names !== undefined && rename(names, route, record)) drawn.note('member-names', 'other names');
	const missing = draw.take('missing', key);
	const left = missing === undefined ? [] : leaveOut(missing, route, record);
	if (left.length > 0) drawn.note('missing', left.join(', '));
	const extra = draw.take('extra', key);
	if (extra !== undefined) {
		Object.assign(record, extra.pick(extras));
		drawn.note('extra', 'members that nobody knows');
	}
	const zero = draw.take('zero-code', key);
	if (zero !== undefined) {
		record.error_code = zero.pick([0, 0, null]);
		drawn.note('zero-code', `error_code: ${String(record.error_code)}`);
	}
	const failure = hasFailed(route, record) ? draw.take('failure-code', key) : undefined;
	if (failure !== undefined) {
		Object.assign(record, {
			error_code: failure.pick([500_123, 50_051, 20_002]),
			message: 'The work has failed.',
		});
		drawn.note('failure-code', `error_code: ${String(record.error_code)}`);
	}
	const order = draw.take('order', key);
	if (order === undefined) return record;
	drawn.note('order', 'members and lists');
	return shuffled(order, record, route) as Members;
}

const extras: [Members, ...Members[]] = [
	{ trace_id: 'a1b2c3', duration_ms: 12 },
	{ success: true, message: 'ok' },
	{ meta: { version: 3, tags: [] }, warnings: [] },
	{ error: null, errors: [] },
	{ _links: { self: { href: '/' } } },
	{ code: 0, msg: 'success' },
];

function hasFailed({ act }: Route, { status }: Members): boolean {
	return act === 'result' && /^failed$/i.test(String(status));
}

function rename(dice: Dice, { thing }: Route, record: Members): boolean {
	const inner = Object.values(record).find(Array.isArray) ?? [];
	let changed = false;
	for (const { names, open } of otherNames[thing] ?? []) {
		const wanted = dice.pick(names);
		for (const each of [record, ...inner.filter(isMembers)]) {
			const present = names.filter((name) => name in each);
			const fits = open ? present[0] === names[0] && present.length === 1 : present.length === names.length;
			if (!fits || (open && wanted === names[0])) continue;
			const value = each[names[0]];
			for (const name of present) delete each[name];
			each[wanted] = value;
			changed = true;
		}
	}
	return changed;
}

function leaveOut(dice: Dice, { thing, act }: Route, record: Members): readonly string[] {
	const kept = promised.find(([each, acts]) => each === thing && acts.includes(act))?.[2];
	if (kept === undefined) return [];
	const all = dice.next() < 0.3;
	const left = Object.keys(record).filter((name) => !kept.includes(name) && (all || dice.next() < 0.5));
	for (const name of left) delete record[name];
	return left;
}

/** The order of outputs and of a person's own lists is theirs. */
const ordered: readonly string[] = [
	'outputs',
	'output',
	'payload',
	'input_schema',
	'inputs',
	'required_inputs',
];

function shuffled(dice: Dice, value: unknown, { act }: Route): unknown {
	const shuffle = <T>(list: readonly T[]) =>
		list
			.map((each) => [dice.next(), each] as const)
			.sort(([a], [b]) => a - b)
			.map(([, each]) => each);
	const mix = (each: unknown, name: string): unknown => {
		if (ordered.includes(name)) return each;
		// Pages of a list follow one another in its order.
		if (Array.isArray(each))
			return act === 'list' && name === 'models' ? each : shuffle(each).map((inner) => mix(inner, ''));
		if (!isMembers(each)) return each;
		return Object.fromEntries(
			shuffle(Object.entries(each)).map(([inner, member]) => [inner, mix(member, inner)]),
		);
	};
	return mix(value, '');
}

/** Returns whether a document defines the shape of a reply from the outermost member on. */
function isGiven({ thing }: Route): boolean {
	return thing === 'request' || thing === 'balance' || thing === 'account';
}

/** Puts a record into another one, or takes a list out of its record. */
export function wrapped({ draw, key, drawn, route }: Writing, record: Members): unknown {
	if (isGiven(route) || (route.thing === 'model-request' && route.act !== 'submit')) return record;
	const dice = draw.take('wrappers', key);
	if (dice === undefined) return record;
	const list = route.act === 'list' ? Object.values(record).find(Array.isArray) : undefined;
	const inside = list ?? record;
	const wrapper = dice.pick(['data', 'result', route.thing === 'job' ? 'job' : 'data', 'none']);
	if (wrapper === 'none') {
		if (list === undefined) return record;
		drawn.note('wrappers', 'a bare list');
		return list;
	}
	drawn.note('wrappers', wrapper);
	return { [wrapper]: inside, ...(dice.next() < 0.3 ? { success: true } : {}) };
}

/** Cuts a list: the rest is on the next page, which the member `next_cursor` names. */
export function paged({ draw, key, drawn, route }: Writing, record: Members, cursor: string | null): void {
	if (route.act !== 'list') return;
	const [name, all] = Object.entries(record).find(([, value]) => Array.isArray(value)) ?? [];
	if (name === undefined || !Array.isArray(all)) return;
	const from = Number(cursor ?? 0);
	const rest = all.slice(from);
	const dice = rest.length > 1 ? draw.take('pages', key) : undefined;
	const page = dice === undefined ? rest : rest.slice(0, dice.whole(1, rest.length - 1));
	record[name] = page;
	if (page.length === rest.length) return;
	record.has_more = true;
	record.next_cursor = String(from + page.length);
	drawn.note('pages', `${page.length} of ${all.length}`);
}
