import './media/picture.ts';
import { css, html, type TemplateResult } from 'lit';
import { sharedStyle } from './base.ts';
import type { EaselPicture } from './media/picture.ts';
import { ComparedSides, type PictureSide, pictureFace, pictureSideStyle } from './media/pictureSide.ts';
import type { Zoom } from './media/zoom.ts';

/** Two pictures side by side, or one above the other if that leaves more space; the right one leads. */
export class EaselPair extends ComparedSides<PictureSide> {
	static override styles = [
		sharedStyle,
		pictureSideStyle,
		css`
			:host {
				display: grid;
				grid-auto-columns: minmax(0, 1fr);
				grid-auto-flow: column;
				min-width: 0;
				min-height: 0;
				container-type: size;
			}
			.side {
				display: grid;
				position: relative;
				min-width: 0;
				min-height: 0;
			}
			.side + .side {
				border-left: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
			}
			@container (max-aspect-ratio: 1/1) {
				.side + .side {
					grid-row: 2;
					border-left: none;
					border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
				}
				.side:first-child {
					grid-row: 1;
				}
			}
		`,
	];

	override render(): TemplateResult {
		return html`${this.#side(this.left, 'other')}${this.#side(this.right, 'main')}`;
	}

	#side(side: PictureSide, which: string): TemplateResult {
		return html`<div class="side" @contextmenu=${(event: MouseEvent) => side.onMenu?.(event)}>
			${pictureFace(side, this.right, this.together, which)}
			<span class="caption cut" aria-hidden="true">${side.label}</span>
		</div>`;
	}

	zoom(to: Zoom): void {
		this.renderRoot.querySelector<EaselPicture>('easel-picture.main')?.zoom(to);
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('easel-picture.main')?.focus();
	}
}

customElements.define('easel-pair', EaselPair);
