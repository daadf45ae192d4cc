import { compact } from '../../core/base/compact.ts';
import type { Disposable } from '../../core/base/emitter.ts';
import type { CallbackState } from '../../core/webhooks/callback.ts';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import type { EventQuery } from '../../core/webhooks/eventTable.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import {
	answerNodes,
	type ForwardFacts,
	pageSize,
	type ReceiverFacts,
	receiverNodes,
	type WebhooksNode,
} from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';

/** A filter for the events that are shown; all without one. */
export interface EventFilter {
	readonly states?: readonly CallbackState[];
	readonly requestIds?: readonly string[];
}

interface ListedEvents {
	/** Returns the events, newest first. */
	of(query: EventQuery): readonly WebhookEvent[];
	count(filter: EventFilter): number;
	/** Returns the receiver of this window, if it is on. */
	receiver(): ReceiverFacts | undefined;
	isElsewhere(): boolean;
	forward(): ForwardFacts;
	runName(runId: string): string | undefined;
	onDidChange(listener: () => void): Disposable;
}

/** The list of events, among the lists that have pages. */
const eventsList = 'events';
/** Many events come together; they are drawn together, in milliseconds. */
const gatherMs = 100;

/** Draws the receiver and the events that it received. */
export class WebhooksTree extends PagedTree<WebhooksNode> {
	readonly #events: ListedEvents;
	#filter: EventFilter = {};
	#drawing: NodeJS.Timeout | undefined;

	constructor(events: ListedEvents) {
		super();
		this.#events = events;
		this.listen(
			events.onDidChange(() => {
				this.#drawing ??= setTimeout(() => {
					this.#drawing = undefined;
					this.refresh();
				}, gatherMs);
			}),
		);
	}

	get filter(): EventFilter {
		return this.#filter;
	}

	setFilter(filter: EventFilter): void {
		this.#filter = filter;
		this.showLess(eventsList);
		this.refresh();
	}

	showMoreEvents(): void {
		this.showMore(eventsList, pageSize);
	}

	override dispose(): void {
		clearTimeout(this.#drawing);
		super.dispose();
	}

	override getParent(node: WebhooksNode): WebhooksNode | undefined {
		if (node.kind === 'answer') return this.drawn(`event:${node.event.id}`);
		const isBelowReceiver = ['local', 'public', 'runs', 'forward'].includes(node.kind);
		return isBelowReceiver ? this.drawn('receiver') : undefined;
	}

	protected idOf(node: WebhooksNode): string | undefined {
		if (node.kind === 'event') return `event:${node.event.id}`;
		return node.kind === 'receiver' ? 'receiver' : undefined;
	}

	protected readonly render = renderNode;
	protected override readonly tooltip = tooltipOf;

	protected children(node: WebhooksNode | undefined): readonly WebhooksNode[] {
		if (node === undefined) return this.#top();
		if (node.kind === 'receiver') return receiverNodes(node.receiver, node.forward);
		return node.kind === 'event' ? answerNodes(node.event) : [];
	}

	#top(): readonly WebhooksNode[] {
		const limit = this.limit(eventsList, pageSize);
		const events = this.#events.of({ ...this.#filter, limit });
		const total = events.length < limit ? events.length : this.#events.count(this.#filter);
		const receiver = this.#events.receiver();
		const rows: WebhooksNode[] = [];
		if (receiver) rows.push({ kind: 'receiver', receiver, forward: this.#events.forward() });
		else if (this.#events.isElsewhere()) rows.push({ kind: 'elsewhere' });
		if (receiver && total === 0) rows.push({ kind: 'waiting', receiver });
		for (const event of events) {
			const runName = event.runId === undefined ? undefined : this.#events.runName(event.runId);
			rows.push({ kind: 'event', event, ...compact({ runName }) });
		}
		if (total > events.length) rows.push({ kind: 'more', shown: events.length, total });
		return rows;
	}
}
