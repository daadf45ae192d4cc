import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, type TemplateResult } from 'lit';

/** Renders the page in place of a removed subject; its host needs `messagePageStyle`. */
export function gonePage(title: string): TemplateResult {
	return html`<main class="page">
		<vscode-icon name="history" size="32"></vscode-icon>
		<h1>${title}</h1>
		<p>${l10n.t('It was removed, or it belongs to another account or computer. You can close this panel.')}</p>
	</main>`;
}
