import type { ResultsItem } from '../../core/runs/results/messages.ts';

type Items = readonly ResultsItem[];

/** Returns whether the panel has a picture to show of it, not only its name. */
export function isPicture(item: ResultsItem): boolean {
	return item.kind === 'image' && item.src !== undefined;
}

/** Returns the shown item: the selected one; otherwise the first available one, or the first expected one. */
export function selectedItem(items: Items, chosen: string | undefined): ResultsItem | undefined {
	return items.find((item) => item.id === chosen) ?? items.find((item) => item.state === 'ready') ?? items[0];
}

/** Returns the item that many places further; undefined beyond the ends. */
export function itemBeside(items: Items, item: ResultsItem | undefined, by: number): ResultsItem | undefined {
	return item === undefined ? undefined : items[items.indexOf(item) + by];
}

/** Returns the picture to compare with another: the one after it, or before it if it is the last. */
export function pictureBeside(items: Items, item: ResultsItem): ResultsItem | undefined {
	const pictures = items.filter(isPicture);
	const at = pictures.indexOf(item);
	return at === -1 ? undefined : (pictures[at + 1] ?? pictures[at - 1]);
}
