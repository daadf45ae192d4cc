import { sizeLimits } from '../../core/wire/limits.ts';
import type { UploadedFiles } from './engine.ts';
import { redirectTarget } from './mediaRedirect.ts';
import type { Media } from './worker.ts';

/** The largest file that is fetched for a media input, in bytes: the recommended limit of the service for videos. */
const largestDownload = sizeLimits.addressVideo;
const downloadTimeoutMs = 30_000;
const mostRedirects = 5;

/** Fetches the file of a media input: an address, a data URI, or a file that was uploaded to the instance. Never throws. */
export async function loadMedia(
	value: string,
	uploads: UploadedFiles,
	signal: AbortSignal,
): Promise<Media | undefined> {
	if (/^data:/i.test(value)) {
		const comma = value.indexOf(',');
		return { bytes: Buffer.from(value.slice(comma + 1), 'base64') };
	}
	if (/^https?:/i.test(value)) return download(value, signal);
	const bytes = await uploads.get(uploadedName(value));
	return bytes === undefined ? undefined : { bytes };
}

/** Returns the stored name of an uploaded file, from a value that may name its folder. */
export function uploadedName(value: string): string {
	return value.replace(/ \[input\]$/, '');
}

async function download(url: string, signal: AbortSignal): Promise<Media> {
	const where = hostOf(url);
	try {
		const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)]);
		const reply = await follow(url, limit);
		if (reply === undefined)
			return {
				problem: `${where} redirects the media input to where it is not fetched, or again and again.`,
			};
		if (!reply.ok || reply.body === null)
			return { problem: `${where} answered ${reply.status} for the media input.` };
		const parts: Uint8Array[] = [];
		let length = 0;
		for await (const part of reply.body) {
			length += part.length;
			if (length > largestDownload) return { problem: `The file at ${where} is larger than 100 MB.` };
			parts.push(part);
		}
		return { bytes: Buffer.concat(parts) };
	} catch (error) {
		const cause =
			error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
		return { problem: `The media input could not be fetched from ${where}: ${cause}` };
	}
}

/** Returns the reply at the end of the redirects; undefined if they lead to a forbidden place, or have no end. */
async function follow(url: string, signal: AbortSignal): Promise<Response | undefined> {
	let at = url;
	for (let count = 0; count <= mostRedirects; count++) {
		const reply = await fetch(at, { signal, redirect: 'manual' });
		if (![301, 302, 303, 307, 308].includes(reply.status)) return reply;
		await reply.body?.cancel();
		const next = redirectTarget(at, reply.headers.get('location'));
		if (next === undefined) return undefined;
		at = next;
	}
	return undefined;
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : 'an unreadable address';
}
