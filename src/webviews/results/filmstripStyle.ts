import { css } from 'lit';

export const filmstripStyle = css`
	:host {
		border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
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
		display: grid;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		place-items: center;
		width: 76px;
		height: 76px;
	}
	.cell img,
	.cell video {
		grid-area: 1 / 1;
		width: 100%;
		height: 100%;
		object-fit: cover;
		pointer-events: none;
	}
	.cell vscode-icon {
		grid-area: 1 / 1;
		color: inherit;
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
	.cell.video::after {
		content: '';
		grid-area: 1 / 1;
		border-style: solid;
		border-width: 8px 0 8px 13px;
		border-color: transparent transparent transparent var(--vscode-button-foreground);
		filter: drop-shadow(0 0 3px var(--vscode-button-background));
	}
	.cell.compared {
		outline: 2px dashed var(--vscode-foreground);
		outline-offset: 1px;
	}
	.cell.waiting {
		animation: breathe 1.6s ease-in-out infinite alternate;
	}
	.cell.problem {
		color: var(--vscode-errorForeground);
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
	@keyframes breathe {
		to {
			opacity: 0.45;
		}
	}
`;
