import { setTimeout as delay } from 'node:timers/promises';
import { compact } from '../../core/base/compact.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { RequestRecord, Requests } from './records.ts';
import type { RequestEvent } from './scheduler.ts';
import { outcome, requestUrls } from './wire.ts';

/** Real milliseconds within which a receiver must answer. */
const answerWithinMs = 10_000;
/** Real milliseconds for which a clock that is moved forward waits for an answer. */
const clockWaitsMs = 500;
/** Virtual milliseconds: first pause, longest pause, and when a delivery is given up. */
const firstPauseMs = 1000;
const longestPauseMs = 3_600_000;
const giveUpAfterMs = 24 * 3_600_000;

/** The way in which a callback is posted if that is not once and unchanged: each body at its time, in real milliseconds from now. */
export interface OddCallback {
	readonly bodies: readonly { readonly body: unknown; readonly afterMs: number }[];
}

/**
 * Pushes request updates to webhooks until they are accepted, across restarts. The same update may arrive more than
 * once.
 */
export class Webhooks {
	readonly #sandbox: SandboxContext;
	readonly #requests: Requests;
	readonly #faults: FaultPlan;
	readonly #oddly: (payload: object) => OddCallback | undefined;
	/** The waiting or current deliveries. */
	#aborted = new AbortController();
	/**
	 * For each request, a promise that settles when its next update may be posted, so that updates arrive in their
	 * order unless a fault delays one.
	 */
	readonly #turns = new Map<string, Promise<void>>();

	constructor(
		sandbox: SandboxContext,
		requests: Requests,
		faults: FaultPlan,
		oddly: (payload: object) => OddCallback | undefined = () => undefined,
	) {
		this.#oddly = oddly;
		this.#sandbox = sandbox;
		this.#requests = requests;
		this.#faults = faults;
	}

	/** Resumes the unfinished deliveries. */
	resume(): void {
		for (const row of this.#sandbox.db.all('SELECT number, next_at FROM deliveries ORDER BY number')) {
			this.#attemptAt(Number(row.next_at), Number(row.number));
		}
	}

	/** Queues the callback of an event, if the request asks for it. */
	announce(event: RequestEvent, requestId: string): void {
		const request = this.#requests.get(requestId);
		if (request?.webhook === undefined || (event !== 'ended' && !request.webhookIntermediate)) return;
		const { clock, db } = this.#sandbox;
		const now = clock.now();
		db.run(
			'INSERT INTO deliveries (request_id, event, attempts, next_at, give_up_at) VALUES (?, ?, 0, ?, ?)',
			requestId,
			event,
			now,
			now + giveUpAfterMs,
		);
		const number = Number(db.get('SELECT last_insert_rowid() AS number')?.number);
		this.#attemptAt(now, number);
	}

	/** Calls off all deliveries; their numbers are given again. */
	forget(): void {
		this.#aborted.abort();
		this.#aborted = new AbortController();
		this.#turns.clear();
	}

	close(): void {
		this.#aborted.abort();
	}

	/**
	 * Schedules an attempt. A clock that is moved forward waits for a receiver that answers soon, so that the next
	 * attempt has its own time.
	 */
	#attemptAt(at: number, number: number): void {
		const { clock } = this.#sandbox;
		const { signal } = this.#aborted;
		clock.at(at, () => {
			if (signal.aborted) return;
			const attempt = this.#attempt(number, signal);
			void clock.during(Promise.race([attempt, delay(clockWaitsMs, undefined, { ref: false })]));
		});
	}

	async #attempt(number: number, signal: AbortSignal): Promise<void> {
		const { db, clock } = this.#sandbox;
		const row = db.get('SELECT * FROM deliveries WHERE number = ?', number);
		const request = row === undefined ? undefined : this.#requests.get(String(row.request_id));
		if (row === undefined || request?.webhook === undefined) return;
		const turn = Promise.withResolvers<void>();
		const before = this.#turns.get(request.id);
		this.#turns.set(request.id, turn.promise);
		await before;
		if (signal.aborted) return turn.resolve();
		const body = payload(this.#sandbox, request, String(row.event) as RequestEvent);
		const taken = await this.#deliver(request.webhook, body, signal, turn.resolve);
		turn.resolve();
		if (this.#turns.get(request.id) === turn.promise) this.#turns.delete(request.id);
		if (signal.aborted) return;
		const attempts = Number(row.attempts) + 1;
		const nextAt = clock.now() + Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
		if (taken || nextAt > Number(row.give_up_at)) {
			db.run('DELETE FROM deliveries WHERE number = ?', number);
			return;
		}
		db.run('UPDATE deliveries SET attempts = ?, next_at = ? WHERE number = ?', attempts, nextAt, number);
		this.#attemptAt(nextAt, number);
	}

	/** Posts an update once, or as often as faults demand. `letPass` is called when a fault delays it. */
	async #deliver(url: string, body: object, signal: AbortSignal, letPass: () => void): Promise<boolean> {
		const target = { host: 'webhook', method: 'POST', path: new URL(url).pathname } as const;
		const faults = this.#faults.pick(target);
		for (const rule of faults) {
			if (rule.kind === 'reorder') letPass();
			if (rule.kind === 'reorder' || rule.kind === 'latency') await delay(rule.ms ?? 2000);
		}
		if (faults.some((rule) => rule.kind === 'duplicate')) await this.#post(url, body, signal);
		const odd = this.#oddly(body);
		if (odd === undefined) return this.#post(url, body, signal);
		const posted = odd.bodies.map(async ({ body: written, afterMs }) => {
			if (afterMs > 0) letPass();
			await delay(afterMs);
			return this.#post(url, written, signal);
		});
		return (await Promise.all(posted)).every(Boolean);
	}

	async #post(url: string, body: unknown, calledOff: AbortSignal): Promise<boolean> {
		try {
			const signal = AbortSignal.any([calledOff, AbortSignal.timeout(answerWithinMs)]);
			const headers = { 'content-type': 'application/json' };
			const reply = await fetch(url, {
				method: 'POST',
				headers,
				body: JSON.stringify(body),
				signal,
				redirect: 'manual',
			});
			await reply.body?.cancel();
			return reply.status >= 200 && reply.status < 300;
		} catch {
			return false;
		}
	}
}

/** Returns the callback payload of the service document, "Events". */
function payload(sandbox: SandboxContext, request: RequestRecord, event: RequestEvent): object {
	const urls = requestUrls(sandbox, request);
	if (event === 'queued') return { request_id: request.id, ...urls };
	const about = {
		request_id: request.id,
		deployment_id: request.deploymentId,
		...compact({ instance_id: request.instanceId }),
		created_at: timestamp(request.createdAt),
		...(request.startedAt === undefined ? {} : { started_at: timestamp(request.startedAt) }),
	};
	if (event === 'in_progress') return { ...about, status: 'in_progress', ...urls };
	const finished = timestamp(request.finishedAt ?? request.createdAt);
	return {
		...about,
		status: request.state,
		outcome: request.state,
		...outcome(sandbox, request),
		finished_at: finished,
	};
}
