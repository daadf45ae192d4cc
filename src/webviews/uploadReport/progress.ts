import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, nothing, type TemplateResult } from 'lit';
import { counted, numberText } from '../../core/base/language.ts';
import type { UploadView } from '../../core/datasets/report/messages.ts';

export interface ProgressActions {
	cancel(): void;
	retry(): void;
	backToReport(): void;
	insert(): void;
	newConfiguration(): void;
}

const icons: Readonly<Record<string, string>> = {
	ready: 'pass-filled',
	failed: 'error',
	incomplete: 'warning',
	canceled: 'circle-slash',
};

/** Renders an upload from the first byte to the end; the bar gets its width from `drawProgress`. */
export function uploadProgress(upload: UploadView, actions: ProgressActions): TemplateResult {
	const { state, title, counts, pace, notice, failed, failedCount, fraction } = upload;
	const icon = icons[state];
	const percent = Math.floor(fraction * 100);
	const hasEnded = icon !== undefined;
	return html`<section class="upload" aria-label=${l10n.t('Upload')}>
		<div role="status">
			<h2 class=${`outcome ${state}`}>
				${icon === undefined ? nothing : html`<vscode-icon name=${icon}></vscode-icon>`}<span>${title}</span>
			</h2>
		</div>
		${
			state === 'ready'
				? nothing
				: html`<div
					class="bar"
					role="progressbar"
					aria-label=${l10n.t('Bytes uploaded')}
					aria-valuemin="0"
					aria-valuemax="100"
					aria-valuenow=${percent}
				>
					<div class=${state === 'validating' || state === 'checking' ? 'fill waiting' : 'fill'}></div>
				</div>`
		}
		<p class="counts figures">${counts}${pace === undefined ? nothing : html`<span class="quiet">${pace}</span>`}</p>
		${notice === undefined ? nothing : html`<p class="notice quiet">${notice}</p>`}
		${
			failed.length === 0
				? nothing
				: html`<h3 class="failedTitle">${counted(failedCount, l10n.t('1 file was not uploaded'), l10n.t('{0} files were not uploaded'))}</h3>
					<ul class="failed" tabindex="0" aria-label=${l10n.t('Files that were not uploaded')}>
						${failed.map(({ name, reason }) => html`<li><span class="name">${name}</span> ${reason}</li>`)}
						${failedCount > failed.length ? html`<li>${l10n.t('And {0} more.', numberText(failedCount - failed.length))}</li>` : nothing}
					</ul>`
		}
		<div class="actions">
			${upload.canRetry ? html`<vscode-button @click=${actions.retry}>${l10n.t('Retry')}</vscode-button>` : nothing}
			${
				state === 'ready'
					? html`<vscode-button @click=${actions.newConfiguration}>${l10n.t('New Training Configuration')}</vscode-button>
						<vscode-button secondary @click=${actions.insert}>${l10n.t('Insert into Configuration')}</vscode-button>`
					: nothing
			}
			${upload.canCancel ? html`<vscode-button secondary @click=${actions.cancel}>${l10n.t('Cancel')}</vscode-button>` : nothing}
			${
				hasEnded
					? html`<vscode-button secondary @click=${actions.backToReport}>${l10n.t('Back to the Report')}</vscode-button>`
					: nothing
			}
		</div>
	</section>`;
}

/** Gives the bar its width: through the element, since the policy of the page forbids style attributes. */
export function drawProgress(root: ParentNode, fraction: number): void {
	const fill = root.querySelector<HTMLElement>('.bar .fill');
	if (fill !== null) fill.style.width = `${Math.min(100, Math.max(0, fraction * 100))}%`;
}

export const progressStyle = css`
	.upload {
		display: grid;
		gap: 10px;
		max-width: 720px;
		padding: 8px 0;
	}
	.outcome {
		display: flex;
		align-items: center;
		gap: 6px;
		margin: 0;
		font-size: 1.2em;
		font-weight: 600;
	}
	.outcome.ready vscode-icon {
		color: var(--vscode-testing-iconPassed, var(--vscode-foreground));
	}
	.outcome.failed vscode-icon {
		color: var(--vscode-errorForeground);
	}
	.outcome.incomplete vscode-icon {
		color: var(--vscode-editorWarning-foreground, var(--vscode-foreground));
	}
	.bar {
		height: 6px;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 3px;
		background: var(--vscode-editorWidget-background, var(--vscode-input-background));
		overflow: hidden;
	}
	.fill {
		width: 0;
		height: 100%;
		background: var(--vscode-progressBar-background, var(--vscode-button-background));
		transition: width 200ms linear;
	}
	.fill.waiting {
		opacity: 0.6;
	}
	.counts {
		display: flex;
		flex-wrap: wrap;
		gap: 4px 16px;
		margin: 0;
	}
	.notice,
	.failedTitle {
		margin: 0;
		line-height: 1.4;
	}
	.failedTitle {
		font: inherit;
		font-weight: 600;
	}
	.failed {
		max-height: 200px;
		margin: 0;
		padding: 4px 8px;
		overflow: auto;
		border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
		list-style: none;
		line-height: 1.5;
	}
	.failed .name {
		font-weight: 600;
		overflow-wrap: anywhere;
	}
	.actions {
		display: flex;
		flex-wrap: wrap;
		gap: 8px;
	}
`;
