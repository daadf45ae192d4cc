import * as l10n from '@vscode/l10n';

/** Pixels of a picture or of what it is trained as. */
interface Size {
	readonly width: number;
	readonly height: number;
}

/** What configurations ask for as a rule: squares of so many pixels a side, of which a picture may have the area in any shape. */
const usualResolutions = [512, 768, 1024] as const;

/** The usual resolutions that a picture has fewer pixels than, ascending; the toolkit does not enlarge it to them. */
export function resolutionsAbove({ width, height }: Size): readonly number[] {
	return usualResolutions.filter((edge) => width * height < edge * edge);
}

/**
 * The size that a picture is trained at, as the toolkit works it out (ecosystem-facts.md, F2): of about its own shape, no larger than the resolution and
 * no larger than itself, both sides multiples of what the model needs.
 * @param multiple of the architecture: 16 or 32 pixels
 */
export function bucketOf({ width, height }: Size, resolution: number, multiple: number): Size {
	const most = resolution * resolution;
	const target = Math.min(width * height, most);
	const scale = Math.sqrt(target / (width * height));
	const [across, down] = [(width * scale) / multiple, (height * scale) / multiple];
	const near = [
		[Math.floor(across), Math.floor(down)],
		[Math.floor(across), Math.ceil(down)],
		[Math.ceil(across), Math.floor(down)],
		[Math.ceil(across), Math.ceil(down)],
	] as const;
	const area = (size: Size) => size.width * size.height;
	const [first, ...others] = near
		.map(([columns, rows]): Size => ({ width: columns * multiple, height: rows * multiple }))
		.filter((size) => size.width > 0 && size.height > 0 && area(size) <= most);
	const atLeastOne = (count: number) => Math.max(1, Math.floor(count)) * multiple;
	if (first === undefined) return { width: atLeastOne(across), height: atLeastOne(down) };
	const beside = (size: Size) => Math.abs(area(size) - target);
	return others.reduce((best, size) => (beside(size) < beside(best) ? size : best), first);
}

/** What a training makes of a picture that is smaller than usual; undefined for others. @param multiple of the architecture, where that is known */
export function smallPictureText(size: Size, multiple?: number): string | undefined {
	const [edge] = resolutionsAbove(size);
	if (edge === undefined) return undefined;
	const { width, height } = size;
	if (multiple === undefined)
		return l10n.t('{0} × {1}, smaller than {2} × {2}: not enlarged.', width, height, edge);
	const trained = bucketOf(size, edge, multiple);
	return l10n.t(
		'{0} × {1}, smaller than {2} × {2}: trains at {3} × {4}.',
		width,
		height,
		edge,
		trained.width,
		trained.height,
	);
}
