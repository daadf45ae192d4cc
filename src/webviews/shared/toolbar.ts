import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

export interface Tool {
	readonly icon?: string;
	/** Shown instead of an icon, if no icon fits better. */
	readonly text?: string;
	readonly label: string;
	/** The key that does the same, for the tooltip. */
	readonly key?: string;
	readonly disabled?: boolean;
	/** For tools that are on or off. */
	readonly pressed?: boolean;
	run(): unknown;
}

/** Renders one button of a toolbar; its host needs `toolbarStyle`. */
export function toolButton(tool: Tool): TemplateResult {
	const title = tool.key === undefined ? tool.label : `${tool.label} (${tool.key})`;
	return html`<button
		class="tool"
		type="button"
		title=${title}
		aria-label=${tool.label}
		aria-pressed=${ifDefined(tool.pressed === undefined ? undefined : String(tool.pressed))}
		?disabled=${tool.disabled === true}
		@click=${() => tool.run()}
	>${tool.icon === undefined ? tool.text : html`<vscode-icon name=${tool.icon}></vscode-icon>`}</button>`;
}

export const toolbarStyle = css`
	[role='toolbar'] {
		display: flex;
		flex-wrap: wrap;
		align-items: center;
		gap: 2px;
	}
	.tools {
		display: flex;
		align-items: center;
		gap: 2px;
	}
	.tool {
		display: inline-flex;
		align-items: center;
		justify-content: center;
		flex: none;
		min-width: 24px;
		height: 24px;
		padding: 0 4px;
		border: 1px solid transparent;
		border-radius: 5px;
		color: var(--vscode-icon-foreground, var(--vscode-foreground));
		background: transparent;
		font: inherit;
		font-variant-numeric: tabular-nums;
		cursor: pointer;
	}
	.tool vscode-icon {
		width: 16px;
		height: 16px;
		color: inherit;
	}
	.tool:hover {
		background: var(--vscode-toolbar-hoverBackground);
		outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
		outline-offset: -1px;
	}
	.tool:active {
		background: var(--vscode-toolbar-activeBackground, var(--vscode-toolbar-hoverBackground));
	}
	.tool[aria-pressed='true'] {
		color: var(--vscode-inputOption-activeForeground);
		background: var(--vscode-inputOption-activeBackground);
		border-color: var(--vscode-inputOption-activeBorder, transparent);
	}
	.tool:disabled {
		color: var(--vscode-disabledForeground);
		background: transparent;
		outline: none;
		cursor: default;
	}
	.tool:focus-visible {
		outline: 1px solid var(--vscode-focusBorder);
		outline-offset: -1px;
	}
`;

/**
 * Makes each `role="toolbar"` of its host one stop of the Tab key; arrow keys, Home and End walk inside.
 */
export class RovingToolbars implements ReactiveController {
	readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode & EventTarget };
	readonly #current = new WeakMap<Element, HTMLElement>();
	#listening = false;

	constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode & EventTarget }) {
		this.#host = host;
		host.addController(this);
	}

	hostUpdated(): void {
		if (!this.#listening) {
			this.#listening = true;
			this.#host.renderRoot.addEventListener('keydown', (event) => this.#onKey(event as KeyboardEvent));
			this.#host.renderRoot.addEventListener('focusin', (event) => this.#onFocus(event));
		}
		for (const toolbar of this.#host.renderRoot.querySelectorAll('[role="toolbar"]')) this.#settle(toolbar);
	}

	#tools(toolbar: Element): HTMLElement[] {
		return [...toolbar.querySelectorAll<HTMLElement>('.tool:not(:disabled), vscode-button:not([disabled])')];
	}

	#settle(toolbar: Element): void {
		const tools = this.#tools(toolbar);
		const kept = this.#current.get(toolbar);
		const stop = kept !== undefined && tools.includes(kept) ? kept : tools[0];
		for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
	}

	#onFocus(event: Event): void {
		const tool = event.target;
		if (!(tool instanceof HTMLElement)) return;
		const toolbar = tool.closest('[role="toolbar"]');
		if (toolbar === null) return;
		this.#current.set(toolbar, tool);
		this.#settle(toolbar);
	}

	#onKey(event: KeyboardEvent): void {
		const tool = event.target;
		if (!(tool instanceof HTMLElement) || event.shiftKey) return;
		const toolbar = tool.closest('[role="toolbar"]');
		if (toolbar === null) return;
		const tools = this.#tools(toolbar);
		const at = tools.indexOf(tool);
		const next = {
			ArrowRight: tools[(at + 1) % tools.length],
			ArrowLeft: tools[(at - 1 + tools.length) % tools.length],
			Home: tools[0],
			End: tools.at(-1),
		}[event.key];
		if (next === undefined) return;
		event.preventDefault();
		event.stopPropagation();
		next.focus();
	}
}
