import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { FailureError, failureOfError } from './networkErrors.ts';
import type { ReplyHead } from './sendRequest.ts';

const mostRedirects = 5;

/** A reply together with the address that gave it. */
interface Arrived {
	readonly reply: ReplyHead;
	readonly at: URL;
}

/**
 * Follows the redirects of a download. `send` gets whether it makes the first call, the only one that may carry
 * a token. From https a redirect may not lead to http.
 */
export async function followRedirects(
	url: URL,
	send: (at: URL, first: boolean) => Promise<Result<ReplyHead>>,
): Promise<Result<Arrived>> {
	let at = url;
	for (let hop = 0; hop <= mostRedirects; hop += 1) {
		const sent = await send(at, hop === 0);
		if (!sent.ok) return sent;
		const reply = sent.value;
		const location = reply.status >= 300 && reply.status < 400 ? reply.headers.location : undefined;
		if (location === undefined) return success({ reply, at });
		// Its body is not needed, and may be endless.
		reply.body.on('error', () => {}).destroy();
		const next = URL.parse(location, at.href);
		if (next === null || !/^https?:$/.test(next.protocol))
			return failed(badRedirect(at, l10n.t('an address that cannot be used')));
		if (at.protocol === 'https:' && next.protocol === 'http:') {
			return failed(badRedirect(at, l10n.t('an unprotected address on {0}', next.host)));
		}
		at = next;
	}
	return failed(badRedirect(at, l10n.t('a loop of addresses')));
}

function badRedirect(at: URL, where: string): Failure {
	return {
		kind: 'protocol',
		message: l10n.t('The download from {0} was redirected to {1}, so it was stopped.', at.host, where),
		nextStep: l10n.t('Try again. If this continues, the problem is with the service.'),
		fixer: 'service',
		mayHaveArrived: true,
	};
}

/** Returns the headers without those that could set a cookie or name a target. */
export function headersOf(reply: ReplyHead): Readonly<Record<string, string>> {
	const { 'set-cookie': _cookie, location: _location, ...headers } = reply.headers;
	return headers;
}

/** Passes on the bytes as they come; a fault on the way is thrown as a `FailureError`. */
export async function* downloadBody(
	reply: ReplyHead,
	host: string,
	signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, void> {
	try {
		for await (const chunk of reply.body as AsyncIterable<Uint8Array>) yield chunk;
	} catch (thrown) {
		const failure = failureOfError(thrown, host, signal?.aborted === true);
		throw new FailureError({ ...failure, status: reply.status });
	}
}
