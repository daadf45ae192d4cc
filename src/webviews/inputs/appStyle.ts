import { css } from 'lit';
import { borderLine, fullPageStyle, plainButton, titleLine, warningColors } from '../shared/panelStyles.ts';

export const appStyle = css`
	${fullPageStyle}
	:host {
		container-type: size;
	}
	header {
		display: flex;
		flex-wrap: wrap;
		align-items: start;
		gap: 4px 12px;
		padding: 8px 8px 8px 16px;
		border-bottom: ${borderLine};
	}
	.who {
		flex: 1 1 180px;
		min-width: 0;
	}
	h1 {
		${titleLine}
		unicode-bidi: plaintext;
	}
	.about {
		margin: 0;
		font-size: 12px;
		line-height: 18px;
		unicode-bidi: plaintext;
	}
	[role='toolbar'] {
		gap: 4px 12px;
	}
	.body {
		display: grid;
		grid-template-columns: minmax(0, 1fr);
		grid-template-rows: minmax(0, 1fr);
		min-height: 0;
	}
	main {
		display: grid;
		grid-template-rows: minmax(0, 1fr) auto;
		min-width: 0;
		min-height: 0;
	}
	.scroll {
		padding: 12px 16px;
		overflow: auto;
	}
	footer {
		display: grid;
		gap: 4px;
		padding: 8px 16px;
		border-top: ${borderLine};
	}
	.buttons {
		display: flex;
		flex-wrap: wrap;
		gap: 8px;
	}
	.note,
	.refused {
		max-width: 640px;
		margin: 0 0 8px;
		line-height: 1.5;
		overflow-wrap: anywhere;
	}
	.refused {
		max-height: 30cqh;
		margin: 0;
		overflow: auto;
		color: var(--vscode-errorForeground);
	}
	code {
		font-family: var(--vscode-editor-font-family);
		font-size: 12px;
	}
	.problem {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 8px;
		max-width: 640px;
		margin: 0 0 12px;
		padding: 8px 12px;
		border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, transparent));
		${warningColors}
	}
	.problem p {
		flex: 1 1 200px;
		margin: 0;
		overflow-wrap: anywhere;
	}
	.run {
		display: grid;
		min-width: 0;
		min-height: 0;
	}
	/* The result is next to the form if there is room for both, and below it otherwise. */
	@container (min-width: 720px) {
		.ran .body {
			grid-template-columns: minmax(300px, 2fr) minmax(0, 3fr);
		}
		.run {
			border-left: ${borderLine};
		}
	}
	@container (max-width: 719.98px) {
		.ran .body {
			grid-template-rows: minmax(0, 1fr) minmax(0, 1fr);
		}
		.run {
			border-top: ${borderLine};
		}
	}
	.trigger,
	.place {
		justify-self: start;
	}
	.place {
		${plainButton}
		max-width: 100%;
		min-height: 24px;
		color: var(--vscode-textLink-foreground);
		font-size: 12px;
		text-align: start;
		unicode-bidi: plaintext;
	}
	.place:hover {
		text-decoration: underline;
	}
`;
