import { css } from 'lit';

export const axesStyle = css`
	:host {
		display: flex;
		flex-direction: column;
		min-width: 0;
		min-height: 0;
	}
	.bar {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 12px;
		padding: 4px 8px;
	}
	.bar label {
		display: flex;
		align-items: center;
		gap: 6px;
		min-width: 0;
	}
	.bar select {
		max-width: 240px;
	}
	.axes {
		flex: 1;
		min-height: 0;
		overflow: auto;
		padding: 0 10px 10px 0;
	}
	.line {
		display: grid;
		gap: 6px;
		width: max-content;
		padding-bottom: 6px;
	}
	.line:first-child {
		position: sticky;
		top: 0;
		z-index: 2;
		margin-bottom: 4px;
		padding-bottom: 2px;
		background: var(--vscode-editor-background);
	}
	.corner,
	.rowheader {
		position: sticky;
		left: 0;
		z-index: 1;
		background: var(--vscode-editor-background);
	}
	.corner {
		display: flex;
		flex-direction: column;
		justify-content: space-between;
		align-items: flex-end;
		padding: 4px 8px;
		overflow: hidden;
		font-size: 11px;
	}
	.corner span:last-child {
		align-self: flex-start;
	}
	.heading {
		display: flex;
		flex-direction: column;
		justify-content: center;
		gap: 2px;
		min-width: 0;
		padding: 4px 8px;
		overflow: hidden;
	}
	.columnheader {
		align-items: center;
		text-align: center;
	}
	.value {
		display: -webkit-box;
		max-width: 100%;
		overflow: hidden;
		font-weight: 600;
		overflow-wrap: anywhere;
		-webkit-box-orient: vertical;
		-webkit-line-clamp: 3;
	}
	.kept {
		font-size: 11px;
	}
	.empty {
		cursor: default;
	}
`;
