import { NodeFailure } from '../media/nodeFailure.ts';

/** The memory of the simulated card, in pixels. */
const maximumPixels = 64 * 1024 * 1024;
const maximumSide = 16_384;

/** Refuses a run that would not fit, like a card that runs out of memory. */
export function checkMemory(className: string, width: number, height: number, frames: number): void {
	if (width < 1 || height < 1 || frames < 1) {
		throw new NodeFailure('ValueError', `${className}: the picture would have no pixels.`);
	}
	if (width > maximumSide || height > maximumSide || width * height * frames > maximumPixels) {
		const message = `${className}: ${frames} x ${width} x ${height} pixels do not fit into the memory of the sandbox.`;
		throw new NodeFailure('OutOfMemoryError', message);
	}
}
