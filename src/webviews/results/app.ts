import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import './details.ts';
import './filmstrip.ts';
import './header.ts';
import './itemBar.ts';
import './progress.ts';
import './runStrip.ts';
import './stage.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { describeNodeProgress } from '../../core/base/nodeProgress.ts';
import {
	type ResultsItem,
	type ResultsProgress,
	type ResultsProtocol,
	type ResultsRun,
	type ResultsState,
	resultsProtocol,
} from '../../core/runs/results/messages.ts';
import { copyImage } from '../shared/clipboard.ts';
import { gonePage } from '../shared/gonePage.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys, panelKey } from '../shared/keys.ts';
import { LiveRegion } from '../shared/liveRegion.ts';
import { Thumbnails } from '../shared/media/thumbnails.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { SizeObserver } from '../shared/sizeObserver.ts';
import { appStyle } from './appStyle.ts';
import { HostClock } from './clock.ts';
import type { EaselFilmstrip } from './filmstrip.ts';
import type { FoldedTools } from './header.ts';
import { ItemFacts } from './itemFacts.ts';
import type { ItemMenuRequest } from './itemMenu.ts';
import { allTools, type BarActions, type ItemLooks, menuTools } from './itemTools.ts';
import { actionOf, needsItem } from './keys.ts';
import { panelLayout, wideFrom } from './layout.ts';
import { type RunHost, runHost } from './runHost.ts';
import type { EaselStage } from './stage.ts';
import { itemPlaceText, noticeAbove, outcomePage, summaryLine } from './templates.ts';
import { Viewing } from './viewing.ts';
import { announcement } from './wording.ts';

/** The results panel of a document: one of its runs, and the way to the others. */
class EaselResults extends PanelApp<ResultsProtocol> {
	@state() protected progress: ResultsProgress | undefined;
	@state() protected revision = 0;

	static override styles = [...panelAppStyle, appStyle];

	readonly #host: Host<ResultsProtocol>;
	readonly #viewing: Viewing;
	readonly #thumbnails = new Thumbnails(() => this.revision++);
	readonly #observed = new SizeObserver(this, { width: wideFrom, height: wideFrom });
	readonly #actions: BarActions = {
		zoom: (to) => this.#stage()?.zoom(to),
		toggleCompare: () => this.#viewing.toggleCompare(),
		toggleAlone: () => this.#setAlone(!this.#viewing.alone),
		copyImage: (item) => void this.#copyImage(item),
	};
	readonly #clock = new HostClock(this);
	readonly #live = new LiveRegion((text) => {
		this.announced = text;
	});
	readonly #facts = new ItemFacts(this);
	#runHost: RunHost;

	constructor() {
		super();
		this.#host = this.connect(resultsProtocol, {
			progress: ({ progress }) => this.#onProgress(progress),
		});
		this.#runHost = runHost(this.#host, '');
		new PanelKeys(this, (event) => this.#press(event));
		this.#viewing = new Viewing(this.#host.recall(), () => {
			this.#remember();
			this.requestUpdate();
		});
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#live.clear();
	}

	override render(): unknown {
		if (this.state === undefined) return nothing;
		const { run } = this.state;
		const { items, item, alone } = this.#viewing;
		const detailsOpen = this.#viewing.detailsOpen(this.#observed.size.width);
		const { compact, details } = panelLayout(this.#observed.size, detailsOpen, item !== undefined);
		const strip = this.#strip(compact);
		if (run === undefined)
			return html`<div class="app lone">${strip}${gonePage(l10n.t('This run is no longer in the history'))}</div>`;
		return html`
			<div class="app ${alone ? 'alone' : ''} ${compact ? 'compact' : ''} ${details}">
				<header>
					<easel-run-header
						.run=${run}
						.host=${this.#runHost}
						.now=${this.#clock.now}
						.detailsOpen=${detailsOpen}
						.opensOutside=${this.state.opensOutside}
						.compact=${compact}
						.room=${this.#observed.size.width}
						.place=${item === undefined ? '' : itemPlaceText(run, items, item)}
						.itemTools=${compact && item !== undefined ? allTools(item, this.#runHost, this.#looks(run)) : []}
						.runs=${this.state.runs}
						.pinned=${this.state.pinned === true}
						@more-tools=${this.#onMore}
						@toggle-details=${this.#toggleDetails}
						@run-step=${(event: CustomEvent<number>) => this.#stepRun(event.detail)}
						@toggle-pin=${this.#togglePin}
					></easel-run-header>
					<div class="progress">
						${run.ended || run.notice !== undefined ? nothing : html`<vscode-progress-bar aria-label=${l10n.t('The run continues')} indeterminate></vscode-progress-bar>`}
					</div>
				</header>
				<nav aria-label=${l10n.t('Runs')}>${strip}</nav>
				<div class="body">
					<main @item-menu=${this.#onMenu}>${item === undefined ? this.#nothingYet(run) : this.#results(run, item, compact, detailsOpen)}</main>
					${
						detailsOpen
							? html`<aside aria-label=${l10n.t('Run Details')}>
									<easel-run-details .run=${run} .host=${this.#runHost} .now=${this.#clock.now}></easel-run-details>
								</aside>`
							: nothing
					}
				</div>
			</div>
			${this.overlays()}
		`;
	}

	/** Renders the part in place of results: an engine's preview, or the outcome of the run. */
	#nothingYet(run: ResultsRun): TemplateResult {
		const { progress } = this;
		if (run.state !== 'running' || run.cancelRequested || progress?.nodes.runId !== run.id)
			return outcomePage(run, this.#runHost, this.#clock.now);
		return html`<easel-run-progress .run=${run} .progress=${progress} .now=${this.#clock.now}></easel-run-progress>`;
	}

	/** Renders the runs of the same document or target, if there are others. */
	#strip(compact: boolean): TemplateResult | typeof nothing {
		const runs = this.state?.runs;
		if (runs === undefined || runs.count === 0 || (runs.count === 1 && runs.at === 0)) return nothing;
		return html`<easel-run-strip
			.of=${runs.of}
			.count=${runs.count}
			.shown=${runs.at}
			.revision=${runs.revision}
			.host=${this.#host}
			.now=${this.#clock.now}
			.thumbnails=${this.#thumbnails}
			.pictures=${this.revision}
			.small=${compact}
			@run-select=${(event: CustomEvent<number>) => this.#host.send('showRunAt', { at: event.detail })}
			@run-enter=${() => this.#stage()?.focus()}
		></easel-run-strip>`;
	}

	#results(run: ResultsRun, item: ResultsItem, compact: boolean, detailsOpen: boolean): TemplateResult {
		const { items, compared, alone } = this.#viewing;
		return html`
			${noticeAbove(run, this.#runHost, this.#clock.now)}
			<easel-stage
				.item=${item}
				.compared=${compared}
				.host=${this.#runHost}
				.opensOutside=${this.state?.opensOutside === true}
				.thumbnails=${this.#thumbnails}
				@picture-size=${this.#facts.onSize}
				@picture-scale=${this.#facts.onScale}
				@media-known=${this.#facts.onMedia}
			></easel-stage>
			${detailsOpen || alone || compact ? nothing : summaryLine(run, () => this.#toggleDetails())}
			${compact && !alone ? nothing : this.#itemBar(run, item)}
			${
				items.length > 1
					? html`<easel-filmstrip
							.small=${compact}
							.groups=${run.groups}
							.selected=${item.id}
							.compared=${compared?.id}
							.thumbnails=${this.#thumbnails}
							.revision=${this.revision}
							@strip-select=${(event: CustomEvent<string>) => this.#viewing.choose(event.detail)}
							@strip-enter=${() => this.#setAlone(true)}
						></easel-filmstrip>`
					: nothing
			}
		`;
	}

	#itemBar(run: ResultsRun, item: ResultsItem): TemplateResult {
		return html`<easel-item-bar
			.item=${item}
			.place=${itemPlaceText(run, this.#viewing.items, item)}
			.size=${this.#facts.size}
			.scale=${this.#facts.scale}
			.seconds=${this.#facts.seconds}
			.looks=${this.#looks(run)}
			.host=${this.#runHost}
		></easel-item-bar>`;
	}

	#looks({ expiresAt }: ResultsRun): ItemLooks {
		const { compared, comparable, alone } = this.#viewing;
		return {
			expired: expiresAt !== undefined && expiresAt <= this.#clock.now,
			opensOutside: this.state?.opensOutside === true,
			comparing: compared !== undefined,
			comparable,
			alone,
			actions: this.#actions,
		};
	}

	override willUpdate(): void {
		this.#facts.take(this.#viewing.item);
	}

	#stage(): EaselStage | null {
		return this.renderRoot.querySelector('easel-stage');
	}

	#onProgress(progress: ResultsProgress | undefined): void {
		const before = this.progress?.nodes;
		this.progress = progress;
		if (progress !== undefined && progress.nodes.nodeId !== before?.nodeId)
			this.#live.say(describeNodeProgress(progress.nodes));
	}

	protected override onState(state: ResultsState): void {
		const before = this.state?.run;
		const wasPinned = this.state?.pinned;
		const { run } = state;
		this.state = state;
		this.#onProgress(state.progress);
		this.#viewing.take(run);
		this.#clock.set(state.now, run?.ended === false);
		if (run === undefined) return;
		this.#runHost = runHost(this.#host, run.id);
		if (run.id !== before?.id || state.pinned !== wasPinned) this.#remember();
		if (before === undefined) return;
		if (before.id !== run.id || before.stateText !== run.stateText)
			this.#live.say(announcement(run, state.now), true);
	}

	#remember(): void {
		const runId = this.state?.run?.id;
		this.#host.remember({
			...compact({ runId }),
			...(this.state?.pinned === true ? { pinned: true } : {}),
			...this.#viewing.memory,
		});
	}

	#toggleDetails(): void {
		this.#viewing.toggleDetails(this.#observed.size.width);
	}

	#stepRun(by: number): void {
		const runs = this.state?.runs;
		if (runs !== undefined && runs.count > 1) this.#host.send('stepRun', { by });
	}

	#togglePin(): void {
		const run = this.state?.run;
		if (run !== undefined) this.#host.send('pin', { run: run.id, on: this.state?.pinned !== true });
	}

	#toggleStar(): void {
		const run = this.state?.run;
		if (run !== undefined) this.#runHost.send('star', { on: !run.starred });
	}

	#setAlone(alone: boolean): void {
		this.#viewing.setAlone(alone);
		void this.updateComplete.then(() =>
			alone
				? this.#stage()?.focus()
				: this.renderRoot.querySelector<EaselFilmstrip>('easel-filmstrip')?.focus(),
		);
	}

	#onMenu(event: CustomEvent<ItemMenuRequest>): void {
		const { item, x, y, from } = event.detail;
		const run = this.state?.run;
		const shown = this.#viewing.item;
		if (run === undefined || shown === undefined) return;
		const tools = menuTools(item, shown, this.#runHost, this.#looks(run), () =>
			this.#viewing.compareWith(item.id),
		);
		this.openMenu(tools, x, y, from);
	}

	#onMore(event: CustomEvent<FoldedTools>): void {
		this.openMenuBelow(event.detail.tools, event.detail.button);
	}

	async #copyImage(item: ResultsItem): Promise<void> {
		if (item.src !== undefined) this.toast.show(await copyImage(item.src));
	}

	/** Runs the action of a key; false without one. */
	#press(event: KeyboardEvent): boolean {
		const key = panelKey(event);
		const action = key === undefined ? undefined : actionOf(key, event.shiftKey);
		const { item, alone } = this.#viewing;
		if (action === undefined || this.state === undefined) return false;
		if (needsItem(action) && item === undefined) return false;
		if (action === 'details') this.#toggleDetails();
		else if (action === 'previousRun') this.#stepRun(-1);
		else if (action === 'nextRun') this.#stepRun(1);
		else if (action === 'pin') this.#togglePin();
		else if (action === 'star') this.#toggleStar();
		else if (action === 'previous') this.#viewing.step(-1);
		else if (action === 'next') this.#viewing.step(1);
		else if (action === 'compare') this.#viewing.toggleCompare();
		else if (action === 'save') this.#save(item);
		else if (action === 'alone') this.#setAlone(!alone);
		else if (action !== 'leave') this.#actions.zoom(action.zoom);
		else if (alone) this.#setAlone(false);
		else this.#viewing.endCompare();
		return true;
	}

	#save(item: ResultsItem | undefined): void {
		if (item?.src !== undefined) this.#runHost.send('save', { id: item.id });
	}
}

showPanel('easel-results', EaselResults);
