import type { Tool } from '../shared/toolbar.ts';
import type { Tile } from './tiles.ts';

/** What a tool of the sheet does. */
interface SheetActions {
	star(tiles: readonly Tile[]): void;
	/** @param sidecar whether each file gets one that says how it was made. */
	save(sidecar: boolean): void;
	compare(): void;
	open(): void;
	/** Asks for files again that are not on this computer any more. */
	fetch(tiles: readonly Tile[]): void;
}

/** The tools for what is selected: in the toolbar, and with more of them in the context menu. */
export interface SelectedTools {
	readonly bar: readonly Tool[];
	readonly menu: readonly Tool[];
}

/**
 * What can be done with what is selected.
 * @param chosen what is selected, in the order of the sheet.
 * @param missing those of them whose file is not on this computer any more.
 */
export function selectedTools(
	chosen: readonly Tile[],
	missing: readonly Tile[],
	actions: SheetActions,
): SelectedTools {
	const disabled = chosen.length === 0;
	const starred = !disabled && chosen.every(({ picture }) => picture.starred === true);
	const star: Tool = {
		icon: starred ? 'star-empty' : 'star-add',
		label: starred ? 'Remove Star' : 'Star',
		key: 'S',
		disabled,
		run: () => actions.star(chosen),
	};
	const save: Tool = {
		icon: 'save',
		label: 'Save Selected...',
		key: 'Ctrl+S',
		disabled,
		run: () => actions.save(false),
	};
	const compare: Tool = {
		icon: 'compare-changes',
		label: 'Compare Selected',
		key: 'C',
		disabled: disabled || chosen.length > 2,
		run: actions.compare,
	};
	const open: Tool = { icon: 'open-preview', label: 'Open Run', key: 'Enter', disabled, run: actions.open };
	const withSidecars: Tool = {
		label: 'Save Selected with Sidecars...',
		disabled,
		run: () => actions.save(true),
	};
	const again: Tool = { label: 'Download Again', run: () => actions.fetch(missing) };
	return {
		bar: [star, save, compare, open],
		menu: [open, star, save, withSidecars, compare, ...(missing.length === 0 ? [] : [again])],
	};
}
