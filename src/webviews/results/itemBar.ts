import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeDuration } from '../../core/base/ages.ts';
import { describeBytes } from '../../core/base/bytes.ts';
import type { ResultsItem } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { Size } from '../shared/media/zoom.ts';
import { zoomBar, zoomBarStyle } from '../shared/media/zoomTools.ts';
import { borderLine } from '../shared/panelStyles.ts';
import { RovingToolbars, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { type ItemLooks, itemTools, pictureTools } from './itemTools.ts';
import type { RunHost } from './runHost.ts';

/** The line under the stage: the shown item, and its actions. */
class EaselItemBar extends LitElement {
	@property({ attribute: false }) item!: ResultsItem;
	/** The place of the item among all, and its node. */
	@property() place!: string;
	@property({ attribute: false }) size: Size | undefined;
	@property({ attribute: false }) scale: number | undefined;
	/** Length of a video or sound. */
	@property({ attribute: false }) seconds: number | undefined;
	@property({ attribute: false }) host!: RunHost;
	@property({ attribute: false }) looks!: ItemLooks;

	constructor() {
		super();
		new RovingToolbars(this);
	}

	static override styles = [
		sharedStyle,
		toolbarStyle,
		zoomBarStyle,
		css`
			:host {
				display: flex;
				flex-wrap: wrap;
				align-items: center;
				gap: 2px 12px;
				padding: 4px 8px 4px 12px;
				border-top: ${borderLine};
			}
			.facts {
				display: flex;
				flex: 1 1 280px;
				gap: 0 12px;
				min-width: 0;
				overflow: hidden;
				font-size: 12px;
				line-height: 24px;
				white-space: nowrap;
			}
			.facts > span {
				flex: none;
			}
			.facts > .name,
			.facts > span:last-child {
				flex: 0 1 auto;
				min-width: 48px;
				overflow: hidden;
				text-overflow: ellipsis;
			}
			.name {
				color: var(--vscode-foreground);
			}
			[role='toolbar'] {
				gap: 2px 12px;
			}
		`,
	];

	override render(): TemplateResult {
		const { item, size } = this;
		const facts = [
			size === undefined ? '' : `${size.width} × ${size.height}`,
			this.seconds === undefined || !Number.isFinite(this.seconds) ? '' : lengthText(this.seconds),
			item.bytes === undefined ? '' : describeBytes(item.bytes),
			this.place,
		].filter((fact) => fact !== '');
		return html`
			<div class="facts quiet figures">
				<span class="name" title=${item.name}>${item.name}</span>
				${facts.map((fact) => html`<span>${fact}</span>`)}
			</div>
			<div role="toolbar" aria-label=${l10n.t('Result')}>
				${item.kind === 'image' && item.src !== undefined ? html`<div class="tools">${this.#zoomTools()}</div>` : nothing}
				<div class="tools">${itemTools(item, this.host, this.looks).map(toolButton)}</div>
			</div>
		`;
	}

	#zoomTools(): TemplateResult {
		const { zoom, others } = pictureTools(this.looks);
		return zoomBar(zoom, this.scale, others);
	}
}

/** Returns the length of a video or a sound; of a short one with tenths. */
function lengthText(seconds: number): string {
	return seconds < 10 ? `${Math.round(seconds * 10) / 10} s` : describeDuration(seconds * 1000);
}

customElements.define('easel-item-bar', EaselItemBar);
