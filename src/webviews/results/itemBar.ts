import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { describeDuration } from '../../core/base/ages.ts';
import { describeBytes } from '../../core/base/bytes.ts';
import type { ResultsItem } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { Size } from '../shared/media/zoom.ts';
import { borderLine } from '../shared/panelStyles.ts';
import { RovingToolbars, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { type BarActions, itemTools, pictureTools } from './itemTools.ts';
import type { RunHost } from './runHost.ts';

/** The line under the stage: the shown item, and its actions. */
class EaselItemBar extends LitElement {
	static override properties = {
		item: { attribute: false },
		place: {},
		size: { attribute: false },
		scale: { attribute: false },
		seconds: { attribute: false },
		comparing: { attribute: false },
		comparable: { attribute: false },
		alone: { attribute: false },
		expired: { attribute: false },
		opensOutside: { attribute: false },
		host: { attribute: false },
		actions: { attribute: false },
	};
	declare item: ResultsItem;
	/** The place of the item among all, and its node. */
	declare place: string;
	declare size: Size | undefined;
	declare scale: number | undefined;
	/** Length of a video or sound. */
	declare seconds: number | undefined;
	declare comparing: boolean;
	declare comparable: boolean;
	/** True if only the picture is shown. */
	declare alone: boolean;
	/** True if the service has deleted its copy. */
	declare expired: boolean;
	declare opensOutside: boolean;
	declare host: RunHost;
	declare actions: BarActions;

	constructor() {
		super();
		new RovingToolbars(this);
	}

	static override styles = [
		sharedStyle,
		toolbarStyle,
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
				color: var(--vscode-descriptionForeground);
				font-size: 12px;
				font-variant-numeric: tabular-nums;
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
			.scale {
				min-width: 42px;
				color: var(--vscode-descriptionForeground);
				font-size: 12px;
				font-variant-numeric: tabular-nums;
				text-align: center;
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
			<div class="facts">
				<span class="name" title=${item.name}>${item.name}</span>
				${facts.map((fact) => html`<span>${fact}</span>`)}
			</div>
			<div role="toolbar" aria-label=${l10n.t('Result')}>
				${item.kind === 'image' && item.src !== undefined ? html`<div class="tools">${this.#zoomTools()}</div>` : nothing}
				<div class="tools">${itemTools(item, this.host, { expired: this.expired, opensOutside: this.opensOutside, copyImage: this.actions.copyImage }).map(toolButton)}</div>
			</div>
		`;
	}

	#zoomTools(): TemplateResult {
		const { zoomOut, zoomIn, others } = pictureTools(this.actions, this);
		const percent = this.scale === undefined ? '' : `${Math.round(this.scale * 100)} %`;
		return html`${toolButton(zoomOut)}
			<span class="scale">${percent}</span>
			${toolButton(zoomIn)} ${others.map(toolButton)}`;
	}
}

/** Returns the length of a video or a sound; of a short one with tenths. */
function lengthText(seconds: number): string {
	return seconds < 10 ? `${Math.round(seconds * 10) / 10} s` : describeDuration(seconds * 1000);
}

customElements.define('easel-item-bar', EaselItemBar);
