import * as z from 'zod/mini';

/** The supported version of the extension for apps. */
const protocolVersion = '2026-01-26';

const hostContext = z.object({
	theme: z.optional(z.enum(['light', 'dark'])),
	styles: z.optional(z.object({ variables: z.optional(z.record(z.string(), z.unknown())) })),
	containerDimensions: z.optional(
		z.object({ height: z.optional(z.number()), maxHeight: z.optional(z.number()) }),
	),
});

/** The supported settings of the host for the look of the app. */
export type HostContext = z.output<typeof hostContext>;

const message = z.object({
	jsonrpc: z.literal('2.0'),
	id: z.optional(z.union([z.string(), z.number()])),
	method: z.optional(z.string()),
	params: z.optional(z.record(z.string(), z.unknown())),
	result: z.optional(z.unknown()),
	error: z.optional(z.object({ message: z.string() })),
});

const initialized = z.object({
	hostContext: z._default(z.unknown(), {}),
	hostCapabilities: z.optional(z.object({ serverTools: z.optional(z.unknown()) })),
});

interface Handlers {
	/** Called when the host looks different from now on. */
	context(context: HostContext): void;
	/** Called when a call of a tool with these arguments is shown. */
	input(args: unknown): void;
	/** Receives the answer of the call. */
	result(result: unknown): void;
	canceled(): void;
}

interface Waiting {
	resolve(value: unknown): void;
	reject(cause: Error): void;
}

/** The host that shows the app; the app sends it JSON-RPC by messages between the windows. */
export class AgentHost {
	readonly #handlers: Handlers;
	readonly #waiting = new Map<string | number, Waiting>();
	#next = 1;
	#callsTools = false;

	constructor(handlers: Handlers) {
		this.#handlers = handlers;
	}

	/** True if the host passes calls of tools on to the server. */
	get callsTools(): boolean {
		return this.#callsTools;
	}

	/** Introduces the app; content comes afterwards. Rejects if the host refuses, or sends an unreadable answer. */
	async connect(): Promise<void> {
		window.addEventListener('message', ({ source, data }) => {
			if (source === window.parent) this.#take(data);
		});
		const answer = initialized.safeParse(
			await this.#request('ui/initialize', {
				appInfo: { name: 'easel', version: '1.0.0' },
				appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
				protocolVersion,
			}),
		);
		if (!answer.success) throw new Error('The host answers in another way than it should.');
		this.#callsTools = answer.data.hostCapabilities?.serverTools !== undefined;
		this.#changed(answer.data.hostContext);
		this.#post({ method: 'ui/notifications/initialized', params: {} });
	}

	/** Calls a tool of the server. Rejects if the host refuses. */
	callTool(name: string, args: unknown): Promise<unknown> {
		return this.#request('tools/call', { name, arguments: args });
	}

	/** Notes that the app has another size. @param height in pixels */
	resized(height: number): void {
		this.#post({ method: 'ui/notifications/size-changed', params: { height } });
	}

	#request(method: string, params: unknown): Promise<unknown> {
		const id = this.#next++;
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		this.#waiting.set(id, { resolve, reject });
		this.#post({ id, method, params });
		return promise;
	}

	#post(parts: object): void {
		// An app does not know the origin of the host, and its messages contain no secrets.
		window.parent.postMessage({ jsonrpc: '2.0', ...parts }, '*');
	}

	#take(data: unknown): void {
		const read = message.safeParse(data);
		if (!read.success) return;
		const { id, method, params, result, error } = read.data;
		if (method === undefined) {
			const waiting = id === undefined ? undefined : this.#waiting.get(id);
			if (id === undefined || waiting === undefined) return;
			this.#waiting.delete(id);
			if (error === undefined) waiting.resolve(result);
			else waiting.reject(new Error(error.message));
		} else if (id === undefined) this.#notified(method, params);
		else if (method === 'ping' || method === 'ui/resource-teardown') this.#post({ id, result: {} });
		else this.#post({ id, error: { code: -32601, message: 'Method not found' } });
	}

	#notified(method: string, params: Readonly<Record<string, unknown>> = {}): void {
		if (method === 'ui/notifications/host-context-changed') this.#changed(params);
		else if (method === 'ui/notifications/tool-input') this.#handlers.input(params.arguments);
		else if (method === 'ui/notifications/tool-result') this.#handlers.result(params);
		else if (method === 'ui/notifications/tool-cancelled') this.#handlers.canceled();
	}

	#changed(context: unknown): void {
		const read = hostContext.safeParse(context);
		if (read.success) this.#handlers.context(read.data);
	}
}
