import { css } from 'lit';
import { countBadge, plainButton } from '../shared/panelStyles.ts';

export const gridStyle = css`
	.row {
		justify-content: center;
		gap: 10px;
		contain: layout style;
	}
	.cell {
		display: grid;
		grid-template-rows: minmax(0, 1fr) 24px;
		min-width: 0;
		border-radius: 4px;
		cursor: pointer;
		contain: layout style paint;
	}
	.face {
		position: relative;
		display: grid;
		place-items: center;
		min-height: 0;
		overflow: hidden;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 4px 4px 0 0;
		background: color-mix(in srgb, var(--vscode-foreground) 7%, transparent);
	}
	.face img {
		position: absolute;
		inset: 0;
		width: 100%;
		height: 100%;
		object-fit: contain;
		pointer-events: none;
	}
	.play {
		position: absolute;
		border-style: solid;
		border-width: 9px 0 9px 15px;
		border-color: transparent transparent transparent var(--vscode-button-foreground);
		filter: drop-shadow(0 0 3px var(--vscode-button-background)) drop-shadow(0 0 1px var(--vscode-button-background));
		pointer-events: none;
	}
	.count {
		${countBadge}
		top: 4px;
		inset-inline-end: 4px;
		font-size: 11px;
		line-height: 16px;
	}
	.count::before {
		content: attr(data-count);
	}
	.fault {
		display: -webkit-box;
		max-height: 100%;
		padding: 0 8px;
		overflow: hidden;
		font-size: 11px;
		line-height: 15px;
		overflow-wrap: anywhere;
		text-align: center;
		-webkit-box-orient: vertical;
		-webkit-line-clamp: 5;
	}
	.label {
		display: flex;
		align-items: center;
		min-width: 0;
		padding-inline-start: 6px;
		border-radius: 0 0 4px 4px;
		color: var(--vscode-foreground);
		font-size: 11px;
		line-height: 24px;
	}
	.words {
		flex: 1;
	}
	.star {
		${plainButton}
		flex: none;
		width: 24px;
		height: 24px;
		font-size: 14px;
		line-height: 24px;
		opacity: 0;
	}
	.star.on,
	.cell:hover .star,
	.cell:focus-visible .star {
		opacity: 1;
	}
	.cell[aria-selected='true'] {
		outline: 2px solid var(--vscode-focusBorder);
		outline-offset: 0;
	}
	.cell[aria-selected='true'] .label {
		background: var(--vscode-list-inactiveSelectionBackground, transparent);
		color: var(--vscode-list-inactiveSelectionForeground, var(--vscode-foreground));
	}
	.scroller:focus-within .cell[aria-selected='true'] .label {
		background: var(--vscode-list-activeSelectionBackground, transparent);
		color: var(--vscode-list-activeSelectionForeground, var(--vscode-foreground));
	}
	.cell:hover {
		outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
		outline-offset: 0;
	}
	.cell[aria-selected='true']:hover {
		outline: 2px solid var(--vscode-focusBorder);
	}
	.cell:focus-visible {
		outline: 2px dashed var(--vscode-focusBorder);
		outline-offset: 2px;
	}
	.cell[aria-selected='true']:focus-visible {
		outline-style: solid;
	}
`;
