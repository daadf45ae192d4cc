import { css } from 'lit';

export const appStyle = css`
	header {
		padding: 4px 8px;
		border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
	}
	.run {
		gap: 4px;
		margin-inline-start: auto;
		padding: 0 8px;
		background: var(--vscode-button-background);
		color: var(--vscode-button-foreground);
		border-color: var(--vscode-button-border, transparent);
	}
	.run:hover {
		background: var(--vscode-button-hoverBackground);
	}
	easel-sweep-grid {
		flex: 1;
		min-width: 0;
	}
	.link {
		border: 0;
		background: none;
		color: var(--vscode-textLink-foreground);
		font: inherit;
		cursor: pointer;
	}
	footer.error {
		color: var(--vscode-errorForeground);
	}
	footer.warning {
		color: var(--vscode-editorWarning-foreground);
	}
`;
