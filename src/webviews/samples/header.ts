import * as l10n from '@vscode/l10n';
import { allOf, numberText, percentText } from '../../core/base/language.ts';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { SamplesJob } from '../../core/jobs/samples/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { borderLine, toolRow } from '../shared/panelStyles.ts';
import { panelTitle, panelTitleStyle, type Tone } from '../shared/panelTitle.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';

const marks: Readonly<Record<SamplesJob['look'], { readonly icon: string; readonly tone: Tone }>> = {
	waiting: { icon: 'list-ordered', tone: 'busy' },
	running: { icon: 'loading', tone: 'busy' },
	finished: { icon: 'pass-filled', tone: 'good' },
	stopped: { icon: 'circle-slash', tone: 'quiet' },
	failed: { icon: 'error', tone: 'bad' },
	quiet: { icon: 'question', tone: 'quiet' },
};

/** The job, its state and its progress, and the actions for all of its samples. */
class EaselSamplesHeader extends LitElement {
	@property({ attribute: false }) job!: SamplesJob;
	/** The job it is compared with. */
	@property({ attribute: false }) other: SamplesJob | undefined;
	@property({ attribute: false }) tools: readonly Tool[] = [];

	constructor() {
		super();
		new RovingToolbars(this);
	}

	static override styles = [
		sharedStyle,
		toolbarStyle,
		panelTitleStyle,
		css`
			:host {
				display: block;
				position: relative;
				border-bottom: ${borderLine};
			}
			.line {
				${toolRow}
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
		return html`
			<div class="line">
				${panelTitle({
					title: allOf(other === undefined ? [job.name] : [job.name, other.name]),
					icon,
					tone,
					words:
						other === undefined ? [job.stateText, progressText(job)] : [namedState(job), namedState(other)],
					spins: icon === 'loading',
				})}
				<div role="toolbar" aria-label=${l10n.t('Samples')}><div class="tools">${this.tools.map(toolButton)}</div></div>
			</div>
			${this.#bar()}
		`;
	}

	#bar(): TemplateResult | typeof nothing {
		const { look, step, totalSteps } = this.job;
		if (look === 'waiting')
			return html`<vscode-progress-bar aria-label=${l10n.t('The job waits')} indeterminate></vscode-progress-bar>`;
		if (step === undefined || totalSteps === undefined || totalSteps <= 0 || look === 'finished')
			return nothing;
		return html`<vscode-progress-bar
			aria-label=${l10n.t('Steps done')}
			.value=${Math.min(step, totalSteps)}
			.max=${totalSteps}
		></vscode-progress-bar>`;
	}
}

/** Returns `step 250 of 2,000, 12%`; nothing while no step is known. */
function progressText({ step, totalSteps }: Pick<SamplesJob, 'step' | 'totalSteps'>): string {
	if (step === undefined) return '';
	if (totalSteps === undefined || totalSteps <= 0) return l10n.t('step {0}', numberText(step));
	const percent = Math.min(100, Math.floor((100 * step) / totalSteps));
	return l10n.t('step {0} of {1}, {2}', numberText(step), numberText(totalSteps), percentText(percent));
}

/** Returns the state of one of two jobs, with its name and its progress. */
function namedState(job: SamplesJob): string {
	return [`${job.name}: ${job.stateText}`, progressText(job)].filter((part) => part !== '').join(', ');
}

customElements.define('easel-samples-header', EaselSamplesHeader);
