import { css } from 'lit';
import { borderLine, fullPageStyle, warningColors } from '../shared/panelStyles.ts';

export const appStyle = css`
	${fullPageStyle}
	main {
		display: flex;
		flex-direction: column;
		min-width: 0;
		min-height: 0;
	}
	easel-sample-grid,
	easel-sample-large {
		flex: 1 1 0;
		min-height: 0;
	}
	.page {
		display: grid;
		flex: 1 1 0;
		gap: 8px;
		place-items: center;
		align-content: center;
		min-height: 0;
		padding: 16px;
		overflow: auto;
		text-align: center;
		text-wrap: balance;
	}
	main.page {
		height: 100%;
	}
	.page h1,
	.page h2 {
		margin: 0;
		font-size: 16px;
		font-weight: 600;
	}
	.page p {
		max-width: 56ch;
		margin: 0;
		color: var(--vscode-descriptionForeground);
		overflow-wrap: anywhere;
	}
	.page p.error {
		color: var(--vscode-errorForeground);
	}
	.page vscode-icon {
		color: var(--vscode-descriptionForeground);
	}
	.notice {
		display: flex;
		flex: none;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 12px;
		max-height: 30%;
		padding: 6px 12px;
		overflow: auto;
		border-bottom: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, transparent));
		${warningColors}
		overflow-wrap: anywhere;
	}
	.others {
		flex: none;
		max-height: 40%;
		overflow: auto;
		border-top: ${borderLine};
		font-size: 12px;
	}
	.others summary {
		padding: 6px 12px;
		cursor: pointer;
	}
	.others ul {
		display: grid;
		gap: 4px;
		margin: 0;
		padding: 0 12px 8px;
		list-style: none;
	}
	.others li {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 8px;
	}
	.others .name {
		flex: 1 1 120px;
		min-width: 0;
		overflow-wrap: anywhere;
	}
	.others .why {
		color: var(--vscode-errorForeground);
	}
`;
