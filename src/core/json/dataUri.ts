import { fromBase64 } from '../base/files/base64.ts';

interface EmbeddedType {
	/** `image`, `video` or `audio`. */
	readonly kind: string;
	readonly mediaType: string;
	/** The extension of its name, dot included. */
	readonly ending: string;
}

export interface EmbeddedFile extends EmbeddedType {
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** File extensions that differ from the subtype of the media type. */
const endings = new Map([
	['jpeg', 'jpg'],
	['svg+xml', 'svg'],
	['quicktime', 'mov'],
	['mpeg', 'mp3'],
	['x-matroska', 'mkv'],
	['x-wav', 'wav'],
]);

const beginning = /^data:(image|video|audio)\/([a-z0-9.+-]{1,40})[^,]{0,100};base64,/i;

/** Returns a data URI without its bytes; `undefined` for any other text. */
export function dataUriType(text: string): EmbeddedType | undefined {
	const [, type, subtype] = beginning.exec(text) ?? [];
	if (type === undefined || subtype === undefined) return undefined;
	const word = subtype.toLowerCase();
	const ending = endings.get(word) ?? word.replace(/[^a-z0-9]/g, '');
	return { kind: type.toLowerCase(), mediaType: `${type}/${subtype}`.toLowerCase(), ending: `.${ending}` };
}

/** Reads the file in a data URI; `undefined` for any other text. Characters that are not Base64 are ignored. */
export function readDataUri(text: string): EmbeddedFile | undefined {
	const type = dataUriType(text);
	return type && { ...type, bytes: fromBase64(text.slice(text.indexOf(',') + 1)) };
}
