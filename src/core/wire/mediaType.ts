/** The kinds of media that workflows take. */
export type MediaKind = 'image' | 'video' | 'audio';

/** The real type of some bytes. */
interface MediaType {
	readonly kind: MediaKind;
	/** For a data URI, for example `image/png`. */
	readonly mediaType: string;
}

/** The known extensions of files of each kind, without the dot. */
export const mediaEndings: Readonly<Record<MediaKind, readonly string[]>> = {
	image: ['png', 'jpg', 'jpeg', 'jfif', 'webp', 'gif', 'bmp', 'tif', 'tiff', 'avif', 'heic'],
	video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi'],
	audio: ['wav', 'mp3', 'flac', 'ogg', 'opus', 'm4a', 'aac'],
};

/** Returns the kind of media of a file by its extension. */
export function kindByName(name: string): MediaKind | undefined {
	const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
	if (extension === undefined) return undefined;
	return (Object.keys(mediaEndings) as MediaKind[]).find((kind) => mediaEndings[kind].includes(extension));
}

/** Number of bytes from the start of a file that `sniffMedia` reads. */
const sniffedBytes = 64;

const quickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** Returns the type of media by the first bytes, regardless of the file's name; `undefined` for unknown media. */
export function sniffMedia(bytes: Uint8Array): MediaType | undefined {
	const head = String.fromCharCode(...bytes.subarray(0, sniffedBytes));
	const image = (mediaType: string): MediaType => ({ kind: 'image', mediaType });
	const video = (mediaType: string): MediaType => ({ kind: 'video', mediaType });
	const audio = (mediaType: string): MediaType => ({ kind: 'audio', mediaType });
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return image('image/png');
	if (head.startsWith('\xff\xd8\xff')) return image('image/jpeg');
	if (/^GIF8[79]a/.test(head)) return image('image/gif');
	if (head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0') return image('image/bmp');
	if (/^(?:II[*+]\0|MM\0[*+])/.test(head)) return image('image/tiff');
	if (/^(?:RIFF|RF64)/.test(head)) {
		const form = head.slice(8, 12);
		if (form === 'WEBP') return image('image/webp');
		if (form === 'AVI ') return video('video/x-msvideo');
		if (form === 'WAVE') return audio('audio/wav');
	}
	if (head.slice(4, 8) === 'ftyp') return isoMedia(head.slice(8, 12));
	// QuickTime without brands: the size of a box, at a place where a text has a letter, and its type.
	if (head.charCodeAt(0) <= 8 && quickTimeBoxes.has(head.slice(4, 8))) return video('video/quicktime');
	if (head.startsWith('\x1aE\xdf\xa3'))
		return video(head.includes('webm') ? 'video/webm' : 'video/x-matroska');
	if (head.startsWith('fLaC')) return audio('audio/flac');
	if (head.startsWith('OggS')) return audio('audio/ogg');
	if (head.startsWith('ID3')) return audio('audio/mpeg');
	if (head.startsWith('\xff')) {
		// The second byte of an MPEG frame: three sync bits, version, layer; layer 0 is AAC in ADTS, and only layer III is in use
		// (a text in UTF-16 begins like a frame of layer I).
		const second = head.charCodeAt(1);
		if ((second & 0xf6) === 0xf0) return audio('audio/aac');
		if ((second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02)
			return audio('audio/mpeg');
	}
	return undefined;
}

function isoMedia(brand: string): MediaType {
	if (brand === 'avif' || brand === 'avis') return { kind: 'image', mediaType: 'image/avif' };
	if (/^(?:heic|heix|hevc|mif1|msf1)$/.test(brand)) return { kind: 'image', mediaType: 'image/heic' };
	if (/^M4[AB] $/.test(brand)) return { kind: 'audio', mediaType: 'audio/mp4' };
	if (brand === 'qt  ') return { kind: 'video', mediaType: 'video/quicktime' };
	return { kind: 'video', mediaType: 'video/mp4' };
}
