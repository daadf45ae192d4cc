import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { compact } from '../../core/base/compact.ts';
import { fileEnding } from '../../core/base/files/path.ts';

/** How a file of a result is shown, and as what. */
interface Shown {
	readonly shown: 'picture' | 'thumbnail' | 'link';
	readonly content: ContentBlock;
}

const mimeTypes: Readonly<Record<string, string>> = {
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.webp': 'image/webp',
	'.gif': 'image/gif',
};

/** A picture of more bytes costs a model much and says little more. */
const mostBytes = 100_000;
/** A larger file is not read. */
const largestFile = 50_000_000;
/** Longest sides of a thumbnail; the first that is small enough counts. */
const sides = [512, 384, 256, 160, 96];

/** A picture as it is where it is small, else a small copy, else a link to the file. */
export async function picture(path: string, name: string): Promise<Shown> {
	const mimeType = mimeTypes[fileEnding(name)];
	const { size } = await stat(path);
	if (mimeType !== undefined && size <= largestFile) {
		const bytes = await readFile(path);
		if (bytes.byteLength <= mostBytes) return { shown: 'picture', content: imageOf(bytes, mimeType) };
		const small = mimeType === 'image/png' ? await thumbnail(bytes) : undefined;
		if (small !== undefined) return { shown: 'thumbnail', content: imageOf(small, mimeType) };
	}
	const uri = pathToFileURL(path).toString();
	const content: ContentBlock = {
		type: 'resource_link',
		uri,
		name,
		size,
		...compact({ mimeType }),
	};
	return { shown: 'link', content };
}

function imageOf(bytes: Uint8Array, mimeType: string): ContentBlock {
	return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType };
}

/** A small copy of a PNG; undefined where it cannot be decoded. */
async function thumbnail(bytes: Uint8Array): Promise<Uint8Array | undefined> {
	const { decodePicture, encodePng, resize } = await import('./thumbnailParts.ts');
	try {
		const { picture: whole } = decodePicture(bytes);
		for (const side of sides) {
			const factor = Math.min(1, side / Math.max(whole.width, whole.height));
			const width = Math.max(1, Math.round(whole.width * factor));
			const small = encodePng([resize(whole, width, Math.max(1, Math.round(whole.height * factor)))]);
			if (small.byteLength <= mostBytes) return small;
		}
	} catch {
		// A link says where it is.
	}
	return undefined;
}
