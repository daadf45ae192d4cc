import * as l10n from '@vscode/l10n';
import { type Clock, pause } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Leases } from '../ledger/ledger.ts';
import { type Delivery, openReceiver, type Receiver } from './receiver.ts';

const leaseName = JSON.stringify(['webhooks']);
/** Milliseconds for which a window that vanished keeps the others from listening. */
const leaseMs = 15_000;
const renewalMs = 5000;
const retryMs = 1000;

/** The place where a window listened, to continue there. */
export interface ListeningPlace {
	readonly port: number;
	/** The unguessable part of the path. */
	readonly secret: string;
}

interface ListenerOptions {
	readonly leases: Leases;
	/** Identifies this window among those of this computer. */
	readonly owner: string;
	readonly log: Log;
	readonly clock: Clock;
	readonly onDelivery: (delivery: Delivery) => void;
}

/** Listens for callbacks, in one window of this computer at a time. */
export class Listener {
	readonly #options: ListenerOptions;
	readonly #clock: Clock;
	readonly #changed: Emitter<void>;
	#receiver: Receiver | undefined;
	#place: ListeningPlace | undefined;
	#cancelTimer: (() => void) | undefined;
	/** Incremented with each stop, so that a start in progress is ignored. */
	#term = 0;

	constructor(options: ListenerOptions) {
		this.#options = options;
		this.#clock = options.clock;
		this.#changed = new Emitter((error) => options.log.error('A listener of the receiver failed.', error));
	}

	/** Fires after it began or ceased to listen. */
	get onDidChange(): Event<void> {
		return this.#changed.event;
	}

	get place(): ListeningPlace | undefined {
		return this.#place;
	}

	/** True if another window listens, according to the history. */
	get isElsewhere(): boolean {
		return this.#place === undefined && this.#options.leases.leased(leaseName);
	}

	/**
	 * Begins to listen, at the same port as before if it is free. Waits for another listening window during
	 * `patienceMs`: after a crash it takes a while until it is certain that the previous window has exited.
	 */
	async start(
		{ port, secret }: { readonly port?: number; readonly secret: string },
		patienceMs = 0,
	): Promise<Result<ListeningPlace>> {
		if (this.#place) return success(this.#place);
		const term = this.#term;
		const deadline = this.#clock.now() + patienceMs;
		while (!(await this.#lease())) {
			if (this.#clock.now() >= deadline) return failed(elsewhere);
			await pause(this.#clock, retryMs);
			if (term !== this.#term) return failed(stopped);
		}
		const opened = await openReceiver({
			secret,
			...compact({ port }),
			onDelivery: this.#options.onDelivery,
			log: this.#options.log,
		});
		if (!opened.ok || term !== this.#term || this.#place) {
			if (opened.ok) await opened.value.close();
			if (!this.#place) await this.#release();
			return opened.ok ? (this.#place ? success(this.#place) : failed(stopped)) : opened;
		}
		this.#receiver = opened.value;
		this.#place = { port: opened.value.port, secret };
		this.#options.log.info(`Listening for webhooks on port ${opened.value.port} of this computer.`);
		this.#renewLater();
		this.#changed.fire();
		return success(this.#place);
	}

	/** Stops listening; later events are refused. */
	async stop(): Promise<void> {
		this.#term++;
		const receiver = this.#receiver;
		if (!receiver) return;
		this.#receiver = undefined;
		this.#place = undefined;
		this.#cancelTimer?.();
		this.#changed.fire();
		await Promise.all([receiver.close(), this.#release()]);
	}

	dispose(): void {
		void this.stop();
		this.#changed.dispose();
	}

	#lease(): Promise<boolean> {
		return this.#options.leases.lease(leaseName, this.#options.owner, leaseMs);
	}

	#release(): Promise<void> {
		return this.#options.leases.release(leaseName, this.#options.owner);
	}

	#renewLater(): void {
		this.#cancelTimer = this.#clock.after(renewalMs, () => {
			this.#renew().catch((error: unknown) =>
				this.#options.log.warn('The lease of the receiver could not be renewed.', error),
			);
		});
	}

	async #renew(): Promise<void> {
		const term = this.#term;
		const kept = await this.#lease();
		if (term !== this.#term) return kept ? this.#release() : undefined;
		if (kept) return this.#renewLater();
		// This computer slept, and another window began in the meantime.
		this.#options.log.warn('Another window listens for webhooks now.');
		await this.stop();
	}
}

const elsewhere: Failure = {
	kind: 'conflict',
	message: l10n.t('Another window on this computer listens for webhooks.'),
	nextStep: l10n.t('Its events are shown here too. To listen here, stop it there first.'),
	fixer: 'you',
};

const stopped: Failure = {
	kind: 'canceled',
	message: l10n.t('Listening was stopped.'),
	nextStep: '',
	fixer: 'you',
};
