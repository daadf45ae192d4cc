import { css } from 'lit';
import { inputBox } from './panelStyles.ts';

/** Fields, choices and plain buttons, as the editor draws them. */
export const controlStyle = css`
	input[type='text'],
	select {
		height: 24px;
		padding: 0 6px;
		${inputBox}
	}
	select {
		padding: 0 2px;
		background: var(--vscode-dropdown-background, var(--vscode-input-background));
		color: var(--vscode-dropdown-foreground, var(--vscode-input-foreground));
		border-color: var(--vscode-dropdown-border, var(--vscode-input-border, var(--vscode-contrastBorder, transparent)));
	}
	.plain {
		height: 24px;
		padding: 0 6px;
		border: 1px solid transparent;
		border-radius: 3px;
		background: none;
		color: var(--vscode-textLink-foreground);
		font: inherit;
		cursor: pointer;
	}
	.plain:hover {
		background: var(--vscode-toolbar-hoverBackground);
		outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
	}
`;
