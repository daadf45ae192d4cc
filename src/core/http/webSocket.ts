import * as l10n from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { WebSocket } from 'undici/lib/web/websocket/websocket.js';
import { failed, type Result, success, unsentFailure } from '../base/failure.ts';
import type { SocketHandlers, TransportSocket } from './transport.ts';

const connectTimeoutMs = 10_000;

/**
 * Opens a WebSocket through a pool. It does not report why a connection fails; a call to the same host tells more.
 * @param url with the protocol `ws:` or `wss:`.
 * @param token sent as a bearer token.
 */
export async function openWebSocket(
	url: string,
	dispatcher: Dispatcher,
	token: string | undefined,
	handlers: SocketHandlers,
): Promise<Result<TransportSocket>> {
	const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
	const socket = new WebSocket(url, { dispatcher, headers });
	socket.binaryType = 'arraybuffer';
	let ended = false;
	const end = () => {
		if (ended) return;
		ended = true;
		socket.close();
	};
	socket.addEventListener('message', ({ data }: { data: unknown }) => {
		if (ended) return;
		if (typeof data === 'string') handlers.onText(data);
		else if (data instanceof ArrayBuffer) handlers.onBytes(new Uint8Array(data));
	});
	const opened = await new Promise<boolean>((resolve) => {
		const late = setTimeout(() => resolve(false), connectTimeoutMs);
		const settle = (open: boolean) => {
			clearTimeout(late);
			resolve(open);
		};
		socket.addEventListener('open', () => settle(true));
		socket.addEventListener('error', () => settle(false));
		socket.addEventListener('close', () => {
			settle(false);
			if (ended) return;
			ended = true;
			handlers.onClose();
		});
	});
	if (!opened) {
		end();
		return failed(
			unsentFailure(
				'network',
				l10n.t('The event stream of {0} could not be opened.', new URL(url).host),
				l10n.t('Check that it is running and that no proxy in between blocks WebSocket connections.'),
			),
		);
	}
	return success({ send: (text) => socket.send(text), close: end });
}
