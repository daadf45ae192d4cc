import * as l10n from '@vscode/l10n';
import type { Failure } from '../base/failure.ts';
import { kindByName, sniffMedia } from '../wire/mediaType.ts';

/** Number of bytes from the start of a file that `contentTrouble` reads. */
export const examinedBytes = 2048;

/** The reply to a download. */
interface Content {
	/** The intended name of the file. */
	readonly name: string;
	/** It is an image, a video or sound, even without a name for that. */
	readonly isMedia: boolean;
	readonly bytes: number;
	/** Its first `examinedBytes`, or all. */
	readonly head: Uint8Array;
	readonly contentType: string | undefined;
	readonly host: string;
}

/** Endings of files that may be empty, and may begin like a web page. */
const textName = /\.(?:txt|md|csv|tsv|log|srt|vtt|json|jsonl|ya?ml|xml|svg|html?|xhtml)$/i;
const anyEnding = /\.[a-z0-9]{1,12}$/i;

/**
 * Media that may begin with anything but a text: streams of frames, and headers with members that are hardly ever
 * checked.
 */
const looseName = /\.(?:mp3|aac|bmp)$/i;

/** The first bytes, as Latin-1, of other files with a signature. */
const beginnings: readonly (readonly [name: RegExp, beginning: RegExp])[] = [
	[/\.(?:safetensors|latent)$/i, /^.{8}\{/s],
	[/\.glb$/i, /^glTF/],
	[/\.(?:zip|npz)$/i, /^PK/],
	[/\.exr$/i, /^v\/1/],
	[/\.psd$/i, /^8BPS/],
];

const pageBeginning = /^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b/i;
const messageBeginning = /^(?:<\?xml\b|<error\b|[{[]\s*["}\]{[])/i;

/**
 * Returns the reason why a download is certainly not the file: an empty body, a web page, a message or anything that is not media if media
 * was expected. It is temporary: addresses expire, and networks ask for a sign-in. `undefined` if it may be the file.
 */
export function contentTrouble(content: Content): Failure | undefined {
	const { name, host, head, contentType = '' } = content;
	if (textName.test(name)) return undefined;
	if (content.bytes === 0) return trouble(l10n.t('{0} sent nothing instead of {1}.', host, name));
	if (sniffMedia(head) !== undefined) return undefined;
	const latin = new TextDecoder('latin1').decode(head);
	const signature = beginnings.find(([ending]) => ending.test(name));
	if (signature?.[1].test(latin)) return undefined;
	const text = textOf(head);
	const start = (text ?? latin).replace(/^\s*(?:<!--.*?(?:-->\s*|$))*/s, '');
	const isMediaName = kindByName(name) !== undefined;
	const hasEnding = anyEnding.test(name);
	const isMedia =
		content.isMedia || isMediaName || (!hasEnding && /^\s*(?:image|video|audio)\//i.test(contentType));
	// An address that ends in no name of a file may lead to a page.
	const isCalledPage = /\bhtml\b/i.test(contentType) && (isMedia || text !== undefined);
	if ((isMedia || hasEnding) && (isCalledPage || pageBeginning.test(start))) return page(content);
	if (isMedia) {
		if (!isMediaName && /<svg\b/i.test(start)) return undefined;
		if (messageBeginning.test(start))
			return trouble(l10n.t('{0} sent a message instead of {1}; its address may have expired.', host, name));
		const isStrict = isMediaName && !looseName.test(name);
		// A file with another extension may have any content: pictures are also kept as text or in formats without a signature.
		const isNone = (isMediaName || !hasEnding) && (text !== undefined || isUniform(head));
		if (isStrict || isNone) return other(content);
	}
	return signature === undefined ? undefined : other(content);
}

/** Returns the beginning of a text in the encoding of its first bytes; undefined if it is not text. */
function textOf(head: Uint8Array): string | undefined {
	const [first, second] = head;
	const isSwapped = first === 0xfe && second === 0xff;
	const encoding = isSwapped ? 'utf-16be' : first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
	try {
		// The last bytes may be part of a character.
		const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
		return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

function isUniform(head: Uint8Array): boolean {
	return head.every((byte) => byte === head[0]);
}

/**
 * Returns the failure of a completely received file that is truncated: the sender had no more of it. That is temporary,
 * or the file there is damaged.
 */
export function cutFailure({ host, name }: Pick<Content, 'host' | 'name'>): Failure {
	const failure = trouble(
		l10n.t('{0} sent only a part of {1}: the file ends before it is complete.', host, name),
	);
	return { ...failure, cause: endsEarlyCause };
}

/** Returns whether a download failed because only a part of the file arrived. */
export function isCut({ cause }: Failure): boolean {
	return cause === endsEarlyCause;
}

const endsEarlyCause = 'ends early';

function page({ host, name }: Content): Failure {
	return trouble(
		l10n.t(
			'{0} sent a web page instead of {1}; its address may have expired, or the network requires a sign-in.',
			host,
			name,
		),
	);
}

function other({ host, name }: Content): Failure {
	return trouble(
		l10n.t(
			'{0} sent other content instead of {1}; the address may have expired, or the network may block it.',
			host,
			name,
		),
	);
}

function trouble(message: string): Failure {
	return { kind: 'upstream', message, nextStep: l10n.t('Try again.'), fixer: 'nobody', mayHaveArrived: true };
}
