import * as l10n from '@vscode/l10n';
import { percentText } from '../../../core/base/language.ts';
import './picture.ts';
import { css, html, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { clamp } from '../../../core/base/panel/panZoom.ts';
import { sharedStyle, wantsStillness } from '../base.ts';
import type { EaselPicture } from './picture.ts';
import { ComparedSides, type PictureSide, pictureFace, pictureSideStyle } from './pictureSide.ts';
import type { Zoom } from './zoom.ts';

export interface SliderSide extends PictureSide {
	/** Pictures and videos can be compared. */
	readonly kind: string;
}

const stride = 2;
const leap = 10;

/** Two media in one place: the left one is seen to the left of a divider, the other one to its right. */
export class EaselCompareSlider extends ComparedSides<SliderSide> {
	/** The position of the divider, in percent of the width. */
	@state() protected at = 50;
	#dragged: number | undefined;

	static override styles = [
		sharedStyle,
		pictureSideStyle,
		css`
			:host {
				display: block;
				position: relative;
				min-width: 0;
				min-height: 0;
				overflow: hidden;
			}
			.side,
			easel-picture,
			video {
				position: absolute;
				inset: 0;
				width: 100%;
				height: 100%;
			}
			video {
				object-fit: contain;
			}
			.side {
				background: var(--vscode-editor-background);
			}
			.note {
				height: 100%;
			}
			.caption {
				max-width: calc(50% - 16px);
			}
			.caption.right {
				left: auto;
				right: 8px;
			}
			[role='slider'] {
				position: absolute;
				top: 0;
				bottom: 0;
				width: 24px;
				margin-left: -12px;
				cursor: ew-resize;
				touch-action: none;
			}
			[role='slider']::before {
				content: '';
				position: absolute;
				top: 0;
				bottom: 0;
				left: 11px;
				width: 2px;
				background: var(--vscode-focusBorder, currentColor);
			}
			.grip {
				position: absolute;
				top: 50%;
				left: 0;
				display: grid;
				place-items: center;
				width: 24px;
				height: 24px;
				margin-top: -12px;
				border: 1px solid var(--vscode-contrastBorder, transparent);
				border-radius: 12px;
				background: var(--vscode-button-background);
				color: var(--vscode-button-foreground);
				font-size: 11px;
			}
			[role='slider']:focus-visible {
				outline: none;
			}
			[role='slider']:focus-visible .grip {
				outline: 2px solid var(--vscode-focusBorder);
				outline-offset: 2px;
			}
		`,
	];

	override render(): TemplateResult {
		const { left, right, at } = this;
		return html`
			${this.#side(left, 'left')}${this.#side(right, 'right')}
			<span class="caption cut left" aria-hidden="true">${left.label}</span>
			<span class="caption cut right" aria-hidden="true">${right.label}</span>
			<div
				role="slider"
				tabindex="0"
				aria-label=${l10n.t('Divider')}
				aria-orientation="horizontal"
				aria-valuemin="0"
				aria-valuemax="100"
				aria-valuenow=${Math.round(at)}
				aria-valuetext=${`${percentText(at)} ${left.label}, ${percentText(100 - Math.round(at))} ${right.label}`}
				.style=${`left: ${at}%`}
				@keydown=${this.#onKey}
				@pointerdown=${this.#onDown}
				@pointermove=${this.#onMove}
				@pointerup=${this.#onUp}
				@pointercancel=${this.#onUp}
			><span class="grip" aria-hidden="true">◂▸</span></div>
		`;
	}

	#side(side: SliderSide, which: 'left' | 'right'): TemplateResult {
		// The hidden half takes no pointer either, so each half is panned and zoomed in its visible part.
		const clip = which === 'left' ? 0 : this.at;
		return html`<div class="side" .style=${`clip-path: inset(0 0 0 ${clip}%)`}>${this.#face(side, which)}</div>`;
	}

	#face(side: SliderSide, which: 'left' | 'right'): TemplateResult {
		const { src, kind, name, label } = side;
		if (src !== undefined && kind === 'video') {
			const together = () => {
				for (const video of this.renderRoot.querySelectorAll('video')) video.currentTime = 0;
			};
			return html`<video muted loop playsinline .muted=${true} ?autoplay=${!wantsStillness()} src=${src} aria-label=${label} @loadeddata=${together}></video>`;
		}
		if (src !== undefined && kind !== 'image') {
			return html`<div class="note">${l10n.t('{0} cannot be compared as a picture.', name)}</div>`;
		}
		return pictureFace(side, this.right, this.together, which);
	}

	zoom(to: Zoom): void {
		this.renderRoot.querySelector<EaselPicture>('easel-picture.right')?.zoom(to);
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('[role="slider"]')?.focus();
	}

	#onKey(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const by = event.shiftKey ? leap : stride;
		const next = {
			ArrowLeft: this.at - by,
			ArrowDown: this.at - by,
			ArrowRight: this.at + by,
			ArrowUp: this.at + by,
			PageDown: this.at - leap,
			PageUp: this.at + leap,
			Home: 0,
			End: 100,
		}[event.key];
		if (next === undefined) return;
		this.at = clamp(next, 0, 100);
		event.preventDefault();
		event.stopPropagation();
	}

	#onDown(event: PointerEvent): void {
		if (event.button !== 0) return;
		(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
		this.#dragged = event.pointerId;
	}

	#onMove(event: PointerEvent): void {
		if (this.#dragged !== event.pointerId) return;
		const box = this.getBoundingClientRect();
		this.at = clamp((100 * (event.clientX - box.left)) / Math.max(1, box.width), 0, 100);
	}

	#onUp(): void {
		this.#dragged = undefined;
	}
}

customElements.define('easel-compare-slider', EaselCompareSlider);
