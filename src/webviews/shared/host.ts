import * as z from 'zod/mini';
import {
	dispatch,
	type Handlers,
	type PanelProtocol,
	type PayloadArguments,
} from '../../core/base/panel/protocol.ts';
import { RequestClient } from '../../core/base/panel/requests.ts';

interface EditorApi {
	postMessage(message: unknown): void;
	getState(): unknown;
	setState(state: unknown): void;
}
declare function acquireVsCodeApi(): EditorApi;

/** The extension, as the view uses it. */
export interface Host<P extends PanelProtocol> {
	send<K extends keyof P['toHost'] & string>(kind: K, ...payload: PayloadArguments<P['toHost'][K]>): void;
	/** Asks the host and waits for its answer. Never rejects: time-out and failure are values. */
	readonly request: RequestClient<P['requests']>['request'];
	/** Keeps something across hide and reload. */
	remember(memory: z.output<P['memory']>): void;
	/** Returns the last kept state; undefined without a valid one. */
	recall(): z.output<P['memory']> | undefined;
}

const savedSchema = z.object({ identity: z.unknown(), memory: z.optional(z.unknown()) });

/**
 * Connects the view with its host: checks the messages, passes them to the handlers and sends `ready`, after which the host answers with
 * the state. Call it once, when the view is ready.
 */
export function connectHost<P extends PanelProtocol>(protocol: P, handlers: Handlers<P['toView']>): Host<P> {
	const api = acquireVsCodeApi();
	const identity: unknown = JSON.parse(document.body.dataset.identity ?? 'null');
	const saved = savedSchema.safeParse(api.getState());
	let memory = saved.success ? saved.data.memory : undefined;
	api.setState({ identity, memory });
	const client = new RequestClient<P['requests']>(protocol.requests, (payload) =>
		api.postMessage({ kind: 'request', payload }),
	);
	window.addEventListener('message', (event: MessageEvent<unknown>) => {
		const { kind, payload } = (event.data ?? {}) as { kind?: unknown; payload?: unknown };
		if (kind === 'answer') return client.settle(payload);
		// In a separate task, so after the changed parts are drawn again.
		if (kind === 'state') setTimeout(() => api.postMessage({ kind: 'shown' }));
		// An error that a handler throws is one of the page, as it would be without a promise.
		void dispatch(protocol.toView, handlers as Handlers<PanelProtocol['toView']>, event.data).then(
			(problem) => {
				// biome-ignore lint/suspicious/noConsole: the webview's own console is where its developer looks.
				if (problem !== undefined) console.warn(problem);
			},
		);
	});
	const host: Host<P> = {
		send: (kind, ...payload) => api.postMessage({ kind, payload: payload[0] }),
		request: client.request.bind(client),
		remember(next) {
			memory = next;
			api.setState({ identity, memory });
		},
		recall() {
			const parsed = protocol.memory.safeParse(memory);
			return parsed.success ? (parsed.data as z.output<P['memory']>) : undefined;
		},
	};
	// The handlers may use the host, so the first state must not arrive before it is returned.
	queueMicrotask(() => api.postMessage({ kind: 'ready' }));
	return host;
}
