import { css } from 'lit';

/** The icons in place of the picture of a file. */
export const kindIcons = {
	image: 'file-media',
	video: 'device-camera-video',
	audio: 'unmute',
	text: 'symbol-string',
	file: 'file',
} as const;

/** A small square with the thumbnail of a file: its kind, and whether it is in transit or has a problem, are classes. */
export const mediaCellStyle = css`
	.cell {
		display: grid;
		grid-template: minmax(0, 1fr) / minmax(0, 1fr);
		place-items: center;
	}
	.cell img,
	.cell video {
		grid-area: 1 / 1;
		width: 100%;
		height: 100%;
		object-fit: cover;
		pointer-events: none;
	}
	.cell vscode-icon {
		grid-area: 1 / 1;
		color: inherit;
	}
	.cell.video::after {
		content: '';
		grid-area: 1 / 1;
		border-style: solid;
		border-width: 8px 0 8px 13px;
		border-color: transparent transparent transparent var(--vscode-button-foreground);
		filter: drop-shadow(0 0 3px var(--vscode-button-background));
		pointer-events: none;
	}
	.cell.waiting {
		animation: breathe 1.6s ease-in-out infinite alternate;
	}
	.cell.problem {
		color: var(--vscode-errorForeground);
	}
	@keyframes breathe {
		to {
			opacity: 0.45;
		}
	}
`;
