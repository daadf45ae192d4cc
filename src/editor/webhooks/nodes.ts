import { compact } from '../../core/base/compact.ts';
import type { ForwardAnswer, WebhookEvent } from '../../core/webhooks/event.ts';

/** The state of the receiver of this window, for display. It contains no secret. */
export interface ReceiverFacts {
	readonly port: number;
	readonly publicHost?: string;
	readonly runs: 'report' | 'off' | 'unreachable';
	/** The name of the connection, for the reason why its runs cannot report here. */
	readonly connectionName: string;
}

/** The application that callbacks are passed on to. */
export interface ForwardFacts {
	readonly host?: string;
	/** The setting contains a text that is not an address. */
	readonly isInvalid?: true;
	/** A host that is not this computer, without permission. */
	readonly isRefused?: true;
}

export type WebhooksNode =
	| { readonly kind: 'receiver'; readonly receiver: ReceiverFacts; readonly forward: ForwardFacts }
	| { readonly kind: 'elsewhere' }
	| { readonly kind: 'local'; readonly port: number }
	| { readonly kind: 'public'; readonly port: number; readonly host?: string }
	| { readonly kind: 'runs'; readonly receiver: ReceiverFacts }
	| { readonly kind: 'forward'; readonly forward: ForwardFacts }
	| { readonly kind: 'waiting'; readonly receiver: ReceiverFacts }
	| { readonly kind: 'event'; readonly event: WebhookEvent; readonly runName?: string }
	| { readonly kind: 'answer'; readonly event: WebhookEvent; readonly answer: ForwardAnswer }
	| { readonly kind: 'more'; readonly shown: number; readonly total: number };

/** Rows shown before "Show More". */
export const pageSize = 200;

/** Returns the rows below that of the receiver. */
export function receiverNodes(receiver: ReceiverFacts, forward: ForwardFacts): readonly WebhooksNode[] {
	const { port, publicHost } = receiver;
	return [
		{ kind: 'local', port },
		{ kind: 'public', port, ...compact({ host: publicHost }) },
		{ kind: 'runs', receiver },
		{ kind: 'forward', forward },
	];
}

/** Returns the answers to an event, the latest first. */
export function answerNodes(event: WebhookEvent): readonly WebhooksNode[] {
	return event.answers.toReversed().map((answer) => ({ kind: 'answer', event, answer }));
}
