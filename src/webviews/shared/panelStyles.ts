import { css } from 'lit';

/* Common styles of several panels: values and declarations to put into rules, and rules for whole pages. */

/** The line between the parts of a panel. */
export const borderLine = css`1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent))`;

/** Declarations of a row of texts and tools that wraps if it is narrow. */
export const toolRow = css`
	display: flex;
	flex-wrap: wrap;
	align-items: center;
	gap: 4px 12px;
	padding: 8px 8px 8px 12px;
`;

/** Declarations of a text that is cut if it does not fit into its line. */
export const cutLine = css`
	overflow: hidden;
	text-overflow: ellipsis;
	white-space: nowrap;
`;

/** Declarations of a field for text, without its size. */
export const inputBox = css`
	border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
	border-radius: 3px;
	background: var(--vscode-input-background);
	color: var(--vscode-input-foreground);
	font: inherit;
`;

/** Declarations of a button that looks like its content. */
export const plainButton = css`
	padding: 0;
	border: none;
	background: none;
	color: inherit;
	font: inherit;
	cursor: pointer;
`;

/** Declarations of the title of a panel's content. */
export const titleLine = css`
	${cutLine}
	margin: 0;
	font-size: 13px;
	font-weight: 600;
	line-height: 18px;
`;

/** Declarations of a number in a corner of a picture, without its position and size. */
export const countBadge = css`
	position: absolute;
	min-width: 16px;
	padding: 0 4px;
	border: 1px solid var(--vscode-contrastBorder, transparent);
	border-radius: 8px;
	background: var(--vscode-badge-background);
	color: var(--vscode-badge-foreground);
	text-align: center;
`;

/** Declarations of a notice above faulty content. */
export const warningColors = css`
	background: var(--vscode-inputValidation-warningBackground, transparent);
	color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground));
	line-height: 1.4;
`;

/** A panel that fills its tab: a header, and a body that takes the rest. */
export const fullPageStyle = css`
	:host {
		display: block;
		position: relative;
		height: 100%;
		min-height: 160px;
	}
	.app {
		display: grid;
		grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
		height: 100%;
	}
`;

/** The column next to, or the part beneath, the main content of a panel. */
export const asideStyle = css`
	aside {
		display: grid;
		min-width: 0;
		min-height: 0;
		background: var(--vscode-sideBar-background, var(--vscode-editor-background));
		color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
	}
`;

/** The styles of a column of facts: headings, facts by name, and related links. */
export const factsStyle = css`
	:host {
		display: block;
		overflow: auto;
		padding: 4px 12px 16px;
		scrollbar-width: thin;
		scrollbar-color: var(--vscode-scrollbarSlider-background) transparent;
	}
	h2 {
		margin: 0;
		color: var(--vscode-descriptionForeground);
		font-size: 11px;
		font-weight: 600;
	}
	p,
	dl,
	ul {
		margin: 0;
		padding: 0;
	}
	li {
		list-style: none;
	}
	dl {
		display: grid;
		grid-template-columns: max-content minmax(0, 1fr);
		gap: 4px 12px;
	}
	dt {
		color: var(--vscode-descriptionForeground);
	}
	dd {
		margin: 0;
		overflow-wrap: anywhere;
	}
	.link {
		${plainButton}
		color: var(--vscode-textLink-foreground);
		text-align: start;
		text-decoration: underline;
		overflow-wrap: anywhere;
	}
	.link:hover {
		color: var(--vscode-textLink-activeForeground);
	}
`;

/** A form that fills its tab: one column that scrolls, the buttons always at its lower edge. */
export const formPageStyle = css`
	:host {
		display: block;
		position: relative;
		height: 100vh;
		overflow: auto;
	}
	main {
		display: flex;
		flex-direction: column;
		min-height: 100%;
		padding: 16px 20px 0;
	}
	h1 {
		margin: 0;
		font-size: 1.4em;
		font-weight: 600;
		overflow-wrap: anywhere;
	}
	footer {
		position: sticky;
		bottom: 0;
		display: flex;
		flex-wrap: wrap;
		gap: 6px 12px;
		align-items: center;
		margin-top: auto;
		padding: 10px 0 14px;
		background: var(--vscode-editor-background);
	}
`;

/** A page with an icon and a few words in place of the content of a panel. */
export const messagePageStyle = css`
	.page {
		display: grid;
		flex: 1 1 0;
		gap: 8px;
		place-items: center;
		align-content: center;
		min-height: 0;
		padding: 16px;
		overflow: auto;
		text-align: center;
		text-wrap: balance;
	}
	main.page {
		height: 100%;
	}
	.page h1,
	.page h2 {
		margin: 0;
		font-size: 16px;
		font-weight: 600;
	}
	.page p {
		max-width: 56ch;
		margin: 0;
		color: var(--vscode-descriptionForeground);
		overflow-wrap: anywhere;
	}
	.page vscode-icon {
		color: var(--vscode-descriptionForeground);
	}
`;
