import { type CSSResult, css } from 'lit';
import { cutLine } from './panelStyles.ts';

/** The styles for every panel's page: the editor's own type and colors, and no margin. */
const pageStyle = css`
	html,
	body {
		height: 100%;
		margin: 0;
		padding: 0;
		overflow: hidden;
		color: var(--vscode-foreground);
		background: var(--vscode-editor-background);
		font-family: var(--vscode-font-family);
		font-size: var(--vscode-font-size);
		font-weight: var(--vscode-font-weight);
	}
`;

/**
 * Styles of every view: focus is visible in the same way, nothing moves for people who prefer reduced motion, and
 * classes for texts: `quiet`, `cut` if too long for one line, and `figures` that do not move when they change.
 */
export const sharedStyle = css`
	:host {
		box-sizing: border-box;
	}
	*,
	*::before,
	*::after {
		box-sizing: border-box;
	}
	:focus-visible {
		outline: 1px solid var(--vscode-focusBorder);
		outline-offset: -1px;
	}
	::placeholder {
		color: var(--vscode-input-placeholderForeground);
		opacity: 1;
	}
	.quiet {
		color: var(--vscode-descriptionForeground);
	}
	.cut {
		${cutLine}
	}
	.figures {
		font-variant-numeric: tabular-nums;
	}
	.visually-hidden {
		position: absolute;
		width: 1px;
		height: 1px;
		overflow: hidden;
		clip-path: inset(50%);
		white-space: nowrap;
	}
	@media (prefers-reduced-motion: reduce) {
		*,
		*::before,
		*::after {
			animation: none !important;
			transition: none !important;
			scroll-behavior: auto !important;
		}
	}
`;

/** Gives the page a style. Constructed, because the policy of the page forbids inline styles. */
export function stylePage({ styleSheet }: CSSResult = pageStyle): void {
	if (styleSheet !== undefined) document.adoptedStyleSheets.push(styleSheet);
}

/** Returns whether the person prefers reduced motion: for movement of a component that our style rules cannot stop. */
export function wantsStillness(): boolean {
	return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns the function with which an element dispatches its own events, by their names. */
export function dispatcherOf<Events extends Readonly<Record<keyof Events, CustomEvent>>>(
	element: EventTarget,
) {
	return <K extends keyof Events & string>(name: K, detail: Events[K]['detail']): void => {
		element.dispatchEvent(new CustomEvent(name, { detail }));
	};
}
