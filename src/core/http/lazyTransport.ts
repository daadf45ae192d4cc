import { lazy } from '../base/lazy.ts';
import type { Service, Transport } from './transport.ts';
import type { TransportOptions } from './transportOptions.ts';

/**
 * Returns the transport for one connection. Its modules are loaded at the first call, so that a window without calls
 * does not pay for them.
 */
export function lazyTransport(options: TransportOptions): Transport {
	const transport = lazy(async () => new (await import('./httpTransport.ts')).HttpTransport(options));
	return {
		json: async (request) => (await transport.get()).json(request),
		send: async (request) => (await transport.get()).send(request),
		stream: async (request) => (await transport.get()).stream(request),
		socket: async (url, handlers) => (await transport.get()).socket(url, handlers),
		secrets: () => [options.token?.()],
		close: async () => (await transport.get()).close(),
	};
}

/** Runs work with a service over a temporary transport. */
export async function withTransport<T>(
	options: TransportOptions,
	work: (service: Service) => Promise<T>,
): Promise<T> {
	const transport = lazyTransport(options);
	try {
		return await work({ connection: options.connection, transport });
	} finally {
		await transport.close();
	}
}
