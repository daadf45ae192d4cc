import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { numberText } from '../../core/base/language.ts';
import type { ShownSample } from '../../core/jobs/samples/messages.ts';
import type { GridPlace } from '../shared/list/gridAxis.ts';
import { kindIcons } from '../shared/media/mediaCell.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import type { GridSizes } from './gridLayout.ts';
import { promptTitle, type Spot, srcOf } from './model.ts';

interface GridCell {
	readonly spot: Spot;
	/** Undefined if the prompt was not sampled at this step. */
	readonly sample: ShownSample | undefined;
	readonly place: GridPlace;
	/** The same for the same place. */
	readonly key: string;
	readonly sizes: GridSizes;
	/** True if the Tab key focuses it. */
	readonly isCurrent: boolean;
	/** True if movable parts move. */
	readonly plays: boolean;
	readonly thumbnails: Thumbnails;
	readonly actions: {
		open(): void;
		menu(event: MouseEvent): void;
		/** Called when the pointer enters or leaves. */
		enter(): void;
		leave(): void;
		unreadable(sample: ShownSample): void;
	};
}

export function gridCell(parts: GridCell): TemplateResult {
	const { spot, sample, place, sizes, actions } = parts;
	const takes = spot.view.grid.takes(spot).length;
	return html`<div
		class="cell ${sample === undefined ? 'hole' : stateOf(sample)} ${sample?.kind ?? ''}"
		role="gridcell"
		data-cell=${parts.key}
		tabindex=${parts.isCurrent ? 0 : -1}
		aria-colindex=${place.column + 2}
		aria-selected=${parts.isCurrent}
		aria-label=${labelOf(spot, sample, takes)}
		title=${sample?.problem?.text ?? ''}
		.style=${`left: ${sizes.head + place.column * sizes.pitch}px; width: ${sizes.cell}px; height: ${sizes.cell}px`}
		@click=${actions.open}
		@contextmenu=${actions.menu}
		@pointerenter=${actions.enter}
		@pointerleave=${actions.leave}
	>${
		sample === undefined
			? nothing
			: cellFace({
					sample,
					src: srcOf(spot.view.job, sample),
					thumbnails: parts.thumbnails,
					plays: parts.plays,
					unreadable: () => actions.unreadable(sample),
				})
	}${takes > 1 ? html`<span class="takes" aria-hidden="true">${takes}</span>` : nothing}</div>`;
}

function stateOf({ file, problem }: ShownSample): string {
	if (file !== undefined) return 'ready';
	return problem === undefined ? 'waiting' : 'problem';
}

function labelOf({ view, step, index }: Spot, sample: ShownSample | undefined, takes: number): string {
	const where = l10n.t('{0}, step {1}', promptTitle(view, index), numberText(step));
	if (sample === undefined) return l10n.t('{0}, no sample', where);
	const words = [
		where,
		sample.problem?.text,
		sample.file === undefined && !sample.problem ? l10n.t('downloading') : undefined,
	];
	if (takes > 1) words.push(l10n.t('sampled {0} times', takes));
	return words.filter((word) => word !== undefined).join(', ');
}

/** Kinds of picture that may move; only showing them reveals which do. */
const mayMove = /\.(?:webp|gif|apng|avif)$/i;

interface CellFace {
	readonly sample: ShownSample;
	/** The view's own address of its copy. */
	readonly src: string | undefined;
	readonly thumbnails: Thumbnails;
	/** True if it has the pointer or the focus: only then it moves. */
	readonly plays: boolean;
	/** Called when its copy could not be loaded. */
	unreadable(): void;
}

/** Renders the content of a sample's cell. The picture covers the icon, which stays visible without a picture. */
function cellFace(face: CellFace): TemplateResult {
	const { sample } = face;
	const icon = sample.problem === undefined ? kindIcons[sample.kind] : problemIcon(sample);
	return html`<vscode-icon name=${icon} size="20"></vscode-icon>${still(face)}${moving(face)}`;
}

function problemIcon({ problem }: ShownSample): string {
	return problem?.kind === 'gone' ? 'circle-slash' : 'warning';
}

function still({ sample, src, thumbnails, unreadable }: CellFace): TemplateResult | typeof nothing {
	if (src === undefined || (sample.kind !== 'image' && sample.kind !== 'video')) return nothing;
	const made = thumbnails.get(src);
	if (made === undefined) return nothing;
	// A picture without a thumbnail may still be one that the browser shows.
	if (made === 'unreadable') {
		if (sample.kind === 'video') return nothing;
		return html`<img alt="" draggable="false" src=${src} @error=${(event: Event) => {
			(event.target as HTMLElement).hidden = true;
			unreadable();
		}} />`;
	}
	return html`<img alt="" draggable="false" src=${made.url} />`;
}

function moving({ sample, src, plays }: CellFace): TemplateResult | typeof nothing {
	if (!plays || src === undefined) return nothing;
	if (sample.kind === 'video') {
		return html`<video muted autoplay loop playsinline tabindex="-1" .muted=${true} src=${src}></video>`;
	}
	return sample.kind === 'image' && mayMove.test(sample.name)
		? html`<img class="moving" alt="" draggable="false" src=${src} />`
		: nothing;
}
