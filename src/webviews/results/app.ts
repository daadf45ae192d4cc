import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import './details.ts';
import './filmstrip.ts';
import './header.ts';
import './itemBar.ts';
import './stage.ts';
import '../shared/menu.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
	type ResultsItem,
	type ResultsProtocol,
	type ResultsRun,
	type ResultsState,
	resultsProtocol,
} from '../../core/runs/resultsMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import { copyImage } from '../shared/clipboard.ts';
import { connectHost, type Host } from '../shared/host.ts';
import type { EaselMenu } from '../shared/menu.ts';
import type { PictureEvents } from '../shared/picture.ts';
import type { MediaFacts } from '../shared/player.ts';
import { Thumbnails } from '../shared/thumbnails.ts';
import { Toast, toastStyle } from '../shared/toast.ts';
import type { Tool } from '../shared/toolbar.ts';
import type { Size } from '../shared/zoom.ts';
import { appStyle } from './appStyle.ts';
import { HostClock } from './clock.ts';
import type { EaselFilmstrip } from './filmstrip.ts';
import type { FoldedTools } from './header.ts';
import type { ItemMenuRequest } from './itemMenu.ts';
import { type BarActions, compareTool, itemTools, pictureTools } from './itemTools.ts';
import { keyAction } from './keys.ts';
import { panelLayout, wideFrom } from './layout.ts';
import { gonePage, noticeAbove, outcomePage, placeOf, summaryLine } from './parts.ts';
import { isPicture, itemBeside, pictureBeside, selectedItem } from './selection.ts';
import type { EaselStage } from './stage.ts';
import { announcement } from './wording.ts';

/** The results panel of one run. */
export class EaselResults extends LitElement {
	static override properties = {
		state: { state: true },
		chosen: { state: true },
		pinned: { state: true },
		details: { state: true },
		alone: { state: true },
		room: { state: true },
		announced: { state: true },
		revision: { state: true },
		size: { state: true },
		scale: { state: true },
		seconds: { state: true },
	};
	declare protected state: ResultsState | undefined;
	/** The item someone chose; until then the first one that is there. */
	declare protected chosen: string | undefined;
	declare protected pinned: string | undefined;
	declare protected details: boolean | undefined;
	declare protected alone: boolean;
	/** Size of the panel, in pixels. */
	declare protected room: Size;
	declare protected announced: string;
	declare protected revision: number;
	declare protected size: Size | undefined;
	declare protected scale: number | undefined;
	declare protected seconds: number | undefined;

	static override styles = [sharedStyle, toastStyle, appStyle];

	readonly #host: Host<ResultsProtocol>;
	readonly #thumbnails = new Thumbnails(() => this.#onThumbnail());
	readonly #resize = new ResizeObserver(() => {
		this.room = { width: this.clientWidth, height: this.clientHeight };
	});
	readonly #actions: BarActions = {
		zoom: (to) => this.#stage()?.zoom(to),
		toggleCompare: () => this.#toggleCompare(),
		toggleAlone: () => this.#setAlone(!this.alone),
		copyImage: (item) => void this.#copyImage(item),
	};
	readonly #clock = new HostClock(this);
	readonly #toast = new Toast(this);
	#frame: number | undefined;
	/** The item that size, scale and length belong to. */
	#measured: string | undefined;

	constructor() {
		super();
		this.alone = false;
		this.room = { width: wideFrom, height: wideFrom };
		this.announced = '';
		this.revision = 0;
		this.#host = connectHost(resultsProtocol, {
			state: (state) => this.#onState(state),
			notify: ({ text }) => this.#toast.show(text),
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
	}

	override render(): unknown {
		if (this.state === undefined) return nothing;
		const { run } = this.state;
		if (run === undefined) return gonePage();
		const items = this.#items();
		const item = selectedItem(items, this.chosen);
		const detailsOpen = this.#detailsOpen(item);
		const { compact, details } = panelLayout(this.room, detailsOpen, item !== undefined);
		return html`
			<div class="app ${this.alone ? 'alone' : ''} ${compact ? 'compact' : ''} ${details}">
				<header>
					<easel-run-header
						.run=${run}
						.host=${this.#host}
						.now=${this.#clock.now}
						.detailsOpen=${detailsOpen}
						.opensOutside=${this.state.opensOutside}
						.compact=${compact}
						.room=${this.room.width}
						.place=${item === undefined ? '' : placeOf(run, items, item)}
						.itemTools=${compact && item !== undefined ? this.#allTools(run, items, item) : []}
						@more-tools=${this.#onMore}
						@toggle-details=${this.#toggleDetails}
					></easel-run-header>
					<div class="progress">
						${run.ended || run.notice !== undefined ? nothing : html`<vscode-progress-bar aria-label="The run continues" indeterminate></vscode-progress-bar>`}
					</div>
				</header>
				<div class="body">
					<main @item-menu=${this.#onMenu}>${item === undefined ? outcomePage(run, this.#host, this.#clock.now) : this.#results(run, items, item, compact)}</main>
					${
						detailsOpen
							? html`<aside aria-label="Run Details">
									<easel-run-details .run=${run} .host=${this.#host} .now=${this.#clock.now}></easel-run-details>
								</aside>`
							: nothing
					}
				</div>
			</div>
			<easel-menu></easel-menu>
			${this.#toast.render()}
			<div class="visually-hidden" role="status">${this.announced}</div>
		`;
	}

	#results(
		run: ResultsRun,
		items: readonly ResultsItem[],
		item: ResultsItem,
		compact: boolean,
	): TemplateResult {
		const pinned = items.find((candidate) => candidate.id === this.pinned);
		return html`
			${noticeAbove(run, this.#host, this.#clock.now)}
			<easel-stage
				.item=${item}
				.pinned=${pinned}
				.host=${this.#host}
				.opensOutside=${this.state?.opensOutside === true}
				.thumbnails=${this.#thumbnails}
				@picture-size=${(event: PictureEvents['picture-size']) => this.#onSize(event)}
				@media-known=${(event: CustomEvent<MediaFacts>) => {
					this.seconds = event.detail.seconds;
					this.size = event.detail.size;
				}}
				@picture-scale=${(event: PictureEvents['picture-scale']) => {
					this.scale = event.detail;
				}}
			></easel-stage>
			${this.#detailsOpen(item) || this.alone || compact ? nothing : summaryLine(run, () => this.#toggleDetails())}
			${compact && !this.alone ? nothing : this.#itemBar(run, items, item)}
			${
				items.length > 1
					? html`<easel-filmstrip
							.small=${compact}
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

	#itemBar(run: ResultsRun, items: readonly ResultsItem[], item: ResultsItem): TemplateResult {
		return html`<easel-item-bar
			.item=${item}
			.place=${placeOf(run, items, item)}
			.size=${this.size}
			.scale=${this.scale}
			.seconds=${this.seconds}
			.comparing=${this.pinned !== undefined}
			.comparable=${items.filter(isPicture).length > 1}
			.alone=${this.alone}
			.expired=${this.#expired(run)}
			.opensOutside=${this.state?.opensOutside === true}
			.host=${this.#host}
			.actions=${this.#actions}
		></easel-item-bar>`;
	}

	/** Everything that can be done with a result, the most wanted first. */
	#allTools(run: ResultsRun, items: readonly ResultsItem[], item: ResultsItem): readonly Tool[] {
		const { copyImage } = this.#actions;
		const [first, ...more] = itemTools(item, this.#host, {
			expired: this.#expired(run),
			opensOutside: this.state?.opensOutside === true,
			copyImage,
		});
		const own = first === undefined ? [] : [first];
		if (!isPicture(item)) return [...own, ...more];
		const { zoomOut, zoomIn, others } = pictureTools(this.#actions, {
			comparing: this.pinned !== undefined,
			comparable: items.filter(isPicture).length > 1,
			alone: this.alone,
		});
		return [...own, ...others.toReversed(), ...more, zoomOut, zoomIn];
	}

	override willUpdate(): void {
		const item = this.#shown();
		if (item?.id === this.#measured) return;
		this.#measured = item?.id;
		this.seconds = undefined;
		// From picture to picture the last figures stay until the next are known: nothing flickers.
		if (item !== undefined && isPicture(item)) return;
		this.size = undefined;
		this.scale = undefined;
	}

	#items(): readonly ResultsItem[] {
		return this.state?.run?.groups.flatMap((group) => group.items) ?? [];
	}

	#shown(): ResultsItem | undefined {
		return selectedItem(this.#items(), this.chosen);
	}

	/** Until someone decides, the details are open where they take no room from a picture. */
	#detailsOpen(item: ResultsItem | undefined): boolean {
		return !this.alone && (this.details ?? (this.room.width >= wideFrom || item === undefined));
	}

	#expired(run: ResultsRun): boolean {
		return run.expiresAt !== undefined && run.expiresAt <= this.#clock.now;
	}

	#stage(): EaselStage | null {
		return this.renderRoot.querySelector('easel-stage');
	}

	#onState(state: ResultsState): void {
		const before = this.state?.run;
		this.state = state;
		this.#clock.set(state.now, state.run?.ended === false);
		if (state.run !== undefined && before !== undefined && before.stateText !== state.run.stateText) {
			this.announced = announcement(state.run, state.now);
		}
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
		const next = itemBeside(this.#items(), this.#shown(), by);
		if (next !== undefined) this.#choose(next.id);
	}

	#remember(): void {
		this.#host.remember({
			...(this.chosen === undefined ? {} : { selected: this.chosen }),
			...(this.details === undefined ? {} : { details: this.details }),
		});
	}

	#toggleDetails(): void {
		this.details = !this.#detailsOpen(this.#shown());
		this.#remember();
	}

	/** The picture in view stays on the left; the next one is put beside it at once. */
	#toggleCompare(): void {
		const item = this.#shown();
		const beside = item === undefined ? undefined : pictureBeside(this.#items(), item);
		if (this.pinned !== undefined || item === undefined || beside === undefined) {
			this.pinned = undefined;
			return;
		}
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

	#onMenu(event: CustomEvent<ItemMenuRequest>): void {
		const { item, x, y, from } = event.detail;
		const run = this.state?.run;
		const shown = this.#shown();
		if (run === undefined || shown === undefined) return;
		const tools = itemTools(item, this.#host, {
			expired: this.#expired(run),
			opensOutside: this.state?.opensOutside === true,
			copyImage: this.#actions.copyImage,
		});
		const compare = compareTool(item, shown, () => {
			this.pinned = shown.id;
			this.#choose(item.id);
		});
		void this.renderRoot.querySelector<EaselMenu>('easel-menu')?.open([...tools, ...compare], x, y, from);
	}

	#onMore(event: CustomEvent<FoldedTools>): void {
		const { tools, x, y, from } = event.detail;
		void this.renderRoot.querySelector<EaselMenu>('easel-menu')?.open(tools, x, y, from);
	}

	async #copyImage(item: ResultsItem): Promise<void> {
		if (item.src !== undefined) this.#toast.show(await copyImage(item.src));
	}

	readonly #onKey = (event: KeyboardEvent): void => {
		const action = keyAction(event);
		const item = this.#shown();
		if (action === undefined || (item === undefined && action !== 'details')) return;
		event.preventDefault();
		if (action === 'details') this.#toggleDetails();
		else if (action === 'previous') this.#step(-1);
		else if (action === 'next') this.#step(1);
		else if (action === 'compare') this.#toggleCompare();
		else if (action === 'save') this.#save(item);
		else if (action === 'alone') this.#setAlone(!this.alone);
		else if (action !== 'leave') this.#actions.zoom(action.zoom);
		else if (this.alone) this.#setAlone(false);
		else this.pinned = undefined;
	};

	#save(item: ResultsItem | undefined): void {
		if (item?.src !== undefined) this.#host.send('save', { id: item.id });
	}
}

customElements.define('easel-results', EaselResults);
