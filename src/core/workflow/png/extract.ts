import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { chunksOf } from './chunks.ts';

/** The documents in a picture about its creation. Texts are unchanged; they may not be JSON. */
interface PngWorkflows {
	/** The API document (`prompt`). */
	readonly prompt?: string;
	/** The UI document (`workflow`). */
	readonly workflow?: string;
}

type Extraction =
	| ({ readonly ok: true } & PngWorkflows)
	/** One sentence with the reason why nothing was found. */
	| { readonly ok: false; readonly message: string };

/** No genuine workflow is larger; a larger one is not unpacked. In bytes. */
const maxText = 64 * 1024 * 1024;
/** There are two texts to find, so of more that cannot be unpacked the file is no better for another try. */
const mostDamaged = 2;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const latin1 = new TextDecoder('latin1');
const utf8 = new TextDecoder('utf-8');

/**
 * Reads the text chunks `prompt` and `workflow` of a PNG file (tEXt, zTXt, iTXt). Never rejects: for a damaged file,
 * returns the chunks before the damage.
 */
export async function extractWorkflows(bytes: Uint8Array): Promise<Extraction> {
	if (signature.some((byte, index) => bytes[index] !== byte)) {
		return { ok: false, message: l10n.t('This file is not a PNG picture.') };
	}
	const found = new Map<string, string>();
	let damaged = 0;
	for (const { type, data } of chunksOf(bytes)) {
		const text = chunkTextOf(type, data);
		if (text === undefined || found.has(text.keyword)) continue;
		const value = await text.value();
		if (value !== undefined) found.set(text.keyword, value);
		else if (++damaged > mostDamaged) break;
	}
	const prompt = found.get('prompt');
	const workflow = found.get('workflow');
	if (prompt === undefined && workflow === undefined) {
		return {
			ok: false,
			message: l10n.t('This picture contains no workflow. Editing or uploading a picture often removes it.'),
		};
	}
	return {
		ok: true,
		...compact({ prompt, workflow }),
	};
}

const wanted = new Set(['prompt', 'workflow']);

/** Returns the keyword of a requested text chunk, and its text, which is decompressed on demand. */
function chunkTextOf(
	type: string,
	data: Uint8Array,
): { readonly keyword: string; readonly value: () => Promise<string | undefined> } | undefined {
	if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') return undefined;
	const zero = data.indexOf(0);
	if (zero < 1 || zero > 79) return undefined;
	const keyword = latin1.decode(data.subarray(0, zero));
	if (!wanted.has(keyword)) return undefined;
	const rest = data.subarray(zero + 1);
	const value = async () =>
		type === 'tEXt' ? plain(rest) : type === 'zTXt' ? packed(rest.subarray(1)) : international(rest);
	return { keyword, value };
}

/** Decodes Latin-1, as the format defines, or UTF-8, which real writers use and which is recognized by its validity. */
function plain(data: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(data);
	} catch {
		return latin1.decode(data);
	}
}

async function packed(data: Uint8Array): Promise<string | undefined> {
	const bytes = await inflated(data);
	return bytes === undefined ? undefined : plain(bytes);
}

/** Decodes a text that follows compression flag, method, language and translated keyword. */
async function international(data: Uint8Array): Promise<string | undefined> {
	const language = data.indexOf(0, 2);
	const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
	if (translated < 0) return undefined;
	const body = data.subarray(translated + 1);
	const bytes = data[0] === 1 ? await inflated(body) : body;
	return bytes === undefined ? undefined : utf8.decode(bytes);
}

/** Decompresses data; undefined if it is damaged, or longer than a genuine text. */
async function inflated(data: Uint8Array): Promise<Uint8Array | undefined> {
	const unpacked = new Blob([Uint8Array.from(data)]).stream().pipeThrough(new DecompressionStream('deflate'));
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	try {
		for await (const part of unpacked) {
			size += part.byteLength;
			if (size > maxText) return undefined;
			parts.push(part);
		}
	} catch {
		return undefined;
	}
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}
