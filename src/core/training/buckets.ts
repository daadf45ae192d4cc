import * as l10n from '@vscode/l10n';
import type { Size } from '../base/panel/panZoom.ts';

/** Usual sizes in configurations: the sides of squares in pixels; a picture may have the same area in any shape. */
const usualResolutions = [512, 768, 1024] as const;

/** Returns the usual resolutions that a picture has fewer pixels than, ascending; the toolkit does not enlarge it to them. */
export function resolutionsAbove({ width, height }: Size): readonly number[] {
	return usualResolutions.filter((edge) => width * height < edge * edge);
}

/**
 * Returns the size at which a picture with fewer pixels than the resolution is trained, by the rule of the toolkit
 * (ecosystem-facts.md, F2): the nearest size with sides that are multiples of the model's step, and with no more pixels
 * than the resolution.
 */
function trainedSize({ width, height }: Size, edge: number, multiple: number): Size {
	const [across, down] = [width / multiple, height / multiple];
	const area = (size: Size) => size.width * size.height;
	const [first, ...others] = [
		[Math.floor(across), Math.floor(down)] as const,
		[Math.floor(across), Math.ceil(down)] as const,
		[Math.ceil(across), Math.floor(down)] as const,
		[Math.ceil(across), Math.ceil(down)] as const,
	]
		.map(([columns, rows]): Size => ({ width: columns * multiple, height: rows * multiple }))
		.filter((size) => area(size) > 0 && area(size) <= edge * edge);
	const atLeastOne = (count: number) => Math.max(1, Math.floor(count)) * multiple;
	if (first === undefined) return { width: atLeastOne(across), height: atLeastOne(down) };
	const beside = (size: Size) => Math.abs(area(size) - width * height);
	return others.reduce((best, size) => (beside(size) < beside(best) ? size : best), first);
}

/**
 * Describes how a training uses a picture that is smaller than usual; undefined for others.
 * @param multiple the step of the architecture, if known
 */
export function smallPictureText(size: Size, multiple?: number): string | undefined {
	const [edge] = resolutionsAbove(size);
	if (edge === undefined) return undefined;
	const { width, height } = size;
	if (multiple === undefined)
		return l10n.t('{0} × {1}, smaller than {2} × {2}: not enlarged.', width, height, edge);
	const trained = trainedSize(size, edge, multiple);
	return l10n.t(
		'{0} × {1}, smaller than {2} × {2}: trains at {3} × {4}.',
		width,
		height,
		edge,
		trained.width,
		trained.height,
	);
}
