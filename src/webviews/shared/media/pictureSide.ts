import * as l10n from '@vscode/l10n';
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { LinkedView, type Seen } from './linkedView.ts';
import type { PictureEvents } from './picture.ts';

/** One of two media that are compared. */
export interface PictureSide extends Seen {
	/** The label that distinguishes it from the other one. */
	readonly label: string;
	/** Name of the file. */
	readonly name: string;
	/** The reason why its copy is absent, as a sentence. */
	readonly problem?: string;
	onMenu?(event: MouseEvent): void;
}

/** Two media that are compared in one view; the right one leads. */
export abstract class ComparedSides<Side extends PictureSide> extends LitElement {
	@property({ attribute: false }) left!: Side;
	@property({ attribute: false }) right!: Side;
	@property({ attribute: false }) together: LinkedView = new LinkedView();

	override connectedCallback(): void {
		super.connectedCallback();
		this.together.join(this);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.together.leave(this);
	}

	override willUpdate(changed: PropertyValues): void {
		if (changed.has('together')) this.together.join(this);
		this.together.lead(this.right);
	}
}

/** Renders a picture that is looked at together with another one, or why it is not there. @param which becomes its class. */
export function pictureFace(
	side: PictureSide,
	main: Seen,
	together: LinkedView,
	which: string,
): TemplateResult {
	const { src, name, problem } = side;
	if (src === undefined) return html`<div class="note">${problem ?? l10n.t('Downloading {0}', name)}</div>`;
	if (together.isUnreadable(side)) {
		return html`<div class="note">${l10n.t('{0} cannot be shown. Its file may be damaged or missing.', name)}</div>`;
	}
	// The leading picture reports for both; the scale of the other one is of no interest.
	const follows = which === 'other' || which === 'left';
	return html`<easel-picture
		class=${which}
		src=${src}
		label=${side.label}
		.thumbnail=${side.thumbnail}
		.view=${together.viewOf(side, main)}
		@picture-view=${(event: PictureEvents['picture-view']) => together.look(side, main, event.detail)}
		@picture-size=${(event: PictureEvents['picture-size']) => together.measured(side, main, event.detail)}
		@picture-scale=${(event: Event) => follows && event.stopPropagation()}
	></easel-picture>`;
}

/** The styles for a view of pictures with a caption at the upper edge of each; both are positioned in it. */
export const pictureSideStyle = css`
	.note {
		display: grid;
		place-items: center;
		padding: 0 16px;
		overflow-wrap: anywhere;
		text-align: center;
	}
	.caption {
		position: absolute;
		left: 8px;
		top: 8px;
		max-width: calc(100% - 16px);
		padding: 1px 8px;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 9px;
		background: var(--vscode-badge-background);
		color: var(--vscode-badge-foreground);
		font-size: 11px;
		line-height: 16px;
		pointer-events: none;
	}
`;
