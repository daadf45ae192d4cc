import { type Result, success } from '../../base/failure.ts';
import type { Transport } from '../../http/transport.ts';

/** A configuration is text of some kilobytes. */
const mostBytes = 4_000_000;

/** Fetches the text of a configuration artifact. */
export async function fetchConfig(transport: Transport, url: string): Promise<Result<string>> {
	// The address is signed: no token is sent.
	const reply = await transport.send({
		method: 'GET',
		url,
		part: 'trainer',
		bearer: false,
		replyBytes: mostBytes,
	});
	return reply.ok ? success(reply.value.text) : reply;
}
