import { css } from 'lit';
import { borderLine, formPageStyle } from '../shared/panelStyles.ts';

export const appStyle = css`
	${formPageStyle}
	main {
		gap: 12px;
		max-width: 1100px;
	}
	.selection,
	.sizes,
	.summary,
	.counts,
	.trouble,
	.sound {
		margin: 0;
		line-height: 1.4;
	}
	.selection,
	.sizes,
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
	}
	.tools {
		display: flex;
		flex-wrap: wrap;
		gap: 8px;
	}
	.safe {
		display: flex;
		flex-wrap: wrap;
		gap: 6px 12px;
		align-items: center;
		line-height: 1.4;
		/* Two lines: the description of a few fixes. */
		min-height: 2.8em;
	}
	.safe p {
		flex: 1 1 320px;
		margin: 0;
	}
	.filter {
		max-width: 420px;
	}
	.findings {
		border-bottom: ${borderLine};
	}
	.toast {
		position: fixed;
		bottom: 64px;
	}
`;
