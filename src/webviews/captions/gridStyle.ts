import { css } from 'lit';
import { borderLine, inputBox } from '../shared/panelStyles.ts';

export const gridStyle = css`
	.row {
		grid-template-columns: var(--medium-width, 136px) minmax(0, 1fr);
		border-bottom: ${borderLine};
		contain: strict;
	}
	.medium {
		position: relative;
		display: grid;
		place-items: center;
		margin: 6px;
		overflow: hidden;
		border-radius: 3px;
		background: var(--vscode-textCodeBlock-background, var(--vscode-editorWidget-background));
		color: var(--vscode-descriptionForeground);
	}
	.medium img {
		position: absolute;
		inset: 0;
		width: 100%;
		height: 100%;
		object-fit: contain;
		background: inherit;
	}
	.medium:focus-visible {
		outline: 2px solid var(--vscode-focusBorder);
		outline-offset: -2px;
		z-index: 1;
	}
	.medium:focus-visible img {
		padding: 3px;
	}
	.caption {
		display: flex;
		flex-direction: column;
		gap: 4px;
		min-width: 0;
		padding: 6px 8px 6px 4px;
	}
	.line {
		display: flex;
		align-items: center;
		gap: 8px;
		height: 18px;
		flex: none;
		white-space: nowrap;
		overflow: hidden;
	}
	.name {
		min-width: 48px;
		/* A name that turns the reading direction does so for itself only. */
		unicode-bidi: isolate;
	}
	.facts,
	.notice {
		flex: none;
		color: var(--vscode-descriptionForeground);
		font-size: 0.92em;
	}
	.facts {
		flex: 0 4 auto;
	}
	/* A name and the length of a caption are more informative. */
	.facts.size {
		flex-shrink: 10000;
	}
	.facts.end {
		margin-inline-start: auto;
	}
	.problem {
		color: var(--vscode-errorForeground);
	}
	.action {
		flex: none;
		height: 18px;
		padding: 0 8px;
		border: 1px solid var(--vscode-button-border, transparent);
		border-radius: 3px;
		background: var(--vscode-button-secondaryBackground);
		color: var(--vscode-button-secondaryForeground);
		font: inherit;
		font-size: 0.92em;
		line-height: 16px;
		cursor: pointer;
	}
	.action:hover {
		background: var(--vscode-button-secondaryHoverBackground, var(--vscode-button-secondaryBackground));
	}
	.texts {
		display: flex;
		flex: 1;
		gap: 6px;
		min-height: 0;
	}
	.text,
	.difference {
		flex: 1;
		min-width: 0;
		min-height: 0;
		margin: 0;
		padding: 4px 6px;
		overflow: hidden auto;
		${inputBox}
		line-height: 1.4;
		resize: none;
		overflow-wrap: anywhere;
		white-space: pre-wrap;
	}
	.text:read-only {
		color: var(--vscode-descriptionForeground);
		background: transparent;
	}
	.text:focus {
		outline: 1px solid var(--vscode-focusBorder);
		outline-offset: -1px;
	}
	.theirs {
		border-style: dashed;
		border-color: var(--vscode-errorForeground);
	}
	.difference {
		background: transparent;
		color: var(--vscode-foreground);
	}
	ins,
	del {
		border-radius: 2px;
		color: inherit;
	}
	ins {
		background: var(--vscode-diffEditor-insertedTextBackground, transparent);
		border: 1px solid var(--vscode-diffEditor-insertedTextBorder, transparent);
		text-decoration: underline;
	}
	del {
		background: var(--vscode-diffEditor-removedTextBackground, transparent);
		border: 1px solid var(--vscode-diffEditor-removedTextBorder, transparent);
	}
	@media (max-width: 480px) {
		.row {
			grid-template-columns: minmax(72px, 30%) minmax(0, 1fr);
		}
		.facts {
			display: none;
		}
	}
`;
