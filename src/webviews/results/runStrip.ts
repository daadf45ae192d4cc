import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { describeMoment, describeMomentBriefly } from '../../core/base/ages.ts';
import type { ResultsProtocol, ResultsSiblings, StripRun } from '../../core/runs/results/messages.ts';
import { sharedStyle, wantsStillness } from '../shared/base.ts';
import type { Host } from '../shared/host.ts';
import { CellStrip, cellStripStyle } from '../shared/list/cellStrip.ts';
import type { StripSizes } from '../shared/list/strip.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import { borderLine, cutLine } from '../shared/panelStyles.ts';
import { toneStyle } from '../shared/panelTitle.ts';
import { stateIcon } from './wording.ts';

const large: StripSizes = { cell: 128, gap: 6, groupGap: 0, margin: 12 };
const small: StripSizes = { cell: 56, gap: 4, groupGap: 0, margin: 8 };

/** Number of runs in one request. */
const page = 40;

/** The property that the runs have in common, for people. */
const labels: Readonly<Record<ResultsSiblings['of'], string>> = {
	document: l10n.t('Runs of This Document'),
	deployment: l10n.t('Runs of This Deployment'),
	model: l10n.t('Runs of This Model'),
	engine: l10n.t('Runs on This Engine'),
};

/** All runs of a group in one row, the newest on the right. Requests the visible ones from the host. */
class EaselRunStrip extends CellStrip {
	@property() of: ResultsSiblings['of'] = 'document';
	@property({ type: Number }) count = 0;
	/** The index of the visible run; -1 if it is none of them. */
	@property({ type: Number }) shown = -1;
	/** Grows with each change of a run. */
	@property({ type: Number }) revision = 0;
	@property({ attribute: false }) host!: Host<ResultsProtocol>;
	/** The host's clock, in milliseconds since 1970. */
	@property({ attribute: false }) now!: number;
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	@property({ attribute: false }) pictures = 0;
	/** True if only pictures and states are shown, for lack of height. */
	@property({ type: Boolean, reflect: true }) small = false;
	/** The known runs, by place. */
	@state() protected known: ReadonlyMap<number, StripRun> = new Map();

	/** The pages requested since the last change. */
	readonly #asked = new Set<number>();

	static override styles = [
		sharedStyle,
		cellStripStyle,
		toneStyle,
		css`
			:host {
				border-bottom: ${borderLine};
			}
			.scroller {
				height: 62px;
			}
			.track {
				height: 52px;
			}
			.cell {
				top: 6px;
				display: grid;
				grid-template-columns: 40px minmax(0, 1fr);
				align-items: center;
				width: 128px;
				height: 42px;
				font-size: 11px;
				line-height: 16px;
			}
			.picture {
				display: grid;
				place-items: center;
				width: 40px;
				height: 40px;
				overflow: hidden;
			}
			img {
				width: 100%;
				height: 100%;
				object-fit: cover;
			}
			.words {
				min-width: 0;
				padding: 0 4px 0 6px;
			}
			.words span {
				display: flex;
				gap: 4px;
				align-items: center;
				${cutLine}
			}
			.words .time {
				color: var(--vscode-foreground);
			}
			.words .label {
				display: block;
			}
			.mark {
				flex: none;
				width: 14px;
				height: 14px;
			}
			.mark.quiet {
				color: inherit;
			}
			.star {
				position: absolute;
				top: 1px;
				left: 1px;
				border-radius: 3px;
				background: var(--vscode-badge-background);
				color: var(--vscode-badge-foreground);
			}
			:host([small]) .scroller {
				height: 44px;
			}
			:host([small]) .track {
				height: 36px;
			}
			:host([small]) .cell {
				top: 4px;
				grid-template-columns: 30px minmax(0, 1fr);
				width: 56px;
				height: 30px;
			}
			:host([small]) .picture {
				width: 28px;
				height: 28px;
			}
			:host([small]) .words {
				padding: 0 3px;
			}
			:host([small]) .words .text,
			:host([small]) .words .label {
				display: none;
			}
		`,
	];

	override willUpdate(changed: PropertyValues): void {
		if (changed.has('count') || changed.has('small')) this.lay([this.count], this.small ? small : large);
		if (changed.has('count') || changed.has('revision')) this.#asked.clear();
	}

	override updated(changed: PropertyValues): void {
		super.updated(changed);
		this.settle(['shown', 'count', 'small', 'room'].some((name) => changed.has(name)));
	}

	protected get label(): string {
		return labels[this.of];
	}

	protected get at(): number {
		return this.shown;
	}

	protected keyOf(index: number): unknown {
		return index;
	}

	protected cell(index: number): TemplateResult {
		const run = this.known.get(index);
		const selected = index === this.shown;
		return html`<div
			class="cell"
			role="option"
			tabindex=${selected || (this.shown === -1 && index === this.count - 1) ? 0 : -1}
			aria-selected=${selected}
			aria-setsize=${this.count}
			aria-posinset=${index + 1}
			aria-label=${run === undefined ? l10n.t('Run {0}', index + 1) : this.#words(run, describeMomentBriefly).join(', ')}
			title=${run === undefined ? '' : this.#words(run, describeMoment).join(' · ')}
			.style=${`transform: translateX(${this.xOf(index)}px)`}
			@click=${() => this.select(index)}
		>${run === undefined ? undefined : this.#face(run)}</div>`;
	}

	/** Returns the parts of a run's text for screen readers and of its tooltip. */
	#words(run: StripRun, moment: typeof describeMoment): readonly string[] {
		const { stateText, label, starred } = run;
		const words = [moment(run.submittedAt, this.now), label, stateText, starred ? l10n.t('starred') : ''];
		return words.filter((word) => word !== '');
	}

	#face(run: StripRun): TemplateResult {
		const { icon, tone } = stateIcon(run.state);
		const made = run.face === undefined ? undefined : this.thumbnails.get(run.face.src);
		const picture =
			made === undefined || made === 'unreadable'
				? html`<vscode-icon name=${run.face?.kind === 'video' ? 'device-camera-video' : 'file-media'} size="16"></vscode-icon>`
				: html`<img alt="" draggable="false" src=${made.url} />`;
		const star = run.starred
			? html`<vscode-icon class="star" name="star-full" size="12"></vscode-icon>`
			: undefined;
		return html`<div class="picture">${picture}${star}</div>
			<div class="words figures" aria-hidden="true">
				<span class="time">
					<vscode-icon class="mark ${tone}" name=${icon} size="14" ?spin=${tone === 'busy' && !wantsStillness()}></vscode-icon>
					<span class="text">${describeMomentBriefly(run.submittedAt, this.now)}</span>
				</span>
				<span class="label">${run.label}</span>
			</div>`;
	}

	protected seen(start: number, end: number): void {
		for (let first = start - (start % page); first < end; first += page) void this.#ask(first);
		const faces = Array.from({ length: end - start }, (_, offset) => this.known.get(start + offset)?.face);
		this.thumbnails.want(
			faces.flatMap((face) => (face === undefined ? [] : [{ address: face.src, kind: face.kind }])),
			this,
		);
	}

	async #ask(first: number): Promise<void> {
		if (this.#asked.has(first)) return;
		this.#asked.add(first);
		const answer = await this.host.request('runs', { start: first, count: page });
		if (!answer.ok) {
			this.#asked.delete(first);
			return;
		}
		const known = new Map(this.known);
		for (let at = first; at < first + page; at++) known.delete(at);
		for (const run of answer.value.runs) known.set(run.at, run);
		this.known = known;
	}

	protected select(index: number): void {
		this.dispatchEvent(new CustomEvent('run-select', { detail: index }));
	}

	protected enter(): void {
		this.dispatchEvent(new CustomEvent('run-enter'));
	}
}

customElements.define('easel-run-strip', EaselRunStrip);
