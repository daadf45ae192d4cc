import { css } from 'lit';

/** The page of a form: one column that scrolls, the buttons always at its lower edge. */
export const appStyle = css`
	:host {
		display: block;
		height: 100vh;
		overflow: auto;
	}
	main {
		display: flex;
		flex-direction: column;
		gap: 14px;
		max-width: 720px;
		min-height: 100%;
		padding: 16px 20px 0;
	}
	h1,
	h2 {
		margin: 0;
		font-weight: 600;
		overflow-wrap: anywhere;
	}
	h1 {
		font-size: 1.4em;
	}
	h2 {
		font-size: 1.1em;
	}
	p {
		margin: 0;
		line-height: 1.4;
	}
	.where,
	.description,
	.from {
		color: var(--vscode-descriptionForeground);
		overflow-wrap: anywhere;
	}
	.trouble {
		display: flex;
		flex-wrap: wrap;
		gap: 8px 12px;
		align-items: center;
		color: var(--vscode-errorForeground);
	}
	.cost,
	.elsewhere {
		display: grid;
		gap: 4px;
		padding: 8px 12px;
		border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-widget-border));
		border-radius: 2px;
		background: var(--vscode-inputValidation-warningBackground);
		color: var(--vscode-inputValidation-warningForeground, inherit);
	}
	.template {
		display: grid;
		gap: 4px;
		max-width: 640px;
	}
	.template vscode-single-select {
		width: 100%;
	}
	.label {
		font-weight: 600;
	}
	.changes {
		display: grid;
		grid-template-columns: max-content minmax(0, 1fr);
		gap: 6px 20px;
		margin: 0;
	}
	.changes dd {
		margin: 0;
		overflow-wrap: anywhere;
		unicode-bidi: plaintext;
	}
	.arrow {
		padding: 0 6px;
	}
	ul {
		margin: 0;
		padding-left: 18px;
	}
	li {
		overflow-wrap: anywhere;
	}
	easel-form {
		gap: 10px;
	}
	footer [role='status'] {
		flex: 1 0 100%;
		max-width: 640px;
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
	@media (max-width: 420px) {
		.changes {
			grid-template-columns: minmax(0, 1fr);
			gap: 2px;
		}
		.changes dd {
			margin-bottom: 8px;
		}
	}
`;
