import { css } from 'lit';
import {
	asideStyle,
	borderLine,
	fullPageStyle,
	messagePageStyle,
	plainButton,
	warningColors,
} from '../shared/panelStyles.ts';

export const appStyle = css`
	${fullPageStyle}
	${messagePageStyle}
	${asideStyle}
	.app {
		grid-template-rows: auto auto minmax(0, 1fr);
	}
	.app.lone {
		grid-template-rows: auto minmax(0, 1fr);
	}
	header {
		position: relative;
	}
	nav {
		min-width: 0;
	}
	.progress {
		position: absolute;
		inset: auto 0 -2px;
		height: 2px;
	}
	.body {
		display: grid;
		min-height: 0;
	}
	.beside .body {
		grid-template-columns: minmax(0, 1fr) auto;
	}
	.beneath .body {
		grid-template-rows: minmax(0, 1fr) auto;
		grid-template-columns: minmax(0, 1fr);
	}
	main {
		display: flex;
		flex-direction: column;
		min-width: 0;
		min-height: 0;
	}
	easel-stage,
	easel-outcome {
		flex: 1 1 0;
		min-height: 0;
	}
	.beside aside {
		width: clamp(180px, 28vw, 340px);
		border-left: ${borderLine};
	}
	.beneath aside {
		max-height: 42vh;
		border-top: ${borderLine};
	}
	/* Half of the height is the picture's; header and strip take some 100 pixels of the rest. */
	.compact.beneath aside {
		max-height: max(48px, calc(50vh - 106px));
	}
	.compact .notice {
		flex: none;
		max-height: 25%;
		padding: 4px 8px;
		overflow: auto;
	}
	.compact easel-outcome.above {
		max-height: 30%;
	}
	.alone.app {
		grid-template-rows: minmax(0, 1fr);
	}
	.alone header,
	.alone nav,
	.alone easel-filmstrip,
	.alone .above,
	.alone .notice {
		display: none;
	}
	easel-outcome.above {
		flex: none;
		max-height: 45%;
		border-bottom: ${borderLine};
	}
	.notice {
		margin: 0;
		padding: 8px 12px;
		border-bottom: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, transparent));
		${warningColors}
	}
	.summary {
		${plainButton}
		display: flex;
		justify-content: space-between;
		gap: 12px;
		padding: 6px 12px;
		border-top: ${borderLine};
		color: var(--vscode-descriptionForeground);
		font-size: 12px;
		line-height: 16px;
		text-align: start;
		white-space: nowrap;
	}
	.summary:hover {
		color: var(--vscode-foreground);
	}
	.prompt {
		flex: 1 1 0;
		min-width: 5em;
	}
	.seed {
		flex: 0 1 auto;
		min-width: 0;
	}
`;
