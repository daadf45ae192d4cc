import { css, html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** Milliseconds for which the outcome of an action is shown. */
const readingTime = 6000;

/** The sentence that answers an action, shown and announced for a while at the lower edge of a view. */
export class Toast implements ReactiveController {
	readonly #view: ReactiveControllerHost;
	#timer: number | undefined;
	#text = '';

	constructor(view: ReactiveControllerHost) {
		this.#view = view;
		view.addController(this);
	}

	show(text: string): void {
		this.#text = text;
		this.#view.requestUpdate();
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#text = '';
			this.#view.requestUpdate();
		}, readingTime);
	}

	/**
	 * Renders the toast. Must always be in the view's template: an element that is added with a change is not
	 * announced.
	 */
	render(): TemplateResult {
		return html`<div class="toast ${this.#text === '' ? '' : 'shown'}" role="status">${this.#text}</div>`;
	}

	hostDisconnected(): void {
		clearTimeout(this.#timer);
	}
}

/** The styles for the view that renders a toast; it must be positioned. */
export const toastStyle = css`
	.toast {
		position: absolute;
		left: 50%;
		bottom: 16px;
		max-width: calc(100% - 32px);
		padding: 6px 12px;
		border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
		border-radius: 4px;
		background: var(--vscode-notifications-background, var(--vscode-editorWidget-background));
		box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
		color: var(--vscode-notifications-foreground, var(--vscode-foreground));
		line-height: 1.4;
		opacity: 0;
		overflow-wrap: anywhere;
		pointer-events: none;
		transform: translate(-50%, 4px);
		transition:
			opacity 120ms ease-out,
			transform 120ms ease-out;
	}
	.toast.shown {
		opacity: 1;
		transform: translate(-50%, 0);
	}
`;
