import { css } from 'lit';
import { borderLine } from '../shared/panelStyles.ts';

export const appStyle = css`
	header {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 12px;
		padding: 4px 8px;
		border-bottom: ${borderLine};
	}
	.size {
		display: flex;
		align-items: center;
		gap: 6px;
		height: 24px;
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
	easel-sheet-axes,
	easel-sheet-grid {
		flex: 1;
		min-width: 0;
	}
`;
