/** The layout of the filmstrip, by which only the visible pictures need elements. Lengths in pixels. */

interface StripGroup {
	readonly x: number;
	readonly width: number;
	readonly first: number;
	readonly count: number;
}

export interface StripLayout {
	/** Left edge of each cell. */
	readonly cells: readonly number[];
	readonly groups: readonly StripGroup[];
	readonly width: number;
}

export interface StripSizes {
	readonly cell: number;
	readonly gap: number;
	readonly groupGap: number;
	readonly margin: number;
}

export function layStrip(counts: readonly number[], sizes: StripSizes): StripLayout {
	const cells: number[] = [];
	const groups: StripGroup[] = [];
	let x = sizes.margin;
	for (const count of counts) {
		const start = x;
		const first = cells.length;
		for (let index = 0; index < count; index++) {
			cells.push(x);
			x += sizes.cell + sizes.gap;
		}
		if (count > 0) x -= sizes.gap;
		groups.push({ x: start, width: x - start, first, count });
		x += sizes.groupGap;
	}
	if (counts.length > 0) x -= sizes.groupGap;
	return { cells, groups, width: x + sizes.margin };
}
