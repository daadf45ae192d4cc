import * as l10n from '@vscode/l10n';
import './minimap.ts';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { NodeProgress } from '../../core/base/nodeProgress.ts';
import { anchored } from '../../core/workflow/graph/anchor.ts';
import { afterWheel } from '../../core/workflow/graph/gesture.ts';
import type { GraphLayout, Point } from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import {
	cardBox,
	contains,
	fitBox,
	nodeAt,
	reveal,
	seenBox,
	type Viewport,
	zoomAt,
} from '../../core/workflow/graph/viewport.ts';
import { type ChosenPort, type Direction, readingOrder, walk } from '../../core/workflow/graph/walk.ts';
import { sharedStyle } from '../shared/base.ts';
import { PanZoomController } from '../shared/media/panZoomController.ts';
import { pageMeasure } from './measure.ts';
import { Scene } from './scene.ts';
import { canvasStyle, sceneSheet } from './style.ts';

export interface CanvasEvents {
	/** A node was selected; `focus`: go to its text. */
	readonly pick: CustomEvent<{ readonly index: number; readonly focus: boolean }>;
	readonly 'viewport-change': CustomEvent<Viewport>;
}

const fitMargin = 20;
const revealMargin = 48;
/** A press that moves less than this many pixels is a click. */
const clickSlack = 4;
const keyStep = 1.25;
const arrows: Readonly<Record<string, Direction>> = {
	ArrowLeft: 'left',
	ArrowRight: 'right',
	ArrowUp: 'up',
	ArrowDown: 'down',
};

/** The drawing with everything that moves it: mouse, wheel, touch pad and keys. */
export class EaselGraphCanvas extends LitElement {
	@property() label = '';
	@property({ attribute: false }) selected: number | undefined;
	@property({ attribute: false }) port: ChosenPort | undefined;
	@state() protected viewport: Viewport = { x: 0, y: 0, zoom: 1 };

	static override styles = [sharedStyle, sceneSheet, canvasStyle];

	#model: GraphModel = { nodes: [], edges: [] };
	#layout: GraphLayout = { nodes: [], edges: [], width: 0, height: 0 };
	#matches: ReadonlySet<number> | undefined;
	#progress: NodeProgress | undefined;
	#scene: Scene | undefined;
	#frame: number | undefined;
	/** Set until the first picture has a place on a screen of known size. */
	#placing: 'fit' | Viewport | undefined = 'fit';
	/** True if all of it is shown, and should be after the panel is resized. */
	#fitted = false;
	readonly #pane = new PanZoomController(
		this,
		{
			resized: () => this.#onResize(),
			canPress: ({ button }) => button === 0 || button === 1,
			drag: (dx, dy) => this.#move({ ...this.viewport, x: this.viewport.x + dx, y: this.viewport.y + dy }),
			dragging: (on) => this.#surface()?.classList.toggle('dragging', on),
			click: (event) => this.#onClick(event),
			hover: (event) => this.#surface()?.classList.toggle('over', this.#nodeUnder(event) !== undefined),
		},
		clickSlack,
	);

	get zoom(): number {
		return this.viewport.zoom;
	}

	override render(): unknown {
		const seen = seenBox(this.viewport, this.#pane.size, 0);
		const whole = { x: 0, y: 0, width: this.#layout.width, height: this.#layout.height };
		const roomy = this.#pane.size.width > 420 && this.#pane.size.height > 300;
		return html`
			<div
				class="surface"
				role="application"
				aria-roledescription=${l10n.t('node graph')}
				aria-label=${this.label}
				tabindex="0"
				@pointerdown=${this.#pane.onPointerDown}
				@pointermove=${this.#pane.onPointerMove}
				@pointerup=${this.#pane.onPointerUp}
				@pointercancel=${this.#pane.onPointerCancel}
				@dblclick=${this.#onDoubleClick}
				@keydown=${this.#onKey}
			></div>
			${
				roomy && !contains(seen, whole)
					? html`<easel-minimap
							.model=${this.#model}
							.layout=${this.#layout}
							.seen=${seen}
							@minimap-move=${(event: CustomEvent<Point>) => this.#center(event.detail)}
						></easel-minimap>`
					: nothing
			}
		`;
	}

	override firstUpdated(): void {
		const surface = this.#surface();
		this.#scene = new Scene(pageMeasure());
		surface?.append(this.#scene.element);
		// A passive listener could not keep the page from scrolling.
		surface?.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
		this.#scene.setPicture(this.#model, this.#layout);
		this.#scene.setMatches(this.#matches);
		this.#scene.setProgress(this.#progress);
		this.#schedule();
	}

	override updated(changed: PropertyValues): void {
		if (changed.has('selected') || changed.has('port')) this.#scene?.setSelected(this.selected, this.port);
	}

	override focus(): void {
		this.#surface()?.focus();
	}

	/** Shows a picture; one of another layout keeps the focused part in its place. */
	setPicture(model: GraphModel, layout: GraphLayout): void {
		if (layout !== this.#layout && this.#placing === undefined) {
			const before = { model: this.#model, layout: this.#layout };
			this.viewport = anchored(before, { model, layout }, this.viewport, this.#pane.size, this.selected);
		}
		this.#model = model;
		this.#layout = layout;
		this.#scene?.setPicture(model, layout);
		this.#place();
		this.requestUpdate();
		this.#schedule();
	}

	/** Marks the matches of a search; undefined: no search. */
	setMatches(matches: ReadonlySet<number> | undefined): void {
		this.#matches = matches;
		this.#scene?.setMatches(matches);
	}

	/** Shows the progress of a run in the nodes; undefined if none is in progress. */
	setProgress(progress: NodeProgress | undefined): void {
		this.#progress = progress;
		this.#scene?.setProgress(progress);
	}

	/** Restores the position from when the panel was left. */
	restore(viewport: Viewport): void {
		this.#placing = viewport;
		this.#place();
	}

	fit(): void {
		const { width, height } = this.#layout;
		this.#move(fitBox({ x: 0, y: 0, width, height }, this.#pane.size, fitMargin, 1));
		this.#fitted = true;
	}

	zoomBy(factor: number): void {
		this.#move(
			zoomAt(this.viewport, factor, { x: this.#pane.size.width / 2, y: this.#pane.size.height / 2 }),
		);
	}

	/** Shows everything in its own size, around the chosen node when it is visible. */
	actualSize(): void {
		const screen = { x: 0, y: 0, ...this.#pane.size };
		const { x, y, zoom } = this.viewport;
		const box = this.selected === undefined ? undefined : cardBox(this.#model, this.#layout, this.selected);
		const middle = box && { x: (box.x + box.width / 2) * zoom + x, y: (box.y + box.height / 2) * zoom + y };
		const inSight = middle !== undefined && contains(screen, { ...middle, width: 0, height: 0 });
		this.#move(
			zoomAt(this.viewport, 1 / zoom, inSight ? middle : { x: screen.width / 2, y: screen.height / 2 }),
		);
	}

	reveal(index: number, readable = false): void {
		if (this.#placing !== undefined) return;
		const box = cardBox(this.#model, this.#layout, index);
		if (readable && this.viewport.zoom < 0.5) {
			const centered = fitBox(box, this.#pane.size, revealMargin, 0.8);
			this.#move(centered);
			return;
		}
		this.#move(reveal(this.viewport, box, this.#pane.size, revealMargin));
	}

	#surface(): HTMLElement | null {
		return this.renderRoot.querySelector<HTMLElement>('.surface');
	}

	#onResize(): void {
		this.#place();
		if (this.#fitted) this.fit();
		this.requestUpdate();
		this.#schedule();
	}

	#place(): void {
		if (this.#placing === undefined || this.#layout.width === 0 || this.#pane.size.width === 0) return;
		const placing = this.#placing;
		this.#placing = undefined;
		if (placing === 'fit') this.fit();
		else this.#move(placing);
	}

	#move(viewport: Viewport): void {
		this.#fitted = false;
		if (viewport === this.viewport) return;
		this.viewport = viewport;
		this.#schedule();
		this.dispatchEvent(new CustomEvent('viewport-change', { detail: viewport }));
	}

	#schedule(): void {
		this.#frame ??= requestAnimationFrame(() => {
			this.#frame = undefined;
			// Before its place is known, the drawing would jump.
			if (this.#placing === undefined) this.#scene?.show(this.viewport, this.#pane.size);
		});
	}

	#center(point: Point): void {
		const { zoom } = this.viewport;
		this.#move({
			zoom,
			x: this.#pane.size.width / 2 - point.x * zoom,
			y: this.#pane.size.height / 2 - point.y * zoom,
		});
	}

	#pick(index: number, focus: boolean): void {
		this.dispatchEvent(new CustomEvent('pick', { detail: { index, focus } }));
	}

	#nodeUnder(event: MouseEvent): number | undefined {
		const { x, y } = this.#pane.pointOf(event);
		const { zoom } = this.viewport;
		const point = { x: (x - this.viewport.x) / zoom, y: (y - this.viewport.y) / zoom };
		return nodeAt(this.#model, this.#layout, point);
	}

	#onClick(event: PointerEvent): void {
		const index = event.button === 0 ? this.#nodeUnder(event) : undefined;
		if (index !== undefined) this.#pick(index, false);
	}

	#onDoubleClick(event: MouseEvent): void {
		const index = this.#nodeUnder(event);
		if (index !== undefined) this.#pick(index, true);
	}

	#onWheel(event: WheelEvent): void {
		event.preventDefault();
		this.#move(afterWheel(this.viewport, event, this.#pane.pointOf(event)));
	}

	#onKey(event: KeyboardEvent): void {
		if (event.altKey || event.metaKey || event.ctrlKey || !this.#handleKey(event.key)) return;
		event.preventDefault();
		event.stopPropagation();
	}

	#handleKey(key: string): boolean {
		const direction = arrows[key];
		if (direction !== undefined) return this.#walk(direction);
		switch (key) {
			case 'Enter':
				if (this.selected !== undefined) this.#pick(this.selected, true);
				return true;
			case 'Home':
			case 'End': {
				const index = readingOrder(this.#layout).at(key === 'Home' ? 0 : -1);
				if (index !== undefined) this.#pick(index, false);
				return true;
			}
			case '+':
			case '=':
				this.zoomBy(keyStep);
				return true;
			case '-':
				this.zoomBy(1 / keyStep);
				return true;
			case '0':
				this.fit();
				return true;
			case '1':
				this.actualSize();
				return true;
			default:
				return false;
		}
	}

	#walk(direction: Direction): boolean {
		const next =
			this.selected === undefined
				? readingOrder(this.#layout)[0]
				: walk(this.#model, this.#layout, this.selected, direction, this.port);
		if (next !== undefined) this.#pick(next, false);
		return true;
	}
}
customElements.define('easel-graph-canvas', EaselGraphCanvas);
