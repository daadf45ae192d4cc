/** The selection in a list, with the item at the keyboard focus and the start of a range with Shift. */
export interface Choice {
	readonly selected: ReadonlySet<string>;
	readonly current?: string;
	readonly anchor?: string;
}

export interface Modifiers {
	/** Ctrl, or Command on a Mac. */
	readonly toggle: boolean;
	readonly shift: boolean;
}

/** Returns the choice after a click on an item: only it, it too (Ctrl), or everything up to it (Shift). */
export function clicked(choice: Choice, ids: readonly string[], id: string, keys: Modifiers): Choice {
	if (keys.shift) return upTo(choice, ids, id, keys.toggle);
	if (!keys.toggle) return only(id);
	return toggled(choice, id);
}

/** Returns the choice after a key has moved to an item: only it, everything up to it (Shift), or unchanged (Ctrl). */
export function movedTo(choice: Choice, ids: readonly string[], id: string, keys: Modifiers): Choice {
	if (keys.shift) return upTo(choice, ids, id, keys.toggle);
	return keys.toggle ? { ...choice, current: id } : only(id);
}

/** Puts an item in or takes it out. */
export function toggled({ selected }: Choice, id: string): Choice {
	const after = new Set(selected);
	if (!after.delete(id)) after.add(id);
	return { selected: after, current: id, anchor: id };
}

/** Returns the choice of everything; of nothing if everything is already selected. */
export function everything(choice: Choice, ids: readonly string[]): Choice {
	const all = ids.length > 0 && ids.every((id) => choice.selected.has(id));
	return { ...choice, selected: new Set(all ? [] : ids) };
}

/** Removes from a choice the items that are no longer in the list: they must not be saved or starred unseen. */
export function limitedTo(choice: Choice, ids: readonly string[]): Choice {
	const there = new Set(ids);
	const selected = new Set([...choice.selected].filter((id) => there.has(id)));
	const kept = (id: string | undefined) => id !== undefined && there.has(id);
	return {
		selected: selected.size === choice.selected.size ? choice.selected : selected,
		...(kept(choice.current) ? { current: choice.current } : {}),
		...(kept(choice.anchor) ? { anchor: choice.anchor } : {}),
	} as Choice;
}

function only(id: string): Choice {
	return { selected: new Set([id]), current: id, anchor: id };
}

function upTo(choice: Choice, ids: readonly string[], id: string, add: boolean): Choice {
	const anchor = choice.anchor ?? choice.current ?? id;
	const [from, to] = [ids.indexOf(anchor), ids.indexOf(id)];
	if (from === -1 || to === -1) return only(id);
	const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
	return { selected: new Set(add ? [...choice.selected, ...range] : range), current: id, anchor };
}
