import * as l10n from '@vscode/l10n';
import { type Failure, failed } from '../base/failure.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** A call that was not sent. */
export interface HeldCall {
	readonly method: TransportRequest['method'];
	/** Without the query. Of an address that is not of the service, its origin. */
	readonly path: string;
}

/** Returns a transport that sends only calls that read: every other one fails, and is reported to `onHeld`. */
export function readsOnly(transport: Transport, onHeld: (call: HeldCall) => void): Transport {
	const held = (request: TransportRequest) => {
		const call = callOf(request);
		onHeld(call);
		return failed(heldFailure(call));
	};
	return {
		json: async (request) => (isRead(request) ? transport.json(request) : held(request)),
		send: async (request) => (isRead(request) ? transport.send(request) : held(request)),
		stream: async (request) => (isRead(request) ? transport.stream(request) : held(request)),
		// Messages may change something.
		socket: async (url) => failed(heldFailure(callOf({ method: 'GET', url }))),
		secrets: () => transport.secrets(),
		close: () => transport.close(),
	};
}

function isRead({ method, safeToRepeat = true, onlyReads = false }: TransportRequest): boolean {
	return onlyReads || (method === 'GET' && safeToRepeat);
}

function callOf({
	method,
	url,
	bearer = true,
}: Pick<TransportRequest, 'method' | 'url' | 'bearer'>): HeldCall {
	const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: '' };
	return { method, path: bearer ? pathname : `${origin}/...` };
}

function heldFailure({ method, path }: HeldCall): Failure {
	return {
		kind: 'canceled',
		message: l10n.t(
			'A dry run sends nothing that may change something, so {0} was not sent.',
			`${method} ${path}`,
		),
		nextStep: l10n.t('Run the command without --dry-run to send it.'),
		fixer: 'you',
		isUnsent: true,
		mayHaveArrived: false,
	};
}
