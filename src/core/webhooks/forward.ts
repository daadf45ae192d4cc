import * as l10n from '@vscode/l10n';
import type { Log } from '../base/log.ts';
import { isLoopback } from '../base/loopback.ts';
import { createDispatchers, type Dispatchers } from '../http/dispatchers.ts';
import type { NetworkSettings } from '../http/network.ts';
import { failureOfError } from '../http/networkErrors.ts';
import type { ForwardAnswer, WebhookEvent } from './event.ts';

export interface ForwardTarget {
	readonly url: string;
	/** Host and port, to name it by. */
	readonly host: string;
	readonly isLocal: boolean;
}

export type TargetProblem = 'notAnAddress' | 'notHttp' | 'credentials' | 'ownAddress';

/**
 * Returns the application at the address in a text. `ownPort` is that of the receiver, to which callbacks must not be
 * forwarded.
 */
export function forwardTarget(
	text: string,
	ownPort?: number,
): { readonly target: ForwardTarget } | { readonly problem: TargetProblem } {
	const url = URL.parse(text.trim());
	if (url === null) return { problem: 'notAnAddress' };
	if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'notHttp' };
	if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
	const isLocal = isLoopback(url.hostname);
	if (isLocal && ownPort !== undefined && url.port === String(ownPort)) return { problem: 'ownAddress' };
	url.hash = '';
	return { target: { url: url.href, host: url.host, isLocal } };
}

/** The header that marks events forwarded by Easel: forwarded again, they could loop forever. */
export const forwardedHeader = 'easel-forwarded';

/** Returns the answer to an event that has returned from its forwarding target. */
export function cameBack({ host }: ForwardTarget): ForwardAnswer {
	const problem = l10n.t(
		'It was not forwarded again: Easel had already forwarded it, so the address leads back to Easel.',
	);
	return { at: Date.now(), host, problem, tookMs: 0 };
}

/** Milliseconds for an application's answer, as long as the service waits (wire-facts.md, section 6). */
const answerWithinMs = 10_000;
/** Callbacks that wait for their turn; more would only arrive much later. */
const mostWaiting = 6000;

/** A callback being forwarded to an application. */
interface Passing {
	readonly event: Pick<WebhookEvent, 'id' | 'contentType'>;
	readonly body: string;
	readonly target: ForwardTarget;
	readonly resent?: true;
}

interface ForwarderOptions {
	readonly network: () => NetworkSettings;
	readonly log: Log;
	readonly onAnswer: (eventId: string, answer: ForwardAnswer) => Promise<void>;
}

/** Passes callbacks on, one after the other in the order in which they are given, so that an application sees the order that was meant. */
export class Forwarder {
	readonly #options: ForwarderOptions;
	readonly #abort = new AbortController();
	#last: Promise<void> = Promise.resolve();
	#waiting = 0;

	constructor(options: ForwarderOptions) {
		this.#options = options;
	}

	/** Resolves with the answer when the callback had its turn. */
	forward(passing: Passing): Promise<ForwardAnswer> {
		const { host } = passing.target;
		if (this.#waiting >= mostWaiting) {
			const problem = l10n.t('It was not forwarded: too many events were waiting.');
			return this.#keep(passing, { at: Date.now(), host, problem, tookMs: 0 });
		}
		this.#waiting++;
		const answer = this.#last.then(async () => {
			this.#waiting--;
			return this.#keep(passing, await this.#send(passing));
		});
		this.#last = answer.then(
			() => undefined,
			(error: unknown) => this.#options.log.warn('An event could not be forwarded.', error),
		);
		return answer;
	}

	/** Ends the calls in progress. */
	dispose(): void {
		this.#abort.abort();
	}

	async #keep({ event, resent }: Passing, answer: ForwardAnswer): Promise<ForwardAnswer> {
		const kept = resent ? { ...answer, resent } : answer;
		await this.#options.onAnswer(event.id, kept);
		return kept;
	}

	async #send({ event, body, target: { url, host } }: Passing): Promise<ForwardAnswer> {
		const at = Date.now();
		const took = () => Date.now() - at;
		const dispatchers = createDispatchers(this.#options.network());
		try {
			const status = await post(dispatchers, url, body, event.contentType, this.#abort.signal);
			return { at, host, status, tookMs: took() };
		} catch (error) {
			const slow = error instanceof Error && error.name === 'TimeoutError';
			const problem = slow
				? l10n.t('{0} did not answer within {1} seconds.', host, answerWithinMs / 1000)
				: failureOfError(error, host).message;
			return { at, host, problem, tookMs: took() };
		} finally {
			await dispatchers.close();
		}
	}
}

/** Returns the status of the answer. Redirects are not followed: they could lead to a host without permission. */
async function post(
	dispatchers: Dispatchers,
	url: string,
	body: string,
	contentType: string,
	ended: AbortSignal,
): Promise<number> {
	const address = new URL(url);
	const signal = AbortSignal.any([ended, AbortSignal.timeout(answerWithinMs)]);
	const reply = await dispatchers.for(address).request({
		origin: address.origin,
		path: `${address.pathname}${address.search}`,
		method: 'POST',
		headers: { 'content-type': contentType || 'application/json', [forwardedHeader]: '1' },
		body,
		signal,
	});
	// Only the status counts; closing the connection ends the rest.
	reply.body.on('error', () => undefined);
	reply.body.destroy();
	return reply.statusCode;
}
