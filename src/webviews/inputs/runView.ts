import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '../results/filmstrip.ts';
import '../results/outcome.ts';
import '../results/stage.ts';
import '../shared/menu.ts';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { exactUsd } from '../../core/base/money.ts';
import type { InputFormProtocol } from '../../core/runs/inputs/messages.ts';
import type { ResultsItem, ResultsRun } from '../../core/runs/results/messages.ts';
import { HostClock } from '../results/clock.ts';
import type { ItemMenuRequest } from '../results/itemMenu.ts';
import { itemTools } from '../results/itemTools.ts';
import { type RunHost, runHost } from '../results/runHost.ts';
import { selectedItem } from '../results/selection.ts';
import { noticeAbove, outcomePage } from '../results/templates.ts';
import { stateMark, stateWords } from '../results/wording.ts';
import { sharedStyle, wantsStillness } from '../shared/base.ts';
import { copyImage } from '../shared/clipboard.ts';
import type { Host } from '../shared/host.ts';
import { Thumbnails } from '../shared/media/thumbnails.ts';
import type { EaselMenu } from '../shared/menu.ts';
import { borderLine, warningColors } from '../shared/panelStyles.ts';
import { toneStyle } from '../shared/panelTitle.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';

/** The latest run next to its form: its state, then its results, with the parts of the results panel. */
class EaselInputRun extends LitElement {
	@property({ attribute: false }) run!: ResultsRun;
	@property({ attribute: false }) host!: Host<InputFormProtocol>;
	/** The host's clock when the run was sent, in milliseconds since 1970. */
	@property({ attribute: false }) now!: number;
	@property({ attribute: false }) opensOutside!: boolean;
	/** The selected item; until then the first available one. */
	@state() protected chosen: string | undefined;
	@state() protected revision = 0;
	@state() protected said = '';

	readonly #thumbnails = new Thumbnails(() => this.revision++);
	readonly #clock = new HostClock(this);

	static override styles = [
		sharedStyle,
		toolbarStyle,
		css`
			:host {
				display: grid;
				grid-template-rows: auto minmax(0, 1fr) auto;
				grid-template-columns: minmax(0, 1fr);
				position: relative;
				min-height: 0;
			}
			.state {
				display: flex;
				position: relative;
				flex-wrap: wrap;
				align-items: center;
				gap: 4px 8px;
				padding: 6px 8px 6px 12px;
				border-bottom: ${borderLine};
				font-size: 12px;
				line-height: 18px;
			}
			.state vscode-icon {
				flex: none;
			}
			.words {
				flex: 1 1 120px;
				min-width: 0;
				overflow-wrap: anywhere;
			}
			${toneStyle}
			.progress {
				position: absolute;
				inset: auto 0 -2px;
				height: 2px;
			}
			.shown {
				display: grid;
				grid-template-rows: auto minmax(0, 1fr);
				min-height: 0;
			}
			.shown > :last-child {
				grid-row: 2;
			}
			.notice {
				margin: 0;
				padding: 6px 12px;
				${warningColors}
			}
			easel-outcome.above {
				max-height: 40cqh;
			}
		`,
	];

	constructor() {
		super();
		new RovingToolbars(this);
	}

	override willUpdate(changed: PropertyValues<this>): void {
		if (changed.has('now') || changed.has('run')) this.#clock.set(this.now, !this.run.ended);
		const before = changed.get('run') as ResultsRun | undefined;
		if (before !== undefined && before.id !== this.run.id) this.chosen = undefined;
	}

	override render(): TemplateResult {
		const { run } = this;
		const items = run.groups.flatMap((group) => group.items);
		const item = selectedItem(items, this.chosen);
		const host = this.#runHost();
		const { now } = this.#clock;
		return html`
			${this.#state(run, item)}
			${
				item === undefined
					? outcomePage(run, host, now)
					: html`<div class="shown" @item-menu=${this.#onMenu}>
							${noticeAbove(run, host, now)}
							<easel-stage
								.item=${item}
								.host=${host}
								.opensOutside=${this.opensOutside}
								.thumbnails=${this.#thumbnails}
							></easel-stage>
						</div>`
			}
			${
				items.length > 1 && item !== undefined
					? html`<easel-filmstrip
							.small=${true}
							.groups=${run.groups}
							.selected=${item.id}
							.thumbnails=${this.#thumbnails}
							.revision=${this.revision}
							@item-menu=${this.#onMenu}
							@strip-select=${(event: CustomEvent<string>) => {
								this.chosen = event.detail;
							}}
							@strip-enter=${() => this.host.send('showResult')}
						></easel-filmstrip>`
					: nothing
			}
			<easel-menu></easel-menu>
			<div class="visually-hidden" role="status">${this.said}</div>
		`;
	}

	#state(run: ResultsRun, item: ResultsItem | undefined): TemplateResult {
		const mark = stateMark(run);
		const words = [
			...stateWords(run, this.#clock.now),
			run.seed === undefined ? '' : l10n.t('seed {0}', run.seed),
			run.costMicrodollars === undefined ? '' : exactUsd(run.costMicrodollars),
		];
		return html`<div class="state quiet figures">
			<vscode-icon class=${mark.tone} name=${mark.icon} ?spin=${mark.tone === 'busy' && !wantsStillness()}></vscode-icon>
			<span class="words">${words.filter((word) => word !== '').join(' · ')}</span>
			<div role="toolbar" aria-label=${l10n.t('Result')}>
				${(item === undefined ? [] : this.#tools(item)).map(toolButton)}
				${toolButton({ icon: 'go-to-file', label: l10n.t('Show in Results Panel'), run: () => this.host.send('showResult') })}
			</div>
			<div class="progress">
				${run.ended || run.notice !== undefined ? nothing : html`<vscode-progress-bar aria-label=${l10n.t('The run continues')} indeterminate></vscode-progress-bar>`}
			</div>
		</div>`;
	}

	#tools(item: ResultsItem): readonly Tool[] {
		const { expiresAt } = this.run;
		return itemTools(item, this.#runHost(), {
			expired: expiresAt !== undefined && expiresAt <= this.#clock.now,
			opensOutside: this.opensOutside,
			actions: { copyImage: (wanted) => void this.#copyImage(wanted) },
		});
	}

	#runHost(): RunHost {
		return runHost(this.host, this.run.id);
	}

	#onMenu(event: CustomEvent<ItemMenuRequest>): void {
		const { item, x, y, from } = event.detail;
		void this.renderRoot.querySelector<EaselMenu>('easel-menu')?.open(this.#tools(item), x, y, from);
	}

	async #copyImage(item: ResultsItem): Promise<void> {
		if (item.src !== undefined) this.said = await copyImage(item.src);
	}
}

customElements.define('easel-input-run', EaselInputRun);
