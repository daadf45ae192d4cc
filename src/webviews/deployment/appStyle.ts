import { css } from 'lit';
import { formPageStyle } from '../shared/panelStyles.ts';

export const appStyle = css`
	${formPageStyle}
	main {
		gap: 14px;
		max-width: 720px;
	}
	h2 {
		margin: 0;
		font-size: 1.1em;
		font-weight: 600;
		overflow-wrap: anywhere;
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
