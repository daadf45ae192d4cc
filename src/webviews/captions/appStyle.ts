import { css } from 'lit';

/** Fields, choices and plain buttons, as the editor draws them. */
export const controlStyle = css`
	input[type='text'],
	select {
		height: 24px;
		padding: 0 6px;
		border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
		border-radius: 3px;
		background: var(--vscode-input-background);
		color: var(--vscode-input-foreground);
		font: inherit;
	}
	select {
		padding: 0 2px;
		background: var(--vscode-dropdown-background, var(--vscode-input-background));
		color: var(--vscode-dropdown-foreground, var(--vscode-input-foreground));
		border-color: var(--vscode-dropdown-border, var(--vscode-input-border, var(--vscode-contrastBorder, transparent)));
	}
	input[type='text'] {
		flex: 1 1 140px;
		min-width: 60px;
		max-width: 360px;
	}
	input.number {
		flex: 0 1 76px;
		max-width: 76px;
	}
	input::placeholder {
		color: var(--vscode-input-placeholderForeground);
		opacity: 1;
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
	.line {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 8px;
	}
	.line + .line {
		margin-top: 4px;
	}
	.end {
		margin-inline-start: auto;
	}
	.count {
		color: var(--vscode-descriptionForeground);
	}
	.words {
		display: flex;
		flex-direction: column;
		height: 100%;
		gap: 4px;
	}
	ul {
		flex: 1;
		min-height: 0;
		margin: 0;
		padding: 0;
		overflow: hidden auto;
		list-style: none;
	}
	li {
		display: flex;
		align-items: center;
	}
	.rest {
		padding: 4px 6px;
		color: var(--vscode-descriptionForeground);
	}
	.word {
		display: flex;
		flex: 1;
		gap: 8px;
		justify-content: space-between;
		min-width: 0;
		padding: 2px 6px;
		border: 0;
		border-radius: 3px;
		background: none;
		color: inherit;
		font: inherit;
		line-height: 18px;
		text-align: start;
		cursor: pointer;
	}
	.word:hover {
		background: var(--vscode-list-hoverBackground);
		outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
		outline-offset: -1px;
	}
	.word .text {
		overflow: hidden;
		text-overflow: ellipsis;
		white-space: nowrap;
	}
	.word .number {
		color: var(--vscode-descriptionForeground);
		font-variant-numeric: tabular-nums;
	}
`;

export const appStyle = css`
	:host {
		position: relative;
		display: flex;
		flex-direction: column;
		height: 100vh;
	}
	header {
		display: grid;
		gap: 4px;
		padding: 4px 8px;
		border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
	}
	.bar,
	.search,
	.more {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 8px;
	}
	.search {
		flex: 1 1 260px;
		min-width: 0;
	}
	.apart {
		margin-inline-start: 8px;
	}
	.problem {
		margin: 0;
		padding: 4px 8px;
		border: 1px solid var(--vscode-inputValidation-warningBorder);
		background: var(--vscode-inputValidation-warningBackground);
	}
	main {
		display: flex;
		flex: 1;
		min-height: 0;
	}
	easel-caption-grid {
		flex: 1;
		min-width: 0;
	}
	aside {
		width: 240px;
		padding: 4px 8px;
		border-inline-start: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
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
		margin: 0;
	}
	footer {
		padding: 3px 8px;
		border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
		color: var(--vscode-descriptionForeground);
		overflow: hidden;
		text-overflow: ellipsis;
		white-space: nowrap;
	}
	@media (max-width: 560px) {
		main {
			flex-direction: column-reverse;
		}
		aside {
			width: auto;
			height: 40%;
			border: 0;
			border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
		}
	}
`;
