import type { ResultsItem, ResultsProtocol } from '../../core/runs/resultsMessages.ts';
import type { Host } from '../shared/host.ts';
import type { Tool } from '../shared/toolbar.ts';
import { isPicture } from './selection.ts';

/** What can be done with one result, in the bar under the stage as in the context menu. */
export function itemTools(
	item: ResultsItem,
	host: Host<ResultsProtocol>,
	more: {
		/** Whether the service has deleted its copy. */
		readonly expired: boolean;
		copyImage(item: ResultsItem): void;
	},
): Tool[] {
	const { id } = item;
	if (item.kind === 'text') {
		const text = item.text ?? '';
		return [{ icon: 'copy', label: 'Copy text', run: () => host.send('copyText', { text, what: 'text' }) }];
	}
	const missing = item.src === undefined;
	const copyImage: Tool = {
		icon: 'copy',
		label: 'Copy image',
		disabled: missing,
		run: () => more.copyImage(item),
	};
	return [
		{ icon: 'save', label: 'Save', key: 'S', disabled: missing, run: () => host.send('save', { id }) },
		...(item.kind === 'image' ? [copyImage] : []),
		{
			icon: 'link',
			label: more.expired ? 'Copy URL: the service has deleted its copy' : 'Copy URL',
			disabled: more.expired,
			run: () => host.send('copyUrl', { id }),
		},
		{
			icon: 'link-external',
			label: 'Open externally',
			disabled: missing,
			run: () => host.send('openExternally', { id }),
		},
	];
}

/** Puts a picture beside the one that is shown; nothing for what is no picture. */
export function compareTool(item: ResultsItem, shown: ResultsItem, run: () => void): Tool[] {
	if (!isPicture(item)) return [];
	return [
		{ label: 'Compare with the picture shown', disabled: item.id === shown.id || !isPicture(shown), run },
	];
}
