import * as l10n from '@vscode/l10n';
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { LinkedView } from '../shared/media/linkedView.ts';
import { type PictureSide, pictureFace } from '../shared/media/pictureSide.ts';
import type { Tool } from '../shared/toolbar.ts';
import { differenceOf, type MadeDifference } from './differenceWork.ts';
import { differenceText, sizesText } from './wording.ts';

/** The factor by which faint differences are brightened on request. */
const strong = 8;

/** The drawing of how two pictures differ, made when it is wanted and thrown away with the next one. */
export class Difference implements ReactiveController {
	readonly #view: ReactiveControllerHost;
	#pair: string | undefined;
	#gain = 1;
	#made: MadeDifference | undefined;
	#failed = false;
	#work: AbortController | undefined;

	constructor(view: ReactiveControllerHost) {
		this.#view = view;
		view.addController(this);
	}

	/** Sets the compared pictures; undefined while invisible. */
	of(left: string | undefined, right: string | undefined): void {
		const pair =
			left === undefined || right === undefined ? undefined : JSON.stringify([left, right, this.#gain]);
		if (pair === this.#pair) return;
		this.#pair = pair;
		this.#end();
		if (left !== undefined && right !== undefined) void this.#make(left, right);
	}

	/** Describes how much they differ; empty while unknown. */
	get text(): string {
		const made = this.#made;
		if (made === undefined) return '';
		const sizes = sizesText(made.left, made.right, made.frame);
		return [differenceText(made.found), sizes].filter((part) => part !== '').join(' ');
	}

	tools(wanted: boolean): Tool[] {
		if (!wanted) return [];
		const toggle = (): void => {
			this.#gain = this.#gain === 1 ? strong : 1;
			this.#view.requestUpdate();
		};
		return [
			{
				text: `${strong}×`,
				label: l10n.t('{0}×, Amplify Faint Differences', strong),
				pressed: this.#gain !== 1,
				run: toggle,
			},
		];
	}

	/** Renders the difference. @param main the picture that leads the look. */
	render(main: PictureSide, together: LinkedView): TemplateResult {
		const made = this.#made;
		if (made === undefined) {
			const text = this.#pair === undefined || this.#failed ? whyNot : l10n.t('Comparing the pictures');
			return html`<div class="note">${text}</div>`;
		}
		const drawing: PictureSide = {
			src: made.src,
			name: l10n.t('Difference'),
			label: l10n.t('Difference of the two pictures'),
			thumbnail: undefined,
		};
		// It has the size of the frame, and is seen as the picture that leads is.
		return html`<div class="drawn">
			${pictureFace(drawing, main, together, 'main')}
			<p class="said">${this.text}</p>
		</div>`;
	}

	hostDisconnected(): void {
		this.#end();
	}

	async #make(left: string, right: string): Promise<void> {
		const work = new AbortController();
		this.#work = work;
		const made = await differenceOf(left, right, this.#gain, work.signal);
		if (work.signal.aborted) {
			if (made !== undefined) URL.revokeObjectURL(made.src);
			return;
		}
		this.#made = made;
		this.#failed = made === undefined;
		this.#view.requestUpdate();
	}

	#end(): void {
		this.#work?.abort();
		if (this.#made !== undefined) URL.revokeObjectURL(this.#made.src);
		this.#made = undefined;
		this.#failed = false;
	}
}

const whyNot = l10n.t(
	'The difference cannot be shown, because one of the pictures is missing or cannot be read.',
);
