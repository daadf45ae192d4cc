import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { SamplesJob, SamplesProtocol } from '../../core/jobs/samples/messages.ts';
import { wantsStillness } from '../shared/base.ts';
import type { Host } from '../shared/host.ts';
import { emptyText } from './emptyText.ts';

/** The page for a job that is not in the list any more. */
export function gonePage(): TemplateResult {
	return html`<main class="page">
		<vscode-icon name="history" size="32"></vscode-icon>
		<h1>This job is no longer in the list</h1>
		<p>It was removed, or it belongs to another account or computer. You can close this panel.</p>
	</main>`;
}

/** In place of the grid while there is no sample. */
export function emptyPage(job: SamplesJob, host: Host<SamplesProtocol>): TemplateResult {
	const { icon, title, text, again } = emptyText(job);
	return html`<div class="page">
		<vscode-icon name=${icon} size="32" ?spin=${icon === 'loading' && !wantsStillness()}></vscode-icon>
		<h2>${title}</h2>
		${job.error === undefined ? nothing : html`<p class="error">${job.error}</p>`}
		<p>${text}</p>
		${again ? tryAgain(job, host) : nothing}
	</div>`;
}

/** What is to be said while there are samples. */
export function noticesOf(job: SamplesJob, host: Host<SamplesProtocol>): TemplateResult | typeof nothing {
	if (job.samples.length === 0) return nothing;
	const failed = job.samples.filter(({ problem }) => problem?.kind === 'failed').length;
	const gone = job.samples.filter(({ problem }) => problem?.kind === 'gone').length;
	const notices: TemplateResult[] = [];
	const say = (text: string, again: boolean) =>
		notices.push(
			html`<div class="notice"><span>${text}</span>${again ? tryAgain(job, host) : nothing}</div>`,
		);
	if (job.look === 'failed' && job.error !== undefined) say(`The job failed: ${job.error}`, false);
	if (job.failure !== undefined) {
		say(`New samples cannot be listed. ${job.failure.message} ${job.failure.nextStep}`, true);
	} else if (!job.reachable && job.samples.some(({ file }) => file === undefined)) {
		say(
			'Samples that are not on this computer yet appear after you sign in to the account of this job.',
			false,
		);
	}
	if (failed > 0)
		say(
			failed === 1 ? '1 sample could not be downloaded.' : `${failed} samples could not be downloaded.`,
			true,
		);
	if (gone > 0) {
		const what = gone === 1 ? '1 sample is gone' : `${gone} samples are gone`;
		say(`${what}: deleted by the service, without a copy on this computer.`, false);
	}
	return html`${notices}`;
}

/** Files of the job whose names do not say which step and prompt they belong to. */
export function otherFiles(
	{ id, others }: SamplesJob,
	host: Host<SamplesProtocol>,
): TemplateResult | typeof nothing {
	if (others.length === 0) return nothing;
	return html`<details class="others">
		<summary>${others.length === 1 ? '1 other file' : `${others.length} other files`}</summary>
		<ul>
			${others.map(
				({ name, kind, problem }) => html`<li>
					<span class="name">${name}</span>
					${problem === undefined ? nothing : html`<span class="why">${problem.text}</span>`}
					<vscode-button secondary aria-label=${`Save "${name}" As...`} @click=${() => host.send('saveAs', { job: id, name })}>Save As...</vscode-button>
					${
						kind === 'file'
							? nothing
							: html`<vscode-button secondary aria-label=${`Open "${name}" in Editor`} @click=${() => host.send('openInEditor', { job: id, name })}>Open in Editor</vscode-button>`
					}
				</li>`,
			)}
		</ul>
	</details>`;
}

function tryAgain({ id }: SamplesJob, host: Host<SamplesProtocol>): TemplateResult {
	return html`<vscode-button secondary @click=${() => host.send('tryAgain', { job: id })}>Try Again</vscode-button>`;
}
