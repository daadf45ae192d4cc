import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import { numberText } from '../../core/base/language.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '../shared/media/picture.ts';
import '../shared/media/player.ts';
import './sampleDetails.ts';
import '../shared/media/compareSlider.ts';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { dispatcherOf, sharedStyle } from '../shared/base.ts';
import type { EaselCompareSlider, SliderSide } from '../shared/media/compareSlider.ts';
import type { EaselPicture, PictureEvents } from '../shared/media/picture.ts';
import type { Thumbnail, Thumbnails } from '../shared/media/thumbnails.ts';
import { fitView, type Size, type View, type Zoom } from '../shared/media/zoom.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { largeStyle } from './largeStyle.ts';
import { promptTitle, type Spot, sampleAt, srcOf } from './model.ts';

export interface LargeEvents {
	/** Another step of the shown prompt was chosen. */
	'large-step': CustomEvent<number>;
	/** Another step of the compared one was selected. */
	'beside-step': CustomEvent<number>;
	/** Another of several samples of one step was chosen. */
	'large-take': CustomEvent<number>;
}

/** A sample shown large, alone or next to another one, with its prompt. */
export class EaselSampleLarge extends LitElement {
	@property({ attribute: false }) spot!: Spot;
	/** The sample that it is compared with. */
	@property({ attribute: false }) beside: Spot | undefined;
	/** The index of the sample among several of this step: 0 is the latest. */
	@property({ attribute: false }) take = 0;
	@property({ attribute: false }) tools: readonly Tool[] = [];
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	@property({ attribute: false }) revision = 0;
	@state() protected view: View = fitView;
	/** The address of a picture that could not be read. */
	@state() protected broken: string | undefined;

	#size: Size | undefined;

	constructor() {
		super();
		new RovingToolbars(this);
	}
	readonly #dispatch = dispatcherOf<LargeEvents>(this);

	static override styles = [sharedStyle, toolbarStyle, largeStyle];

	override render(): TemplateResult {
		const { spot, beside } = this;
		return html`
			<div class="bar">
				<h2>${this.#title()}</h2>
				<div role="toolbar" aria-label=${l10n.t('Sample')}><div class="tools">${this.tools.map(toolButton)}</div></div>
			</div>
			<div class="stage">${beside === undefined ? this.#alone() : this.#compared(beside)}</div>
			<div class="steps">
				${beside === undefined ? nothing : this.#slider(beside, 'beside-step', beside.view === spot.view ? l10n.t('Left') : beside.view.job.name)}
				${this.#slider(spot, 'large-step', beside === undefined ? l10n.t('Step') : beside.view === spot.view ? l10n.t('Right') : spot.view.job.name)}
			</div>
			<aside aria-label=${l10n.t('Prompt')}>
				<easel-sample-details
					.spot=${spot}
					.sample=${sampleAt(spot, this.take)}
					.take=${this.take}
					@take-choose=${(event: CustomEvent<number>) => this.#dispatch('large-take', event.detail)}
				></easel-sample-details>
				${
					beside === undefined || beside.view === spot.view
						? nothing
						: html`<easel-sample-details .spot=${beside} .sample=${sampleAt(beside)}></easel-sample-details>`
				}
			</aside>
		`;
	}

	/** Zooms the shown picture; without effect on other files. */
	zoom(to: Zoom): void {
		this.renderRoot
			.querySelector<EaselPicture | EaselCompareSlider>(
				'.stage > easel-picture, .stage > easel-compare-slider',
			)
			?.zoom(to);
	}

	/** Focuses the shown item, as soon as it is drawn. */
	override focus(): void {
		void this.updateComplete.then(async () => {
			const stage =
				this.renderRoot.querySelector<HTMLElement>('.stage > easel-compare-slider, .stage > easel-picture') ??
				this.renderRoot.querySelector<HTMLElement>('.tool:not(:disabled)');
			if (stage instanceof LitElement) await stage.updateComplete;
			stage?.focus();
		});
	}

	override willUpdate(changed: PropertyValues<this>): void {
		// From step to step the same spot stays in view, so that one sees the changes there.
		if (changed.has('spot') && changed.get('spot')?.index !== this.spot.index) this.view = fitView;
	}

	#title(): string {
		const { view, step, index } = this.spot;
		const { totalSteps } = view.job;
		const at = view.grid.rows.indexOf(index) + 1;
		const { length } = view.grid.rows;
		return totalSteps === undefined
			? l10n.t('Step {0} · Prompt {1} of {2}', numberText(step), at, length)
			: l10n.t('Step {0} of {1} · Prompt {2} of {3}', numberText(step), numberText(totalSteps), at, length);
	}

	#alone(): TemplateResult {
		const { spot } = this;
		const sample = sampleAt(spot, this.take);
		if (sample === undefined) return this.#note('circle-slash', l10n.t('There is no sample at this step.'));
		const src = srcOf(spot.view.job, sample);
		if (sample.problem !== undefined) return this.#note('warning', sample.problem.text);
		if (src === undefined) return this.#note('cloud-download', l10n.t('Downloading {0}', sample.name));
		if (src === this.broken)
			return this.#note(
				'warning',
				l10n.t('This picture cannot be shown. Its file may be damaged. Save it to open it elsewhere.'),
			);
		if (sample.kind === 'image') {
			return html`<easel-picture
				src=${src}
				label=${l10n.t('{0}, step {1}', promptTitle(spot.view, spot.index), numberText(spot.step))}
				.thumbnail=${this.#thumbnailOf(src)}
				.view=${this.view}
				@picture-view=${(event: PictureEvents['picture-view']) => {
					this.view = event.detail;
				}}
				@picture-size=${(event: PictureEvents['picture-size']) => this.#onSize(src, event.detail)}
			></easel-picture>`;
		}
		if (sample.kind === 'file')
			return this.#note(
				'file',
				l10n.t('The editor has no viewer for this file. Save it to open it elsewhere.'),
			);
		return html`<easel-player kind=${sample.kind} src=${src} label=${sample.name} .opensOutside=${false}></easel-player>`;
	}

	#compared(beside: Spot): TemplateResult {
		const [left, right] = [this.#side(beside, 0), this.#side(this.spot, this.take)];
		if (left === undefined || right === undefined) {
			return this.#note('circle-slash', l10n.t('There is nothing to compare with at this step.'));
		}
		return html`<easel-compare-slider .left=${left} .right=${right}></easel-compare-slider>`;
	}

	#side(spot: Spot, take: number): SliderSide | undefined {
		const sample = sampleAt(spot, take);
		if (sample === undefined) return undefined;
		const src = srcOf(spot.view.job, sample);
		const twoJobs = this.beside !== undefined && this.beside.view !== this.spot.view;
		const step = numberText(spot.step);
		return {
			name: sample.name,
			kind: sample.kind,
			...compact({ problem: sample.problem?.text }),
			src,
			thumbnail: src === undefined ? undefined : this.#thumbnailOf(src),
			label: twoJobs ? l10n.t('{0}, step {1}', spot.view.job.name, step) : l10n.t('Step {0}', step),
		};
	}

	#slider(spot: Spot, event: 'large-step' | 'beside-step', label: string): TemplateResult {
		const steps = spot.view.grid.stepsOf(spot.index);
		const at = Math.max(0, steps.indexOf(spot.step));
		return html`<label class="slider">
			<span class="name quiet cut">${label}</span>
			<input
				type="range"
				min="0"
				max=${Math.max(0, steps.length - 1)}
				.value=${String(at)}
				?disabled=${steps.length < 2}
				aria-valuetext=${l10n.t('Step {0}', numberText(spot.step))}
				@input=${(input: Event) => {
					const step = steps[Number((input.target as HTMLInputElement).value)];
					if (step !== undefined) this.#dispatch(event, step);
				}}
			/>
			<span class="value figures" aria-hidden="true">${numberText(spot.step)}</span>
		</label>`;
	}

	#note(icon: string, text: string): TemplateResult {
		return html`<div class="note"><vscode-icon name=${icon} size="32"></vscode-icon><p>${text}</p></div>`;
	}

	#thumbnailOf(src: string): Thumbnail | undefined {
		const made = this.thumbnails.get(src);
		return made === 'unreadable' ? undefined : made;
	}

	#onSize(src: string, size: Size | 'unreadable'): void {
		if (size === 'unreadable') {
			this.broken = src;
			return;
		}
		// A picture of another size is fitted again.
		if (this.#size !== undefined && (this.#size.width !== size.width || this.#size.height !== size.height))
			this.view = fitView;
		this.#size = size;
	}
}

customElements.define('easel-sample-large', EaselSampleLarge);
