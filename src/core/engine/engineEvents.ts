import type { Clock } from '../base/clock.ts';
import { type Disposable, Emitter } from '../base/emitter.ts';
import type { Service, TransportSocket } from '../http/transport.ts';
import { eventsUrl } from './engineClient.ts';
import { type EngineEvent, eventOfBytes, eventOfText } from './engineFrames.ts';

/** Milliseconds until a stream that ended is opened again: doubling between these, from the shorter one after each opening. */
const [shortestWaitMs, longestWaitMs] = [500, 15_000] as const;

/** Asks for previews that name their node and prompt; must be the first message (spec/engine.md). */
const featureFlags = JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } });

interface EngineEventsOptions {
	readonly service: Service;
	/** The id under which runs are sent, so that their events come here. One stream for each id: the engine drops an older one. */
	readonly clientId: string;
	readonly clock: Clock;
}

/** The event stream of an engine: one WebSocket, opened again when it drops, until it is disposed of. */
export class EngineEvents implements Disposable {
	readonly #options: EngineEventsOptions;
	readonly #events = new Emitter<EngineEvent>();
	readonly onDidReceive = this.#events.event;
	#socket: TransportSocket | undefined;
	#cancelWait: (() => void) | undefined;
	#waitMs: number = shortestWaitMs;
	#disposed = false;
	/** Settles after the first attempt to open the stream, with any outcome. */
	readonly tried: Promise<void>;

	constructor(options: EngineEventsOptions) {
		this.#options = options;
		this.tried = this.#open();
	}

	/** True while events arrive. */
	get isOpen(): boolean {
		return this.#socket !== undefined;
	}

	dispose(): void {
		this.#disposed = true;
		this.#cancelWait?.();
		this.#socket?.close();
		this.#socket = undefined;
		this.#events.dispose();
	}

	async #open(): Promise<void> {
		const { service, clientId } = this.#options;
		let closed = false;
		const opened = await service.transport.socket(eventsUrl(service, clientId), {
			onText: (text) => this.#fire(eventOfText(text)),
			onBytes: (bytes) => this.#fire(eventOfBytes(bytes)),
			onClose: () => {
				closed = true;
				if (this.#socket === undefined) return;
				this.#socket = undefined;
				this.#again();
			},
		});
		if (this.#disposed) {
			if (opened.ok) opened.value.close();
			return;
		}
		if (!opened.ok || closed) return this.#again();
		this.#socket = opened.value;
		this.#waitMs = shortestWaitMs;
		opened.value.send(featureFlags);
	}

	#fire(event: EngineEvent | undefined): void {
		if (event !== undefined && !this.#disposed) this.#events.fire(event);
	}

	#again(): void {
		const waitMs = this.#waitMs;
		this.#waitMs = Math.min(longestWaitMs, waitMs * 2);
		this.#cancelWait = this.#options.clock.after(waitMs, () => void this.#open());
	}
}
