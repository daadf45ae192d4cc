import type { SheetPicture, SheetRun, SheetSort } from '../../core/runs/sheet/messages.ts';

/** One picture of a contact sheet with the run that it is of. */
export interface Tile {
	/** Unique within the sheet, and stable while the picture exists. */
	readonly id: string;
	readonly run: SheetRun;
	readonly picture: SheetPicture;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Returns the id of the tile of a picture. */
export function tileId(run: string, key: string): string {
	return `${run}\n${key}`;
}

/** Returns the pictures of a run, in their own order. */
export function tilesOfRun(run: SheetRun, starredOnly = false): readonly Tile[] {
	return run.pictures
		.filter(({ starred }) => !starredOnly || starred === true)
		.map((picture) => ({ id: tileId(run.id, picture.key), run, picture }));
}

/** Returns all pictures of the runs in an order; those of one run stay together in their own order. Pictures without a value come last. */
export function tilesOf(
	runs: Iterable<SheetRun>,
	{ sort, starredOnly }: { readonly sort: SheetSort; readonly starredOnly: boolean },
): Tile[] {
	const ordered = [...runs].sort(sort === 'name' ? newestFirst : orders[sort]);
	const tiles = ordered.flatMap((run) => tilesOfRun(run, starredOnly));
	if (sort !== 'name') return tiles;
	// Stable: pictures of one name stay newest first.
	return tiles.sort((a, b) => byName.compare(a.picture.name, b.picture.name));
}

type Order = (a: SheetRun, b: SheetRun) => number;

const newestFirst: Order = (a, b) => b.at - a.at || (a.id < b.id ? -1 : 1);

const orders: Readonly<Record<Exclude<SheetSort, 'name'>, Order>> = {
	newest: newestFirst,
	oldest: (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1),
	seed: (a, b) => lastly(a.seed, b.seed, compareSeeds) || newestFirst(a, b),
	duration: (a, b) => lastly(a.took, b.took, (one, other) => other - one) || newestFirst(a, b),
};

function lastly<T>(a: T | undefined, b: T | undefined, compare: (a: T, b: T) => number): number {
	if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
	return compare(a, b);
}

/** Compares seeds, which have 64 bits and are kept as digits; other texts come after the numbers. */
function compareSeeds(a: string, b: string): number {
	const [one, other] = [digitsOf(a), digitsOf(b)];
	if (one === undefined || other === undefined)
		return Number(one === undefined) - Number(other === undefined) || byName.compare(a, b);
	return one.length - other.length || (one < other ? -1 : Number(one > other));
}

function digitsOf(seed: string): string | undefined {
	return /^[0-9]+$/.test(seed) ? seed.replace(/^0+(?=[0-9])/, '') : undefined;
}
