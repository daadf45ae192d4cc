import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { GraphState } from '../../core/workflow/graph/messages.ts';

type Notice = GraphState['notice'];

/** Renders the lines above a picture: about its document, and about its layout. */
export function noticeLines(notice: Notice, note: string | undefined, convert: () => void): unknown {
	return [
		notice === undefined ? nothing : line(notice.text, convertButton(notice, convert)),
		note === undefined ? nothing : line(note),
	];
}

/** Renders the text in place of a missing picture: the reason. */
export function emptyView(notice: Notice, convert: () => void): TemplateResult {
	return html`<div class="empty">
		<vscode-icon name="type-hierarchy" size="32"></vscode-icon>
		<p>${notice?.text ?? l10n.t('This document has no nodes yet. Nodes appear here as you add them.')}</p>
		${convertButton(notice, convert)}
	</div>`;
}

function line(text: string, action: unknown = nothing): TemplateResult {
	return html`<div class="notice">
		<vscode-icon name="info"></vscode-icon><span role="status">${text}</span>${action}
	</div>`;
}

function convertButton(notice: Notice, convert: () => void): unknown {
	if (notice?.canConvert !== true) return nothing;
	return html`<vscode-button @click=${convert}>${l10n.t('Convert to API Format')}</vscode-button>`;
}
