import { css } from 'lit';
import type { HostContext } from './agentHost.ts';

/** The editor's styles that the shared views use, taken from the host here, with colors of our own as defaults. */
export const hostStyle = css`
	:root {
		color-scheme: light dark;
		--vscode-font-family: var(--font-sans, system-ui, sans-serif);
		--vscode-font-size: 13px;
		--vscode-font-weight: normal;
		--vscode-editor-font-family: var(--font-mono, monospace);
		--vscode-editor-background: var(--color-background-primary, light-dark(#fff, #1f1f1f));
		--vscode-foreground: var(--color-text-primary, light-dark(#3b3b3b, #ccc));
		--vscode-icon-foreground: var(--vscode-foreground);
		--vscode-descriptionForeground: var(--color-text-secondary, light-dark(#595959, #a6a6a6));
		--vscode-panel-border: var(--color-border-primary, light-dark(#d4d4d4, #454545));
		--vscode-focusBorder: var(--color-ring-primary, light-dark(#005fb8, #3794ff));
		--vscode-toolbar-hoverBackground: color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
		--vscode-badge-background: light-dark(#ccc, #4d4d4d);
		--vscode-badge-foreground: light-dark(#1f1f1f, #f8f8f8);
		--vscode-button-background: light-dark(#005fb8, #0078d4);
		--vscode-button-foreground: #fff;
		--vscode-disabledForeground: color-mix(in srgb, var(--vscode-foreground) 50%, transparent);
		--vscode-inputOption-activeBackground: light-dark(#bed6ed, #2489db82);
		--vscode-inputOption-activeForeground: light-dark(#000, #fff);
		--vscode-inputOption-activeBorder: var(--vscode-focusBorder);
		--vscode-errorForeground: var(--color-text-danger, light-dark(#a1260d, #f48771));
	}
	@media (prefers-contrast: more), (forced-colors: active) {
		:root {
			--vscode-editor-background: Canvas;
			--vscode-foreground: CanvasText;
			--vscode-descriptionForeground: CanvasText;
			--vscode-errorForeground: CanvasText;
			--vscode-contrastBorder: CanvasText;
			--vscode-contrastActiveBorder: Highlight;
			--vscode-panel-border: CanvasText;
			--vscode-focusBorder: Highlight;
			--vscode-badge-background: Canvas;
			--vscode-badge-foreground: CanvasText;
			--vscode-button-background: Canvas;
			--vscode-button-foreground: CanvasText;
			--vscode-inputOption-activeBackground: Canvas;
			--vscode-inputOption-activeForeground: CanvasText;
		}
	}
`;

/** Adopts the look of the host from now on, as far as described by the host. */
export function followHost({ theme, styles }: HostContext): void {
	const { style } = document.documentElement;
	if (theme !== undefined) style.colorScheme = theme;
	for (const [name, value] of Object.entries(styles?.variables ?? {}))
		if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value);
}
