import * as l10n from '@vscode/l10n';
import { type ByteSource, broken, type HeaderResult, tag, view } from './byteSource.ts';
import { onlyRecognized, readAvi, readJpeg, readPng, readWebp } from './image.ts';
import { readMatroska } from './matroska.ts';
import { readMp4 } from './mp4.ts';

/** Brands of still pictures in the container that MP4 uses. */
const pictureBrands: Readonly<Record<string, string>> = {
	heic: 'HEIC',
	heix: 'HEIC',
	hevc: 'HEIC',
	mif1: 'HEIF',
	msf1: 'HEIF',
	avif: 'AVIF',
	avis: 'AVIF',
};

/** First parts of QuickTime files that are older than `ftyp`. */
const oldQuickTime = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/**
 * Reads the header of a picture or video by its content, regardless of its name; reads the first bytes, and more if the
 * format keeps its size elsewhere. Never throws for the content of a file; rejects if the file cannot be read.
 */
export async function readMediaHeader(source: ByteSource): Promise<HeaderResult> {
	const bytes = await source.at(0, 16);
	if (bytes.length < 12) return broken(l10n.t('The file is too short to be a picture or video.'));
	const first = view(bytes).getUint32(0);
	const [start, middle, third] = [tag(bytes, 0), tag(bytes, 4), tag(bytes, 8)];
	if (first === 0x89504e47) return readPng(source);
	if (first >>> 8 === 0xffd8ff) return readJpeg(source);
	if (first === 0x1a45dfa3) return readMatroska(source);
	if (first === 0x3026b275) return onlyRecognized('Windows Media');
	if (start.startsWith('FLV')) return onlyRecognized('Flash Video');
	if (start === 'RIFF' && third === 'WEBP') return readWebp(source);
	if (start === 'RIFF' && third === 'AVI ') return readAvi(source);
	if (middle === 'ftyp') {
		const picture = pictureBrands[third];
		if (picture !== undefined) return unread(picture);
		return readMp4(source, third === 'qt  ' ? 'QuickTime' : 'MP4');
	}
	if (oldQuickTime.has(middle)) return readMp4(source, 'QuickTime');
	if (start.startsWith('GIF8')) return unread('GIF');
	if (start.startsWith('BM')) return unread('BMP');
	if (start === 'II*\0' || start === 'MM\0*') return unread('TIFF');
	if (start.startsWith('<') || start.startsWith('\u00ef\u00bb\u00bf<'))
		return broken(l10n.t('The file contains a web page or other markup, not a picture or video.'));
	if (first === 0 && middle === '\0\0\0\0') return broken(l10n.t('The file begins with zero bytes only.'));
	return broken(l10n.t('The file is not a picture or video that the toolkit can read.'));
}

function unread(format: string): HeaderResult {
	return broken(
		l10n.t('The file is a {0} picture under another name, which the toolkit does not read.', format),
	);
}
