import { zoomBar, zoomBarStyle, zoomTools } from '../shared/media/zoomTools.ts';
import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import { allOf } from '../../core/base/language.ts';
import './inputs.ts';
import '../shared/pair.ts';
import '../shared/media/picture.ts';
import '../shared/media/compareSlider.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import {
	type ComparedSide,
	type PictureMode,
	type PicturesProtocol,
	type PicturesState,
	picturesProtocol,
} from '../../core/runs/pictures/messages.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys, panelKey } from '../shared/keys.ts';
import type { EaselCompareSlider } from '../shared/media/compareSlider.ts';
import { LinkedView } from '../shared/media/linkedView.ts';
import type { EaselPicture, PictureEvents } from '../shared/media/picture.ts';
import { type PictureSide, pictureSideStyle } from '../shared/media/pictureSide.ts';
import { type Zoom, zoomKeys } from '../shared/media/zoom.ts';
import type { EaselPair } from '../shared/pair.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { panelTitle, panelTitleStyle } from '../shared/panelTitle.ts';
import { SizeObserver } from '../shared/sizeObserver.ts';
import { type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { appStyle } from './appStyle.ts';
import { Blink } from './blink.ts';
import { Difference } from './difference.ts';
import { labelsOf } from './wording.ts';

/** The width in pixels from which the inputs are next to the pictures until the person decides. */
const wideFrom = 720;

const modes: readonly { readonly mode: PictureMode; readonly text: string; readonly key: string }[] = [
	{ mode: 'slider', text: l10n.t('Slider'), key: 'S' },
	{ mode: 'pair', text: l10n.t('Side by Side'), key: 'P' },
	{ mode: 'blink', text: l10n.t('Blink'), key: 'B' },
	{ mode: 'difference', text: l10n.t('Difference'), key: 'D' },
];

/** Two pictures of any runs, compared. */
class EaselPictures extends PanelApp<PicturesProtocol> {
	@state() protected mode!: PictureMode;
	@state() protected swapped!: boolean;
	/** True if the inputs are shown; undefined before the first choice. */
	@state() protected inputs: boolean | undefined;
	@state() protected scale: number | undefined;

	static override styles = [
		...panelAppStyle,
		toolbarStyle,
		zoomBarStyle,
		panelTitleStyle,
		pictureSideStyle,
		appStyle,
	];

	readonly #host: Host<PicturesProtocol>;
	/** One position and scale for both, in every way of comparing. */
	readonly #together = new LinkedView(this);
	readonly #blink = new Blink(this);
	readonly #difference = new Difference(this);
	readonly #observed = new SizeObserver(this, { width: wideFrom, height: wideFrom });

	constructor() {
		super();
		this.#host = this.connect(picturesProtocol, {});
		const memory = this.#host.recall();
		this.mode = memory?.mode ?? 'slider';
		this.swapped = memory?.swapped === true;
		this.inputs = memory?.inputs;
		new PanelKeys(this, (event) => this.#press(event));
	}

	override willUpdate(): void {
		const [left, right] = this.#sides();
		this.#blink.run(this.mode === 'blink');
		this.announced = this.mode === 'difference' ? this.#difference.text : '';
		this.#difference.of(this.mode === 'difference' ? left?.src : undefined, right?.src);
	}

	override render(): unknown {
		const { state } = this;
		if (state === undefined) return nothing;
		const [left, right] = this.#sides();
		if (left === undefined || right === undefined) return nothing;
		return html`<div class="app">
			<header>
				${panelTitle({
					title: titleOf(state),
					icon: 'diff',
					tone: 'quiet',
					words: [`${left.label} ↔ ${right.label}`],
				})}
				<div role="toolbar" aria-label=${l10n.t('Comparison')}>
					<div class="tools">${this.#modeTools().map(toolButton)}</div>
					<div class="tools">${this.#lookTools()}</div>
					<div class="tools">${this.#moreTools().map(toolButton)}</div>
				</div>
			</header>
			<div class="body ${this.#inputsShown() ? 'with-inputs' : ''}">
				<main @picture-scale=${(event: PictureEvents['picture-scale']) => this.#onScale(event)}>
					${this.#stage(left, right)}
				</main>
				${this.#inputsShown() ? this.#aside(state) : nothing}
			</div>
		</div>
		${this.overlays()}`;
	}

	#stage(left: PictureSide, right: PictureSide): TemplateResult {
		switch (this.mode) {
			case 'slider':
				return html`<easel-compare-slider
					.left=${{ ...left, kind: 'image' }}
					.right=${{ ...right, kind: 'image' }}
					.together=${this.#together}
				></easel-compare-slider>`;
			case 'pair':
				return html`<easel-pair .left=${left} .right=${right} .together=${this.#together}></easel-pair>`;
			case 'blink':
				return this.#blink.render(left, right, this.#together);
			case 'difference':
				return this.#difference.render(right, this.#together);
		}
	}

	#aside(state: PicturesState): TemplateResult {
		const [left, right] = this.swapped ? [state.right, state.left] : [state.left, state.right];
		const inputs = this.swapped ? state.inputs.map(turned) : state.inputs;
		return html`<aside aria-label=${l10n.t('Inputs That Differ')}>
			<easel-picture-inputs
				tabindex="0"
				.left=${left}
				.right=${right}
				.inputs=${inputs}
				.note=${state.inputsNote}
				.now=${state.now}
				@show-run=${(event: CustomEvent<string>) => this.#host.send('showRun', { run: event.detail })}
				@write-seed=${(event: CustomEvent<string>) => this.#host.send('writeSeedBack', { run: event.detail })}
			></easel-picture-inputs>
		</aside>`;
	}

	/** Returns left and right as shown. */
	#sides(): readonly [PictureSide?, PictureSide?] {
		const { state } = this;
		if (state === undefined) return [];
		const labels = labelsOf(state.left, state.right, state.now);
		const sides = [sideOf(state.left, labels[0]), sideOf(state.right, labels[1])] as const;
		return this.swapped ? [sides[1], sides[0]] : sides;
	}

	#modeTools(): Tool[] {
		return modes.map(({ mode, text, key }) => ({
			text,
			label: text,
			key,
			pressed: this.mode === mode,
			run: () => this.#setMode(mode),
		}));
	}

	#lookTools(): TemplateResult {
		const zoom = zoomTools((to) => this.#zoom(to));
		return zoomBar(zoom, this.scale, [zoom.fit, zoom.actual]);
	}

	#moreTools(): Tool[] {
		return [
			...this.#blink.tools(this.mode === 'blink'),
			...this.#difference.tools(this.mode === 'difference'),
			{ icon: 'arrow-swap', label: l10n.t('Swap Left and Right'), key: 'X', run: () => this.#swap() },
			{
				icon: 'add',
				label: l10n.t('Compare with Another Picture...'),
				run: () => this.#host.send('compareOther'),
			},
			{
				icon: 'list-flat',
				label: l10n.t('Inputs That Differ'),
				key: 'I',
				pressed: this.#inputsShown(),
				run: () => this.#toggleInputs(),
			},
		];
	}

	#inputsShown(): boolean {
		return this.inputs ?? this.#observed.size.width >= wideFrom;
	}

	#setMode(mode: PictureMode): void {
		this.mode = mode;
		this.#remember();
	}

	#swap(): void {
		this.swapped = !this.swapped;
		this.#remember();
	}

	#toggleInputs(): void {
		this.inputs = !this.#inputsShown();
		this.#remember();
	}

	#remember(): void {
		this.#host.remember({
			mode: this.mode,
			...(this.swapped ? { swapped: true } : {}),
			...compact({ inputs: this.inputs }),
		});
	}

	#zoom(to: Zoom): void {
		this.renderRoot
			.querySelector<EaselPicture | EaselPair | EaselCompareSlider>(
				'main easel-picture.main, main easel-pair, main easel-compare-slider',
			)
			?.zoom(to);
	}

	#onScale(event: PictureEvents['picture-scale']): void {
		if (event.detail !== this.scale) this.scale = event.detail;
	}

	/** Runs the action of a key; false without one. */
	#press(event: KeyboardEvent): boolean {
		const key = panelKey(event);
		const action = key === undefined ? undefined : actionOf(key);
		// A button is pressed with the space bar too.
		if (action === undefined || (key === ' ' && event.composedPath()[0] instanceof HTMLButtonElement))
			return false;
		if (action === 'swap') this.#swap();
		else if (action === 'inputs') this.#toggleInputs();
		else if (action === 'turn') this.#blink.turn();
		else if ('mode' in action) this.#setMode(action.mode);
		else this.#zoom(action.zoom);
		return true;
	}
}

function sideOf({ src, name, problem }: ComparedSide, label: string): PictureSide {
	return { src, name, label, thumbnail: undefined, ...compact({ problem }) };
}

function turned<T extends { left?: string; right?: string }>({ left, right, ...rest }: T) {
	return { ...rest, ...compact({ left: right, right: left }) };
}

/** Returns the common document of both, or both names. */
function titleOf({ left, right }: PicturesState): string {
	const names = new Set([left, right].flatMap(({ run }) => run?.documentName ?? []));
	return allOf([...names]) || l10n.t('Removed Runs');
}

/** The action of a key in the panel that compares pictures. */
type PicturesKey = { readonly mode: PictureMode } | { readonly zoom: Zoom } | 'swap' | 'inputs' | 'turn';

const actions: Readonly<Record<string, PicturesKey>> = {
	s: { mode: 'slider' },
	p: { mode: 'pair' },
	b: { mode: 'blink' },
	d: { mode: 'difference' },
	x: 'swap',
	i: 'inputs',
	' ': 'turn',
	...zoomKeys,
};

/** Returns the action of a key; undefined for one that means nothing here. @param key as `PanelKeys` names it. */
function actionOf(key: string): PicturesKey | undefined {
	return Object.hasOwn(actions, key) ? actions[key] : undefined;
}

showPanel('easel-pictures', EaselPictures);
