import type { ServerContext } from '@modelcontextprotocol/server';
import * as l10n from '@vscode/l10n';
import type { Caller } from '../../core/agents/tool.ts';
import type { Clock } from '../../core/base/clock.ts';
import { compact } from '../../core/base/compact.ts';
import type { Disposable } from '../../core/base/emitter.ts';
import type { Progress } from '../../core/operations/operation.ts';

/** Clients that hear nothing give up after a minute. */
const patienceMs = 45_000;
const atLeastEveryMs = 15_000;
/** The protocol requires a higher number each time, even if nothing has changed. */
const least = 0.001;

/** Reports the progress of a call to its client, through the requests that ask for it. */
export class ProgressReports implements Pick<Caller, 'progress' | 'patience'> {
	readonly #clock: Clock;
	#latest: Progress = { message: l10n.t('Working') };
	#sent = 0;
	/** The request that is answered next, and since when it waits. */
	#request: { readonly id: string | number; readonly at: number } | undefined;
	#send: (() => void) | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	readonly progress = (report: Progress): void => {
		this.#latest = report;
		this.#send?.();
	};

	readonly patience = (): number | undefined =>
		this.#send !== undefined || this.#request === undefined
			? undefined
			: this.#request.at + patienceMs - this.#clock.now();

	/** Reports through a request, if that asks for it, until it is disposed of. */
	toward({ mcpReq }: ServerContext): Disposable {
		const { id, _meta, notify } = mcpReq;
		if (this.#request?.id !== id) this.#request = { id, at: this.#clock.now() };
		const progressToken = _meta?.progressToken;
		if (progressToken === undefined) return { dispose: () => undefined };
		let stop = () => {};
		const send = () => {
			stop();
			stop = this.#clock.after(atLeastEveryMs, send);
			const { message, done = 0, total } = this.#latest;
			this.#sent = Math.max(done, this.#sent + least);
			const params = {
				progressToken,
				progress: this.#sent,
				message,
				...compact({ total }),
			};
			// A disconnected client gets no notifications.
			notify({ method: 'notifications/progress', params }).catch(() => undefined);
		};
		this.#send = send;
		stop = this.#clock.after(atLeastEveryMs, send);
		return {
			dispose: () => {
				stop();
				this.#send = undefined;
			},
		};
	}
}
