import type { RequestRecord, Requests } from '../requests/records.ts';

/** The engine's history of one instance: the requests that have ended there, or only the one with that id. */
export function historyOf(
	requests: Requests,
	instanceId: string,
	id: string | undefined,
): Record<string, unknown> {
	const ended = requests.ofInstance(instanceId).filter((request) => request.finishedAt !== undefined);
	const chosen = id === undefined ? ended : ended.filter((request) => request.id === id);
	return Object.fromEntries(chosen.map((request) => [request.id, entryOf(requests, request)]));
}

function entryOf(requests: Requests, request: RequestRecord) {
	const succeeded = request.state === 'succeeded';
	const timed = { prompt_id: request.id, timestamp: request.finishedAt };
	const event = succeeded
		? 'execution_success'
		: request.state === 'canceled'
			? 'execution_interrupted'
			: 'execution_error';
	const error = request.error;
	const about = error === undefined ? {} : { exception_type: error.error, exception_message: error.details };
	return {
		prompt: [
			request.number,
			request.id,
			JSON.parse(requests.document(request.id)),
			{},
			Object.keys(request.outputs ?? {}),
		],
		outputs: request.outputs ?? {},
		status: {
			status_str: succeeded ? 'success' : 'error',
			completed: succeeded,
			messages: [
				['execution_start', { prompt_id: request.id, timestamp: request.startedAt }],
				[event, { ...timed, ...about }],
			],
		},
		meta: {},
	};
}
