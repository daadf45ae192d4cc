import type { Decoded } from '../../core/base/pictures/decodePng.ts';
import { type Picture, resize } from '../../core/base/pictures/pixels.ts';
import { encodePng } from '../../core/base/pictures/png.ts';
import { decodePicture } from './formats/decode.ts';
import { encodeJpeg } from './formats/jpeg.ts';
import { encodeMp4 } from './formats/mp4.ts';
import { crop, mixPictures } from './formats/pixels.ts';
import { encodeWav } from './formats/wav.ts';
import { encodeWebp } from './formats/webp.ts';
import { diceFor } from './paint/random.ts';
import { paintScenery } from './paint/scenery.ts';
import { stamp } from './paint/stamp.ts';
import { longestSide, paintedSize } from './paintedSize.ts';

/** One file of a catalog request: everything that its bytes depend on. */
export interface ModelOutput {
	/** Another key, another file. */
	readonly key: string;
	/** The words of the inputs, for the subject of a picture. */
	readonly words: string;
	/** Shown in the picture. */
	readonly label: string;
	readonly width: number;
	readonly height: number;
	/** Length of a video or a sound. */
	readonly seconds: number;
	readonly extension: 'png' | 'jpeg' | 'webp' | 'mp4' | 'wav';
	/** The bytes of a picture that the model was given. */
	readonly given?: Uint8Array;
}

const framesPerSecond = 8;
/** The most seconds of a video and of a sound that are made. */
const mostSeconds = { video: 3, sound: 4 };
const samplesPerSecond = 16_000;
/** The fraction of a given picture that is visible in the result. */
const givenShare = 0.6;

/** Returns the file. The same output gives the same bytes. Throws `NodeFailure` for a given picture that cannot be read. */
export function modelOutputFile(output: ModelOutput): Uint8Array {
	if (output.extension === 'wav') return encodeWav(melody(output), samplesPerSecond);
	const given = output.given === undefined ? undefined : decodePicture(output.given);
	if (output.extension === 'mp4') return encodeMp4(frames(output, given), framesPerSecond);
	const [width, height] = paintedSize(output, longestSide.picture, 1);
	const painted = paintScenery(output.key, output.words, width, height);
	const picture = stamp(withGiven(painted, given), ['SANDBOX', output.label]);
	const comment = `Painted by a sandbox for ${output.label}: ${output.words.slice(0, 500)}`;
	if (output.extension === 'jpeg') return encodeJpeg(picture, comment);
	if (output.extension === 'webp') return encodeWebp([picture], 1, comment);
	return encodePng([picture], { comment });
}

/** Returns the frames of a view that moves along a wide scene. */
function frames(output: ModelOutput, given: Decoded | undefined): readonly Picture[] {
	const [width, height] = paintedSize(output, longestSide.video, 16);
	const count = Math.max(2, Math.round(Math.min(output.seconds, mostSeconds.video) * framesPerSecond));
	const reach = Math.round(width * 0.4);
	const scene = withGiven(paintScenery(output.key, output.words, width + reach, height), given);
	return Array.from({ length: count }, (_, index) =>
		stamp(crop(scene, Math.round((reach * index) / (count - 1)), 0, width, height), [
			'SANDBOX',
			output.label,
		]),
	);
}

function withGiven(painted: Picture, given: Decoded | undefined): Picture {
	if (given === undefined) return painted;
	return mixPictures(painted, resize(given.picture, painted.width, painted.height), givenShare);
}

/** Notes of a scale, one after another. Samples from -1 to 1. */
function melody({ key, seconds }: ModelOutput): Float32Array {
	const dice = diceFor(key);
	const samples = new Float32Array(Math.round(Math.min(seconds, mostSeconds.sound) * samplesPerSecond));
	const noteLength = Math.round(samplesPerSecond * dice.between(0.14, 0.3));
	const root = dice.between(180, 320);
	let pitch = root;
	for (let at = 0; at < samples.length; at++) {
		const inNote = at % noteLength;
		if (inNote === 0) pitch = root * dice.pick([1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2]);
		const fade = 1 - inNote / noteLength;
		samples[at] = Math.sin((2 * Math.PI * pitch * at) / samplesPerSecond) * 0.35 * fade;
	}
	return samples;
}
