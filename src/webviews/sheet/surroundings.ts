import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { counted, numberText } from '../../core/base/language.ts';
import { type SheetSort, sheetSorts } from '../../core/runs/sheet/messages.ts';
import type { Tile } from './tiles.ts';

/** Renders the reason why a sheet has no pictures. `hidden`: there are some, but none with a star. */
export function nothingView({
	reading,
	hidden,
	showAll,
}: {
	readonly reading: boolean;
	readonly hidden: boolean;
	readonly showAll: () => void;
}): TemplateResult {
	if (reading)
		return html`<div class="nothing"><p role="status">${l10n.t('Reading the history of runs')}</p></div>`;
	if (hidden)
		return html`<div class="nothing">
			<p>${l10n.t('No picture has a star yet. Select pictures and press S.')}</p>
			<button class="plain" type="button" @click=${showAll}>${l10n.t('Show All Pictures')}</button>
		</div>`;
	return html`<div class="nothing">
		<p>${l10n.t('These runs have not produced any pictures or videos yet. New ones appear here automatically.')}</p>
	</div>`;
}

/** Returns the numbers of pictures, runs and selected pictures. */
export function summaryText(tiles: readonly Tile[], selected: number, reading: boolean): string {
	const runs = new Set(tiles.map(({ run }) => run.id)).size;
	const pictures = counted(tiles.length, l10n.t('1 picture'), l10n.t('{0} pictures'));
	return [
		runs === 1 ? l10n.t('{0} of 1 run', pictures) : l10n.t('{0} of {1} runs', pictures, numberText(runs)),
		...(selected === 0 ? [] : [l10n.t('{0} selected', numberText(selected))]),
		...(reading ? [l10n.t('reading older runs')] : []),
	].join(' · ');
}

/** Edges of a tile in pixels, from the smallest to the largest, and the step of the slider. */
export const tileEdges = { least: 96, usual: 160, most: 320, step: 16 };

const sortNames: Readonly<Record<SheetSort, string>> = {
	newest: l10n.t('Newest First'),
	oldest: l10n.t('Oldest First'),
	name: l10n.t('Name'),
	seed: l10n.t('Seed'),
	duration: l10n.t('Longest Run First'),
};

/** Renders the choice of an order. */
export function orderSelect(shown: SheetSort, choose: (sort: SheetSort) => void): TemplateResult {
	const onChange = ({ target }: Event) => {
		const { value } = target as HTMLSelectElement;
		choose(sheetSorts.find((sort) => sort === value) ?? 'newest');
	};
	return html`<select aria-label=${l10n.t('Order')} @change=${onChange}>
		${sheetSorts.map((sort) => html`<option value=${sort} ?selected=${sort === shown}>${sortNames[sort]}</option>`)}
	</select>`;
}

/** Renders the slider for the size of the tiles. */
export function sizeSlider(tile: number, resize: (tile: number) => void): TemplateResult {
	return html`<label class="size quiet">
		<span class="visually-hidden">${l10n.t('Size of Tiles')}</span>
		<input
			type="range"
			title=${l10n.t('Size of Tiles')}
			min=${tileEdges.least}
			max=${tileEdges.most}
			step=${tileEdges.step}
			.value=${String(tile)}
			@input=${({ target }: Event) => resize(Number((target as HTMLInputElement).value))}
		/>
	</label>`;
}
