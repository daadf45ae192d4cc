import { css } from 'lit';

/** The page of the upload report: one column that scrolls, the button always at its lower edge. */
export const appStyle = css`
	:host {
		display: block;
		position: relative;
		height: 100vh;
		overflow: auto;
	}
	main {
		display: flex;
		flex-direction: column;
		gap: 12px;
		max-width: 1100px;
		min-height: 100%;
		padding: 16px 20px 0;
	}
	h1 {
		margin: 0;
		font-size: 1.4em;
		font-weight: 600;
		overflow-wrap: anywhere;
	}
	.selection,
	.summary,
	.counts,
	.trouble,
	.sound {
		margin: 0;
		line-height: 1.4;
	}
	.selection,
	.reason {
		color: var(--vscode-descriptionForeground);
		overflow-wrap: anywhere;
	}
	.trouble {
		color: var(--vscode-errorForeground);
	}
	.fields {
		display: grid;
		grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr));
		gap: 8px 24px;
	}
	.controls {
		display: grid;
		grid-template-columns: minmax(0, 1fr) auto;
		gap: 8px;
		align-items: start;
	}
	.controls vscode-button {
		margin-top: calc(1.4em + 4px);
	}
	.scanning {
		display: grid;
		gap: 8px;
	}
	.bar1 {
		display: flex;
		flex-wrap: wrap;
		gap: 8px 16px;
		align-items: center;
		justify-content: space-between;
	}
	.summary {
		font-weight: 600;
		font-variant-numeric: tabular-nums;
	}
	.tools {
		display: flex;
		flex-wrap: wrap;
		gap: 8px;
	}
	.filter {
		max-width: 420px;
	}
	.findings {
		border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
	}
	footer {
		position: sticky;
		bottom: 0;
		display: flex;
		flex-wrap: wrap;
		gap: 6px 12px;
		align-items: center;
		margin-top: auto;
		padding: 10px 0 14px;
		background: var(--vscode-editor-background);
	}
	.toast {
		position: fixed;
		bottom: 64px;
	}
`;
