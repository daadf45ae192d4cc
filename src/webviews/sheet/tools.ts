import * as l10n from '@vscode/l10n';
import type { Tool } from '../shared/toolbar.ts';
import type { Tile } from './tiles.ts';

interface SheetActions {
	star(tiles: readonly Tile[]): void;
	/** Saves the selected pictures. @param sidecar true to write a sidecar with the origin of each file. */
	save(sidecar: boolean): void;
	compare(): void;
	open(): void;
	/** Requests the files again that are no longer on this computer. */
	fetch(tiles: readonly Tile[]): void;
}

/** The tools for the selection: in the toolbar, and more of them in the context menu. */
export interface SelectedTools {
	readonly bar: readonly Tool[];
	readonly menu: readonly Tool[];
}

/**
 * Returns the tools for the selected tiles.
 * @param chosen the selected tiles, in the order of the sheet.
 * @param missing those of them without a file on this computer.
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
		label: starred ? l10n.t('Remove Star') : l10n.t('Star'),
		key: 'S',
		disabled,
		run: () => actions.star(chosen),
	};
	const save: Tool = {
		icon: 'save',
		label: l10n.t('Save Selected...'),
		key: l10n.t('Ctrl+S'),
		disabled,
		run: () => actions.save(false),
	};
	const compare: Tool = {
		icon: 'compare-changes',
		label: l10n.t('Compare Selected'),
		key: 'C',
		disabled: disabled || chosen.length > 2,
		run: actions.compare,
	};
	const open: Tool = {
		icon: 'open-preview',
		label: l10n.t('Open Run'),
		key: l10n.t('Enter'),
		disabled,
		run: actions.open,
	};
	const withSidecars: Tool = {
		label: l10n.t('Save Selected with Sidecars...'),
		disabled,
		run: () => actions.save(true),
	};
	const again: Tool = { label: l10n.t('Download Again'), run: () => actions.fetch(missing) };
	return {
		bar: [star, save, compare, open],
		menu: [open, star, save, withSidecars, compare, ...(missing.length === 0 ? [] : [again])],
	};
}
