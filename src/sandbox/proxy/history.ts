import { parseKnownJson } from '../../core/json/value.ts';
import type { RunError } from '../engine/outcome.ts';
import { type DirectPrompt, outputsOf, shownExtraData } from '../requests/directPrompts.ts';
import type { RequestRecord, Requests } from '../requests/records.ts';
import type { EngineCall } from './live.ts';

interface Page {
	/** Only this run. */
	readonly id?: string | undefined;
	/** The newest ones up to this number, or that number from `offset` on. */
	readonly maximum?: number | undefined;
	readonly offset?: number | undefined;
}

/** Returns the engine's history of one instance: its ended runs, requests of the service and direct prompts, oldest first. */
export function historyOf(
	{ instance, state }: EngineCall,
	requests: Requests,
	page: Page,
): Record<string, unknown> {
	const ended = [
		...requests
			.ofInstance(instance.id)
			.filter((request) => request.finishedAt !== undefined && !state.hidden.has(request.id))
			.map((request) => ({
				id: request.id,
				at: request.finishedAt,
				entry: () => entryOfRequest(requests, request),
			})),
		...state.done.map((prompt) => ({
			id: prompt.id,
			at: prompt.finishedAt,
			entry: () => entryOfPrompt(prompt),
		})),
	].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
	const { id, maximum, offset } = page;
	const chosen = ended.filter((each) => id === undefined || each.id === id);
	const from = offset ?? (maximum === undefined ? 0 : Math.max(0, chosen.length - maximum));
	const shown = chosen.slice(from, maximum === undefined ? undefined : from + maximum);
	return Object.fromEntries(shown.map((each) => [each.id, each.entry()]));
}

function entryOfRequest(requests: Requests, request: RequestRecord) {
	return historyEntry(request, {
		document: requests.document(request.id),
		extraData: {},
		outputs: request.outputs ?? {},
		event: eventOf(request.state),
		failure: request.error,
	});
}

function entryOfPrompt(prompt: DirectPrompt) {
	const { ending } = prompt;
	return historyEntry(prompt, {
		document: prompt.document,
		extraData: shownExtraData(prompt.extraData),
		outputs: outputsOf(prompt),
		event: ending === 'interrupted' ? 'execution_interrupted' : eventOf(ending?.state ?? 'failed'),
		failure: typeof ending === 'object' && ending.state === 'failed' ? ending.error : undefined,
	});
}

function eventOf(state: string): string {
	if (state === 'succeeded') return 'execution_success';
	return state === 'canceled' ? 'execution_interrupted' : 'execution_error';
}

function historyEntry(
	{ id, number, startedAt, finishedAt }: RequestRecord | DirectPrompt,
	run: {
		readonly document: string;
		readonly extraData: object;
		readonly outputs: Readonly<Record<string, unknown>>;
		readonly event: string;
		readonly failure: RunError | undefined;
	},
) {
	const { document, extraData, outputs, event, failure } = run;
	const succeeded = event === 'execution_success';
	const about =
		failure === undefined ? {} : { exception_type: failure.error, exception_message: failure.details };
	return {
		prompt: [number, id, parseKnownJson(document), extraData, Object.keys(outputs)],
		outputs,
		status: {
			status_str: succeeded ? 'success' : 'error',
			completed: succeeded,
			messages: [
				['execution_start', { prompt_id: id, timestamp: startedAt }],
				[event, { prompt_id: id, timestamp: finishedAt, ...about }],
			],
		},
		meta: {},
	};
}
