import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { SamplesJob } from '../../core/jobs/samplesMessages.ts';
import { sharedStyle, wantsStillness } from '../shared/base.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { stepText } from './model.ts';

const marks: Readonly<Record<SamplesJob['look'], { readonly icon: string; readonly tone: string }>> = {
	waiting: { icon: 'list-ordered', tone: 'busy' },
	running: { icon: 'loading', tone: 'busy' },
	finished: { icon: 'pass-filled', tone: 'good' },
	stopped: { icon: 'circle-slash', tone: 'quiet' },
	failed: { icon: 'error', tone: 'bad' },
	quiet: { icon: 'question', tone: 'quiet' },
};

/** The job, its state and how far it is, and what can be done with all of its samples. */
export class EaselSamplesHeader extends LitElement {
	static override properties = {
		job: { attribute: false },
		other: { attribute: false },
		tools: { attribute: false },
	};
	declare job: SamplesJob;
	/** The job it is compared with. */
	declare other: SamplesJob | undefined;
	declare tools: readonly Tool[];

	constructor() {
		super();
		this.tools = [];
		new RovingToolbars(this);
	}

	static override styles = [
		sharedStyle,
		toolbarStyle,
		css`
			:host {
				display: block;
				position: relative;
				border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
			}
			.line {
				display: flex;
				flex-wrap: wrap;
				align-items: center;
				gap: 4px 12px;
				padding: 8px 8px 8px 12px;
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
			vscode-progress-bar {
				position: absolute;
				right: 0;
				bottom: -1px;
				left: 0;
			}
		`,
	];

	override render(): TemplateResult {
		const { job, other } = this;
		const { icon, tone } = marks[job.look];
		const words = [job.stateText, progressText(job)].filter((word) => word !== '');
		return html`
			<div class="line">
				<div class="who">
					<h1 title=${job.name}>${job.name}${other === undefined ? '' : ` and ${other.name}`}</h1>
					<div class="state">
						<vscode-icon class=${tone} name=${icon} ?spin=${icon === 'loading' && !wantsStillness()}></vscode-icon>
						<span>${words.join(' · ')}</span>
					</div>
				</div>
				<div role="toolbar" aria-label="Samples"><div class="tools">${this.tools.map(toolButton)}</div></div>
			</div>
			${this.#bar()}
		`;
	}

	#bar(): TemplateResult | typeof nothing {
		const { look, step, totalSteps } = this.job;
		if (look === 'waiting')
			return html`<vscode-progress-bar aria-label="The job waits" indeterminate></vscode-progress-bar>`;
		if (step === undefined || totalSteps === undefined || totalSteps <= 0 || look === 'finished')
			return nothing;
		return html`<vscode-progress-bar
			aria-label="Steps done"
			.value=${Math.min(step, totalSteps)}
			.max=${totalSteps}
		></vscode-progress-bar>`;
	}
}

/** `step 250 of 2,000, 12 %`; nothing while no step is known. */
export function progressText({ step, totalSteps }: Pick<SamplesJob, 'step' | 'totalSteps'>): string {
	if (step === undefined) return '';
	if (totalSteps === undefined || totalSteps <= 0) return `step ${stepText(step)}`;
	const percent = Math.min(100, Math.floor((100 * step) / totalSteps));
	return `step ${stepText(step)} of ${stepText(totalSteps)}, ${percent} %`;
}

customElements.define('easel-samples-header', EaselSamplesHeader);
