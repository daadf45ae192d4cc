import { css } from 'lit';

export const formStyle = css`
	:host {
		display: grid;
		gap: 8px;
		max-width: 640px;
	}
	.field {
		display: grid;
		gap: 4px;
	}
	.label {
		font-weight: 600;
		overflow-wrap: anywhere;
		unicode-bidi: plaintext;
	}
	.description {
		margin: 0;
		color: var(--vscode-descriptionForeground);
		overflow-wrap: anywhere;
		unicode-bidi: plaintext;
	}
	/* Its line is reserved: a message that moved the next button while it is pressed would undo the click. */
	.error {
		min-height: 1.4em;
		margin: 0;
		line-height: 1.4;
		color: var(--vscode-errorForeground);
	}
	.row {
		display: flex;
		gap: 6px;
		align-items: center;
	}
	.row > vscode-textfield,
	.row > vscode-textarea {
		flex: 1;
	}
	.row > vscode-button {
		flex: none;
	}
	/* A name of a file is long: in a narrow form the button is below it. */
	.row.adapter {
		flex-wrap: wrap;
	}
	.row.adapter > vscode-textfield {
		flex-basis: 260px;
	}
	.row.known > vscode-single-select {
		flex: none;
		width: 140px;
	}
	.row:has(vscode-textarea) {
		align-items: start;
	}
	/* Otherwise a field of JSON has the color of the page, and no border in most themes. */
	vscode-textarea[monospace] {
		--vscode-editor-background: var(--vscode-settings-textInputBackground);
		--vscode-editor-foreground: var(--vscode-settings-textInputForeground);
	}
	vscode-textfield,
	vscode-textarea,
	vscode-single-select {
		width: 100%;
	}
	.unit {
		white-space: nowrap;
	}
`;
