import { css } from 'lit';

export const appStyle = css`
	:host {
		position: relative;
		display: flex;
		flex-direction: column;
		height: 100vh;
	}
	header {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 12px;
		padding: 4px 8px;
		border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
	}
	select {
		height: 24px;
		padding: 0 2px;
		border: 1px solid var(--vscode-dropdown-border, var(--vscode-input-border, var(--vscode-contrastBorder, transparent)));
		border-radius: 3px;
		background: var(--vscode-dropdown-background, var(--vscode-input-background));
		color: var(--vscode-dropdown-foreground, var(--vscode-input-foreground));
		font: inherit;
	}
	.size {
		display: flex;
		align-items: center;
		gap: 6px;
		height: 24px;
		color: var(--vscode-descriptionForeground);
	}
	input[type='range'] {
		width: 96px;
		height: 24px;
		margin: 0;
		accent-color: var(--vscode-focusBorder);
	}
	[role='toolbar'] {
		margin-inline-start: auto;
	}
	main {
		display: flex;
		flex: 1;
		min-height: 0;
	}
	easel-sheet-grid {
		flex: 1;
		min-width: 0;
	}
	.nothing {
		display: grid;
		flex: 1;
		gap: 8px;
		align-content: center;
		justify-items: center;
		padding: 16px;
		text-align: center;
	}
	.nothing p {
		max-width: 44ch;
		margin: 0;
	}
	.plain {
		height: 24px;
		padding: 0 6px;
		border: 1px solid transparent;
		border-radius: 3px;
		background: none;
		color: var(--vscode-textLink-foreground);
		font: inherit;
		cursor: pointer;
	}
	.plain:hover {
		background: var(--vscode-toolbar-hoverBackground);
		outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
	}
	footer {
		padding: 3px 8px;
		border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
		color: var(--vscode-descriptionForeground);
		font-variant-numeric: tabular-nums;
		overflow: hidden;
		text-overflow: ellipsis;
		white-space: nowrap;
	}
`;
