import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { describeDuration } from '../../core/base/ages.ts';
import { momentText, numberText } from '../../core/base/language.ts';
import type { Thumbnail } from '../shared/media/thumbnails.ts';
import type { Tile } from './tiles.ts';

/** The state of a tile that is shown, and its actions. */
interface TileParts {
	readonly column: number;
	/** The number of pictures that it represents. */
	readonly count?: number;
	readonly selected: boolean;
	/** True if the Tab key focuses it. */
	readonly isStop: boolean;
	/** The address of its copy, if any. */
	readonly address: string | undefined;
	readonly thumbnail: Thumbnail | 'unreadable' | undefined;
	/** The reason why it cannot be shown. */
	readonly fault: string | undefined;
	readonly actions: {
		click(event: MouseEvent): void;
		menu(event: MouseEvent): void;
		open(): void;
		star(): void;
	};
}

/** Renders one picture of the sheet, with its star. Every name is data. */
export function tileView(tile: Tile, parts: TileParts): TemplateResult {
	const { picture } = tile;
	const { fault, actions, count = 1 } = parts;
	const starred = picture.starred === true;
	return html`<div
		class="cell ${picture.kind}"
		role="gridcell"
		aria-colindex=${parts.column + 1}
		aria-selected=${parts.selected}
		aria-label=${labelOf(tile, parts)}
		title=${titleOf(tile, fault)}
		tabindex=${parts.isStop ? 0 : -1}
		data-id=${tile.id}
		@click=${actions.click}
		@dblclick=${actions.open}
		@contextmenu=${actions.menu}
	>
		<div class="face">${face(tile, parts)}${count > 1 ? html`<span class="count" data-count=${numberText(count)}></span>` : nothing}</div>
		<div class="label">
			<span class="words cut figures">${tileText(tile)}</span>
			<button
				class="star ${starred ? 'on' : ''}"
				type="button"
				tabindex="-1"
				aria-label=${starred ? l10n.t('Remove the star of {0}', picture.name) : l10n.t('Star {0}', picture.name)}
				@click=${(event: Event) => {
					event.stopPropagation();
					actions.star();
				}}
				@dblclick=${(event: Event) => event.stopPropagation()}
			>${starred ? '★' : '☆'}</button>
		</div>
	</div>`;
}

function face({ picture }: Tile, { address, thumbnail, fault }: TileParts): unknown {
	if (fault !== undefined) return html`<span class="fault quiet">${fault}</span>`;
	if (address === undefined) return html`<span class="fault quiet">${l10n.t('Downloading')}</span>`;
	if (thumbnail === undefined || thumbnail === 'unreadable') return nothing;
	return html`<img alt="" draggable="false" src=${thumbnail.url} />${
		picture.kind === 'video' ? html`<span class="play"></span>` : nothing
	}`;
}

/** Returns the address of the copy of a picture; its names may contain any character. */
export function addressOf(folder: string, { run, picture }: Tile): string | undefined {
	return picture.file === undefined
		? undefined
		: `${folder}/${encodeURIComponent(run.id)}/${encodeURIComponent(picture.file)}`;
}

/** Returns the text that distinguishes a tile from its neighbors. */
function tileText({ run, picture }: Tile): string {
	return run.seed === undefined ? picture.name : run.seed;
}

/** Begins with the visible text of the tile, so that people who use speech input can name it. */
function labelOf(tile: Tile, { fault, count = 1 }: TileParts): string {
	const { run, picture } = tile;
	const words = tileText(tile);
	const parts = [
		...(fault === undefined ? [] : [fault, words]),
		...(fault !== undefined && words === picture.name ? [] : [picture.name]),
		l10n.t('of {0}', run.name),
		...(run.seed === undefined ? [] : [l10n.t('seed {0}', run.seed)]),
		...(picture.kind === 'video' ? [l10n.t('video')] : []),
		...(picture.starred === true ? [l10n.t('starred')] : []),
		...(count > 1 ? [l10n.t('the first of {0} pictures', numberText(count))] : []),
	];
	return parts.join(', ');
}

function titleOf({ run, picture }: Tile, fault: string | undefined): string {
	return [
		picture.name,
		l10n.t('{0} on {1}', run.name, run.target),
		momentText(run.at, { dateStyle: 'medium', timeStyle: 'medium' }),
		...(run.seed === undefined ? [] : [l10n.t('Seed {0}', run.seed)]),
		...(run.took === undefined ? [] : [l10n.t('Took {0}', describeDuration(run.took))]),
		...(fault === undefined ? [] : [fault]),
	].join('\n');
}
