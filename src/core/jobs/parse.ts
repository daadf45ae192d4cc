import { maskText } from '../http/mask.ts';
import { jsonText, numberOf } from '../json/exact.ts';
import {
	compact,
	entriesOf,
	idOf,
	integerOf,
	type JsonRecord,
	memberOf,
	recordOf,
	textOf,
} from '../json/fields.ts';
import type { JobArtifact, JobProgress, JobResult, JobStatus } from './job.ts';

/** The most characters of an error that are kept. */
const errorLength = 2000;

/** States in any case and spelling (wire-facts.md, section 11); words that are not here stay as they came. */
const knownStates: ReadonlyMap<string, string> = new Map([
	['IN_QUEUE', 'IN_QUEUE'],
	['QUEUED', 'IN_QUEUE'],
	['RUNNING', 'RUNNING'],
	['STOPPED', 'STOPPED'],
	['FAILED', 'FAILED'],
	['CANCELED', 'CANCELED'],
	['CANCELLED', 'CANCELED'],
]);

/**
 * A job record in any spelling, as submit, status, cancel, resume and edit answer with it; `undefined` when it names no state.
 * `jobId` is the one that was asked for, for replies without an id.
 */
export function parseJobStatus(value: unknown, jobId: string): JobStatus | undefined {
	const record = jobRecordOf(value);
	const word = record && textOf(memberOf(record, 'status', 'state'));
	if (record === undefined || word === undefined) return undefined;
	return compact({
		id: idOf(memberOf(record, 'id', 'job_id')) ?? jobId,
		name: textOf(memberOf(record, 'name', 'job_name')),
		state: stateOf(word),
		progress: parseProgress(memberOf(record, 'progress'), record),
		error: errorText(memberOf(record, 'error', 'errors', 'error_message')),
		createdAt: momentOf(memberOf(record, 'created_at')),
		startedAt: momentOf(memberOf(record, 'started_at')),
		finishedAt: momentOf(memberOf(record, 'finished_at', 'completed_at')),
	});
}

/** The reply to a submission: a job that waits where no state is named. `undefined` when it names no job. */
export function parseSubmittedJob(value: unknown): JobStatus | undefined {
	const record = jobRecordOf(value);
	const id = record && idOf(memberOf(record, 'id', 'job_id'));
	if (record === undefined || id === undefined) return undefined;
	return (
		parseJobStatus(record, id) ??
		compact({ id, name: textOf(memberOf(record, 'name', 'job_name')), state: 'IN_QUEUE' })
	);
}

/** What a job has made so far. `undefined` when the reply is not a record. `artifacts` may be absent, null or of any shape. */
export function parseJobResult(value: unknown, knownState = ''): JobResult | undefined {
	const record = jobRecordOf(value);
	if (record === undefined) return undefined;
	const artifacts = recordOf(memberOf(record, 'artifacts')) ?? {};
	const word = textOf(memberOf(record, 'status', 'state'));
	const [config] = artifactsOf(memberOf(artifacts, 'config', 'configs'));
	return compact({
		state: word === undefined ? knownState : stateOf(word),
		error: errorText(memberOf(record, 'error', 'errors', 'error_message')),
		checkpoints: artifactsOf(memberOf(artifacts, 'checkpoints', 'checkpoint')),
		samples: artifactsOf(memberOf(artifacts, 'samples', 'sample')),
		config,
	});
}

/** An error of any shape as readable text without secrets; `undefined` where there is none. */
export function errorText(value: unknown): string | undefined {
	const words = wordsOf(value, 0)?.trim();
	return words === undefined || words === '' ? undefined : maskText(words, [], errorLength);
}

/** Some hosts wrap the record. */
function jobRecordOf(value: unknown): JsonRecord | undefined {
	const record = recordOf(value);
	if (record === undefined) return undefined;
	return recordOf(memberOf(record, 'job')) ?? record;
}

function stateOf(word: string): string {
	return knownStates.get(word.toUpperCase()) ?? word;
}

/** `current_step` of `total_steps`, inside `progress` or beside it; a total of 0 means that it is not known yet. */
function parseProgress(value: unknown, beside: JsonRecord): JobProgress | undefined {
	const from = recordOf(value) ?? beside;
	const total = stepOf(memberOf(from, 'total_steps', 'total'));
	const totalSteps = total === 0 ? undefined : total;
	const step = stepOf(memberOf(from, 'current_step', 'step')) ?? stepOfPercent(from, totalSteps);
	return step === undefined ? undefined : compact({ step, totalSteps });
}

function stepOf(value: unknown): number | undefined {
	const whole = integerOf(value) ?? integerOf(Math.floor(numberOf(value) ?? Number.NaN));
	return whole !== undefined && whole >= 0 ? whole : undefined;
}

function stepOfPercent(from: JsonRecord, totalSteps: number | undefined): number | undefined {
	const percent = numberOf(memberOf(from, 'percent', 'percentage'));
	if (percent === undefined || totalSteps === undefined) return undefined;
	return stepOf(Math.floor((totalSteps * Math.min(100, Math.max(0, percent))) / 100));
}

/** A list, a single one, or a record of them by name; each is an address or a record with one. */
function artifactsOf(value: unknown): readonly JobArtifact[] {
	const entries = Array.isArray(value) ? value : [value];
	return entries.flatMap((entry: unknown) => artifactOf(entry) ?? []);
}

function artifactOf(entry: unknown): JobArtifact | undefined {
	const record = recordOf(entry);
	const address = textOf(record === undefined ? entry : memberOf(record, 'path', 'url'));
	const url = address === undefined || !/^https?:\/\/\S+$/i.test(address) ? null : URL.parse(address);
	if (address === undefined || url === null) return undefined;
	const name = lastPart(url) || textOf(record && memberOf(record, 'filename', 'name')) || 'file';
	return { name, url: address };
}

/** The last part of an address's path, of which nothing may be read as a way to another folder. */
function lastPart(url: URL): string {
	const last = url.pathname.split('/').at(-1) ?? '';
	let name = last;
	try {
		name = decodeURIComponent(last);
	} catch {
		// Not an escape that can be read: the name as it is spelled.
	}
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is removed.
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

/** A time without a zone is that of the service, which is UTC. */
function zoned(text: string): string {
	return /T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text;
}

const deepestWords = 4;

function wordsOf(value: unknown, depth: number): string | undefined {
	if (value === undefined || value === null || value === false) return undefined;
	if (typeof value === 'string') return value;
	if (depth >= deepestWords) return '...';
	if (Array.isArray(value)) {
		const parts = value.slice(0, 20).flatMap((entry: unknown) => wordsOf(entry, depth + 1) ?? []);
		return parts.length === 0 ? undefined : parts.join('; ');
	}
	const record = recordOf(value);
	if (record === undefined) return jsonText(value);
	const words = wordsOf(memberOf(record, 'message', 'error_message', 'error', 'detail', 'msg'), depth + 1);
	if (words !== undefined) return words;
	const parts = entriesOf(record)
		.slice(0, 20)
		.flatMap(([name, each]) => {
			const inner = wordsOf(each, depth + 1);
			// As a member of JSON, so that a secret is known by its name.
			return inner === undefined ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(inner)}`];
		});
	return parts.length === 0 ? undefined : parts.join(', ');
}
