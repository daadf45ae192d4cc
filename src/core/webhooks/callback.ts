import { compact } from '../base/compact.ts';
import { parseReply } from '../json/exact.ts';
import { memberOf, recordOf } from '../json/fields.ts';
import { idOf } from '../json/scalars.ts';
import { isTooMuchJson } from '../json/size.ts';
import { phaseOf, wordOf } from '../requests/parseRequest.ts';
import { parseRequestResult } from '../requests/parseResult.ts';
import type { RequestPhase } from '../requests/request.ts';

/** The states that a callback can report. `notJson` is an unreadable body; other words of the service are `unknown`. */
export const callbackStates = [
	'queued',
	'running',
	'succeeded',
	'failed',
	'canceled',
	'finished',
	'unknown',
	'notJson',
] as const satisfies readonly (RequestPhase | 'notJson')[];
export type CallbackState = (typeof callbackStates)[number];

/** The parts of a callback that are read (inference-service.md, "Callback payloads"). */
export interface Callback {
	readonly state: CallbackState;
	/** The service's original word; absent in the callback of a queued request. */
	readonly status?: string;
	readonly requestId?: string;
	readonly deploymentId?: string;
	readonly instanceId?: string;
	/** The beginning of the error of a failed request. */
	readonly error?: string;
	/** The number of files of a succeeded request. */
	readonly files?: number;
}

/** More JSON values than a callback has; a body with millions of them would take gigabytes to parse. */
const mostValues = 200_000;
const longestId = 200;
const longestError = 300;

/** Reads the body of a callback. Any body results in a callback: unreadable parts are absent. */
export function parseCallback(text: string): Callback {
	const parsed = isTooMuchJson(text, mostValues) ? undefined : parseReply(text);
	if (parsed === undefined || !parsed.ok) return { state: 'notJson' };
	const record = recordOf(parsed.value);
	if (record === undefined) return { state: 'unknown' };
	// "status (and/or outcome)"
	const word = wordOf(record);
	const requestId = shortened(idOf(memberOf(record, 'request_id', 'id')), longestId);
	const state = stateOf(word, requestId);
	const result = word === undefined ? undefined : parseRequestResult({ ...record, status: word });
	return compact({
		state,
		status: shortened(word, longestId),
		requestId,
		deploymentId: shortened(idOf(memberOf(record, 'deployment_id')), longestId),
		instanceId: shortened(idOf(memberOf(record, 'instance_id')), longestId),
		error: shortened(result?.error?.error || undefined, longestError),
		files: state === 'succeeded' ? result?.files.length : undefined,
	});
}

/** Returns the state. The callback of a queued request names the request and has no status. */
function stateOf(word: string | undefined, requestId: string | undefined): CallbackState {
	if (word !== undefined) return phaseOf(word);
	return requestId === undefined ? 'unknown' : 'queued';
}

function shortened(text: string | undefined, length: number): string | undefined {
	return text?.slice(0, length).toWellFormed();
}
