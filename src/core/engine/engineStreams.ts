import { type Clock, soon } from '../base/clock.ts';
import { type Disposable, Emitter } from '../base/emitter.ts';
import type { Service } from '../http/transport.ts';
import { EngineEvents } from './engineEvents.ts';
import type { EngineEvent } from './engineFrames.ts';
import type { EngineProgressBoard } from './engineProgress.ts';

/** Milliseconds that a run waits for the stream before it is sent. */
const longestWaitMs = 2000;

/** Events of a run from the event stream. Times are in milliseconds since 1970. */
interface RunNews {
	/** The time when it began, while none of its nodes has begun. */
	startedAt?: number;
	readonly transport: Service['transport'];
}

/** The event stream of the engine in use, open while runs of this window are in progress there, and its events for each. */
export class EngineStreams implements Disposable {
	/** The id under which this window sends its runs. */
	readonly clientId: string;
	readonly #board: EngineProgressBoard;
	readonly #clock: Clock;
	readonly #ended = new Emitter<string>();
	/** Fires with the id of a run when the stream reports its start or end: poll the engine immediately. */
	readonly onDidTurn = this.#ended.event;
	readonly #runs = new Map<string, RunNews>();
	readonly #streams = new Map<Service['transport'], EngineEvents>();

	constructor(clientId: string, board: EngineProgressBoard, clock: Clock) {
		this.clientId = clientId;
		this.#board = board;
		this.#clock = clock;
	}

	/** Opens the stream before a run is sent, so that none of its events is missed. Waits for it briefly. */
	async begin(service: Service, runId: string): Promise<void> {
		const { transport } = service;
		this.#runs.set(runId, { transport });
		const { tried } = this.#streams.get(transport) ?? this.#open(service);
		await soon(this.#clock, tried, longestWaitMs);
	}

	#open(service: Service): EngineEvents {
		const events = new EngineEvents({ service, clientId: this.clientId, clock: this.#clock });
		events.onDidReceive((event) => this.#receive(event));
		this.#streams.set(service.transport, events);
		return events;
	}

	/** Forgets the progress of a run, and closes the stream after the last one. */
	end(runId: string): void {
		const known = this.#runs.get(runId);
		this.#runs.delete(runId);
		this.#board.end(runId);
		if (
			known === undefined ||
			[...this.#runs.values()].some(({ transport }) => transport === known.transport)
		)
			return;
		this.#streams.get(known.transport)?.dispose();
		this.#streams.delete(known.transport);
	}

	/**
	 * Returns the milliseconds since a run has started without any of its nodes, by the stream; undefined if unknown.
	 * An engine that stays in this state has lost its worker.
	 */
	stuckMs(runId: string): number | undefined {
		const known = this.#runs.get(runId);
		if (known?.startedAt === undefined || this.#streams.get(known.transport)?.isOpen !== true)
			return undefined;
		return this.#clock.now() - known.startedAt;
	}

	dispose(): void {
		for (const stream of this.#streams.values()) stream.dispose();
		this.#streams.clear();
		this.#runs.clear();
		this.#ended.dispose();
	}

	#receive(event: EngineEvent): void {
		this.#board.accept(event);
		if (event.promptId === undefined) return;
		const known = this.#runs.get(event.promptId);
		if (known === undefined) return;
		if (event.type === 'start') known.startedAt = this.#clock.now();
		else if (event.type !== 'cached') delete known.startedAt;
		if (event.type === 'start' || event.type === 'end' || event.type === 'error')
			this.#ended.fire(event.promptId);
	}
}
