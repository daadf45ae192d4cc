import * as l10n from '@vscode/l10n';
import { css, html, LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { sharedStyle } from '../base.ts';
import { PanZoomController } from './panZoomController.ts';
import type { Thumbnail } from './thumbnails.ts';
import { canPan, fitScale, fitView, panBy, place, type Size, type View, type Zoom, zoomTo } from './zoom.ts';

export interface PictureEvents {
	/** The person zoomed or panned. */
	'picture-view': CustomEvent<View>;
	/** The size in pixels is known, or the bytes cannot be read. */
	'picture-size': CustomEvent<Size | 'unreadable'>;
	/** The scale on screen changed, by the person or with the pane. */
	'picture-scale': CustomEvent<number>;
}

const step = 1.25;
const stride = 60;

/** One picture that can be zoomed and panned by wheel, drag, pinch and keys. */
export class EaselPicture extends LitElement {
	@property() src = '';
	@property() label = '';
	/** Seen until the picture itself is decoded. */
	@property({ attribute: false }) thumbnail: Thumbnail | undefined;
	@property({ attribute: false }) view: View = fitView;
	@state() protected loaded = false;

	#natural: Size | undefined;
	/** Requested zooms until the size of the picture is known. */
	#wishes: Zoom[] = [];
	readonly #pane = new PanZoomController(this, {
		resized: () => this.#arrange(),
		canPress: ({ button }) => button === 0 && this.#canPan(),
		drag: (dx, dy) => this.#pan(dx, dy),
		dragging: (on) => this.renderRoot.querySelector('.pane')?.classList.toggle('dragged', on),
	});

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: block;
				position: relative;
				min-width: 0;
				min-height: 0;
				overflow: hidden;
			}
			.pane {
				position: absolute;
				inset: 0;
				overflow: hidden;
				touch-action: none;
			}
			.pane.pannable {
				cursor: grab;
			}
			.pane.dragged {
				cursor: grabbing;
			}
			img {
				position: absolute;
				left: 0;
				top: 0;
				max-width: none;
				transform-origin: 0 0;
				user-select: none;
				-webkit-user-drag: none;
			}
			/* Seen through transparent pictures only. */
			.sheet {
				position: absolute;
				left: 0;
				top: 0;
				background: repeating-conic-gradient(
						color-mix(in srgb, var(--vscode-foreground) 14%, transparent) 0 25%,
						transparent 0 50%
					)
					0 0 / 16px 16px;
			}
			img.crisp {
				image-rendering: pixelated;
			}
			img[hidden] {
				display: none;
			}
		`,
	];

	override willUpdate(changed: PropertyValues<this>): void {
		if (changed.has('src')) {
			this.loaded = false;
			this.#natural = undefined;
			this.#wishes = [];
		}
		this.#natural ??= this.thumbnail;
	}

	override render(): unknown {
		return html`<div
			class="pane"
			role="group"
			tabindex="0"
			aria-label=${this.label}
			aria-roledescription=${l10n.t('picture, plus and minus to zoom')}
			@pointerdown=${this.#pane.onPointerDown}
			@pointermove=${this.#pane.onPointerMove}
			@pointerup=${this.#pane.onPointerUp}
			@pointercancel=${this.#pane.onPointerCancel}
			@wheel=${this.#onWheel}
			@dblclick=${this.#onDoubleClick}
			@keydown=${this.#onKey}
		>
			<div class="sheet"></div>
			<img class="small" alt="" draggable="false" src=${ifDefined(this.thumbnail?.url)} ?hidden=${this.loaded || this.thumbnail === undefined} />
			<img
				class="full"
				alt=${this.label}
				draggable="false"
				decoding="async"
				src=${this.src}
				@load=${this.#onLoad}
				@error=${this.#onError}
			/>
		</div>`;
	}

	override updated(): void {
		this.#arrange();
	}

	/** Doubles as the target of the panel's zoom buttons and keys. */
	zoom(to: Zoom): void {
		if (this.#natural === undefined || this.#pane.size.width === 0) {
			this.#wishes.push(to);
			return;
		}
		if (to === 'fit') {
			this.#look(fitView);
			return;
		}
		const { scale } = place(this.view, this.#natural, this.#pane.size);
		const wanted = to === 'in' ? scale * step : to === 'out' ? scale / step : to;
		this.#zoomAt(wanted, this.#pane.size.width / 2, this.#pane.size.height / 2);
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('.pane')?.focus();
	}

	#arrange(): void {
		const pane = this.renderRoot.querySelector('.pane');
		const natural = this.#natural;
		if (pane === null) return;
		const full = pane.querySelector<HTMLImageElement>('.full');
		const small = pane.querySelector<HTMLImageElement>('.small');
		const sheet = pane.querySelector<HTMLElement>('.sheet');
		if (full === null || small === null || sheet === null) return;
		full.style.visibility = this.loaded ? 'visible' : 'hidden';
		sheet.hidden = natural === undefined;
		if (natural === undefined) return;
		const { x, y, scale } = place(this.view, natural, this.#pane.size);
		const move = `translate(${x}px, ${y}px)`;
		for (const image of [full, small]) {
			image.style.width = `${natural.width}px`;
			image.style.height = `${natural.height}px`;
			image.style.transform = `${move} scale(${scale})`;
			image.classList.toggle('crisp', image === full && scale >= 3);
		}
		sheet.style.width = `${natural.width * scale}px`;
		sheet.style.height = `${natural.height * scale}px`;
		sheet.style.transform = move;
		pane.classList.toggle('pannable', this.#canPan());
		this.#dispatch('picture-scale', scale);
		if (this.#wishes.length > 0 && this.#pane.size.width > 0)
			for (const to of this.#wishes.splice(0)) this.zoom(to);
	}

	#dispatch<K extends keyof PictureEvents>(type: K, detail: PictureEvents[K]['detail']): void {
		this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
	}

	#look(view: View): void {
		if (view === this.view) return;
		this.view = view;
		this.#dispatch('picture-view', view);
	}

	#zoomAt(scale: number, x: number, y: number): void {
		if (this.#natural !== undefined)
			this.#look(zoomTo(this.view, this.#natural, this.#pane.size, scale, x, y));
	}

	/** Returns whether the picture is larger than the pane. */
	#canPan(): boolean {
		return this.#natural !== undefined && canPan(this.view, this.#natural, this.#pane.size);
	}

	#pan(dx: number, dy: number): void {
		if (this.#natural !== undefined) this.#look(panBy(this.view, this.#natural, this.#pane.size, dx, dy));
	}

	#onLoad(event: Event): void {
		const image = event.target as HTMLImageElement;
		// A drawing without an intrinsic size reports none.
		this.#natural = { width: image.naturalWidth || 512, height: image.naturalHeight || 512 };
		this.loaded = true;
		this.#dispatch('picture-size', this.#natural);
	}

	#onError(): void {
		this.#wishes = [];
		this.#dispatch('picture-size', 'unreadable');
	}

	#onWheel(event: WheelEvent): void {
		event.preventDefault();
		const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
		if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
			const sideways = event.deltaX === 0 ? event.deltaY : event.deltaX;
			this.#pan(-sideways * unit, 0);
			return;
		}
		if (this.#natural === undefined) return;
		const { x, y } = this.#pane.pointOf(event);
		// A pinch arrives as a wheel with Ctrl and small steps.
		const speed = event.ctrlKey ? 0.01 : 0.0016;
		const { scale } = place(this.view, this.#natural, this.#pane.size);
		this.#zoomAt(scale * Math.exp(-event.deltaY * unit * speed), x, y);
	}

	#onDoubleClick(event: MouseEvent): void {
		if (this.#natural === undefined) return;
		const { x, y } = this.#pane.pointOf(event);
		const { scale } = place(this.view, this.#natural, this.#pane.size);
		const fit = fitScale(this.#natural, this.#pane.size);
		if (this.view.scale !== 'fit' && scale !== fit) this.zoom('fit');
		else this.#zoomAt(fit < 1 ? 1 : 2, x, y);
	}

	/** Arrows pan if the picture is larger than the pane; otherwise they are left to the panel. */
	#onKey(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
		const move = {
			ArrowLeft: [stride, 0],
			ArrowRight: [-stride, 0],
			ArrowUp: [0, stride],
			ArrowDown: [0, -stride],
		}[event.key];
		if (move === undefined || !this.#canPan()) return;
		event.preventDefault();
		event.stopPropagation();
		this.#pan(move[0] ?? 0, move[1] ?? 0);
	}
}

customElements.define('easel-picture', EaselPicture);
