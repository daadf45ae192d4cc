import type { Texts } from '../../../core/base/language.ts';
import { textsElement } from '../../../core/base/panel/pageTexts.ts';

/** The parts of the page of a panel. All addresses have the webview's own origin. */
interface PageParts {
	readonly cspSource: string;
	readonly nonce: string;
	readonly title: string;
	readonly scriptUri: string;
	readonly codiconsUri: string;
	/** Any JSON value; the view reads it back and keeps it for restoring. */
	readonly identity: unknown;
	/** The editor's language, as in BCP 47. */
	readonly language: string;
	/** The texts of that language for the view, by their English ones; absent for English. */
	readonly texts?: Texts;
	/** Lets the view start workers from its own bundle. */
	readonly workers: boolean;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Returns the policy of every panel: scripts by nonce only, files of the panel's own folders only, no network. Inline styles stay
 * forbidden; components use constructed style sheets.
 */
export function contentSecurityPolicy(parts: Pick<PageParts, 'cspSource' | 'nonce' | 'workers'>): string {
	const directives = [
		"default-src 'none'",
		`script-src 'nonce-${parts.nonce}'`,
		`style-src ${parts.cspSource}`,
		`font-src ${parts.cspSource}`,
		`img-src ${parts.cspSource} data: blob:`,
		`media-src ${parts.cspSource} blob:`,
		`connect-src ${parts.cspSource}`,
		"base-uri 'none'",
		"form-action 'none'",
	];
	if (parts.workers) directives.push('worker-src blob:');
	return directives.join('; ');
}

/** Returns the page of a panel: an empty body into which the bundle draws. */
export function pageHtml(parts: PageParts): string {
	return `<!DOCTYPE html>
<html lang="${escapeHtml(parts.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentSecurityPolicy(parts))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
${parts.texts ? textsElement(parts.texts, parts.nonce) : ''}
<link id="vscode-codicon-stylesheet" rel="stylesheet" href="${escapeHtml(parts.codiconsUri)}" nonce="${parts.nonce}">
<script type="module" nonce="${parts.nonce}" src="${escapeHtml(parts.scriptUri)}"></script>
</head>
<body data-identity="${escapeHtml(JSON.stringify(parts.identity))}"></body>
</html>`;
}
