import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { forwardedHeader } from './forward.ts';

export interface Delivery {
	readonly text: string;
	readonly contentType: string;
	/** The part of the path that follows the secret: the run that the address was made for. */
	readonly name?: string;
	/** Easel has sent it on: the address that it forwards to leads to a receiver. */
	readonly forwarded?: true;
}

interface ReceiverOptions {
	/** The part of the path that a caller must know. */
	readonly secret: string;
	/** The port to use if it is free; any other one otherwise. */
	readonly port?: number;
	/** Called after the answer has left. */
	readonly onDelivery: (delivery: Delivery) => void;
	readonly log: Log;
	readonly limits?: Partial<ReceiverLimits>;
}

/** The limits for callers, so that none can exhaust memory or connections. */
export interface ReceiverLimits {
	readonly bodyBytes: number;
	/** Bytes of all bodies that are being received. */
	readonly pendingBytes: number;
	/** Milliseconds for a whole request, and between two checks of connections for longer ones. */
	readonly requestMs: number;
	readonly checkMs: number;
	readonly connections: number;
}

const usualLimits: ReceiverLimits = {
	bodyBytes: 2_000_000,
	pendingBytes: 32_000_000,
	requestMs: 15_000,
	checkMs: 2000,
	connections: 500,
};

export interface Receiver {
	readonly port: number;
	close(): Promise<void>;
}

/**
 * Opens a receiver of callbacks on loopback. It answers as soon as it has read a body: the content is processed later,
 * since the service expects a quick answer (inference-service.md, "Delivery").
 */
export async function openReceiver(options: ReceiverOptions): Promise<Result<Receiver>> {
	const limits = { ...usualLimits, ...options.limits };
	const server = createServer(
		{
			headersTimeout: limits.requestMs,
			requestTimeout: limits.requestMs,
			connectionsCheckingInterval: limits.checkMs,
			keepAliveTimeout: 5000,
			maxHeaderSize: 16_384,
		},
		requestHandler(options, limits),
	);
	server.maxConnections = limits.connections;
	server.on('error', (error) => options.log.warn('The receiver of webhooks has a problem.', error));
	const wanted = options.port ?? 0;
	const opened = (await listens(server, wanted)) || (wanted !== 0 && (await listens(server, 0)));
	if (!opened) return failed(cannotListen);
	return success({
		port: (server.address() as AddressInfo).port,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	});
}

function listens(server: Server, port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const settled = (opened: boolean) => () => {
			server.off('listening', yes);
			server.off('error', no);
			resolve(opened);
		};
		const [yes, no] = [settled(true), settled(false)];
		server.once('listening', yes);
		server.once('error', no);
		server.listen(port, '127.0.0.1');
	});
}

function requestHandler({ secret, onDelivery, log }: ReceiverOptions, limits: ReceiverLimits) {
	let pending = 0;
	return (request: IncomingMessage, response: ServerResponse): void => {
		const place = webhookPathOf(request.url ?? '', secret);
		if (place === undefined) {
			refuse(response, 404);
			return;
		}
		if (request.method !== 'POST') {
			refuse(response, 405, { allow: 'POST' });
			return;
		}
		const parts: Buffer[] = [];
		let bytes = 0;
		const fits = (length: number): boolean => {
			if (length <= limits.bodyBytes && pending <= limits.pendingBytes) return true;
			const tooLong = length > limits.bodyBytes;
			log.warn(`A webhook delivery was refused: ${tooLong ? 'its body is too long' : 'too many at once'}.`);
			refuse(response, tooLong ? 413 : 503, tooLong ? {} : { 'retry-after': '1' });
			return false;
		};
		if (!fits(Number(request.headers['content-length'] ?? 0))) return;
		request.on('data', (part: Buffer) => {
			bytes += part.length;
			pending += part.length;
			if (!response.writableEnded && fits(bytes)) parts.push(part);
		});
		request.on('close', () => {
			pending -= bytes;
		});
		request.on('error', () => undefined);
		request.on('end', () => {
			if (response.writableEnded) return;
			response.writeHead(204).end();
			const contentType = (request.headers['content-type'] ?? '').slice(0, 200);
			const text = Buffer.concat(parts).toString('utf8');
			onDelivery({
				text,
				contentType,
				...compact({ name: place.name }),
				...(request.headers[forwardedHeader] === undefined ? {} : { forwarded: true as const }),
			});
		});
	};
}

/** Refuses a request without reading more of it. */
function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
	response.writeHead(status, { ...headers, connection: 'close' }).end();
}

/**
 * Parses the part of a path that follows the secret; `undefined` without the secret. A tunnel may have added its own
 * path before it.
 */
function webhookPathOf(url: string, secret: string): { readonly name?: string } | undefined {
	const segments = url.slice(0, 2000).split(/[?#]/, 1)[0]?.split('/') ?? [];
	const at = segments.findIndex((segment) => isSame(segment, secret));
	if (at < 0) return undefined;
	const name = segments[at + 1];
	return name === undefined || !/^[\w-]{1,100}$/.test(name) ? {} : { name };
}

/** Takes the same time wherever the two differ. */
function isSame(a: string, b: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(a), digest(b));
}

const cannotListen = {
	kind: 'network',
	message: l10n.t('No port of this computer can be opened to listen for webhooks.'),
	nextStep: l10n.t('Check whether a firewall or a sandbox of the system prevents it, then listen again.'),
	fixer: 'you',
} as const;
