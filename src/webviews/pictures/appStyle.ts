import { css } from 'lit';

export const appStyle = css`
	:host {
		display: block;
		height: 100%;
		min-height: 160px;
	}
	.app {
		display: grid;
		grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
		height: 100%;
	}
	header {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 12px;
		padding: 8px 8px 8px 12px;
		border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
	}
	[role='toolbar'] {
		gap: 4px 12px;
	}
	.tools {
		flex-wrap: wrap;
	}
	.scale {
		min-width: 42px;
		color: var(--vscode-descriptionForeground);
		font-size: 12px;
		font-variant-numeric: tabular-nums;
		text-align: center;
	}
	.body {
		display: grid;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		min-height: 0;
	}
	main {
		display: grid;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		min-width: 0;
		min-height: 0;
	}
	aside {
		display: grid;
		min-width: 0;
		min-height: 0;
		background: var(--vscode-sideBar-background, var(--vscode-editor-background));
		color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
	}
	@media (min-width: 560px) {
		.with-inputs {
			grid-template-columns: minmax(0, 1fr) clamp(180px, 28vw, 320px);
		}
		aside {
			border-left: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
		}
	}
	@media (max-width: 559px) {
		.with-inputs {
			grid-template-rows: minmax(0, 1fr) minmax(0, 40vh);
		}
		aside {
			border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
		}
	}
	.stack,
	.drawn {
		display: grid;
		position: relative;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		min-width: 0;
		min-height: 0;
	}
	.drawn {
		grid-template-rows: minmax(0, 1fr) auto;
	}
	.stack > .side {
		display: grid;
		position: relative;
		grid-area: 1 / 1;
		min-width: 0;
		min-height: 0;
	}
	.away {
		opacity: 0;
	}
	.said {
		margin: 0;
		padding: 6px 12px;
		border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
		line-height: 1.45;
	}
`;
