import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { counted } from '../../core/base/language.ts';
import type { SamplesJob, SamplesProtocol } from '../../core/jobs/samples/messages.ts';
import { wantsStillness } from '../shared/base.ts';
import type { Host } from '../shared/host.ts';

/** Renders the page in place of the grid while there is no sample. */
export function emptyPage(job: SamplesJob, host: Host<SamplesProtocol>): TemplateResult {
	const { icon, title, text, again } = emptyText(job);
	return html`<div class="page">
		<vscode-icon name=${icon} size="32" ?spin=${icon === 'loading' && !wantsStillness()}></vscode-icon>
		<h2>${title}</h2>
		${job.error === undefined ? nothing : html`<p class="error">${job.error}</p>`}
		<p>${text}</p>
		${job.elsewhere !== undefined ? switchTo(job, job.elsewhere, host) : again ? tryAgain(job, host) : nothing}
	</div>`;
}

/** Renders the notices above the samples. */
export function noticesOf(job: SamplesJob, host: Host<SamplesProtocol>): TemplateResult | typeof nothing {
	if (job.samples.length === 0) return nothing;
	const failed = job.samples.filter(({ problem }) => problem?.kind === 'failed').length;
	const gone = job.samples.filter(({ problem }) => problem?.kind === 'gone').length;
	const notices: TemplateResult[] = [];
	const say = (text: string, button: TemplateResult | typeof nothing) =>
		notices.push(html`<div class="notice"><span>${text}</span>${button}</div>`);
	const again = tryAgain(job, host);
	if (job.look === 'failed' && job.error !== undefined)
		say(l10n.t('The job failed: {0}', job.error), nothing);
	if (job.elsewhere !== undefined) {
		say(
			l10n.t(
				'This job is at {0}, and another connection is in use. New samples are not listed.',
				job.elsewhere,
			),
			switchTo(job, job.elsewhere, host),
		);
	} else if (job.failure !== undefined) {
		say(l10n.t('New samples cannot be listed. {0} {1}', job.failure.message, job.failure.nextStep), again);
	} else if (!job.reachable && job.samples.some(({ file }) => file === undefined)) {
		say(
			l10n.t(
				'Samples that are not on this computer yet appear after you sign in to the account of this job.',
			),
			nothing,
		);
	}
	if (failed > 0)
		say(
			counted(
				failed,
				l10n.t('1 sample could not be downloaded.'),
				l10n.t('{0} samples could not be downloaded.'),
			),
			again,
		);
	if (gone > 0) {
		const words = counted(
			gone,
			l10n.t('1 sample was deleted by the service and has no copy on this computer.'),
			l10n.t('{0} samples were deleted by the service and have no copy on this computer.'),
		);
		say(words, nothing);
	}
	return html`${notices}`;
}

/** Renders the files of the job without step and prompt in their names. */
export function otherFiles(
	{ id, others }: SamplesJob,
	host: Host<SamplesProtocol>,
): TemplateResult | typeof nothing {
	if (others.length === 0) return nothing;
	return html`<details class="others">
		<summary>${counted(others.length, l10n.t('1 other file'), l10n.t('{0} other files'))}</summary>
		<ul>
			${others.map(
				({ name, kind, problem }) => html`<li>
					<span class="name">${name}</span>
					${problem === undefined ? nothing : html`<span class="why">${problem.text}</span>`}
					<vscode-button secondary aria-label=${l10n.t('Save "{0}" As...', name)} @click=${() => host.send('saveAs', { job: id, name })}>${l10n.t('Save As...')}</vscode-button>
					${
						kind === 'file'
							? nothing
							: html`<vscode-button secondary aria-label=${l10n.t('Open "{0}" in Editor', name)} @click=${() => host.send('openInEditor', { job: id, name })}>${l10n.t('Open in Editor')}</vscode-button>`
					}
				</li>`,
			)}
		</ul>
	</details>`;
}

function switchTo({ id }: SamplesJob, connection: string, host: Host<SamplesProtocol>): TemplateResult {
	return html`<vscode-button @click=${() => host.send('switchConnection', { job: id })}>${l10n.t('Switch to {0}', connection)}</vscode-button>`;
}

function tryAgain({ id }: SamplesJob, host: Host<SamplesProtocol>): TemplateResult {
	return html`<vscode-button secondary @click=${() => host.send('tryAgain', { job: id })}>${l10n.t('Try Again')}</vscode-button>`;
}

/** The text in place of the grid without one. */
interface EmptyText {
	readonly icon: string;
	readonly title: string;
	readonly text: string;
	/** True if another request may help, provided the connection of the job is in use. */
	readonly again: boolean;
}

/** Returns the sentences for a job without samples: the reason, and the next step. */
function emptyText(job: SamplesJob): EmptyText {
	if (job.listed === 'asking') {
		return {
			icon: 'loading',
			title: l10n.t('Loading the samples'),
			text: l10n.t('Loading the list of files of this job.'),
			again: false,
		};
	}
	if (job.elsewhere !== undefined && job.listed === 'no') {
		return {
			icon: 'debug-disconnect',
			title: l10n.t('This job is at {0}', job.elsewhere),
			text: l10n.t('Another connection is in use, so its samples cannot be listed.'),
			again: false,
		};
	}
	if (job.listed === 'no') {
		return {
			icon: 'debug-disconnect',
			title: l10n.t('The samples could not be listed'),
			text: job.failure === undefined ? '' : `${job.failure.message} ${job.failure.nextStep}`,
			again: true,
		};
	}
	const none = job.prompts.length === 0;
	switch (job.look) {
		case 'waiting':
			return {
				icon: 'list-ordered',
				title: l10n.t('The job has not started yet'),
				text: l10n.t('The first samples appear here once it runs.'),
				again: false,
			};
		case 'running':
			return {
				icon: 'play-circle',
				title: l10n.t('No samples yet'),
				text: none
					? l10n.t(
							'The configuration of this job is not known here, or has no sample prompts. If it makes samples, they appear here.',
						)
					: l10n.t('They appear here as the job makes them.'),
				again: false,
			};
		case 'failed':
			return {
				icon: 'error',
				title: l10n.t('The job failed before it made a sample'),
				text: l10n.t('Fix the cause, then edit and resume the job, or start another one.'),
				again: true,
			};
		default:
			return {
				icon: 'circle-slash',
				title: l10n.t('This job made no samples'),
				text: none
					? l10n.t('To see samples, add prompts under "sample" in the configuration and start another job.')
					: l10n.t('It ended before its first samples, or sampling is turned off in its configuration.'),
				again: true,
			};
	}
}
