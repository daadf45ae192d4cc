import { css } from 'lit';
import { borderLine, countBadge } from '../shared/panelStyles.ts';

export const gridStyle = css`
	:host {
		display: grid;
		min-width: 0;
		min-height: 0;
	}
	.scroller {
		min-width: 0;
		min-height: 0;
		overflow: auto;
	}
	[role='grid'] {
		position: relative;
		min-width: 100%;
	}
	.steps {
		position: sticky;
		z-index: 2;
		top: 0;
		min-width: 100%;
		border-bottom: ${borderLine};
		background: var(--vscode-editor-background);
		font-size: 11px;
		line-height: 27px;
	}
	.corner {
		position: sticky;
		z-index: 1;
		left: 0;
		height: 27px;
		padding: 0 12px;
		background: var(--vscode-editor-background);
	}
	.step {
		position: absolute;
		top: 0;
		text-align: center;
	}
	.row {
		position: absolute;
		left: 0;
		width: 100%;
		padding-top: 6px;
	}
	.head {
		position: sticky;
		z-index: 1;
		left: 0;
		display: flex;
		flex-direction: column;
		gap: 2px;
		padding: 2px 10px 2px 12px;
		overflow: hidden;
		background: var(--vscode-editor-background);
		font-size: 12px;
		line-height: 16px;
	}
	.second .head {
		padding-left: 20px;
	}
	.prompt {
		flex: 0 1 auto;
		min-height: 16px;
		overflow: hidden;
		overflow-wrap: anywhere;
	}
	.job,
	.seed {
		flex: none;
		font-size: 11px;
	}
	.cell {
		position: absolute;
		top: 6px;
		overflow: hidden;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 4px;
		background: color-mix(in srgb, var(--vscode-foreground) 7%, transparent);
		color: var(--vscode-descriptionForeground);
		cursor: pointer;
	}
	.cell.hole {
		border: 1px dashed color-mix(in srgb, var(--vscode-foreground) 18%, transparent);
		background: none;
		cursor: default;
	}
	.cell.video:not(.ready)::after,
	.cell.video:hover::after {
		display: none;
	}
	.takes {
		${countBadge}
		right: 3px;
		bottom: 3px;
		font-size: 10px;
		line-height: 14px;
	}
	.cell:hover {
		outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-list-hoverBackground));
		outline-offset: 1px;
	}
	.cell:focus-visible {
		outline: 2px solid var(--vscode-focusBorder);
		outline-offset: 1px;
	}
`;
