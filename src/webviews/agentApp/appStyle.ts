import { css } from 'lit';
import { borderLine, plainButton } from '../shared/panelStyles.ts';

export const appStyle = css`
	:host {
		display: block;
		height: 520px;
	}
	main {
		display: grid;
		grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
		height: 100%;
	}
	[role='toolbar'] {
		grid-row: 1;
		padding: 4px 8px;
		border-bottom: ${borderLine};
	}
	[role='status'] {
		grid-row: 2;
	}
	.stage,
	easel-compare-slider,
	ul,
	pre,
	.note {
		grid-row: 3;
		min-width: 0;
		min-height: 0;
	}
	.stage {
		display: grid;
		grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
	}
	.name {
		min-width: 0;
		margin-left: 8px;
	}
	.said {
		margin: 0;
		padding: 8px 12px;
		line-height: 1.4;
		overflow-wrap: anywhere;
	}
	.note {
		place-self: center;
		padding: 0 16px;
		overflow-wrap: anywhere;
		text-align: center;
	}
	pre {
		margin: 0;
		padding: 12px;
		overflow: auto;
		font-family: var(--vscode-editor-font-family);
		overflow-wrap: anywhere;
		white-space: pre-wrap;
	}
	ul {
		display: grid;
		grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
		align-content: start;
		gap: 8px;
		margin: 0;
		padding: 8px;
		overflow: auto;
	}
	li {
		display: grid;
		align-content: space-between;
		min-width: 0;
		border: ${borderLine};
		border-radius: 4px;
		list-style: none;
	}
	.tile {
		${plainButton}
		display: grid;
		gap: 4px;
		width: 100%;
		padding: 4px;
	}
	.tile:hover {
		background: var(--vscode-toolbar-hoverBackground);
	}
	.tile img,
	.words {
		display: block;
		width: 100%;
		height: 120px;
		overflow: hidden;
		object-fit: contain;
		overflow-wrap: anywhere;
		font-size: 12px;
		text-align: start;
	}
	.label {
		font-size: 12px;
	}
	label {
		display: flex;
		align-items: center;
		gap: 4px;
		min-height: 24px;
		padding: 0 4px 4px;
		color: var(--vscode-descriptionForeground);
		font-size: 12px;
	}
	input {
		width: 16px;
		height: 16px;
		margin: 4px;
		accent-color: var(--vscode-focusBorder);
	}
`;
