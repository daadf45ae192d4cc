import { type Decoded, decodePng } from '../../../core/base/pictures/decodePng.ts';
import { NodeFailure } from '../nodeFailure.ts';
import { paintScenery } from '../paint/scenery.ts';
import { stamp } from '../paint/stamp.ts';
import { probeSize } from './probe.ts';

const largestInput = 64 * 1024 * 1024;

/**
 * Turns the bytes of a media input into pixels. PNG is decoded; of JPEG, WebP and GIF only the size is read and a
 * labeled stand-in of that size is painted. Throws `NodeFailure` for anything else.
 */
export function decodePicture(bytes: Uint8Array): Decoded {
	const probe = probeSize(bytes);
	if (probe === undefined) throw new NodeFailure('UnidentifiedImageError', 'cannot identify image file');
	if (probe.width * probe.height > largestInput) {
		const message = `The image has ${probe.width} x ${probe.height} pixels, more than the sandbox can hold.`;
		throw new NodeFailure('DecompressionBombError', message);
	}
	if (probe.format === 'PNG') return decodedPng(bytes);
	const picture = paintScenery(
		`${probe.format}${bytes.length}${bytes.at(-9)}`,
		'',
		probe.width,
		probe.height,
	);
	return { picture: stamp(picture, ['SANDBOX', `stand-in for a ${probe.format}`]) };
}

function decodedPng(bytes: Uint8Array): Decoded {
	try {
		return decodePng(bytes);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new NodeFailure('UnidentifiedImageError', `The PNG cannot be read: ${reason}`);
	}
}
