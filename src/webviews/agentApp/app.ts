import * as l10n from '@vscode/l10n';
import '../shared/media/picture.ts';
import '../shared/media/compareSlider.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type * as z from 'zod/mini';
import { shownResultsName } from '../../core/agents/shownResults.ts';
import { compact } from '../../core/base/compact.ts';
import { sharedStyle } from '../shared/base.ts';
import { PanelKeys, panelKey } from '../shared/keys.ts';
import type { EaselCompareSlider } from '../shared/media/compareSlider.ts';
import { LinkedView } from '../shared/media/linkedView.ts';
import type { EaselPicture } from '../shared/media/picture.ts';
import type { PictureSide } from '../shared/media/pictureSide.ts';
import { type Zoom, zoomKeys } from '../shared/media/zoom.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { AgentHost, type HostContext } from './agentHost.ts';
import { answered, brought, called, type content } from './answers.ts';
import { appStyle } from './appStyle.ts';
import { followHost } from './theme.ts';

/** The height of the app in pixels, if the host leaves it to the app. */
const usualHeight = 520;

/** The content that is shown: a picture, a text or a sentence. */
interface Face {
	readonly label: string;
	readonly name: string;
	readonly src: string | undefined;
	readonly text: string | undefined;
	readonly note: string | undefined;
}

/** The results that are shown: all, one large, or two with a divider; by their places. */
type Look = readonly [] | readonly [number] | readonly [number, number];

/** The results of requests, in addition to the answer of a tool. */
export class EaselAgentApp extends LitElement {
	@state() protected faces: readonly Face[] = [];
	/** Remarks about the whole answer. */
	@state() protected said: readonly string[] = [l10n.t('Waiting for the result...')];
	@state() protected look: Look = [];
	/** Pictures chosen for a comparison. */
	@state() protected chosen: readonly number[] = [];

	static override styles = [sharedStyle, toolbarStyle, appStyle];

	readonly #together = new LinkedView(this);
	readonly #host: AgentHost;
	#request: string | undefined;

	constructor() {
		super();
		this.#host = new AgentHost({
			context: (context) => this.#follow(context),
			input: (args) => {
				const read = called.safeParse(args);
				this.#request = read.success ? read.data.request_id : undefined;
			},
			result: (result) => void this.#take(result),
			canceled: () => this.#say(l10n.t('The call was canceled.')),
		});
		new RovingToolbars(this);
		new PanelKeys(this, (event) => this.#press(event));
	}

	override connectedCallback(): void {
		super.connectedCallback();
		void this.#host.connect().catch(() => this.#say(noneHere()));
	}

	override render(): TemplateResult {
		const { faces, said, look } = this;
		const [first, second] = look.map((at) => faces[at]);
		return html`<main>
			<h1 class="visually-hidden">${l10n.t('Results')}</h1>
			${faces.length > 1 || first?.src !== undefined ? this.#toolbar() : nothing}
			<div role="status">${said.map((line) => html`<p class="said">${line}</p>`)}</div>
			${first === undefined ? this.#sheet() : second === undefined ? this.#large(first) : this.#pair(first, second)}
		</main>`;
	}

	#toolbar(): TemplateResult {
		const { look, faces } = this;
		const [at] = look;
		const zoom = (to: Zoom) => () => this.#zoom(to);
		const all: Tool[] =
			faces.length > 1
				? [
						{
							text: l10n.t('All'),
							label: l10n.t('All'),
							key: 'Escape',
							pressed: at === undefined,
							run: () => this.#show(),
						},
					]
				: [];
		const steps: Tool[] =
			faces.length > 1 && look.length === 1
				? [
						{ text: '◂', label: l10n.t('Previous'), key: '←', disabled: at === 0, run: () => this.#step(-1) },
						{
							text: '▸',
							label: l10n.t('Next'),
							key: '→',
							disabled: at === faces.length - 1,
							run: () => this.#step(1),
						},
					]
				: [];
		const compare: Tool[] =
			at === undefined
				? [
						{
							text: l10n.t('Compare'),
							label: l10n.t('Compare'),
							key: 'C',
							disabled: this.chosen.length !== 2,
							run: () => this.#compare(),
						},
					]
				: [];
		const zooms: Tool[] =
			at !== undefined && faces[at]?.src !== undefined
				? [
						{ text: '−', label: l10n.t('Zoom Out'), key: '-', run: zoom('out') },
						{ text: '+', label: l10n.t('Zoom In'), key: '+', run: zoom('in') },
						{ text: l10n.t('Fit'), label: l10n.t('Fit'), key: '0', run: zoom('fit') },
						{ text: '1:1', label: l10n.t('1:1, Actual Size'), key: '1', run: zoom(1) },
					]
				: [];
		return html`<div role="toolbar" aria-label=${l10n.t('Results')}>
			${[...all, ...steps, ...compare, ...zooms].map(toolButton)}
			${look.length === 1 && at !== undefined ? html`<span class="name cut">${faces[at]?.label}</span>` : nothing}
		</div>`;
	}

	#large(face: Face): TemplateResult {
		const { src, label, text, note } = face;
		if (src === undefined)
			return text === undefined
				? html`<p class="note">${note}</p>`
				: html`<pre tabindex="0" aria-label=${label}>${text}</pre>`;
		return html`<div class="stage">
			<easel-picture src=${src} label=${label}></easel-picture>
			${note === undefined ? nothing : html`<p class="said">${note}</p>`}
		</div>`;
	}

	#pair(left: Face, right: Face): TemplateResult {
		return html`<easel-compare-slider
			.left=${sideOf(left)}
			.right=${sideOf(right)}
			.together=${this.#together}
		></easel-compare-slider>`;
	}

	#sheet(): TemplateResult | typeof nothing {
		if (this.faces.length === 0) return nothing;
		return html`<ul>${this.faces.map((face, at) => this.#tile(face, at))}</ul>`;
	}

	#tile({ src, label, text, note }: Face, at: number): TemplateResult {
		const choose = () => this.#choose(at);
		return html`<li>
			<button class="tile" type="button" title=${label} @click=${() => this.#show(at)}>
				${src === undefined ? html`<span class="words">${text ?? note}</span>` : html`<img src=${src} alt="" loading="lazy" />`}
				<span class="label cut">${label}</span>
			</button>
			${
				src === undefined
					? nothing
					: html`<label><input
						type="checkbox"
						aria-label=${l10n.t('Compare {0}', label)}
						.checked=${this.chosen.includes(at)}
						@change=${choose}
					/>${l10n.t('Compare')}</label>`
			}
		</li>`;
	}

	/** Chooses a picture for the comparison; the last two chosen are compared. */
	#choose(at: number): void {
		this.chosen = this.chosen.includes(at)
			? this.chosen.filter((each) => each !== at)
			: [...this.chosen, at].slice(-2);
	}

	#compare(): void {
		const [left, right] = this.chosen.toSorted((one, other) => one - other);
		if (left !== undefined && right !== undefined) this.#show(left, right);
	}

	#show(...look: Look): void {
		const before = this.look;
		this.look = look;
		void this.updateComplete.then(() => {
			const { renderRoot } = this;
			const target =
				look.length === 0
					? renderRoot.querySelectorAll<HTMLElement>('.tile')[before[0] ?? 0]
					: renderRoot.querySelector<HTMLElement>('easel-picture, easel-compare-slider, pre');
			target?.focus();
		});
	}

	#step(by: number): void {
		const at = (this.look[0] ?? 0) + by;
		if (this.faces[at] !== undefined) this.#show(at);
	}

	#zoom(to: Zoom): void {
		this.renderRoot
			.querySelector<EaselPicture | EaselCompareSlider>('easel-picture, easel-compare-slider')
			?.zoom(to);
	}

	/** Runs the action of a key; false without one. */
	#press(event: KeyboardEvent): boolean {
		const key = panelKey(event);
		const isOpen = this.look.length > 0;
		const zoom = zoomKeys[key ?? '']?.zoom;
		if (isOpen && zoom !== undefined) this.#zoom(zoom);
		else if (key === 'Escape' && isOpen && this.faces.length > 1) this.#show();
		else if (key === 'ArrowLeft' && this.look.length === 1) this.#step(-1);
		else if (key === 'ArrowRight' && this.look.length === 1) this.#step(1);
		else if (key === 'c' && !isOpen && this.chosen.length === 2) this.#compare();
		else return false;
		return true;
	}

	#follow(context: HostContext): void {
		followHost(context);
		const { height, maxHeight = usualHeight } = context.containerDimensions ?? {};
		const own = Math.min(maxHeight, usualHeight);
		this.style.height = height === undefined ? `${own}px` : '100vh';
		if (height === undefined) this.#host.resized(own);
	}

	/** Shows the answer of a tool: requests its subject, and shows the content of the answer until then. */
	async #take(result: unknown): Promise<void> {
		const read = answered.safeParse(result);
		const { content: parts = [], structuredContent: value, isError } = read.success ? read.data : {};
		if (isError === true || value === undefined)
			return this.#say(l10n.t('There is no result. See the text of the answer for the reason.'));
		const { name, run, requests } = value;
		const ids =
			requests?.map(({ request_id }) => request_id) ??
			[run?.id ?? this.#request].filter((id) => id !== undefined);
		const small = parts.flatMap((part) => dataUri(part) ?? []);
		this.#faces(
			small.map((src) => ({ src, name: name ?? '', label: name ?? '', text: undefined, note: undefined })),
		);
		if (!this.#host.callsTools) {
			if (small.length === 0) this.#say(noneHere());
			return;
		}
		try {
			const args = { request_ids: ids, ...compact({ file: name }) };
			this.#bring(await this.#host.callTool(shownResultsName, args));
		} catch {
			if (small.length === 0) this.#say(l10n.t('The result could not be loaded.'));
		}
	}

	#bring(result: unknown): void {
		const read = brought.safeParse(result);
		if (!read.success) throw new Error('The answer does not fit.');
		const { content: parts, structuredContent } = read.data;
		const pictures = parts.flatMap((part) => dataUri(part) ?? []);
		const { requests } = structuredContent;
		const several = requests.length > 1;
		const faces = requests.flatMap(({ document = '', seed, items }) =>
			items.map(({ name, picture, text, note }): Face => {
				const of = [document, seed === undefined ? '' : l10n.t('seed {0}', seed), name];
				const label = several ? of.filter((word) => word !== '').join(', ') : name;
				const src = picture === undefined ? undefined : pictures[picture];
				return { name, label, src, text, note };
			}),
		);
		this.#faces(faces);
		const said = requests.flatMap(({ document, problem }) =>
			problem === undefined ? [] : [several && document ? `${document}: ${problem}` : problem],
		);
		if (faces.length === 0 && said.length === 0) said.push(l10n.t('There are no files and no texts.'));
		this.said = said;
	}

	#faces(faces: readonly Face[]): void {
		this.faces = faces;
		this.chosen = [];
		if (faces.length > 0) this.said = [];
		const pictures = faces.every(({ src }) => src !== undefined);
		this.look = faces.length === 1 ? [0] : faces.length === 2 && pictures ? [0, 1] : [];
	}

	#say(line: string): void {
		this.faces = [];
		this.look = [];
		this.said = [line];
	}
}

/** Returns the sentence for a host that lacks a required feature. */
function noneHere(): string {
	return l10n.t('This host cannot show the result here. It is in the text of the answer.');
}

function dataUri({ type, data, mimeType }: z.output<typeof content>[number]): string | undefined {
	return type === 'image' && data !== undefined && mimeType !== undefined
		? `data:${mimeType};base64,${data}`
		: undefined;
}

function sideOf({ src, name, label }: Face): PictureSide & { readonly kind: string } {
	return { src, name, label, thumbnail: undefined, kind: 'image' };
}

customElements.define('easel-agent-app', EaselAgentApp);
