import type { SignedIn } from '../../../src/core/account/session.ts';
import type { Clock } from '../../../src/core/base/clock.ts';
import { type Failure, failed, success } from '../../../src/core/base/failure.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import { connectionTo, sessionOn } from '../../support/connection.ts';

/** One status or result call: when, and from which window. */
export interface Poll {
	readonly at: number;
	readonly window: string;
	readonly requestId: string;
}

/** A service without a network, for clocks that are stopped: the nth request ends `lengths[n]` milliseconds after it was sent. */
export class InstantService {
	readonly polls: Poll[] = [];
	/** The failure of calls; `undefined` while all is well. */
	trouble: Failure | undefined;
	readonly #clock: Clock;
	readonly #lengths: readonly number[];
	readonly #endings: number[] = [];

	constructor(clock: Clock, lengths: readonly number[]) {
		this.#clock = clock;
		this.#lengths = lengths;
	}

	/** Returns the time when a request ended or will end, in milliseconds of the clock. */
	endOf(requestId: string): number {
		return this.#endings[Number(requestId)] ?? Number.POSITIVE_INFINITY;
	}

	session(window: string): SignedIn {
		const connection = connectionTo('http://instant.invalid');
		const transport: Transport = {
			json: async ({ method, url: called }) => {
				if (method === 'POST') {
					const requestId = String(this.#endings.length);
					this.#endings.push(this.#clock.now() + (this.#lengths[this.#endings.length] ?? 0));
					return success({ request_id: requestId });
				}
				const requestId = /requests\/(\d+)\//.exec(called)?.[1] ?? '';
				this.polls.push({ at: this.#clock.now(), window, requestId });
				if (this.trouble) return failed(this.trouble);
				if (!called.endsWith('/status')) return success({ status: 'succeeded', outputs: {} });
				return success({ status: this.#clock.now() < this.endOf(requestId) ? 'in_progress' : 'completed' });
			},
			send: () => Promise.reject(new Error('These runs send nothing else.')),
			stream: () => Promise.reject(new Error('These runs have no files.')),
			socket: () => Promise.reject(new Error('Nothing here has an event stream.')),
			secrets: () => [],
			close: () => Promise.resolve(),
		};
		return sessionOn(connection, transport);
	}
}
