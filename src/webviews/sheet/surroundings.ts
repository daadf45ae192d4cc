import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { counted, numberText } from '../../core/base/language.ts';
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
