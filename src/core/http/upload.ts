import { Readable } from 'node:stream';
import * as l10n from '@vscode/l10n';
import type { Failure } from '../base/failure.ts';
import { FailureError } from './networkErrors.ts';
import type { StreamBody } from './requestBody.ts';

interface UploadOptions {
	readonly host: string;
	/** Milliseconds without a byte accepted by the network after which the upload ends. */
	readonly progressMs: number;
	/** Milliseconds for the head of the reply, once all bytes have left. */
	readonly replyMs: number;
	readonly onProgress: ((sentBytes: number) => void) | undefined;
}

interface Upload {
	/** The bytes, pulled by the network as it can take them. */
	readonly bytes: Readable;
	/** Fires when the transfer stalls; its reason is a `FailureError`. */
	readonly signal: AbortSignal;
	/** Returns the number of bytes sent so far. */
	readonly sent: () => number;
	/** Ends the watch. Call it when the head of the reply has arrived, or the call has failed. */
	end(): void;
}

/** Counts and times the bytes of one attempt. The clock starts with the first requested byte. */
export function startUpload(body: StreamBody, options: UploadOptions): Upload {
	const stalled = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	let sent = 0;
	let ended = false;
	const expect = (ms: number, failure: (host: string, ms: number) => Failure) => {
		clearTimeout(timer);
		if (ended) return;
		timer = setTimeout(() => stalled.abort(new FailureError(failure(options.host, ms))), ms);
	};
	async function* read(): AsyncGenerator<Uint8Array, void, void> {
		expect(options.progressMs, noProgress);
		for await (const chunk of readable(body)) {
			if (sent + chunk.byteLength > body.length) throw new FailureError(changed);
			yield chunk;
			// The request for more shows that the network has taken this chunk.
			sent += chunk.byteLength;
			options.onProgress?.(sent);
			expect(options.progressMs, noProgress);
		}
		if (sent !== body.length) throw new FailureError(changed);
		expect(options.replyMs, noReply);
	}
	return {
		bytes: Readable.from(read(), { objectMode: false }),
		signal: stalled.signal,
		sent: () => sent,
		end() {
			ended = true;
			clearTimeout(timer);
		},
	};
}

/** Returns the chunks of a body; an error of the source is a failure of reading and not of the network. */
async function* readable(body: StreamBody): AsyncGenerator<Uint8Array, void, void> {
	try {
		yield* body.open();
	} catch (cause) {
		throw cause instanceof FailureError ? cause : new FailureError({ ...unreadable, cause });
	}
}

const unreadable: Failure = {
	kind: 'input',
	message: l10n.t('The file that is being sent can no longer be read.'),
	nextStep: l10n.t('Check that it still exists and that you have permission to open it, then send it again.'),
	fixer: 'you',
};

const changed: Failure = {
	kind: 'input',
	message: l10n.t('The file changed while it was being sent.'),
	nextStep: l10n.t('Wait until it no longer changes, then send it again.'),
	fixer: 'you',
};

function noProgress(host: string, ms: number): Failure {
	return {
		kind: 'timeout',
		message: l10n.t('{0} accepted no data of the upload for {1} s.', host, Math.round(ms / 1000)),
		nextStep: l10n.t('Check the network, then send it again.'),
		fixer: 'nobody',
	};
}

function noReply(host: string): Failure {
	return {
		kind: 'timeout',
		message: l10n.t('{0} received the whole upload but took too long to respond.', host),
		nextStep: l10n.t('Check whether it arrived before you send it again.'),
		fixer: 'nobody',
	};
}
