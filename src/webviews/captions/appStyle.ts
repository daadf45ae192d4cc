import { css } from 'lit';
import { borderLine, plainButton } from '../shared/panelStyles.ts';

/** The styles of the tools above and next to the grid. */
export const toolStyle = css`
	input[type='text'] {
		flex: 1 1 140px;
		min-width: 60px;
		max-width: 360px;
	}
	input.number {
		flex: 0 1 76px;
		max-width: 76px;
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
	}
	.word {
		${plainButton}
		display: flex;
		flex: 1;
		gap: 8px;
		justify-content: space-between;
		min-width: 0;
		padding: 2px 6px;
		border-radius: 3px;
		line-height: 18px;
		text-align: start;
	}
	.word:hover {
		background: var(--vscode-list-hoverBackground);
		outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
		outline-offset: -1px;
	}
`;

export const appStyle = css`
	header {
		display: grid;
		gap: 4px;
		padding: 4px 8px;
		border-bottom: ${borderLine};
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
	easel-caption-grid {
		flex: 1;
		min-width: 0;
	}
	aside {
		width: 240px;
		padding: 4px 8px;
		border-inline-start: ${borderLine};
	}
	@media (max-width: 560px) {
		main {
			flex-direction: column-reverse;
		}
		aside {
			width: auto;
			height: 40%;
			border: 0;
			border-bottom: ${borderLine};
		}
	}
`;
