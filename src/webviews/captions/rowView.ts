import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { differenceOf } from '../../core/captions/difference.ts';
import { rowText } from '../../core/captions/filter.ts';
import type { CaptionRow } from '../../core/captions/row.ts';
import { smallPictureText } from '../../core/training/buckets.ts';
import { kindIcons } from '../shared/media/mediaCell.ts';
import type { Thumbnail } from '../shared/media/thumbnails.ts';
import { lengthText, nameOf, rowNotice, sharedWith } from './wording.ts';

export interface RowActions {
	typed(id: string, text: string): void;
	/** Called when the field of a caption has lost the focus. */
	left(id: string): void;
	takeTheirs(id: string): void;
	keepMine(id: string): void;
	convert(id: string): void;
	open(path: string): void;
}

export type Column = 'medium' | 'caption';

interface RowParts {
	readonly row: CaptionRow;
	readonly index: number;
	readonly height: number;
	/** The cell that the Tab key finds. */
	readonly stop: Column | undefined;
	readonly draft: string | undefined;
	/** The change that the open tool would make to the caption; the row then shows only the difference. */
	readonly preview: { readonly before: string; readonly after: string } | undefined;
	readonly thumbnail: Thumbnail | 'unreadable' | undefined;
	readonly actions: RowActions;
}

export function isReadOnly({ caption }: CaptionRow): boolean {
	return caption.kind === 'foreign' || caption.kind === 'unreadable';
}

/** Renders one row of the grid: the medium and its caption. Every text of a file is data. */
export function rowView(parts: RowParts): TemplateResult {
	const { row, index, height, stop, actions } = parts;
	const name = nameOf(row);
	const { path, kind } = row.media[0] ?? { path: row.id, kind: 'image' };
	const notice = rowNotice(row);
	// A missing or empty caption alone is not a problem.
	const isProblem =
		row.caption.kind !== 'missing' &&
		(row.unsaved !== undefined || (row.caption.kind !== 'text' && row.inUpload === undefined));
	const text = parts.draft ?? rowText(row);
	const { thumbnail } = parts;
	const size = kind === 'image' && typeof thumbnail === 'object' ? smallPictureText(thumbnail) : undefined;
	return html`<div
		class="row"
		role="row"
		aria-rowindex=${index + 1}
		data-id=${row.id}
		.style=${`transform: translateY(${index * height}px); height: ${height}px`}
	>
		<div
			class="medium"
			role="gridcell"
			aria-colindex="1"
			aria-label=${name}
			title=${name}
			tabindex=${stop === 'medium' ? 0 : -1}
			data-column="medium"
			@dblclick=${() => actions.open(path)}
		>
			<vscode-icon name=${kindIcons[kind]} size="24"></vscode-icon>
			${
				thumbnail === undefined || thumbnail === 'unreadable'
					? nothing
					: html`<img alt="" draggable="false" src=${thumbnail.url} />`
			}
		</div>
		<div
			class="caption"
			role="gridcell"
			aria-colindex="2"
			tabindex=${stop === 'caption' ? 0 : -1}
			data-column="caption"
		>
			<div class="line">
				<span class="name cut">${name}</span>
				${row.media.length > 1 ? html`<span class="facts cut">${sharedWith(row)}</span>` : nothing}
				${notice === undefined ? nothing : html`<span class=${isProblem ? 'notice problem' : 'notice'} title=${notice}>${notice}</span>`}
				${buttons(parts)}
				${
					// Comes with the picture, and must not move a button from under the pointer.
					size === undefined ? nothing : html`<span class="facts cut size" title=${size}>${size}</span>`
				}
				<span class="facts cut end">${text.trim() === '' ? nothing : lengthText(text)}</span>
			</div>
			${parts.preview === undefined ? texts(parts, text) : difference(parts.preview)}
		</div>
	</div>`;
}

function buttons({ row, actions, stop }: RowParts): unknown {
	const button = (label: string, run: (id: string) => void): TemplateResult =>
		html`<button
			class="action"
			type="button"
			tabindex=${stop === undefined ? -1 : 0}
			aria-label=${l10n.t('{0} for {1}', label, nameOf(row))}
			@click=${() => run(row.id)}
		>${label}</button>`;
	const { why } = row.unsaved ?? {};
	if (why === 'changedOnDisk')
		return [
			button(l10n.t('Take Theirs'), actions.takeTheirs),
			isReadOnly(row) ? nothing : button(l10n.t('Keep Mine'), actions.keepMine),
		];
	if (why === 'notWritten') return button(l10n.t('Try Again'), actions.keepMine);
	return row.caption.kind === 'foreign' ? button(l10n.t('Convert to UTF-8'), actions.convert) : nothing;
}

function texts(parts: RowParts, text: string): TemplateResult {
	const { row, actions } = parts;
	const name = nameOf(row);
	const clash = row.unsaved?.why === 'changedOnDisk';
	return html`<div class="texts">
		<textarea
			class="text"
			tabindex="-1"
			spellcheck="true"
			aria-label=${clash ? l10n.t('Your caption of {0}', name) : l10n.t('Caption of {0}', name)}
			placeholder=${ifDefined(row.caption.kind === 'missing' ? l10n.t('Write a caption') : undefined)}
			?readonly=${isReadOnly(row)}
			.value=${live(text)}
			@input=${(event: Event) => actions.typed(row.id, (event.target as HTMLTextAreaElement).value)}
			@blur=${() => actions.left(row.id)}
		></textarea>
		${
			clash
				? html`<textarea
						class="text theirs"
						tabindex="-1"
						readonly
						aria-label=${l10n.t('Caption of {0} on disk', name)}
						placeholder=${l10n.t('Deleted')}
						.value=${'text' in row.caption ? row.caption.text : ''}
					></textarea>`
				: nothing
		}
	</div>`;
}

function difference({ before, after }: NonNullable<RowParts['preview']>): TemplateResult {
	const pieces = differenceOf(before, after).map(({ kind, text }) => {
		if (kind === 'same') return html`<span>${text}</span>`;
		return kind === 'removed' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
	});
	return html`<div class="difference">${pieces}</div>`;
}
