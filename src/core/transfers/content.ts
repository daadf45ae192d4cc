import * as l10n from '@vscode/l10n';
import type { Failure } from '../base/failure.ts';
import { kindByName, sniffMedia } from '../wire/mediaType.ts';

/** The number of bytes from the start of a file that `contentTrouble` looks at. */
export const examinedBytes = 512;

/** The reply to a download. */
interface Content {
	/** The name that the file is to have. */
	readonly name: string;
	/** It is an image, a video or sound, also where its name does not say so. */
	readonly isMedia: boolean;
	readonly bytes: number;
	/** The first `examinedBytes` of it, or all. */
	readonly head: Uint8Array;
	readonly contentType: string | undefined;
	/** The host that it came from. */
	readonly host: string;
}

/** Endings of files that may be empty, and may begin like a web page. */
const textName = /\.(?:txt|md|csv|tsv|log|srt|vtt|json|jsonl|ya?ml|xml|svg|html?|xhtml)$/i;

/**
 * Returns the reason why a download is surely not the file: an empty body, a web page or a message in place of an image. It passes:
 * addresses expire, and networks ask for a sign-in. `undefined` where it may be the file.
 */
export function contentTrouble(content: Content): Failure | undefined {
	const { name, host } = content;
	if (textName.test(name)) return undefined;
	if (content.bytes === 0) return trouble(l10n.t('{0} sent nothing in place of {1}.', host, name));
	const start = new TextDecoder('latin1').decode(content.head).replace(/^(?:\xef\xbb\xbf)?\s*/, '');
	const isMedia = content.isMedia || kindByName(name) !== undefined;
	// An address that ends in no name of a file may lead to a page.
	if (isMedia || /\.[a-z0-9]{1,12}$/i.test(name)) {
		if (/^<(?:!doctype html|html|head|body)\b/i.test(start)) return page(content);
	}
	if (!isMedia || sniffMedia(content.head) !== undefined) return undefined;
	if (/\bhtml\b/i.test(content.contentType ?? '')) return page(content);
	if (/^(?:<\?xml\b|<error\b|[{[]\s*["}\]{[])/i.test(start))
		return trouble(l10n.t('{0} sent a message in place of {1}; its address may have expired.', host, name));
	return undefined;
}

/**
 * Returns the failure of a file that came whole but is only a part of one: the sender had no more of it. That passes, or the file there is
 * damaged.
 */
export function cutFailure({ host, name }: Pick<Content, 'host' | 'name'>): Failure {
	const failure = trouble(
		l10n.t('{0} sent only a part of {1}: the file ends before it is complete.', host, name),
	);
	return { ...failure, cause: endsEarlyCause };
}

/** Whether a download failed because what came is only a part of the file. */
export function isCut({ cause }: Failure): boolean {
	return cause === endsEarlyCause;
}

const endsEarlyCause = 'ends early';

function page({ host, name }: Content): Failure {
	return trouble(
		l10n.t(
			'{0} sent a web page in place of {1}; its address may have expired, or the network requires a sign-in.',
			host,
			name,
		),
	);
}

function trouble(message: string): Failure {
	return { kind: 'upstream', message, nextStep: l10n.t('Try again.'), fixer: 'nobody', mayHaveArrived: true };
}
