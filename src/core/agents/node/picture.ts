import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { compact } from '../../base/compact.ts';
import { readWhole } from '../../base/disk/readWhole.ts';
import { fileEnding } from '../../base/files/path.ts';
import type { Content } from '../tool.ts';

/** A file of a result as an answer contains it: the content, and whether it is the picture, a small copy or a link. */
interface Shown {
	readonly shown: 'picture' | 'thumbnail' | 'link';
	readonly content: Content;
}

const mimeTypes: Readonly<Record<string, string>> = {
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.webp': 'image/webp',
	'.gif': 'image/gif',
};

/** A larger picture, in bytes, costs a model much and adds little; a small copy has at most this size. */
export const smallBytes = 100_000;
/**
 * A picture without a small copy, such as a sample in JPEG, is sent up to this size: clients accept answers of a
 * megabyte, and a model counts its pixels and not its bytes.
 */
const mostUncopied = 700_000;
/** A larger file is not read. */
const largestFile = 50_000_000;

/**
 * Returns a picture unchanged if it is small enough, else a small copy, else a link to the file.
 * @param mostBytes the available space; usually a small copy is preferred to a picture that fits
 */
export async function picture(path: string, name: string, mostBytes?: number): Promise<Shown> {
	const mimeType = mimeTypes[fileEnding(name)];
	const { size } = await stat(path);
	const read = mimeType === undefined ? undefined : await readWhole(path, largestFile);
	if (mimeType !== undefined && read !== undefined && 'bytes' in read) {
		const { bytes } = read;
		const hasCopy = mimeType === 'image/png';
		const most = mostBytes ?? (hasCopy ? smallBytes : mostUncopied);
		if (bytes.byteLength <= most) return { shown: 'picture', content: imageOf(bytes, mimeType) };
		const small = hasCopy ? (await import('./thumbnail.ts')).thumbnail(bytes, smallBytes) : undefined;
		if (small !== undefined) return { shown: 'thumbnail', content: imageOf(small, mimeType) };
	}
	const uri = pathToFileURL(path).toString();
	const content: Content = {
		type: 'resource_link',
		uri,
		name,
		size,
		...compact({ mimeType }),
	};
	return { shown: 'link', content };
}

function imageOf(bytes: Uint8Array, mimeType: string): Content {
	return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType };
}
