import type { Picture } from '../../core/base/pictures/pixels.ts';
import { encodePng } from '../../core/base/pictures/png.ts';
import { encodeJpeg } from './formats/jpeg.ts';
import { encodeMp4 } from './formats/mp4.ts';
import { blur, crop, mapBytes } from './formats/pixels.ts';
import { encodeWebp } from './formats/webp.ts';
import { diceFor } from './paint/random.ts';
import { paintScenery } from './paint/scenery.ts';
import { stamp } from './paint/stamp.ts';
import { longestSide, paintedSize } from './paintedSize.ts';

/** One sample of a training job: everything that its file depends on. */
export interface Sample {
	readonly jobId: string;
	readonly jobName: string;
	readonly step: number;
	/** The fraction of the training that is done, 0 to 1. */
	readonly progress: number;
	readonly prompt: string;
	readonly seed: number;
	readonly width: number;
	readonly height: number;
	/** More than one for a video. */
	readonly frames: number;
	readonly fps: number;
	readonly extension: 'jpg' | 'png' | 'webp' | 'mp4';
}

/** The most frames of a video that are painted. */
const mostFrames = 12;

/**
 * Returns the file of a sample. The prompt and its seed determine the picture, so that a sample sharpens from step to step and two jobs can
 * be compared; the progress of the training determines its blur and noise. The same sample gives the same bytes.
 */
export function sampleFile(sample: Sample): Uint8Array {
	const moving = sample.frames > 1;
	const longest = moving ? longestSide.video : longestSide.picture;
	const [width, height] = paintedSize(sample, longest, sample.extension === 'mp4' ? 16 : 1);
	const frames = moving ? Math.min(sample.frames, mostFrames) : 1;
	const reach = Math.round(width * 0.2);
	const scene = paintScenery(`${sample.prompt}\n${sample.seed}`, sample.prompt, width + reach, height);
	const texts = ['SANDBOX', `step ${sample.step}`, sample.jobName];
	const pictures = Array.from({ length: frames }, (_, index) => {
		// The view of a video moves there and back, so that it repeats without a jump.
		const turn = frames === 1 ? 0.5 : (1 - Math.cos((index / frames) * 2 * Math.PI)) / 2;
		const view = crop(scene, Math.round(reach * turn), 0, width, height);
		return stamp(unfinished(view, sample, index), texts);
	});
	return encode(pictures, sample);
}

function encode(pictures: readonly Picture[], sample: Sample): Uint8Array {
	const comment = `Painted by a sandbox for job ${sample.jobName}, step ${sample.step}: ${sample.prompt}`;
	if (sample.extension === 'webp') return encodeWebp(pictures, sample.fps, comment);
	if (sample.extension === 'mp4') return encodeMp4(pictures, sample.fps);
	if (sample.extension === 'png') return encodePng(pictures, { comment });
	const [picture] = pictures;
	if (picture === undefined) throw new RangeError('a sample needs at least one picture');
	return encodeJpeg(picture, comment);
}

/** Returns a scene as a model paints it while it still learns: blurred, gray and noisy, with a tint. */
function unfinished(picture: Picture, sample: Sample, frame: number): Picture {
	const missing = (1 - Math.min(Math.max(sample.progress, 0), 1)) ** 1.5;
	const shorter = Math.min(picture.width, picture.height);
	const radius = Math.round((missing * shorter) / 18);
	const soft = radius === 0 ? picture : blur(picture, radius);
	const tint = diceFor(sample.jobId);
	const tints = [tint.between(-10, 10), tint.between(-10, 10), tint.between(-10, 10)];
	const noise = noiseOf(`${sample.jobId}\n${sample.step}\n${frame}`, picture, 100 * missing);
	const gray = 0.55 * missing;
	return mapBytes(soft, (byte, at) => {
		const tinted = byte + (120 - byte) * gray + (tints[at % 3] ?? 0);
		return noise === undefined ? tinted : tinted + noise(at);
	});
}

/** Grains of a few pixels, up to `strength` brighter or darker, as a function of the place of a byte. */
function noiseOf(
	key: string,
	{ width, height }: Picture,
	strength: number,
): ((at: number) => number) | undefined {
	if (strength < 1) return undefined;
	const grain = Math.max(1, Math.round(Math.min(width, height) / 150));
	const dice = diceFor(key);
	const columns = Math.ceil(width / grain);
	const grains = Float32Array.from({ length: columns * Math.ceil(height / grain) * 3 }, () =>
		Math.round((dice.next() - 0.5) * strength),
	);
	return (at) => {
		const pixel = Math.floor(at / 3);
		const [row, column] = [Math.floor(pixel / width), pixel % width];
		return grains[(Math.floor(row / grain) * columns + Math.floor(column / grain)) * 3 + (at % 3)] ?? 0;
	};
}
