import { hardwareFacts } from '../engine/hardware.ts';

/**
 * Seconds that one step of an architecture takes with one picture of 1024 pixels on one `ADA_80_PLUS`. Figures of the sandbox's own, in the
 * order of people's reports.
 */
const secondsPerStep: Readonly<Record<string, number>> = {
	sd1: 0.3,
	sdxl: 0.7,
	zimage: 0.9,
	flux2_klein_4b: 0.9,
	flux: 1.5,
	chroma: 1.5,
	flux2_klein_9b: 1.6,
	flux_kontext: 2.2,
	qwen_image: 2.4,
	wan22_5b: 1.6,
	wan21: 2.4,
	ltx2: 2.6,
	'ltx2.3': 2.8,
	'ltx2.5': 2.8,
	flux2: 3.4,
	qwen_image_edit: 3.6,
	qwen_image_edit_plus: 3.6,
	wan22_14b: 4,
	wan22_14b_i2v: 4.4,
	wan21_i2v: 4.4,
};
const usualSeconds = 1.2;

/** The work of one step, which decides how long it takes. */
interface StepWork {
	readonly arch: string;
	/** The largest resolution of the datasets, in pixels. */
	readonly largest: number;
	/** Frames of one item of the datasets. */
	readonly frames: number;
	/** Items of one step. */
	readonly batch: number;
}

/** Returns the milliseconds of one step on one `ADA_80_PLUS`: pixels count fully, each frame after the first an eighth. */
export function stepMs({ arch, largest, frames, batch }: StepWork): number {
	const seconds = secondsPerStep[arch] ?? usualSeconds;
	const work = (largest / 1024) ** 2 * (1 + (frames - 1) / 8) * Math.max(1, batch);
	return Math.min(3_600_000, Math.max(20, Math.round(seconds * work * 1000)));
}

/** Returns the milliseconds from the start of a machine to the first step: larger models take longer to load. */
export function loadingMs(arch: string): number {
	return Math.round(20_000 + 10_000 * (secondsPerStep[arch] ?? usualSeconds));
}

/** Returns the speed of these GPUs relative to one `ADA_80_PLUS`; eight do the work of six and a half. */
export function speedOf(gpuType: string, gpuCount: number): number {
	const pace = hardwareFacts(gpuType).pace / hardwareFacts('ADA_80_PLUS').pace;
	return pace * gpuCount ** 0.9;
}

/** Returns the milliseconds that a job waits for a machine. */
export function queueMs(gpuType: string, gpuCount: number): number {
	if (gpuCount > 1) return 90_000;
	return gpuType === 'HOPPER_141' ? 40_000 : 20_000;
}

/** Millionths of a US dollar for each second from the start of the machine to the end of the job. */
export function pricePerSecond(gpuType: string, gpuCount: number): number {
	return hardwareFacts(gpuType).microdollarsPerSecond * gpuCount;
}
