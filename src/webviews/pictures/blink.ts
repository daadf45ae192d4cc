import * as l10n from '@vscode/l10n';
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { wantsStillness } from '../shared/base.ts';
import type { LinkedView } from '../shared/media/linkedView.ts';
import { type PictureSide, pictureFace } from '../shared/media/pictureSide.ts';
import type { Tool } from '../shared/toolbar.ts';

/** Milliseconds for which each of the pictures is seen. */
const beat = 700;

/** Both pictures in one place, in turn: automatically, or by hand with reduced motion. */
export class Blink implements ReactiveController {
	readonly #view: ReactiveControllerHost;
	#timer: number | undefined;
	#wanted = false;
	/** True if the person allows it to alternate automatically. */
	#plays = !wantsStillness();
	#left = false;

	constructor(view: ReactiveControllerHost) {
		this.#view = view;
		view.addController(this);
	}

	/** Starts or stops the automatic switching. */
	run(wanted: boolean): void {
		if (wanted === this.#wanted) return;
		this.#wanted = wanted;
		this.#schedule();
	}

	/** Shows the other one. Switching by hand stops automatic switching. */
	turn(): void {
		this.#plays = false;
		this.#schedule();
		this.#next();
	}

	tools(wanted: boolean): Tool[] {
		if (!wanted) return [];
		const toggle = (): void => {
			this.#plays = !this.#plays;
			this.#schedule();
			this.#view.requestUpdate();
		};
		return [
			this.#plays
				? { icon: 'debug-pause', label: l10n.t('Stop Blinking'), run: toggle }
				: { icon: 'play', label: l10n.t('Blink'), run: toggle },
			{ icon: 'sync', label: l10n.t('Show the Other Picture'), key: l10n.t('Space'), run: () => this.turn() },
		];
	}

	/** Renders both pictures. Both exist all the time, so that nothing loads between them. The right one leads. */
	render(left: PictureSide, right: PictureSide, together: LinkedView): TemplateResult {
		const side = (seen: PictureSide, which: string, shown: boolean) =>
			html`<div class="side ${shown ? '' : 'away'}" ?inert=${!shown}>
				${pictureFace(seen, right, together, which)}
				<span class="caption cut">${which === 'other' ? l10n.t('Left') : l10n.t('Right')}: ${seen.label}</span>
			</div>`;
		return html`<div class="stack">${side(left, 'other', this.#left)}${side(right, 'main', !this.#left)}</div>`;
	}

	hostDisconnected(): void {
		clearInterval(this.#timer);
	}

	#schedule(): void {
		clearInterval(this.#timer);
		if (this.#wanted && this.#plays) this.#timer = window.setInterval(() => this.#next(), beat);
	}

	#next(): void {
		this.#left = !this.#left;
		this.#view.requestUpdate();
	}
}
