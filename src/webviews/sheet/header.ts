import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { type SheetSort, sheetSorts } from '../../core/runs/sheet/messages.ts';

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
