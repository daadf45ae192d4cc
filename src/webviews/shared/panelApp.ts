import './menu.ts';
import { html, LitElement, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type * as z from 'zod/mini';
import type { Failure } from '../../core/base/failure.ts';
import type { Handlers, PanelProtocol } from '../../core/base/panel/protocol.ts';
import { sharedStyle, stylePage } from './base.ts';
import { connectHost, type Host } from './host.ts';
import type { EaselMenu } from './menu.ts';
import { Toast, toastStyle } from './toast.ts';
import { RovingToolbars, type Tool } from './toolbar.ts';

type StateOf<P extends PanelProtocol> = z.output<P['toView']['state']>;

/** The styles for the view of a panel; the style of its own page follows. */
export const panelAppStyle = [sharedStyle, toastStyle];

/** The part that the views of all panels share: the state, the toast, the line that is announced, the menu and the toolbars. */
export abstract class PanelApp<P extends PanelProtocol> extends LitElement {
	/** The state as the host sent it last; undefined until then. */
	@state() protected state: StateOf<P> | undefined;
	/** The text that screen readers announce. */
	@state() protected announced = '';

	protected readonly toast = new Toast(this);

	constructor() {
		super();
		new RovingToolbars(this);
	}

	/** Connects the view with its host. @param handlers for messages other than the state and the texts of the toast. */
	protected connect(protocol: P, handlers: Omit<Handlers<P['toView']>, 'state' | 'notify'>): Host<P> {
		return connectHost(protocol, {
			...handlers,
			state: (state: StateOf<P>) => this.onState(state),
			notify: ({ text }: { readonly text: string }) => this.toast.show(text),
		} as Handlers<P['toView']>);
	}

	protected onState(state: StateOf<P>): void {
		this.state = state;
	}

	protected showFailure({ message, nextStep }: Failure): void {
		this.toast.show(`${message} ${nextStep}`);
	}

	/** Opens the menu at a point of the window, in pixels. @param from gets the focus back. */
	protected openMenu(tools: readonly Tool[], x: number, y: number, from: HTMLElement | undefined): void {
		void this.renderRoot.querySelector<EaselMenu>('easel-menu')?.open(tools, x, y, from);
	}

	/** Opens the menu below a button, which gets the focus back. */
	protected openMenuBelow(
		tools: readonly Tool[],
		button: HTMLElement,
		side: 'left' | 'right' = 'right',
	): void {
		const place = button.getBoundingClientRect();
		this.openMenu(tools, place[side], place.bottom, button);
	}

	/** Renders the menu, the toast and the announced line: must always be in the template of the whole panel. */
	protected overlays(): TemplateResult {
		return html`<easel-menu></easel-menu>
			${this.toast.render()}
			<div class="visually-hidden" role="status">${this.announced}</div>`;
	}
}

/** Shows a panel as the whole page. */
export function showPanel(tag: string, panel: CustomElementConstructor): void {
	customElements.define(tag, panel);
	stylePage();
	document.body.append(new panel());
}
