import { css } from 'lit';
import { plainButton } from '../shared/panelStyles.ts';

export const gridStyle = css`
	.scroller {
		overflow: auto;
	}
	.table {
		min-width: calc(48px + var(--columns) * 110px);
	}
	.results .table {
		min-width: calc(48px + 140px + var(--columns) * 110px);
	}
	.cells {
		display: grid;
		grid-template-columns: 48px repeat(var(--columns), minmax(110px, 1fr));
		height: 28px;
	}
	.results .cells {
		grid-template-columns: 48px repeat(var(--columns), minmax(110px, 1fr)) minmax(140px, 260px);
	}
	.head {
		position: sticky;
		top: 0;
		z-index: 2;
		font-weight: 600;
		background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
	}
	.number,
	.cell {
		display: flex;
		align-items: center;
		min-width: 0;
		padding: 0 6px;
		border: 0 solid var(--vscode-panel-border, var(--vscode-widget-border, transparent));
		border-width: 0 1px 1px 0;
		white-space: nowrap;
	}
	.number {
		justify-content: flex-end;
		color: var(--vscode-editorLineNumber-foreground, var(--vscode-descriptionForeground));
		font-variant-numeric: tabular-nums;
	}
	.text {
		/* A text that turns the reading direction does so for itself only. */
		unicode-bidi: isolate;
	}
	.cell:focus {
		outline: 2px solid var(--vscode-focusBorder);
		outline-offset: -2px;
	}
	.error > .text,
	.error > .number {
		text-decoration: underline wavy var(--vscode-editorError-foreground);
	}
	.warning > .text,
	.warning > .number {
		text-decoration: underline wavy var(--vscode-editorWarning-foreground);
	}
	.info > .text,
	.info > .number {
		text-decoration: underline dotted var(--vscode-editorInfo-foreground);
	}
	.cell.error {
		box-shadow: inset 3px 0 0 var(--vscode-editorError-foreground);
	}
	.cell.warning {
		box-shadow: inset 3px 0 0 var(--vscode-editorWarning-foreground);
	}
	.field {
		width: 100%;
		height: 24px;
		margin: 0 -4px;
		padding: 2px 4px;
		border: 1px solid var(--vscode-focusBorder);
		background: var(--vscode-input-background);
		color: var(--vscode-input-foreground);
		font: inherit;
		resize: none;
		outline: none;
	}
	.link {
		${plainButton}
		overflow: hidden;
		color: var(--vscode-textLink-foreground);
		text-overflow: ellipsis;
	}
`;
