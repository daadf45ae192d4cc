import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import './grid.ts';
import './header.ts';
import './large.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import {
	type SamplesMemory,
	type SamplesProtocol,
	type SamplesState,
	samplesProtocol,
} from '../../core/jobs/samples/messages.ts';
import { gonePage } from '../shared/gonePage.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys } from '../shared/keys.ts';
import { Thumbnails } from '../shared/media/thumbnails.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import type { Tool } from '../shared/toolbar.ts';
import { appStyle } from './appStyle.ts';
import type { EaselSampleGrid, GridEvents, VisibleSample } from './grid.ts';
import { cellSizes, usualCell } from './gridLayout.ts';
import { largeKey } from './keys.ts';
import type { EaselSampleLarge, LargeEvents } from './large.ts';
import { besideOf, type JobView, promptBeside, type Spot, sampleAt, srcOf, stepBeside } from './model.ts';
import { emptyPage, noticesOf, otherFiles } from './pages.ts';
import { SampleRequests } from './sampleRequests.ts';
import { announcement, type ShownJobs, shownJobs } from './shownJobs.ts';
import { largeTools, panelTools, sampleTools } from './tools.ts';

type Compared = NonNullable<SamplesMemory['beside']>;

class EaselSamples extends PanelApp<SamplesProtocol> {
	@state() protected spot: Spot | undefined;
	@state() protected large = false;
	/** The sample to compare with the enlarged one. */
	@state() protected compared: Compared | undefined;
	/** A step selected for comparison; by default the most informative one. */
	@state() protected besideStep: number | undefined;
	@state() protected take = 0;
	@state() protected cell!: number;
	@state() protected revision = 0;

	static override styles = [...panelAppStyle, appStyle];

	readonly #host: Host<SamplesProtocol>;
	readonly #thumbnails = new Thumbnails(() => this.revision++);
	readonly #requests: SampleRequests;
	#jobs: ShownJobs = { view: undefined, other: undefined, rows: [], steps: [] };
	#visible: readonly VisibleSample[] = [];
	/** The state from before the panel was hidden, until the job is loaded. */
	#kept: SamplesMemory | undefined;
	/** The job it was compared with before the panel was hidden, until the host has sent it. */
	#awaited: string | undefined;

	constructor() {
		super();
		this.#host = this.connect(samplesProtocol, {});
		new PanelKeys(this, (event) => this.#press(event));
		this.#requests = new SampleRequests((job, names) => this.#host.send('want', { job, names }));
		this.#kept = this.#host.recall();
		this.cell = cellSizes.find((size) => size === this.#kept?.cell) ?? usualCell;
	}

	override render(): unknown {
		if (this.state === undefined) return nothing;
		const view = this.#jobs.view;
		if (view === undefined) return gonePage(l10n.t('This job is no longer in the list'));
		const spot = this.spot !== undefined && this.large ? this.spot : undefined;
		return html`
			<div class="app">
				<easel-samples-header
					.job=${view.job}
					.other=${this.#jobs.other?.job}
					.tools=${this.#panelTools(view)}
				></easel-samples-header>
				<main>
					${spot === undefined ? noticesOf(view.job, this.#host) : nothing}
					${view.grid.steps.length === 0 ? emptyPage(view.job, this.#host) : nothing}
					${spot === undefined ? this.#gridPage(view) : this.#largePage(spot)}
					${spot === undefined ? otherFiles(view.job, this.#host) : nothing}
				</main>
			</div>
			${this.overlays()}
		`;
	}

	#gridPage(view: JobView): TemplateResult | typeof nothing {
		if (view.grid.steps.length === 0) return nothing;
		return html`<easel-sample-grid
			.rows=${this.#jobs.rows}
			.steps=${this.#jobs.steps}
			.cell=${this.cell}
			.spot=${this.spot}
			.thumbnails=${this.#thumbnails}
			.revision=${this.revision}
			@spot-choose=${(event: GridEvents['spot-choose']) => this.#choose(event.detail)}
			@spot-open=${(event: GridEvents['spot-open']) => this.#open(event.detail)}
			@spot-menu=${(event: GridEvents['spot-menu']) => this.#onMenu(event.detail)}
			@samples-visible=${(event: GridEvents['samples-visible']) => this.#onVisible(event.detail)}
			@sample-unreadable=${({ detail }: GridEvents['sample-unreadable']) =>
				this.#host.send('unreadable', { job: detail.view.job.id, name: detail.sample.name })}
		></easel-sample-grid>`;
	}

	#largePage(spot: Spot): TemplateResult {
		return html`<easel-sample-large
			.spot=${spot}
			.beside=${this.#beside(spot)}
			.take=${this.take}
			.tools=${this.#largeTools(spot)}
			.thumbnails=${this.#thumbnails}
			.revision=${this.revision}
			@large-step=${(event: LargeEvents['large-step']) => this.#choose({ ...spot, step: event.detail })}
			@beside-step=${(event: LargeEvents['beside-step']) => {
				this.besideStep = event.detail;
				this.#remember();
			}}
			@large-take=${(event: LargeEvents['large-take']) => {
				this.take = event.detail;
			}}
		></easel-sample-large>`;
	}

	override updated(): void {
		const spot = this.large ? this.spot : undefined;
		if (spot !== undefined) this.#onVisible(this.#largeSamples(spot));
	}

	/** Returns the samples that the large view needs: the visible ones and their neighbors. */
	#largeSamples(spot: Spot): readonly VisibleSample[] {
		const beside = this.#beside(spot);
		const places = [spot, beside, ...[1, -1].map((by) => stepBeside(spot, by))];
		return places.flatMap((place) => {
			if (place === undefined) return [];
			const sample = sampleAt(place, place === spot ? this.take : 0);
			return sample === undefined ? [] : [{ view: place.view, sample }];
		});
	}

	protected override onState(state: SamplesState): void {
		const { view: before, other } = this.#jobs;
		this.state = state;
		this.#jobs = shownJobs(state);
		this.#recall();
		this.#keepSpot();
		const isSame = other?.job.id === this.#jobs.other?.job.id;
		if (!isSame && this.#kept === undefined && this.#awaited === undefined) this.#remember();
		this.announced = announcement(before?.job, this.#jobs.view) ?? this.announced;
		// A hidden view forgets its requests, and so does a restarted host.
		this.#onVisible(this.#visible);
	}

	/** Restores the view from before it was hidden, as soon as the job is loaded. */
	#recall(): void {
		const kept = this.#kept;
		const view = this.#jobs.view;
		if (kept === undefined || view === undefined) return;
		if (kept.otherJob !== undefined && this.#jobs.other === undefined && this.#awaited === undefined) {
			this.#awaited = kept.otherJob;
			this.#host.send('setOther', { job: kept.otherJob });
		}
		if (view.job.listed === 'asking' && view.grid.steps.length === 0) return;
		this.#kept = undefined;
		this.spot = kept.place === undefined ? undefined : { view, ...kept.place };
		this.large = kept.large === true && this.spot !== undefined && sampleAt(this.spot) !== undefined;
		this.compared = this.large ? kept.beside : undefined;
		this.besideStep = kept.besideStep;
	}

	/** Adapts the current place to the current views. */
	#keepSpot(): void {
		const { spot } = this;
		if (spot === undefined) return;
		const view = spot.view.job.id === this.#jobs.view?.job.id ? this.#jobs.view : this.#jobs.other;
		if (view?.job.id === spot.view.job.id) this.spot = { ...spot, view };
		else {
			this.spot = undefined;
			this.large = false;
		}
		if (this.#jobs.other === undefined && this.compared === 'job' && this.#awaited === undefined)
			this.compared = undefined;
		if (this.#jobs.other !== undefined) this.#awaited = undefined;
	}

	#onVisible(visible: readonly VisibleSample[]): void {
		this.#visible = visible;
		const sources = visible.flatMap(({ view, sample }) => {
			const { kind } = sample;
			const address = srcOf(view.job, sample);
			return address === undefined || (kind !== 'image' && kind !== 'video') ? [] : [{ address, kind }];
		});
		this.#thumbnails.want(sources);
		this.#requests.show(visible, [this.#jobs.view, this.#jobs.other]);
	}

	#choose(spot: Spot): void {
		if (spot.step !== this.spot?.step || spot.index !== this.spot.index) this.take = 0;
		this.spot = spot;
		this.#remember();
	}

	#open(spot: Spot): void {
		this.#choose(spot);
		this.large = true;
		this.#remember();
		void this.updateComplete.then(() => this.#largeView()?.focus());
	}

	#close(): void {
		this.large = false;
		this.compared = undefined;
		this.besideStep = undefined;
		this.#remember();
		void this.updateComplete.then(async () => {
			const grid = this.renderRoot.querySelector<EaselSampleGrid>('easel-sample-grid');
			await grid?.updateComplete;
			grid?.focus();
		});
	}

	#largeView(): EaselSampleLarge | null {
		return this.renderRoot.querySelector('easel-sample-large');
	}

	#remember(): void {
		const { spot, cell } = this;
		const otherJob = this.#jobs.other?.job.id;
		this.#host.remember({
			cell,
			...(spot !== undefined && spot.view === this.#jobs.view
				? { place: { step: spot.step, index: spot.index } }
				: {}),
			...(this.large ? { large: true } : {}),
			...compact({ beside: this.compared, besideStep: this.besideStep, otherJob }),
		});
	}

	/** Returns the job on the other side of a comparison of two jobs. */
	#opposite({ view }: Spot): JobView | undefined {
		const { view: own, other } = this.#jobs;
		return view === own ? other : own;
	}

	#beside(spot: Spot): Spot | undefined {
		if (this.compared === undefined) return undefined;
		return besideOf(spot, this.compared === 'job' ? this.#opposite(spot) : undefined, this.besideStep);
	}

	#toggleCompare(spot: Spot, with_: Compared): void {
		if (this.compared === with_) {
			this.compared = undefined;
		} else {
			this.compared = with_;
			this.besideStep = undefined;
			const beside = this.#beside(spot);
			// The earlier one is on the left, and the later one is the starting point for steps.
			if (with_ === 'step' && beside !== undefined && beside.step > spot.step) {
				this.besideStep = spot.step;
				this.#choose(beside);
			}
		}
		this.#remember();
		void this.updateComplete.then(() => this.#largeView()?.focus());
	}

	#panelTools(view: JobView): readonly Tool[] {
		return panelTools({
			...(view.grid.steps.length > 0 && !this.large ? { cell: this.cell } : {}),
			comparing: this.#jobs.other !== undefined,
			resize: (cell) => {
				this.cell = cell;
				this.#remember();
			},
			chooseOther: () => this.#host.send('chooseOther'),
			endOther: () => this.#endOther(),
		});
	}

	#endOther(): void {
		this.#awaited = undefined;
		if (this.compared === 'job') this.compared = undefined;
		this.#host.send('setOther', {});
	}

	#largeTools(spot: Spot): readonly Tool[] {
		return largeTools({
			spot,
			take: this.take,
			other: this.#opposite(spot)?.job.name,
			compared: this.compared,
			host: this.#host,
			leave: () => this.#close(),
			move: (to) => this.#choose(to),
			zoom: (to) => this.#largeView()?.zoom(to),
			compare: (beside) => this.#toggleCompare(spot, beside),
		});
	}

	#onMenu({ spot, x, y, from }: GridEvents['spot-menu']['detail']): void {
		this.openMenu(sampleTools(spot, 0, this.#host), x, y, from);
	}

	#save(spot: Spot): void {
		const [save] = sampleTools(spot, this.take, this.#host);
		if (save?.disabled !== true) save?.run();
	}

	#press(event: KeyboardEvent): boolean {
		const spot = this.large ? this.spot : undefined;
		const key = spot === undefined ? undefined : largeKey(event);
		if (spot === undefined || key === undefined) return false;
		if (key === 'leave') this.#close();
		else if (key === 'compare') this.#toggleCompare(spot, 'step');
		else if (key === 'save') this.#save(spot);
		else if ('zoom' in key) this.#largeView()?.zoom(key.zoom);
		else {
			const to = 'steps' in key ? stepBeside(spot, key.steps) : promptBeside(spot, key.prompts);
			if (to !== undefined) this.#choose(to);
		}
		return true;
	}
}

showPanel('easel-samples', EaselSamples);
