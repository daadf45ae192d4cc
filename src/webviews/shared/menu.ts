import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { sharedStyle } from './base.ts';
import { plainButton } from './panelStyles.ts';
import type { Tool } from './toolbar.ts';

/** A context menu. It takes the focus while it is open and returns it when it closes. */
export class EaselMenu extends LitElement {
	@state() protected tools: readonly Tool[] = [];
	#before: HTMLElement | undefined;

	static override styles = [
		sharedStyle,
		css`
			[role='menu'] {
				position: fixed;
				z-index: 10;
				min-width: 180px;
				max-width: calc(100vw - 8px);
				max-height: calc(100vh - 8px);
				box-sizing: border-box;
				overflow-y: auto;
				padding: 4px;
				border: 1px solid var(--vscode-menu-border, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
				border-radius: 5px;
				background: var(--vscode-menu-background, var(--vscode-editorWidget-background));
				box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
				color: var(--vscode-menu-foreground, var(--vscode-foreground));
			}
			[role='menuitem'] {
				${plainButton}
				display: flex;
				justify-content: space-between;
				gap: 24px;
				width: 100%;
				padding: 3px 12px;
				border: 1px solid transparent;
				border-radius: 3px;
				line-height: 18px;
				text-align: start;
			}
			[role='menuitem']:hover,
			[role='menuitem']:focus {
				border-color: var(--vscode-menu-selectionBorder, var(--vscode-contrastActiveBorder, transparent));
				outline: none;
				background: var(--vscode-menu-selectionBackground, var(--vscode-list-hoverBackground));
				color: var(--vscode-menu-selectionForeground, inherit);
			}
			[role='menuitem'][aria-disabled='true'] {
				color: var(--vscode-disabledForeground);
				cursor: default;
			}
		`,
	];

	/** Opens at a point of the window, in pixels, moved so that all of it is visible. */
	async open(tools: readonly Tool[], x: number, y: number, before: HTMLElement | undefined): Promise<void> {
		this.#before = before;
		this.tools = tools;
		await this.updateComplete;
		const menu = this.renderRoot.querySelector<HTMLElement>('[role="menu"]');
		if (menu === null) return;
		menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
		menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
		this.#entries()[0]?.focus();
	}

	override render(): TemplateResult | typeof nothing {
		if (this.tools.length === 0) return nothing;
		return html`<div role="menu" aria-label=${l10n.t('Actions')} @keydown=${this.#onKey} @focusout=${this.#onFocusOut}>
			${this.tools.map(
				(tool) => html`<button
					role="menuitem"
					type="button"
					tabindex="-1"
					aria-disabled=${tool.disabled === true}
					@click=${() => this.#choose(tool)}
				><span>${tool.label}</span>${tool.key === undefined ? nothing : html`<span aria-hidden="true">${tool.key}</span>`}</button>`,
			)}
		</div>`;
	}

	#entries(): HTMLElement[] {
		return [...this.renderRoot.querySelectorAll<HTMLElement>('[role="menuitem"]')];
	}

	#choose(tool: Tool): void {
		if (tool.disabled === true) return;
		this.#close();
		tool.run();
	}

	#close(): void {
		this.tools = [];
		this.#before?.focus();
		this.#before = undefined;
	}

	#onFocusOut(event: FocusEvent): void {
		if (event.relatedTarget !== null && this.renderRoot.contains(event.relatedTarget as Node)) return;
		this.tools = [];
	}

	#onKey(event: KeyboardEvent): void {
		const entries = this.#entries();
		const at = entries.indexOf(event.target as HTMLElement);
		const next = {
			ArrowDown: entries[(at + 1) % entries.length],
			ArrowUp: entries[(at - 1 + entries.length) % entries.length],
			Home: entries[0],
			End: entries.at(-1),
		}[event.key];
		// An open menu handles every key: none may reach the panel behind it.
		event.stopPropagation();
		if (event.key === 'Escape' || event.key === 'Tab') this.#close();
		else if (next === undefined) return;
		else next.focus();
		event.preventDefault();
	}
}

customElements.define('easel-menu', EaselMenu);
