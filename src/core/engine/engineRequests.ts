import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { isOnThisComputer } from '../base/loopback.ts';
import { bytesBody } from '../http/requestBody.ts';
import type { Service } from '../http/transport.ts';
import { parseJson } from '../json/exact.ts';
import { entriesOf, memberOf, recordOf, textOf } from '../json/fields.ts';
import { isoOf } from '../json/scalars.ts';
import { type AbsenceRule, isAbsence } from '../records/absence.ts';
import { namedNode } from '../requests/nodeText.ts';
import type {
	CancelOutcome,
	RequestError,
	RequestResult,
	RequestStatus,
	Submission,
	SubmitOptions,
} from '../requests/request.ts';
import {
	deletePending,
	type EngineFile,
	history,
	interrupt,
	prompt,
	queue,
	systemStats,
	uploadInput,
	viewUrl,
} from './engineClient.ts';
import { engineOutputs } from './engineOutputs.ts';
import type { EngineProgressBoard, ProgressDocument } from './engineProgress.ts';
import type { EngineStreams } from './engineStreams.ts';
import type { EngineError, HistoryEntry, QueueItem } from './parseReplies.ts';
import { leftOut, refusalOf } from './refusal.ts';
import { interruptsOnly } from './version.ts';

interface Place {
	readonly requestId: string;
	readonly cancelRequested?: boolean;
}

/**
 * A run that has started without any node for this long will not continue: only bookkeeping happens before the first
 * node.
 */
const deadWorkerMs = 60_000;

/** Milliseconds that an engine may take to stop a canceled run: nodes check for it between their steps. */
const stopsWithinMs = 3 * 60_000;

/**
 * Milliseconds for which an engine may be unreachable before its runs are given up: on this computer it has certainly
 * exited.
 */
const [goneHereMs, goneElsewhereMs] = [15_000, 5 * 60_000] as const;

/**
 * The calls about runs on the user's own engine, in the shape shared by all kinds of targets. The id of a request is
 * that of its run, chosen before it is sent; so a lost reply is found again. Queue and history are authoritative; the
 * event stream only shows progress and triggers requests.
 */
export class EngineRequests {
	readonly choosesIds = true;
	readonly lostNotice = l10n.t(
		'The engine no longer knows this run: it was restarted, or its queue was cleared. Run the document again.',
	);
	readonly unreachableNotice = l10n.t(
		'The engine stopped responding during this run, and an engine loses its queue when it ends. Start the engine, then run the document again.',
	);
	/** Its queue and its history are authoritative. */
	readonly absenceRule: AbsenceRule = {
		certainAfterMs: 0,
		certainAnswers: 2,
		applies: isAbsence,
		isOwnWord: ({ kind, status }) => kind === 'notFound' && status === undefined,
	};
	readonly #streams: EngineStreams;
	readonly #board: EngineProgressBoard;

	/** Since when runs that were canceled still run, in milliseconds since 1970. */
	readonly #stopping = new Map<string, number>();
	readonly #clock: Clock;

	constructor(streams: EngineStreams, board: EngineProgressBoard, clock: Clock) {
		this.#clock = clock;
		this.#streams = streams;
		this.#board = board;
	}

	/** Returns the milliseconds of this failure after which a run is given up. A busy engine may answer late. */
	givesUpAfterMs({ connection }: Service, { kind }: Failure): number {
		const isGone = kind === 'network' && isOnThisComputer(connection.baseUrl);
		return isGone ? goneHereMs : goneElsewhereMs;
	}

	/**
	 * Submits a prompt. `bodyText` is `{"prompt": ..., "extra_data": ...}`; the ids are added to it here. Media are
	 * uploaded first, under the names in the document, which are derived from their bytes.
	 */
	async submit(
		service: Service,
		_targetId: string,
		bodyText: string,
		{ runId = '', uploads = [] }: SubmitOptions = {},
	): Promise<Result<Submission>> {
		let body = bodyText;
		for (const upload of uploads) {
			const stored = await uploadInput(service, {
				...upload,
				body: bytesBody(upload.bytes, upload.mediaType),
			});
			if (!stored.ok) return failed(notUploaded(stored.failure, upload.name));
			const expected = `${upload.subfolder}/${upload.name}`;
			// An engine that has another file of this name keeps both.
			if (stored.value !== expected)
				body = body.replaceAll(JSON.stringify(expected), JSON.stringify(stored.value));
		}
		const ids = `"prompt_id":${JSON.stringify(runId)},"client_id":${JSON.stringify(this.#streams.clientId)}`;
		this.#board.begin(runId, documentOf(bodyText));
		await this.#streams.begin(service, runId);
		const reply = await prompt(service, `{${ids},${body.slice(body.indexOf('{') + 1)}`);
		if (!reply.ok) {
			// It may have arrived anyway, and is then followed.
			if (reply.failure.mayHaveArrived === false) this.#streams.end(runId);
			return reply;
		}
		if (!reply.value.accepted) {
			this.#streams.end(runId);
			return failed(refusalOf(reply.value, service.connection.name));
		}
		const warning = leftOut(reply.value);
		return success({
			requestId: reply.value.promptId ?? runId,
			...compact({ warning }),
		});
	}

	async status(service: Service, place: Place, signal?: AbortSignal): Promise<Result<RequestStatus>> {
		const { requestId } = place;
		const over = { phase: 'finished', status: 'ended' } as const;
		const before = await history(service, requestId, signal);
		if (!before.ok) return before;
		if (before.value) return success(over);
		const present = await queue(service, signal);
		if (!present.ok) return present;
		const { running, pending } = present.value;
		if (isAmong(running, requestId)) {
			if (this.#isStuck(place)) return success({ ...over, status: 'stuck' });
			return success({ phase: 'running', status: 'running' });
		}
		const at = pending.findIndex(({ promptId }) => promptId === requestId);
		if (at >= 0) return success({ phase: 'queued', status: 'pending', queuePosition: at });
		// It may have ended between the two questions.
		const after = await history(service, requestId, signal);
		if (!after.ok) return after;
		if (after.value) return success(over);
		if (place.cancelRequested) return success({ phase: 'canceled', status: 'removed' });
		return failed(unknownHere);
	}

	async result(
		service: Service,
		place: Place,
		signal?: AbortSignal,
	): Promise<Result<RequestResult | undefined>> {
		const { requestId } = place;
		const reply = await history(service, requestId, signal);
		if (!reply.ok) return reply;
		const none = { requestId, files: [], texts: [] };
		if (reply.value) {
			this.#streams.end(requestId);
			return success(resultOf(service, place, reply.value));
		}
		const present = await queue(service, signal);
		if (!present.ok) return present;
		const { running, pending } = present.value;
		const isThere = isAmong(running, requestId) || isAmong(pending, requestId);
		if (isThere && this.#isStuck(place)) {
			const error = place.cancelRequested ? doesNotStop : deadWorker;
			this.forget(requestId);
			return success({ ...none, phase: 'failed', status: 'stuck', error });
		}
		if (isThere) return success(undefined);
		if (!place.cancelRequested) return failed(unknownHere);
		this.#streams.end(requestId);
		return success({ ...none, phase: 'canceled', status: 'removed' });
	}

	/** Removes a run from the queue, or interrupts it while it is running. Never interrupts runs of others. */
	async cancel(service: Service, { requestId }: Place): Promise<Result<CancelOutcome>> {
		let present = await queue(service);
		if (!present.ok) return present;
		if (isAmong(present.value.pending, requestId)) {
			const removed = await deletePending(service, [requestId]);
			if (!removed.ok) return removed;
			// It may have begun before it could be removed.
			present = await queue(service);
			if (!present.ok) return present;
		}
		if (isAmong(present.value.running, requestId)) {
			const system = await systemStats(service);
			if (!interruptsOnly(system.ok ? system.value.version : undefined)) {
				// Such an engine stops any running prompt, so this is requested as late as possible.
				present = await queue(service);
				if (!present.ok) return present;
				if (!isAmong(present.value.running, requestId)) return success('requested');
			}
			const interrupted = await interrupt(service, requestId);
			return interrupted.ok ? success('requested') : interrupted;
		}
		const entry = await history(service, requestId);
		if (!entry.ok) return entry;
		return success(entry.value === undefined ? 'requested' : 'notCancellable');
	}

	/** Returns the address of the bytes of a file of a run, regardless of its age. */
	fileUrl(service: Service, file: EngineFile): string {
		return viewUrl(service, file);
	}

	/** Forgets a run that is no longer followed. */
	forget(requestId: string): void {
		this.#stopping.delete(requestId);
		this.#streams.end(requestId);
	}

	/** Returns whether a run that the engine reports as running will never end. */
	#isStuck({ requestId, cancelRequested }: Place): boolean {
		if ((this.#streams.stuckMs(requestId) ?? 0) > deadWorkerMs) return true;
		if (!cancelRequested) return false;
		const since = this.#stopping.get(requestId) ?? this.#clock.now();
		this.#stopping.set(requestId, since);
		return this.#clock.now() - since > stopsWithinMs;
	}
}

function isAmong(items: readonly QueueItem[], requestId: string): boolean {
	return items.some(({ promptId }) => promptId === requestId);
}

function resultOf(service: Service, place: Place, entry: HistoryEntry): RequestResult {
	const { requestId } = place;
	const { files, texts } = engineOutputs(entry.outputs, (file) => viewUrl(service, file));
	const times = compact({ createdAt: isoOf(entry.startedAt), finishedAt: isoOf(entry.endedAt) });
	const shared = { requestId, files, texts, ...times };
	switch (entry.end) {
		case 'success':
			return {
				...shared,
				phase: 'succeeded',
				status: 'success',
				...(entry.isCached && files.length + texts.length === 0 ? { warning: allCached } : {}),
			};
		case 'interrupted':
			return place.cancelRequested
				? { ...shared, phase: 'canceled', status: 'interrupted' }
				: { ...shared, phase: 'failed', status: 'interrupted', error: interruptedThere };
		case 'error':
			return { ...shared, phase: 'failed', status: 'error', error: errorOf(entry.error) };
	}
}

function errorOf(error: EngineError | undefined): RequestError {
	if (error === undefined)
		return {
			error: 'Error',
			details: l10n.t('The engine reported that the run failed, but gave no reason.'),
			debugInfo: '',
		};
	const { nodeId, nodeType, exceptionType, exceptionMessage, traceback } = error;
	const node = nodeId === undefined ? '' : `${namedNode(nodeId, nodeType)}: `;
	return {
		error: exceptionType.split('.').at(-1) || 'Error',
		details: `${node}${exceptionMessage}`.trim(),
		debugInfo: traceback,
	};
}

/** Returns the title of each node, for progress; empty for an unknown body. */
function documentOf(bodyText: string): ProgressDocument {
	const parsed = parseJson(bodyText);
	const nodes = entriesOf(parsed.ok ? memberOf(recordOf(parsed.value), 'prompt') : undefined);
	const titles = nodes.flatMap(([id, node]) => {
		const record = recordOf(node);
		const meta = recordOf(memberOf(record, '_meta'));
		const title = textOf(memberOf(meta, 'title')) ?? textOf(memberOf(record, 'class_type'));
		return title === undefined ? [] : [[id, title] as const];
	});
	return { titles: Object.fromEntries(titles), totalNodes: nodes.length };
}

function notUploaded(failure: Failure, name: string): Failure {
	return {
		...failure,
		message: l10n.t(
			'The file {0} could not be put into the input folder of the engine. {1}',
			name,
			failure.message,
		),
		// The document itself has not left.
		mayHaveArrived: false,
	};
}

/** Some engines list no results then. */
const allCached = l10n.t(
	'The engine took everything from its cache and made no new files. Run it with a new seed for another result.',
);

const unknownHere: Failure = {
	kind: 'notFound',
	message: l10n.t('The engine does not know this run.'),
	nextStep: l10n.t('Run the document again.'),
	fixer: 'you',
	mayHaveArrived: true,
};

const interruptedThere: RequestError = {
	error: 'Interrupted',
	details: l10n.t('The run was interrupted on the engine itself, for example from its own page.'),
	debugInfo: '',
};

const doesNotStop: RequestError = {
	error: 'EngineStuck',
	details: l10n.t(
		'The engine did not stop this run: a node may be stuck, or its worker has stopped. Easel no longer follows the run. If later runs wait, restart the engine.',
	),
	debugInfo: '',
};

const deadWorker: RequestError = {
	error: 'EngineStuck',
	details: l10n.t(
		'The engine started this run but none of its nodes: its worker has stopped, so later runs wait too. Restart the engine. Before you run the document again, check the problems that the editor shows in it.',
	),
	debugInfo: '',
};
