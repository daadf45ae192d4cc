import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import { type Disposable, Emitter, type Event } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { maskText } from '../http/mask.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ChangeFeed } from '../records/changeFeed.ts';
import { parseCallback } from './callback.ts';
import { CallbackOrder } from './callbackOrder.ts';
import { type ForwardAnswer, type WebhookEvent, withAnswer } from './event.ts';
import { EventTable } from './eventTable.ts';

export const mostEvents = 5000;
/** The number of excess events after which the oldest are removed. */
const eventsOfSlack = 100;
/** Characters of a body in the history. */
const keptCharacters = 16_000;
/** Original bodies in memory: the latest, limited by number and by total characters. */
const mostBodies = 1000;
const mostBodyCharacters = 32_000_000;

interface DeliveredCallback {
	readonly text: string;
	readonly contentType: string;
	/** Our id of the run that owns the address. */
	readonly runId?: string;
}

interface EventLogOptions {
	readonly ledger: Ledger;
	readonly log: Log;
	readonly clock: Clock;
}

/**
 * The callbacks received on this computer: in the history without the parts that must not be kept, and the latest of this window in memory
 * as received. Events of other windows appear with the next check.
 */
export class EventLog {
	readonly #table: EventTable;
	readonly #clock: Clock;
	readonly #feed: ChangeFeed<WebhookEvent>;
	readonly #received: Emitter<WebhookEvent>;
	readonly #bodies = new Map<string, string>();
	#bodyCharacters = 0;
	#order: CallbackOrder | undefined;
	#number = 0;
	#sinceTrim = eventsOfSlack;
	/** Settles when the received events are written, or could not be; never rejects. */
	#written: Promise<void> = Promise.resolve();

	constructor({ ledger, log, clock }: EventLogOptions) {
		this.#table = new EventTable(ledger);
		this.#clock = clock;
		const onError = (error: unknown) => log.error('A listener of webhook events failed.', error);
		this.#feed = new ChangeFeed(this.#table, () => false, onError);
		this.#received = new Emitter(onError);
		this.#feed.begin();
	}

	/** Fires after each change, by any window. */
	onDidChange(listener: () => void): Disposable {
		const watches = [this.#feed.onDidChange(listener), this.#feed.onDidRemove(listener)];
		return {
			dispose() {
				for (const watch of watches) watch.dispose();
			},
		};
	}

	/** Fires with each callback that this window received, before it is written. */
	get onDidReceive(): Event<WebhookEvent> {
		return this.#received.event;
	}

	get table(): Pick<EventTable, 'of' | 'count' | 'get' | 'requests'> {
		return this.#table;
	}

	/** Reads the changes of other windows. */
	look(): void {
		this.#feed.look();
	}

	/** Takes a callback that was delivered. Resolves when it and all that arrived before it are written, so in the order of arrival. */
	async receive(delivered: DeliveredCallback): Promise<WebhookEvent> {
		this.#order ??= this.#orderSoFar();
		const callback = parseCallback(delivered.text);
		const event = this.#event(delivered, { ...callback, ...this.#order.note(callback) });
		this.#received.fire(event);
		const before = this.#written;
		const written = this.#write(event);
		this.#written = written.then(
			() => before,
			() => before,
		);
		await written;
		await before;
		return event;
	}

	/** Adds an example that is about to be sent to the application. */
	async addExample(text: string): Promise<WebhookEvent> {
		const delivered = { text, contentType: 'application/json' };
		const event = this.#event(delivered, { ...parseCallback(text), example: true });
		await this.#write(event);
		return event;
	}

	/** Returns the body as received, while this window has it in memory. */
	body(id: string): string | undefined {
		return this.#bodies.get(id);
	}

	async answered(id: string, answer: ForwardAnswer): Promise<void> {
		await this.#feed.update(id, (event) => withAnswer(event, answer));
	}

	/** Forgets all events, in memory and in the history. */
	async clear(): Promise<void> {
		this.#bodies.clear();
		this.#bodyCharacters = 0;
		this.#order = undefined;
		await Promise.all(this.#table.beyond(0).map((id) => this.#feed.remove(id)));
	}

	dispose(): void {
		this.#feed.dispose();
		this.#received.dispose();
		this.#bodies.clear();
	}

	#event(
		{ text, contentType, runId }: DeliveredCallback,
		more: Pick<WebhookEvent, 'state'> & Partial<WebhookEvent>,
	): WebhookEvent {
		const kept = maskText(text, [], keptCharacters);
		const event: WebhookEvent = {
			id: crypto.randomUUID(),
			number: ++this.#number,
			at: this.#clock.now(),
			...compact({ runId }),
			...more,
			contentType,
			bytes: Buffer.byteLength(text),
			kept,
			...(kept.length > keptCharacters ? { cut: true as const } : {}),
			answers: [],
		};
		this.#remember(event.id, text);
		return event;
	}

	async #write(event: WebhookEvent): Promise<void> {
		await this.#feed.put(event);
		if (++this.#sinceTrim < eventsOfSlack) return;
		this.#sinceTrim = 0;
		await Promise.all(this.#table.beyond(mostEvents).map((id) => this.#feed.remove(id)));
	}

	#orderSoFar(): CallbackOrder {
		const order = new CallbackOrder();
		for (const callback of this.#table.received()) order.note(callback);
		return order;
	}

	#remember(id: string, text: string): void {
		this.#bodies.set(id, text);
		this.#bodyCharacters += text.length;
		for (const [oldest, body] of this.#bodies) {
			if (this.#bodies.size <= mostBodies && this.#bodyCharacters <= mostBodyCharacters) break;
			this.#bodies.delete(oldest);
			this.#bodyCharacters -= body.length;
		}
	}
}
