import { compact } from '../base/compact.ts';
import { type JsonRecord, memberOf, textOf } from '../json/fields.ts';
import { idOf, integerOf } from '../json/scalars.ts';
import { layersOf, type ThingName, unwrapWith } from '../json/unwrap.ts';
import { stateWord } from '../wire/stateWord.ts';
import type { CancelOutcome, RequestPhase, RequestStatus, Submission } from './request.ts';

/** Every word for a state seen on any host (wire-facts.md, sections 3 and 8), as `stateWord` spells it. */
const phases: ReadonlyMap<string, RequestPhase> = new Map([
	['inqueue', 'queued'],
	['queued', 'queued'],
	['pending', 'queued'],
	['waiting', 'queued'],
	['inprogress', 'running'],
	['starting', 'running'],
	['running', 'running'],
	['processing', 'running'],
	['complete', 'finished'],
	['completed', 'finished'],
	['succeeded', 'succeeded'],
	['success', 'succeeded'],
	['failed', 'failed'],
	['error', 'failed'],
	['canceled', 'canceled'],
]);

/** Words by which an envelope describes the call, and not a request. */
const envelopeWords: ReadonlySet<string> = new Set(['success', 'error', 'ok']);

/** Returns the phase for a word of the service; unknown words are `unknown`. */
export function phaseOf(status: string): RequestPhase {
	return phases.get(stateWord(status)) ?? 'unknown';
}

const mostOtherIds = 4;

/**
 * Returns the reply to a submission, in any envelope, or `undefined` if it names no request. A record that also names a
 * state, a position or addresses overrides an envelope around it, which may have the id of the call.
 */
export function parseSubmission(value: unknown): Submission | undefined {
	const records = layersOf(value).filter((each) => requestIdsOf(each).length > 0);
	const record =
		records.find(describesRequest) ??
		records.find((each) => memberOf(each, 'request_id') !== undefined) ??
		records[0];
	const [requestId] = record === undefined ? [] : requestIdsOf(record);
	if (record === undefined || requestId === undefined) return undefined;
	const ids = new Set([record, ...records].flatMap(requestIdsOf));
	const otherIds = [...ids].filter((id) => id !== requestId).slice(0, mostOtherIds);
	return compact({
		requestId,
		otherIds: otherIds.length === 0 ? undefined : otherIds,
		statusUrl: textOf(memberOf(record, 'status_url')),
	});
}

function requestIdsOf(record: JsonRecord): readonly string[] {
	return [idOf(memberOf(record, 'request_id')), idOf(memberOf(record, 'id'))].filter(
		(id) => id !== undefined,
	);
}

/** Returns whether a record describes a request better than an envelope around it could. */
function describesRequest(record: JsonRecord): boolean {
	const word = wordOf(record);
	if (word !== undefined && !isOfCall(word)) return true;
	return memberOf(record, 'queue_position', 'status_url', 'result_url', 'cancel_url') !== undefined;
}

/** Returns the reply for the address of a request: `.../requests/ID` or `.../requests/ID/status`. */
export function requestInAddress({ pathname }: URL): unknown {
	return namedInPath(pathname, 'requests', 'request_id');
}

/** Returns a record with the id that follows the name of a list in a path. */
export function namedInPath(pathname: string, list: string, member: string): JsonRecord | undefined {
	const parts = pathname.split('/').filter((part) => part !== '');
	if (['status', 'result'].includes(parts.at(-1) ?? '')) parts.pop();
	const [name, id = ''] = parts.slice(-2);
	return name === list && /^[\w.-]{1,200}$/.test(id) ? { [member]: id } : undefined;
}

/** Returns whether a reply with an error code still names a request, which therefore was accepted. */
export function namesRequest(value: unknown): boolean {
	const submission = parseSubmission(value);
	if (submission === undefined) return false;
	// An `id` alone may be that of the error.
	return unwrapWith(value, 'request_id') !== undefined || submission.statusUrl !== undefined;
}

/**
 * Returns a record that names a state, in any envelope: prefers one with a state that is not the outcome of the call,
 * and that also names a request. A record with an unknown word may as well be a part of the output.
 */
export function stateRecordOf(
	value: unknown,
	isKnown = (word: string) => phaseOf(word) !== 'unknown',
	thing?: ThingName,
): JsonRecord | undefined {
	const rankOf = (record: JsonRecord, word: string) => {
		if (isOfCall(word)) return isKnown(word) ? 1 : 2;
		return isKnown(word) || ownIdOf(record) !== undefined ? 0 : 1;
	};
	const ranked = layersOf(value, thing).flatMap((record) => {
		const word = wordOf(record);
		return word === undefined ? [] : [{ record, rank: rankOf(record, word) }];
	});
	const first = Math.min(...ranked.map(({ rank }) => rank));
	const used = ranked.filter(({ rank }) => rank === first).map(({ record }) => record);
	return used.find((record) => requestIdOf(record) !== undefined) ?? used.at(-1);
}

function isOfCall(word: string): boolean {
	return envelopeWords.has(stateWord(word));
}

/**
 * Returns whether a reply with an error code is still the record of a request: it names a state, and either the request
 * too or a state that no envelope around an error has.
 */
export function namesState(value: unknown): boolean {
	const record = stateRecordOf(value);
	const word = wordOf(record);
	if (word === undefined) return false;
	if (requestIdOf(record) !== undefined) return true;
	return phaseOf(word) !== 'unknown' && !isOfCall(word);
}

function requestIdOf(record: JsonRecord | undefined): string | undefined {
	return ownIdOf(record) ?? idOf(memberOf(record, 'id'));
}

function ownIdOf(record: JsonRecord | undefined): string | undefined {
	return idOf(memberOf(record, 'request_id', 'job_id', 'dataset_id'));
}

/** Returns the service's word for the state. For `completed` with an outcome, the outcome decides. */
export function wordOf(record: JsonRecord | undefined): string | undefined {
	const [status, outcome] = [wordIn(record, 'status', 'state'), wordIn(record, 'outcome')];
	return status === undefined || (outcome !== undefined && phaseOf(status) === 'finished') ? outcome : status;
}

/** Returns the word of a state; `status` may itself be a record such as `{"state": "in_queue"}`. */
function wordIn(record: JsonRecord | undefined, ...names: readonly string[]): string | undefined {
	const value = memberOf(record, ...names);
	const inner = layersOf(value)[0];
	return (
		textOf(inner === undefined ? value : memberOf(inner, 'status', 'state', 'name', 'value'))?.trim() ||
		undefined
	);
}

/** Returns a status record, or `undefined` if it contains no state. */
export function parseRequestStatus(value: unknown): RequestStatus | undefined {
	const record = stateRecordOf(value);
	const status = wordOf(record);
	if (status === undefined) return undefined;
	const queuePosition = integerOf(memberOf(record, 'queue_position'));
	return compact({
		phase: phaseOf(status),
		status,
		queuePosition: queuePosition !== undefined && queuePosition >= 0 ? queuePosition : undefined,
		instanceId: idOf(memberOf(record, 'instance_id')),
	});
}

/** Words of a cancel call for nothing to cancel, as `stateWord` spells them. */
const notCanceled: ReadonlySet<string> = new Set([
	'notcancelable',
	'completed',
	'complete',
	'succeeded',
	'failed',
]);

/**
 * Returns the outcome of a cancel call. `outcome` overrides `status`; a finished state alone means that nothing was
 * left to cancel, and any other accepted reply that the service will try.
 */
export function parseCancel(value: unknown): CancelOutcome {
	const record = unwrapWith(value, 'outcome') ?? stateRecordOf(value);
	const word = textOf(memberOf(record, 'outcome', 'status', 'state')) ?? '';
	return notCanceled.has(stateWord(word)) ? 'notCancellable' : 'requested';
}
