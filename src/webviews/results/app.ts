import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import './details.ts';
import './filmstrip.ts';
import './header.ts';
import './itemBar.ts';
import './outcome.ts';
import './stage.ts';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
	type ResultsItem,
	type ResultsProtocol,
	type ResultsRun,
	type ResultsState,
	resultsProtocol,
} from '../../core/runs/resultsMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import { connectHost, type Host } from '../shared/host.ts';
import { appStyle } from './appStyle.ts';
import { copyImage } from './clipboard.ts';
import type { EaselFilmstrip } from './filmstrip.ts';
import type { BarActions } from './itemBar.ts';
import { keyAction } from './keys.ts';
import type { PictureEvents } from './picture.ts';
import type { EaselStage } from './stage.ts';
import { Thumbnails } from './thumbnails.ts';
import { announcement } from './wording.ts';
import type { Size } from './zoom.ts';

/** From this width on, in pixels, the details stand beside the stage instead of under it. */
const wideFrom = 720;
/** How long the outcome of an action stays to be read, in milliseconds. */
const toldFor = 6000;

/** The results panel of one run. */
export class EaselResults extends LitElement {
	static override properties = {
		state: { state: true },
		chosen: { state: true },
		pinned: { state: true },
		details: { state: true },
		alone: { state: true },
		wide: { state: true },
		told: { state: true },
		announced: { state: true },
		now: { state: true },
		revision: { state: true },
		size: { state: true },
		scale: { state: true },
	};
	declare protected state: ResultsState | undefined;
	/** The item somebody chose; until then the first one that is there. */
	declare protected chosen: string | undefined;
	declare protected pinned: string | undefined;
	declare protected details: boolean | undefined;
	declare protected alone: boolean;
	declare protected wide: boolean;
	declare protected told: string;
	declare protected announced: string;
	declare protected now: number;
	declare protected revision: number;
	declare protected size: Size | undefined;
	declare protected scale: number | undefined;

	static override styles = [sharedStyle, appStyle];

	readonly #host: Host<ResultsProtocol>;
	readonly #thumbnails = new Thumbnails(() => this.#onThumbnail());
	readonly #resize = new ResizeObserver(() => {
		this.wide = this.clientWidth >= wideFrom;
	});
	readonly #actions: BarActions = {
		zoom: (to) => this.#stage()?.zoom(to),
		toggleCompare: () => this.#toggleCompare(),
		toggleAlone: () => this.#setAlone(!this.alone),
		copyImage: (item) => void this.#copyImage(item),
	};
	/** The host's clock minus ours, in milliseconds: the host may run on another computer. */
	#clockOffset = 0;
	#tick: number | undefined;
	#forget: number | undefined;
	#frame: number | undefined;

	constructor() {
		super();
		this.alone = false;
		this.wide = true;
		this.told = '';
		this.announced = '';
		this.now = Date.now();
		this.revision = 0;
		this.#host = connectHost(resultsProtocol, {
			state: (state) => this.#onState(state),
			told: ({ text }) => this.#tell(text),
		});
		const memory = this.#host.recall();
		this.chosen = memory?.selected;
		this.details = memory?.details;
	}

	override connectedCallback(): void {
		super.connectedCallback();
		this.#resize.observe(this);
		document.addEventListener('keydown', this.#onKey);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#resize.disconnect();
		document.removeEventListener('keydown', this.#onKey);
		clearTimeout(this.#tick);
		clearTimeout(this.#forget);
	}

	override render(): unknown {
		if (this.state === undefined) return nothing;
		const { run } = this.state;
		if (run === undefined) return this.#gone();
		const items = this.#items();
		const item = this.#selected(items);
		const detailsOpen = this.#detailsOpen(item);
		return html`
			<div class="app ${this.alone ? 'alone' : ''} ${this.wide ? 'wide' : 'narrow'}">
				<header>
					<easel-run-header
						.run=${run}
						.host=${this.#host}
						.now=${this.now}
						.detailsOpen=${detailsOpen}
						@toggle-details=${this.#toggleDetails}
					></easel-run-header>
					<div class="progress">
						${run.ended ? nothing : html`<vscode-progress-bar aria-label="The run goes on" indeterminate></vscode-progress-bar>`}
					</div>
				</header>
				<div class="body">
					<main>${item === undefined ? this.#outcome(run) : this.#results(run, items, item)}</main>
					${
						detailsOpen
							? html`<aside aria-label="Details of the run">
									<easel-run-details .run=${run} .host=${this.#host} .now=${this.now}></easel-run-details>
								</aside>`
							: nothing
					}
				</div>
			</div>
			<div class="told ${this.told === '' ? '' : 'shown'}" role="status">${this.told}</div>
			<div class="visually-hidden" role="status">${this.announced}</div>
		`;
	}

	#gone(): TemplateResult {
		return html`<main class="gone">
			<vscode-icon name="history" size="32"></vscode-icon>
			<h1>This run is no longer in the history</h1>
			<p>It was removed, or it belongs to another account or computer. You can close this panel.</p>
		</main>`;
	}

	#outcome(run: ResultsRun): TemplateResult {
		return html`<easel-outcome .run=${run} .host=${this.#host} .now=${this.now}></easel-outcome>`;
	}

	#results(run: ResultsRun, items: readonly ResultsItem[], item: ResultsItem): TemplateResult {
		const pinned = items.find((candidate) => candidate.id === this.pinned);
		const group = run.groups.find((candidate) => candidate.items.includes(item));
		const many = items.length > 1;
		const place = many ? `${items.indexOf(item) + 1} of ${items.length}` : (group?.title ?? '');
		return html`
			${run.error === undefined && run.notice === undefined ? nothing : html`<p class="notice">${run.notice ?? run.error?.error}</p>`}
			<easel-stage
				.item=${item}
				.pinned=${pinned}
				.host=${this.#host}
				.thumbnails=${this.#thumbnails}
				@picture-size=${(event: PictureEvents['picture-size']) => this.#onSize(event)}
				@picture-scale=${(event: PictureEvents['picture-scale']) => {
					this.scale = event.detail;
				}}
			></easel-stage>
			<easel-item-bar
				.item=${item}
				.place=${place}
				.size=${this.size}
				.scale=${this.scale}
				.comparing=${this.pinned !== undefined}
				.comparable=${items.filter((other) => other.kind === 'image' && other.src !== undefined).length > 1}
				.alone=${this.alone}
				.expired=${run.expiresAt !== undefined && run.expiresAt <= this.now}
				.host=${this.#host}
				.actions=${this.#actions}
			></easel-item-bar>
			${
				many
					? html`<easel-filmstrip
							.groups=${run.groups}
							.selected=${item.id}
							.pinned=${this.pinned}
							.thumbnails=${this.#thumbnails}
							.revision=${this.revision}
							@strip-select=${(event: CustomEvent<string>) => this.#choose(event.detail)}
							@strip-enter=${() => this.#setAlone(true)}
						></easel-filmstrip>`
					: nothing
			}
		`;
	}

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('state') && !changed.has('chosen')) return;
		const item = this.#selected(this.#items());
		if (item?.kind !== 'image' || item.src === undefined) {
			this.size = undefined;
			this.scale = undefined;
		}
	}

	#items(): readonly ResultsItem[] {
		return this.state?.run?.groups.flatMap((group) => group.items) ?? [];
	}

	#selected(items: readonly ResultsItem[]): ResultsItem | undefined {
		return (
			items.find((item) => item.id === this.chosen) ??
			items.find((item) => item.state === 'ready') ??
			items[0]
		);
	}

	/** Until somebody decides, the details are open where they take no room from a picture. */
	#detailsOpen(item: ResultsItem | undefined): boolean {
		return !this.alone && (this.details ?? (this.wide || item === undefined));
	}

	#stage(): EaselStage | null {
		return this.renderRoot.querySelector('easel-stage');
	}

	#onState(state: ResultsState): void {
		const before = this.state?.run;
		this.state = state;
		this.#clockOffset = state.now - Date.now();
		this.now = state.now;
		if (state.run !== undefined && before !== undefined && before.stateText !== state.run.stateText) {
			this.announced = announcement(state.run, state.now);
		}
		this.#scheduleTick();
	}

	#scheduleTick(): void {
		clearTimeout(this.#tick);
		const pause = this.state?.run?.ended === false ? 1000 : 30_000;
		this.#tick = window.setTimeout(() => {
			this.now = Date.now() + this.#clockOffset;
			this.#scheduleTick();
		}, pause);
	}

	#onThumbnail(): void {
		this.#frame ??= requestAnimationFrame(() => {
			this.#frame = undefined;
			this.revision++;
		});
	}

	#onSize(event: PictureEvents['picture-size']): void {
		const main = event.composedPath()[0] as Element;
		if (main.classList.contains('main')) this.size = event.detail === 'unreadable' ? undefined : event.detail;
	}

	#choose(id: string): void {
		this.chosen = id;
		this.#remember();
	}

	#step(by: number): void {
		const items = this.#items();
		const item = this.#selected(items);
		const next = item === undefined ? undefined : items[items.indexOf(item) + by];
		if (next !== undefined) this.#choose(next.id);
	}

	#remember(): void {
		this.#host.remember({
			...(this.chosen === undefined ? {} : { selected: this.chosen }),
			...(this.details === undefined ? {} : { details: this.details }),
		});
	}

	#toggleDetails(): void {
		this.details = !this.#detailsOpen(this.#selected(this.#items()));
		this.#remember();
	}

	/** The picture in view stays on the left; the next one is put beside it at once. */
	#toggleCompare(): void {
		const items = this.#items();
		const item = this.#selected(items);
		if (this.pinned !== undefined || item?.kind !== 'image') {
			this.pinned = undefined;
			return;
		}
		const pictures = items.filter((other) => other.kind === 'image' && other.src !== undefined);
		const at = pictures.indexOf(item);
		const beside = pictures[at + 1] ?? pictures[at - 1];
		if (beside === undefined) return;
		this.pinned = item.id;
		this.#choose(beside.id);
	}

	#setAlone(alone: boolean): void {
		this.alone = alone;
		void this.updateComplete.then(() =>
			alone
				? this.#stage()?.focus()
				: this.renderRoot.querySelector<EaselFilmstrip>('easel-filmstrip')?.focus(),
		);
	}

	async #copyImage(item: ResultsItem): Promise<void> {
		if (item.src !== undefined) this.#tell(await copyImage(item.src));
	}

	#tell(text: string): void {
		this.told = text;
		clearTimeout(this.#forget);
		this.#forget = window.setTimeout(() => {
			this.told = '';
		}, toldFor);
	}

	readonly #onKey = (event: KeyboardEvent): void => {
		const item = this.#selected(this.#items());
		const action = keyAction(event);
		if (action === undefined || item === undefined) return;
		event.preventDefault();
		if (action === 'previous') this.#step(-1);
		else if (action === 'next') this.#step(1);
		else if (action === 'details') this.#toggleDetails();
		else if (action === 'compare') this.#toggleCompare();
		else if (action === 'save') this.#host.send('save', { id: item.id });
		else if (action === 'alone') this.#setAlone(!this.alone);
		else if (action === 'leave') this.alone ? this.#setAlone(false) : this.#leaveCompare();
		else this.#actions.zoom(action.zoom);
	};

	#leaveCompare(): void {
		this.pinned = undefined;
	}
}

customElements.define('easel-results', EaselResults);
