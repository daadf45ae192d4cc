import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ShownSample } from '../../core/jobs/samples/messages.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import { cellFace } from './cell.ts';
import type { CellPlace, GridSizes } from './gridLayout.ts';
import { promptTitle, type Spot, srcOf, stepText } from './model.ts';

/** A cell of the grid, and its actions. */
interface GridCell {
	readonly spot: Spot;
	/** Undefined if the prompt was not sampled at this step. */
	readonly sample: ShownSample | undefined;
	readonly place: CellPlace;
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
	const where = l10n.t('{0}, step {1}', promptTitle(view, index), stepText(step));
	if (sample === undefined) return l10n.t('{0}, no sample', where);
	const words = [
		where,
		sample.problem?.text,
		sample.file === undefined && !sample.problem ? l10n.t('downloading') : undefined,
	];
	if (takes > 1) words.push(l10n.t('sampled {0} times', takes));
	return words.filter((word) => word !== undefined).join(', ');
}
