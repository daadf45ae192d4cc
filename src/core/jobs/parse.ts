import { compact } from '../base/compact.ts';
import { maskText } from '../http/mask.ts';
import { addressesIn, type FoundAddress } from '../json/addresses.ts';
import { jsonText, numberOf } from '../json/exact.ts';
import { entriesOf, type JsonRecord, memberOf, recordOf, textOf } from '../json/fields.ts';
import { decimalOf, idOf, integerOf } from '../json/scalars.ts';
import { readable, unwrapThing, unwrapWith } from '../json/unwrap.ts';
import { stateRecordOf } from '../requests/parseRequest.ts';
import { stateWord } from '../wire/stateWord.ts';
import type { JobArtifact, JobProgress, JobResult, JobStatus } from './job.ts';

/** Maximum number of kept characters of an error. */
const errorLength = 2000;

/** States (wire-facts.md, section 11) in the spelling of `stateWord`; other words stay as received. */
const knownStates: ReadonlyMap<string, string> = new Map([
	['inqueue', 'IN_QUEUE'],
	['queued', 'IN_QUEUE'],
	['running', 'RUNNING'],
	['stopped', 'STOPPED'],
	['failed', 'FAILED'],
	['canceled', 'CANCELED'],
]);

/**
 * Returns a job record in any spelling, as in replies to submit, status, cancel, resume and edit; `undefined` if it
 * names no state. `jobId` is the requested id, for replies without one.
 */
export function parseJobStatus(value: unknown, jobId: string): JobStatus | undefined {
	const record = jobRecordOf(value);
	const word = record && wordIn(record);
	if (record === undefined || word === undefined) return undefined;
	const progress = parseProgress(memberOf(record, 'progress'), record);
	return compact({
		id: idOf(memberOf(record, 'job_id', 'id')) ?? jobId,
		name: textOf(memberOf(record, 'name', 'job_name')),
		state: stateOf(word),
		progress,
		percent: progress === undefined ? percentOf(memberOf(record, 'progress'), record) : undefined,
		error: errorText(memberOf(record, 'error', 'errors', 'error_message')),
		createdAt: momentOf(memberOf(record, 'created_at')),
		startedAt: momentOf(memberOf(record, 'started_at')),
		finishedAt: momentOf(memberOf(record, 'finished_at', 'completed_at')),
	});
}

/** Returns the reply to a submission: a queued job if no state is named. `undefined` if it names no job. */
export function parseSubmittedJob(value: unknown): JobStatus | undefined {
	const record = unwrapThing(value, 'job', ['name', 'job_name', 'created_at']);
	const id = record && idOf(memberOf(record, 'job_id', 'id'));
	if (record === undefined || id === undefined) return undefined;
	return (
		parseJobStatus(record, id) ??
		compact({ id, name: textOf(memberOf(record, 'name', 'job_name')), state: 'IN_QUEUE' })
	);
}

/** Returns whether a reply with an error code still names a job or its state. */
export function namesJob(value: unknown): boolean {
	if (unwrapWith(value, 'job_id') !== undefined) return true;
	const record = jobRecordOf(value);
	return record !== undefined && knownStates.has(stateWord(wordIn(record) ?? ''));
}

/** Parses the artifacts of a job so far. `undefined` if the reply is not a record. `artifacts` may be absent, null or of any shape. */
export function parseJobResult(value: unknown): JobResult | undefined {
	const record = jobRecordOf(value) ?? unwrapWith(value, 'artifacts', ...groups) ?? recordOf(value);
	if (record === undefined) return undefined;
	const word = wordIn(record);
	const made = artifactsOf(
		memberOf(unwrapWith(value, 'artifacts') ?? {}, 'artifacts') ?? unwrapWith(value, ...groups),
	);
	return compact({
		state: word === undefined ? '' : stateOf(word),
		error: errorText(memberOf(record, 'error', 'errors', 'error_message')),
		...made,
	});
}

/** Returns an error of any shape as readable text without secrets; `undefined` without one. */
export function errorText(value: unknown): string | undefined {
	const words = errorTextOf(value, 0)?.trim();
	return words === undefined || words === '' ? undefined : maskText(words, [], errorLength);
}

/** Returns the record that names the state of a job. */
function jobRecordOf(value: unknown): JsonRecord | undefined {
	return stateRecordOf(value, (word) => knownStates.has(stateWord(word)), 'job');
}

function wordIn(record: JsonRecord): string | undefined {
	return textOf(memberOf(record, 'status', 'state'))?.trim() || undefined;
}

function stateOf(word: string): string {
	return knownStates.get(stateWord(word)) ?? word;
}

/**
 * Reads `current_step` of `total_steps`, inside `progress` or next to it, or `progress` as the text `12/1500`; a total
 * of 0 means that it is not known yet.
 */
function parseProgress(value: unknown, beside: JsonRecord): JobProgress | undefined {
	const from = recordOf(value) ?? beside;
	const [, textStep, textTotal] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(textOf(value) ?? '') ?? [];
	const total = stepOf(textTotal ?? memberOf(from, 'total_steps', 'total'));
	const totalSteps = total === 0 ? undefined : total;
	const step = stepOf(textStep ?? memberOf(from, 'current_step', 'step')) ?? stepOfPercent(from, totalSteps);
	return step === undefined ? undefined : compact({ step, totalSteps });
}

function stepOf(value: unknown): number | undefined {
	const whole = integerOf(value) ?? integerOf(Math.floor(numberOf(value) ?? Number.NaN));
	return whole !== undefined && whole >= 0 ? whole : undefined;
}

function stepOfPercent(from: JsonRecord, totalSteps: number | undefined): number | undefined {
	const percent = percentIn(from);
	if (percent === undefined || totalSteps === undefined) return undefined;
	return stepOf(Math.floor((totalSteps * percent) / 100));
}

/** Reads the progress of a job from a reply with only a percentage: inside `progress`, next to it, or in its place. */
function percentOf(value: unknown, beside: JsonRecord): number | undefined {
	const record = recordOf(value);
	if (record !== undefined) return percentIn(record);
	return bounded(typeof value === 'string' ? value.replace('%', '').trim() : value) ?? percentIn(beside);
}

function percentIn(record: JsonRecord): number | undefined {
	return bounded(memberOf(record, 'percent', 'percentage', 'progress_percent'));
}

function bounded(value: unknown): number | undefined {
	const percent = decimalOf(value);
	return percent === undefined ? undefined : Math.min(100, Math.max(0, percent));
}

type Artifacts = Pick<JobResult, 'checkpoints' | 'samples' | 'config'>;

/** Members with artifacts, inside `artifacts` or next to it. */
const groups = ['checkpoints', 'checkpoint', 'samples', 'sample', 'config', 'configs'] as const;

/** Returns artifacts in their three groups, each a list, a single one or a record by name; a common list is divided by their names. */
function artifactsOf(value: unknown): Artifacts {
	const inner = readable(value);
	const record = recordOf(inner) ?? {};
	if (Array.isArray(inner) || memberOf(record, ...groups) === undefined) return dividedByName(filesIn(inner));
	const [config] = filesIn(memberOf(record, 'config', 'configs'));
	return compact({
		checkpoints: filesIn(memberOf(record, 'checkpoints', 'checkpoint')),
		samples: filesIn(memberOf(record, 'samples', 'sample')),
		config,
	});
}

function dividedByName(files: readonly JobArtifact[]): Artifacts {
	const isCheckpoint = ({ name }: JobArtifact) => /\.(?:safetensors|ckpt|pt|bin)$/i.test(name);
	const isConfig = ({ name }: JobArtifact) => /\.ya?ml$/i.test(name);
	return compact({
		checkpoints: files.filter(isCheckpoint),
		samples: files.filter((file) => !isCheckpoint(file) && !isConfig(file)),
		config: files.find(isConfig),
	});
}

/**
 * Returns every file in a tree, by the name in its address; if two have the same name or none, by that of its record or
 * member.
 */
function filesIn(value: unknown): readonly JobArtifact[] {
	const found = addressesIn(value).addresses.map((each) => ({ each, name: lastPart(new URL(each.url)) }));
	const times = new Map<string, number>();
	for (const { name } of found) times.set(name, (times.get(name) ?? 0) + 1);
	return found.map(({ each, name }) => ({
		name: ((times.get(name) ?? 0) > 1 ? otherName(each) : name) || otherName(each) || name || 'file',
		url: each.url,
	}));
}

function otherName({ record, path }: FoundAddress): string {
	const named = textOf(record && memberOf(record, 'filename', 'file_name', 'name'));
	const member = path.at(-1);
	return plainName(named ?? (typeof member === 'string' ? member : ''));
}

/** Returns the last part of an address's path, without anything that could lead to another folder. */
function lastPart(url: URL): string {
	const last = url.pathname.split('/').at(-1) ?? '';
	let name = last;
	try {
		name = decodeURIComponent(last);
	} catch {
		// Not a valid escape: the name in its original spelling.
	}
	return plainName(name);
}

function plainName(name: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
	return name.replace(/[/\\\u0000-\u001f\u007f]/g, '_');
}

/** Milliseconds since 1970 of a time as text or as a number of seconds or milliseconds. */
function momentOf(value: unknown): number | undefined {
	const number = numberOf(value);
	const moment = number === undefined ? Date.parse(zoned(textOf(value) ?? '')) : scaled(number);
	return Number.isFinite(moment) && moment > 0 ? Math.round(moment) : undefined;
}

function scaled(number: number): number {
	return number < 1e11 ? number * 1000 : number;
}

/** Returns a time with a zone: without one it is that of the service, which is UTC. */
function zoned(text: string): string {
	return /T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text;
}

const deepestWords = 4;

function errorTextOf(value: unknown, depth: number): string | undefined {
	if (value === undefined || value === null || value === false) return undefined;
	if (typeof value === 'string') return value;
	if (depth >= deepestWords) return '...';
	if (Array.isArray(value)) {
		const parts = value.slice(0, 20).flatMap((entry: unknown) => errorTextOf(entry, depth + 1) ?? []);
		return parts.length === 0 ? undefined : parts.join('; ');
	}
	const record = recordOf(value);
	if (record === undefined) return jsonText(value);
	const words = errorTextOf(
		memberOf(record, 'message', 'error_message', 'error', 'detail', 'msg'),
		depth + 1,
	);
	if (words !== undefined) return words;
	const parts = entriesOf(record)
		.slice(0, 20)
		.flatMap(([name, each]) => {
			const inner = errorTextOf(each, depth + 1);
			// As a member of JSON, so that a secret is recognized by its name.
			return inner === undefined ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(inner)}`];
		});
	return parts.length === 0 ? undefined : parts.join(', ');
}
