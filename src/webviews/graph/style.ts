import { css, unsafeCSS } from 'lit';
import { sceneStyle } from '../../core/workflow/graph/sceneStyle.ts';
import { borderLine } from '../shared/panelStyles.ts';

/** The style of the drawing itself, shared by the large and the small picture. */
export const sceneSheet = css`
	${unsafeCSS(sceneStyle)}
	.far-mark {
		fill: none;
		stroke: var(--mark);
		stroke-width: 3;
		vector-effect: non-scaling-stroke;
	}
	.far-change {
		fill: none;
		stroke: var(--vscode-gitDecoration-modifiedResourceForeground);
		stroke-width: 2;
		vector-effect: non-scaling-stroke;
	}
`;

export const canvasStyle = css`
	:host {
		display: block;
		position: relative;
		overflow: hidden;
	}
	.surface {
		position: absolute;
		inset: 0;
		outline: none;
		cursor: grab;
		touch-action: none;
	}
	.surface.dragging {
		cursor: grabbing;
	}
	.surface.over {
		cursor: pointer;
	}
	.surface:focus-visible {
		outline: 1px solid var(--vscode-focusBorder);
		outline-offset: -1px;
	}
	.scene {
		display: block;
		width: 100%;
		height: 100%;
		user-select: none;
	}
	.linked .edge {
		stroke-width: 3;
		stroke-opacity: 1;
	}
	.linked .edge.traced {
		stroke-width: 2;
	}
	/* Everything unrelated to the selected node is dimmed. */
	.tracing .edges .edge,
	.tracing .edges .far-edge {
		stroke-opacity: 0.3;
	}
	.traced .body {
		stroke: var(--vscode-focusBorder);
	}
	.on-trace {
		fill: none;
		stroke: var(--vscode-focusBorder);
		stroke-width: 1.5;
		vector-effect: non-scaling-stroke;
	}
	.far-title {
		fill: var(--vscode-editor-foreground);
		stroke: var(--vscode-editor-background);
		paint-order: stroke;
		stroke-linejoin: round;
		font-family: var(--vscode-font-family);
		pointer-events: none;
	}
	:host-context(.vscode-high-contrast) .group {
		fill: none;
		stroke-opacity: 1;
	}
	.group-title {
		font-family: var(--vscode-font-family);
		pointer-events: none;
	}
	.selection,
	.port-chosen,
	.found {
		fill: none;
		stroke: var(--vscode-focusBorder);
		stroke-width: 2;
		vector-effect: non-scaling-stroke;
	}
	.found {
		stroke: var(--vscode-editor-findMatchBorder, var(--vscode-charts-orange));
	}
	.at-work {
		fill: none;
		stroke: var(--vscode-progressBar-background);
		stroke-width: 3;
		vector-effect: non-scaling-stroke;
		animation: at-work 1.6s ease-in-out infinite;
	}
	@keyframes at-work {
		50% {
			stroke-opacity: 0.35;
		}
	}
	@media (prefers-reduced-motion: reduce) {
		.at-work {
			animation: none;
		}
	}
	.step-tab,
	.step-bar {
		fill: var(--vscode-badge-background);
		stroke: var(--vscode-contrastBorder, none);
	}
	.step-bar {
		fill: var(--vscode-progressBar-background);
	}
	.step-track {
		fill: var(--vscode-editorWidget-background);
		stroke: var(--vscode-contrastBorder, var(--vscode-editorWidget-border));
	}
	.step-text {
		fill: var(--vscode-badge-foreground);
	}
	.state-disk {
		fill: var(--vscode-editorWidget-background);
		stroke: var(--vscode-descriptionForeground);
		stroke-width: 1.5;
	}
	.done .state-disk {
		fill: var(--vscode-testing-iconPassed, var(--vscode-charts-green));
		stroke: var(--vscode-contrastBorder, var(--vscode-editor-background));
	}
	.state-sign {
		fill: none;
		stroke: var(--vscode-descriptionForeground);
		stroke-width: 1.8;
		stroke-linecap: round;
		stroke-linejoin: round;
	}
	.done .state-sign {
		stroke: var(--vscode-editor-background);
		stroke-width: 2.2;
	}
	.far-done,
	.far-cached {
		fill: none;
		stroke: var(--vscode-testing-iconPassed, var(--vscode-charts-green));
		stroke-width: 2;
		vector-effect: non-scaling-stroke;
	}
	.far-cached {
		stroke: var(--vscode-descriptionForeground);
		stroke-dasharray: 4 3;
	}
	.searching .place:not(.match),
	.searching .edge,
	.searching .far-edge,
	.searching .far-title,
	.searching .far-card {
		opacity: 0.28;
	}
	[data-detail='title'] .edge {
		stroke-width: 3;
	}
	[data-detail='title'] .body {
		vector-effect: non-scaling-stroke;
	}
	[data-detail='title'] .s-error > .body,
	[data-detail='title'] .s-warning > .body {
		stroke-width: 2;
	}
	easel-minimap {
		position: absolute;
		right: 10px;
		top: 10px;
	}
	/* In a low panel the details of a node need the room. */
	@media (max-height: 340px) {
		easel-minimap {
			display: none;
		}
	}
`;

export const appStyle = css`
	:host {
		display: flex;
		flex-direction: column;
		height: 100vh;
	}
	header {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 4px 8px;
		padding: 4px 8px;
		border-bottom: ${borderLine};
	}
	.search {
		display: flex;
		flex: 1 1 180px;
		align-items: center;
		gap: 2px;
		max-width: 340px;
		min-width: 0;
	}
	.search input {
		flex: 1;
		min-width: 60px;
		height: 24px;
		padding: 0 6px;
		border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, transparent));
		border-radius: 4px;
		color: var(--vscode-input-foreground);
		background: var(--vscode-input-background);
		font: inherit;
	}
	.search input:focus {
		outline: 1px solid var(--vscode-focusBorder);
		outline-offset: -1px;
	}
	.count {
		flex: none;
		min-width: 3em;
	}
	.spring {
		flex: 1;
	}
	.error,
	.error .tool {
		color: var(--vscode-editorError-foreground);
	}
	.warning,
	.warning .tool {
		color: var(--vscode-editorWarning-foreground);
	}
	.info,
	.info .tool {
		color: var(--vscode-editorInfo-foreground);
	}
	.edited,
	.edited .tool {
		color: var(--vscode-gitDecoration-modifiedResourceForeground);
	}
	main {
		position: relative;
		flex: 1;
		min-height: 0;
	}
	easel-graph-canvas {
		position: absolute;
		inset: 0;
	}
	.notice {
		display: flex;
		align-items: center;
		gap: 8px;
		padding: 6px 10px;
		border-bottom: ${borderLine};
		background: var(--vscode-editorWidget-background);
	}
	.notice span {
		flex: 1;
	}
	.empty {
		position: absolute;
		inset: 0;
		display: flex;
		flex-direction: column;
		align-items: center;
		justify-content: center;
		gap: 10px;
		padding: 24px;
		text-align: center;
		color: var(--vscode-descriptionForeground);
	}
	.empty p {
		max-width: 46ch;
		margin: 0;
	}
`;
