import { css } from 'lit';
import { asideStyle, borderLine, fullPageStyle, toolRow } from '../shared/panelStyles.ts';

export const appStyle = css`
	${fullPageStyle}
	${asideStyle}
	header {
		${toolRow}
		border-bottom: ${borderLine};
	}
	[role='toolbar'] {
		gap: 4px 12px;
	}
	.tools {
		flex-wrap: wrap;
	}
	.body {
		display: grid;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		min-height: 0;
	}
	main {
		display: grid;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		min-width: 0;
		min-height: 0;
	}
	@media (min-width: 560px) {
		.with-inputs {
			grid-template-columns: minmax(0, 1fr) clamp(180px, 28vw, 320px);
		}
		aside {
			border-left: ${borderLine};
		}
	}
	@media (max-width: 559px) {
		.with-inputs {
			grid-template-rows: minmax(0, 1fr) minmax(0, 40vh);
		}
		aside {
			border-top: ${borderLine};
		}
	}
	.stack,
	.drawn {
		display: grid;
		position: relative;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		min-width: 0;
		min-height: 0;
	}
	.drawn {
		grid-template-rows: minmax(0, 1fr) auto;
	}
	.stack > .side {
		display: grid;
		position: relative;
		grid-area: 1 / 1;
		min-width: 0;
		min-height: 0;
	}
	.away {
		opacity: 0;
	}
	.said {
		margin: 0;
		padding: 6px 12px;
		border-top: ${borderLine};
		line-height: 1.45;
	}
`;
