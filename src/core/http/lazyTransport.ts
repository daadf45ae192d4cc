import { lazy } from '../base/lazy.ts';
import type { Service, Transport } from './transport.ts';
import type { TransportOptions } from './transportOptions.ts';

/**
 * Makes the way out for one connection. Everything behind it is loaded at the first call, so that a window which makes
 * none pays nothing.
 */
export function lazyTransport(options: TransportOptions): Transport {
	const transport = lazy(async () => (await import('./httpTransport.ts')).httpTransport(options));
	return {
		json: async (request) => (await transport.get()).json(request),
		send: async (request) => (await transport.get()).send(request),
		stream: async (request) => (await transport.get()).stream(request),
		socket: async (url, handlers) => (await transport.get()).socket(url, handlers),
		secrets: () => [options.token?.()],
		close: async () => (await transport.get()).close(),
	};
}

/** Works with a service over a transport of its own until that is done. */
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
