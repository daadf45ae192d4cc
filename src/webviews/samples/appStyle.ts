import { css } from 'lit';
import { borderLine, fullPageStyle, messagePageStyle, warningColors } from '../shared/panelStyles.ts';

export const appStyle = css`
	${fullPageStyle}
	${messagePageStyle}
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
	.page p.error {
		color: var(--vscode-errorForeground);
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
