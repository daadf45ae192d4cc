import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { describeDuration } from '../../core/base/ages.ts';
import { elapsed } from '../../core/runs/describe.ts';
import type { ResultsProtocol, ResultsRun } from '../../core/runs/resultsMessages.ts';
import { sharedStyle, wantsStillness } from '../shared/base.ts';
import type { Host } from '../shared/host.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { countItems, stateMark } from './wording.ts';

/** What the run is and how it stands, and what can be done with it as a whole. */
export class EaselRunHeader extends LitElement {
	static override properties = {
		run: { attribute: false },
		host: { attribute: false },
		now: { attribute: false },
		detailsOpen: { attribute: false },
	};
	declare run: ResultsRun;
	declare host: Host<ResultsProtocol>;
	declare now: number;
	declare detailsOpen: boolean;

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
				gap: 4px 12px;
				padding: 8px 8px 8px 12px;
				border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
			}
			.who {
				flex: 1 1 180px;
				min-width: 0;
			}
			h1 {
				margin: 0;
				overflow: hidden;
				font-size: 13px;
				font-weight: 600;
				line-height: 18px;
				text-overflow: ellipsis;
				white-space: nowrap;
			}
			.state {
				display: flex;
				align-items: center;
				gap: 4px;
				overflow: hidden;
				color: var(--vscode-descriptionForeground);
				font-size: 12px;
				font-variant-numeric: tabular-nums;
				line-height: 18px;
				white-space: nowrap;
			}
			.state vscode-icon {
				flex: none;
				width: 16px;
				height: 16px;
			}
			.state span {
				overflow: hidden;
				text-overflow: ellipsis;
			}
			.good {
				color: var(--vscode-testing-iconPassed, var(--vscode-foreground));
			}
			.bad {
				color: var(--vscode-errorForeground);
			}
			.busy {
				color: var(--vscode-progressBar-background, var(--vscode-foreground));
			}
			[role='toolbar'] {
				gap: 4px 12px;
			}
			.runs {
				display: flex;
				gap: 6px;
			}
			vscode-button {
				flex: none;
			}
		`,
	];

	override render(): TemplateResult {
		const { run } = this;
		const mark = stateMark(run);
		const words = [
			run.stateText.charAt(0).toUpperCase() + run.stateText.slice(1),
			describeDuration(elapsed(run, this.now)),
			run.state === 'succeeded' ? countItems(run.groups.flatMap((group) => group.items)) : '',
			run.deploymentName,
		];
		return html`
			<div class="who">
				<h1 title=${run.documentName}>${run.documentName}</h1>
				<div class="state">
					<vscode-icon class=${mark.tone} name=${mark.icon} ?spin=${mark.tone === 'busy' && !wantsStillness()}></vscode-icon>
					<span>${words.filter((word) => word !== '').join(' · ')}</span>
				</div>
			</div>
			<div role="toolbar" aria-label="Run">
				<div class="runs">${run.ended ? this.#runAgain() : this.#cancel()}</div>
				<div class="tools">${this.#tools().map(toolButton)}</div>
			</div>
		`;
	}

	#runAgain(): TemplateResult {
		return html`
			<vscode-button secondary title="Send the same request once more" @click=${() => this.host.send('runAgain', { newSeed: false })}>Run Again</vscode-button>
			${
				this.run.seed === undefined
					? nothing
					: html`<vscode-button title="Run the same again with a new random seed" @click=${() => this.host.send('runAgain', { newSeed: true })}>Run with New Seed</vscode-button>`
			}
		`;
	}

	#cancel(): TemplateResult {
		return html`<vscode-button
			secondary
			?disabled=${this.run.cancelRequested || this.run.state === 'fetching'}
			title="Ask the service to stop this run"
			@click=${() => this.host.send('cancel')}
		>${this.run.cancelRequested ? 'Canceling' : 'Cancel'}</vscode-button>`;
	}

	#tools(): Tool[] {
		const files = this.run.groups.some((group) => group.items.some((item) => item.src !== undefined));
		return [
			{ icon: 'save-all', label: 'Save all', disabled: !files, run: () => this.host.send('saveAll') },
			{
				icon: 'folder-opened',
				label: 'Open folder',
				disabled: !files,
				run: () => this.host.send('openFolder'),
			},
			{
				icon: 'info',
				label: 'Details of the run',
				key: 'D',
				pressed: this.detailsOpen,
				run: () => this.dispatchEvent(new CustomEvent('toggle-details')),
			},
		];
	}
}

customElements.define('easel-run-header', EaselRunHeader);
