import { css } from 'lit';
import { borderLine } from '../shared/panelStyles.ts';

export const filmstripStyle = css`
	:host {
		border-top: ${borderLine};
	}
	.scroller {
		height: 118px;
	}
	.track {
		height: 104px;
	}
	.group {
		position: absolute;
		top: 0;
		height: 24px;
		pointer-events: none;
	}
	.title {
		position: sticky;
		left: 12px;
		display: inline-block;
		max-width: 100%;
		padding-top: 6px;
		overflow: hidden;
		color: var(--vscode-descriptionForeground);
		font-size: 11px;
		line-height: 16px;
		text-overflow: ellipsis;
		white-space: nowrap;
	}
	.cell {
		top: 26px;
		width: 76px;
		height: 76px;
	}
	.cell .excerpt {
		width: 100%;
		height: 100%;
		padding: 6px;
		overflow: hidden;
		font-family: var(--vscode-editor-font-family);
		font-size: 9px;
		line-height: 12px;
		overflow-wrap: anywhere;
	}
	.cell.compared {
		outline: 2px dashed var(--vscode-foreground);
		outline-offset: 1px;
	}
	:host([small]) .scroller {
		height: 60px;
	}
	:host([small]) .track {
		height: 50px;
	}
	:host([small]) .group {
		display: none;
	}
	:host([small]) .cell {
		top: 5px;
		width: 40px;
		height: 40px;
	}
	:host([small]) .cell .excerpt {
		padding: 2px;
	}
`;
