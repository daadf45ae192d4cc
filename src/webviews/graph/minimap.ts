import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { property } from 'lit/decorators.js';
import type { GraphLayout, Point } from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import { overviewCards } from '../../core/workflow/graph/overview.ts';
import type { Shape } from '../../core/workflow/graph/shape.ts';
import type { Box } from '../../core/workflow/graph/viewport.ts';
import { sceneSheet } from './style.ts';

const largest = { width: 168, height: 112 };

/** The whole graph in small with a frame around the visible part. An aid for the mouse; keys have their own commands. */
class EaselMinimap extends LitElement {
	@property({ attribute: false }) model: GraphModel | undefined;
	@property({ attribute: false }) layout: GraphLayout | undefined;
	@property({ attribute: false }) seen: Box | undefined;

	static override styles = [
		sceneSheet,
		css`
			:host {
				display: block;
			}
			svg {
				display: block;
				border: 1px solid var(--vscode-widget-border, var(--vscode-editorWidget-border));
				border-radius: 5px;
				background: color-mix(in srgb, var(--vscode-editorWidget-background) 85%, transparent);
				cursor: pointer;
				touch-action: none;
			}
			.seen {
				fill: var(--vscode-minimapSlider-background, transparent);
				stroke: var(--vscode-focusBorder);
				vector-effect: non-scaling-stroke;
			}
		`,
	];

	/** The blocks change with the picture only, not with every move of the frame. */
	#blocks: readonly Shape[] = [];

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('model') && !changed.has('layout')) return;
		this.#blocks =
			this.model === undefined || this.layout === undefined ? [] : overviewCards(this.model, this.layout);
	}

	override render(): unknown {
		const { model, layout, seen } = this;
		if (model === undefined || layout === undefined || seen === undefined || layout.width === 0)
			return nothing;
		const margin = Math.max(layout.width, layout.height) * 0.03;
		const width = layout.width + 2 * margin;
		const height = layout.height + 2 * margin;
		const scale = Math.min(largest.width / width, largest.height / height);
		const [left, top] = [Math.max(seen.x, -margin), Math.max(seen.y, -margin)];
		const right = Math.min(seen.x + seen.width, layout.width + margin);
		const bottom = Math.min(seen.y + seen.height, layout.height + margin);
		return html`<svg
			aria-hidden="true"
			width=${Math.max(24, width * scale)}
			height=${Math.max(24, height * scale)}
			viewBox="${-margin} ${-margin} ${width} ${height}"
			@pointerdown=${this.#onPointer}
			@pointermove=${this.#onPointer}
		>
			${this.#blocks.map((shape) => svg`<path class=${shape.attributes.class ?? ''} d=${shape.attributes.d ?? ''}></path>`)}
			<rect class="seen" x=${left} y=${top} width=${Math.max(0, right - left)} height=${Math.max(0, bottom - top)}></rect>
		</svg>`;
	}

	#onPointer(event: PointerEvent): void {
		if ((event.buttons & 1) === 0) return;
		const target = event.currentTarget as SVGSVGElement;
		if (event.type === 'pointerdown') target.setPointerCapture(event.pointerId);
		const matrix = target.getScreenCTM()?.inverse();
		if (matrix === undefined) return;
		const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
		this.dispatchEvent(new CustomEvent<Point>('minimap-move', { detail: { x, y } }));
	}
}
customElements.define('easel-minimap', EaselMinimap);
