import * as l10n from '@vscode/l10n';
import type { ResultsItem } from '../../core/runs/results/messages.ts';
import type { Zoom } from '../shared/media/zoom.ts';
import { zoomTools } from '../shared/media/zoomTools.ts';
import type { Tool } from '../shared/toolbar.ts';
import type { RunHost } from './runHost.ts';
import { isPicture } from './selection.ts';

/** The actions of the tools that the panel carries out; those of the host go there directly. */
export interface BarActions {
	zoom(to: Zoom): void;
	toggleCompare(): void;
	toggleAlone(): void;
	copyImage(item: ResultsItem): void;
}

/** The facts that the tools of a result depend on. */
export interface ItemLooks {
	/** True if the service has deleted its copy. */
	readonly expired: boolean;
	/** True if the editor can open files in other programs. */
	readonly opensOutside: boolean;
	readonly comparing: boolean;
	readonly comparable: boolean;
	/** True if only the picture is shown. */
	readonly alone: boolean;
	readonly actions: BarActions;
}

/** Returns the tools for one result, in the bar under the stage as in the context menu. */
export function itemTools(
	item: ResultsItem,
	host: RunHost,
	looks: Pick<ItemLooks, 'expired' | 'opensOutside'> & { readonly actions: Pick<BarActions, 'copyImage'> },
): Tool[] {
	const { id } = item;
	if (item.kind === 'text') {
		const text = item.text ?? '';
		return [{ icon: 'copy', label: l10n.t('Copy Text'), run: () => host.copyText(text, 'text') }];
	}
	const missing = item.src === undefined;
	const copyImage: Tool = {
		icon: 'copy',
		label: l10n.t('Copy Image'),
		disabled: missing,
		run: () => looks.actions.copyImage(item),
	};
	const compareWith: Tool = {
		icon: 'diff',
		label: l10n.t('Compare With...'),
		disabled: missing,
		run: () => host.send('comparePicture', { id }),
	};
	const openOutside: Tool = {
		icon: 'link-external',
		label: l10n.t('Open Externally'),
		disabled: missing,
		run: () => host.send('openExternally', { id }),
	};
	return [
		{
			icon: 'save',
			label: l10n.t('Save'),
			key: 'S',
			disabled: missing,
			run: () => host.send('save', { id }),
		},
		...(item.kind === 'image' ? [copyImage, compareWith] : []),
		{
			icon: 'link',
			label: looks.expired ? l10n.t('Copy URL (the Service Has Deleted Its Copy)') : l10n.t('Copy URL'),
			disabled: looks.expired,
			run: () => host.send('copyUrl', { id }),
		},
		...(looks.opensOutside ? [openOutside] : []),
	];
}

/** Saves a result with its sidecar; its icon is in no bar, since the setting decides that for all saved files. */
function saveWithSidecar({ id, src }: ResultsItem, host: RunHost): Tool {
	return {
		label: l10n.t('Save with Sidecar...'),
		disabled: src === undefined,
		run: () => host.send('saveWithSidecar', { id }),
	};
}

/** Returns the tools for looking at pictures: zoom, comparison, and the picture alone. */
export function pictureTools({ actions, comparing, comparable, alone }: ItemLooks): {
	readonly zoom: ReturnType<typeof zoomTools>;
	readonly others: readonly Tool[];
} {
	const zoom = zoomTools((to) => actions.zoom(to));
	const compareHere: Tool = {
		icon: 'split-horizontal',
		label: l10n.t('Compare with Another Picture of This Run'),
		key: 'C',
		pressed: comparing,
		run: () => actions.toggleCompare(),
	};
	return {
		zoom,
		others: [
			zoom.fit,
			zoom.actual,
			// A single picture has nothing to compare with here.
			...(comparable ? [compareHere] : []),
			{
				icon: 'screen-full',
				label: l10n.t('Picture Only'),
				key: l10n.t('Enter, Esc'),
				pressed: alone,
				run: () => actions.toggleAlone(),
			},
		],
	};
}

/** Returns the tools for everything that can be done with a result, the most wanted first. */
export function allTools(item: ResultsItem, host: RunHost, looks: ItemLooks): readonly Tool[] {
	const all = itemTools(item, host, looks);
	// Save, and of a picture its copy.
	const own = all.slice(0, item.kind === 'image' ? 2 : 1);
	const more = all.slice(own.length);
	if (!isPicture(item)) return [...own, ...more];
	const { zoom, others } = pictureTools(looks);
	return [...own, ...others.toReversed(), ...more, zoom.out, zoom.in];
}

/** Returns the tools in the context menu of a result. @param compare compares it with the visible one. */
export function menuTools(
	item: ResultsItem,
	shown: ResultsItem,
	host: RunHost,
	looks: ItemLooks,
	compare: () => void,
): readonly Tool[] {
	const all = itemTools(item, host, looks);
	// A text is not a separate file.
	const tools = item.kind === 'text' ? all : all.toSpliced(1, 0, saveWithSidecar(item, host));
	if (!isPicture(item)) return tools;
	const disabled = item.id === shown.id || !isPicture(shown);
	return [...tools, { label: l10n.t('Compare with the Shown Picture'), disabled, run: compare }];
}
