import { css } from 'lit';
import { borderLine } from '../shared/panelStyles.ts';

export const largeStyle = css`
	:host {
		display: grid;
		grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) auto;
		grid-template-areas:
			'bar bar'
			'stage prompt'
			'steps prompt';
		min-width: 0;
		min-height: 0;
		container-type: inline-size;
	}
	.bar {
		grid-area: bar;
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		justify-content: space-between;
		gap: 2px 12px;
		padding: 4px 8px 4px 12px;
		border-bottom: ${borderLine};
	}
	h2 {
		margin: 0;
		font-size: 12px;
		font-weight: 600;
		font-variant-numeric: tabular-nums;
		line-height: 18px;
	}
	.stage {
		grid-area: stage;
		display: grid;
		min-width: 0;
		min-height: 120px;
	}
	.stage > * {
		min-width: 0;
		min-height: 0;
	}
	.note {
		display: grid;
		gap: 12px;
		justify-items: center;
		align-content: center;
		padding: 16px;
		color: var(--vscode-descriptionForeground);
		text-align: center;
		text-wrap: balance;
	}
	.note p {
		margin: 0;
		color: var(--vscode-foreground);
	}
	.steps {
		grid-area: steps;
		display: flex;
		flex-wrap: wrap;
		gap: 4px 24px;
		padding: 6px 12px;
		border-top: ${borderLine};
	}
	.slider {
		display: flex;
		flex: 1 1 160px;
		align-items: center;
		gap: 8px;
		min-width: 0;
		font-size: 12px;
		line-height: 24px;
	}
	.name {
		flex: 0 1 auto;
		max-width: 40%;
	}
	.value {
		flex: none;
		min-width: 5ch;
		text-align: right;
	}
	.tools {
		flex-wrap: wrap;
	}
	/* Drawn by ourselves: the browser's own slider ignores the theme. */
	input {
		flex: 1 1 80px;
		min-width: 40px;
		height: 24px;
		margin: 0;
		background: transparent;
		appearance: none;
		cursor: pointer;
	}
	input::-webkit-slider-runnable-track {
		height: 4px;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 2px;
		background: color-mix(in srgb, var(--vscode-foreground) 25%, transparent);
	}
	input::-webkit-slider-thumb {
		width: 14px;
		height: 14px;
		margin-top: -6px;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 7px;
		background: var(--vscode-progressBar-background, var(--vscode-focusBorder, currentColor));
		appearance: none;
	}
	input:disabled {
		cursor: default;
		opacity: 0.5;
	}
	input:focus-visible {
		outline: none;
	}
	input:focus-visible::-webkit-slider-thumb {
		outline: 2px solid var(--vscode-focusBorder);
		outline-offset: 2px;
	}
	aside {
		grid-area: prompt;
		width: clamp(180px, 30cqw, 320px);
		min-height: 0;
		overflow: auto;
		border-left: ${borderLine};
	}
	easel-sample-details + easel-sample-details {
		border-top: ${borderLine};
	}
	@container (max-width: 560px) {
		.bar {
			grid-column: 1 / -1;
		}
		.stage,
		.steps {
			grid-column: 1 / -1;
		}
		.stage {
			grid-row: 2;
		}
		.steps {
			grid-row: 3;
		}
		aside {
			grid-row: 4;
			grid-column: 1 / -1;
			width: auto;
			max-height: 30vh;
			border-top: ${borderLine};
			border-left: none;
		}
	}
`;
