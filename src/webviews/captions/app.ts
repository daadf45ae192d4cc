import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import './grid.ts';
import './wordsPanel.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { CaptionEdit } from '../../core/captions/edits.ts';
import { type CaptionFilter, noFilter } from '../../core/captions/filter.ts';
import {
	type CaptionChange,
	type CaptionsMemory,
	type CaptionsProtocol,
	type CaptionsState,
	captionsProtocol,
} from '../../core/captions/messages.ts';
import type { CaptionRow } from '../../core/captions/row.ts';
import { controlStyle } from '../shared/controls.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys } from '../shared/keys.ts';
import { listPageStyle } from '../shared/list/listPage.ts';
import { Thumbnails } from '../shared/media/thumbnails.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { toolbarStyle } from '../shared/toolbar.ts';
import { appStyle, toolStyle } from './appStyle.ts';
import { asksMore, type FilterParts, moreFilters, nothingShown, searchLine } from './filterBar.ts';
import type { EaselCaptionGrid, GridActions } from './grid.ts';
import { captionKey, ownsUndo } from './keys.ts';
import { type EaselReplacePanel, type ReplaceEvents, usualChange } from './replacePanel.ts';
import { ShownRows } from './shownRows.ts';
import { captionTools } from './tools.ts';
import { Typing } from './typing.ts';
import { summaryText } from './wording.ts';
import type { WordsEvents } from './wordsPanel.ts';

/** Heights of a row in pixels. */
const rowSizes = [96, 136, 208, 320] as const;
const usualSize = 1;

class EaselCaptions extends PanelApp<CaptionsProtocol> {
	@state() protected filter: CaptionFilter = noFilter;
	/** True if the filters for trigger word and length are open. */
	@state() protected more = false;
	@state() protected tool!: CaptionsMemory['tool'];
	@state() protected change = usualChange;
	/** Place in `rowSizes`. */
	@state() protected rowSize = usualSize;
	@state() protected current: string | undefined;
	/** The changes of the open tool; undefined without any. */
	@state() protected plan: ReadonlyMap<string, CaptionEdit> | undefined;
	@state() protected revision = 0;
	/** Number of times the filter was applied; a row that was just changed stays until then, or while in use. */
	@state() protected asked = 0;

	static override styles = [...panelAppStyle, toolbarStyle, controlStyle, toolStyle, listPageStyle, appStyle];

	readonly #host: Host<CaptionsProtocol>;
	readonly #typing: Typing;
	readonly #actions: GridActions;
	readonly #thumbnails = new Thumbnails(() => this.revision++, { side: 256, kept: 1000 });
	readonly #shown = new ShownRows();
	#summary = '';
	#frame: number | undefined;
	#turn: number | undefined;
	/** The row at which Undo or Redo was last requested, or to which one has led since. */
	#traveledFrom: string | undefined;

	constructor() {
		super();
		this.#host = this.connect(captionsProtocol, {
			changed: ({ rows, history }) => this.#onChanged(rows, history),
		});
		// Before the editor's own handler, which would open its search for panels and undo nothing.
		new PanelKeys(this, (event) => this.#press(event), true);
		this.#typing = new Typing(
			this.#host,
			(id) => this.#rowOf(id),
			(row) => {
				if (row !== undefined) this.#replace([row]);
				this.#remember();
				this.#redraw();
			},
		);
		const typing = this.#typing;
		this.#actions = {
			typed: (id, text) => typing.typed(id, text),
			left: (id) => typing.left(id),
			givenUp: (id) => typing.givenUp(id),
			takeTheirs: (id) => typing.takeTheirs(id),
			keepMine: (id) => typing.keepMine(id),
			moved: (id) => {
				this.current = id;
				this.#remember();
			},
			convert: (id) => this.#host.send('convert', { id }),
			open: (path) => this.#host.send('open', { path }),
		};
		const memory = this.#host.recall();
		if (memory === undefined) return;
		this.filter = memory.filter;
		this.more = asksMore(memory.filter);
		this.rowSize = Math.min(rowSizes.length - 1, Math.max(0, memory.rowSize));
		this.current = memory.current;
		this.tool = memory.tool;
		this.change = memory.change ?? usualChange;
		this.#turn = memory.turn;
		this.#typing.drafts.recall(memory.drafts);
	}

	override willUpdate(changed: PropertyValues): void {
		const rows = this.state?.rows ?? [];
		const asks = changed.has('filter') || changed.has('asked');
		if (changed.has('filter')) this.#shown.ask(rows, this.filter);
		else if (asks) this.#shown.ask(rows, this.filter, (id) => this.#inUse(id));
		if (asks || changed.has('state')) this.#shown.take(rows);
		else if (!changed.has('plan')) return;
		this.#shown.narrow(this.plan);
		this.#summary = this.state === undefined ? '' : summaryText(this.state, this.#shown.rows.length);
	}

	override render(): unknown {
		const { state } = this;
		if (state === undefined) return nothing;
		const filter: FilterParts = {
			filter: this.filter,
			more: this.more,
			change: (next) => this.#setFilter(next),
			toggleMore: () => {
				this.more = !this.more;
			},
			enterGrid: () => this.#grid()?.focus(),
		};
		return html`
			<header>
				<div class="bar">${searchLine(filter)} ${this.#tools(state)}</div>
				${this.more ? moreFilters(filter) : nothing}
				${
					this.tool === 'replace'
						? html`<easel-replace-panel
								.captions=${this.#shown.captions}
								.change=${this.change}
								@captions-change=${(event: ReplaceEvents['captions-change']) => this.#setChange(event.detail)}
								@captions-plan=${(event: ReplaceEvents['captions-plan']) => this.#onPlan(event.detail)}
								@captions-apply=${(event: ReplaceEvents['captions-apply']) => void this.#apply(event.detail)}
								@captions-close=${() => this.#setTool(undefined)}
							></easel-replace-panel>`
						: nothing
				}
				${state.problem === undefined ? nothing : html`<p class="problem" role="alert">${state.problem}</p>`}
			</header>
			<main aria-label=${l10n.t('Captions of {0}', state.folder)}>
				${this.#shown.rows.length === 0 ? nothingShown(state.rows.length === 0, filter) : this.#pairs(state)}
				${
					this.tool === 'words'
						? html`<aside aria-label=${l10n.t('Words')}>
								<easel-words-panel
									.captions=${this.#shown.captions}
									@words-choose=${(event: WordsEvents['words-choose']) => this.#setFilter({ ...this.filter, text: event.detail })}
									@words-remove=${(event: WordsEvents['words-remove']) => this.#removeTag(event.detail)}
									@words-close=${() => this.#setTool(undefined)}
								></easel-words-panel>
							</aside>`
						: nothing
				}
			</main>
			<footer class="quiet cut figures">${this.#summary}</footer>
			${this.overlays()}
		`;
	}

	#pairs(state: CaptionsState): TemplateResult {
		return html`<easel-caption-grid
			.rows=${this.#shown.rows}
			.drafts=${this.#typing.drafts.texts}
			.previews=${this.plan}
			.address=${state.address}
			.rowHeight=${rowSizes[this.rowSize] ?? rowSizes[usualSize]}
			.thumbnails=${this.#thumbnails}
			.revision=${this.revision}
			.actions=${this.#actions}
			.current=${this.current}
		></easel-caption-grid>`;
	}

	#tools({ history }: CaptionsState): TemplateResult {
		return captionTools({
			history,
			tool: this.tool,
			canShrink: this.rowSize > 0,
			canGrow: this.rowSize < rowSizes.length - 1,
			setTool: (tool) => this.#setTool(tool),
			travel: (direction) => void this.#travel(direction),
			resize: (by) => {
				this.rowSize += by;
				this.#remember();
			},
			lookAgain: () => this.#host.send('lookAgain'),
		});
	}

	#grid(): EaselCaptionGrid | null {
		return this.renderRoot.querySelector('easel-caption-grid');
	}

	/** Returns whether a row has typed text, or the focus of the view; another window may be active. */
	#inUse(id: string): boolean {
		if (this.#typing.drafts.texts.has(id)) return true;
		return id === this.current && this.shadowRoot?.activeElement?.localName === 'easel-caption-grid';
	}

	#redraw(): void {
		this.#frame ??= requestAnimationFrame(() => {
			this.#frame = undefined;
			this.revision++;
		});
	}

	protected override onState(state: CaptionsState): void {
		const first = this.state === undefined;
		this.state = state;
		this.asked++;
		for (const row of state.rows) this.#typing.drafts.answered(row);
		this.#typing.recover(state, first);
		this.#remember();
		const { show } = state;
		if (show === undefined || show.turn === this.#turn) return;
		this.#turn = show.turn;
		this.#remember();
		if (show.filter !== undefined) this.#setFilter(show.filter);
		const wanted = show.id;
		const row =
			wanted &&
			state.rows.find(({ id, media }) => id === wanted || media.some(({ path }) => path === wanted));
		if (!row) return;
		this.current = row.id;
		void this.updateComplete.then(() => this.#grid()?.goTo(row.id, true));
	}

	#onChanged(rows: readonly CaptionRow[], history: CaptionsState['history']): void {
		if (this.state === undefined) return;
		for (const row of rows) this.#typing.drafts.answered(row);
		this.#replace(rows, history);
		this.#remember();
	}

	/** Replaces the rows with the same ids. */
	#replace(rows: readonly CaptionRow[], history = this.state?.history ?? {}): void {
		if (this.state === undefined) return;
		const changed = new Map(rows.map((row) => [row.id, row]));
		this.state = { ...this.state, history, rows: this.state.rows.map((row) => changed.get(row.id) ?? row) };
	}

	#rowOf(id: string): CaptionRow | undefined {
		return this.state?.rows.find((row) => row.id === id);
	}

	#setFilter(filter: CaptionFilter): void {
		this.filter = filter;
		this.more ||= asksMore(filter);
		this.#remember();
	}

	#setTool(tool: CaptionsMemory['tool']): void {
		const before = this.tool;
		this.tool = tool;
		if (tool !== 'replace') this.plan = undefined;
		this.#remember();
		void this.updateComplete.then(() => {
			if (tool === 'replace') this.#replacePanel()?.focus();
			else if (tool === undefined && before !== undefined) this.#grid()?.focus();
		});
	}

	#setChange(change: CaptionChange): void {
		this.change = change;
		this.#remember();
	}

	#replacePanel(): EaselReplacePanel | null {
		return this.renderRoot.querySelector('easel-replace-panel');
	}

	#removeTag(tag: string): void {
		this.#setChange({ ...this.change, kind: 'removeTag', tag });
		this.#setTool('replace');
	}

	#onPlan(edits: readonly CaptionEdit[] | undefined): void {
		this.plan = edits?.length ? new Map(edits.map((edit) => [edit.id, edit])) : undefined;
	}

	async #apply(edits: readonly CaptionEdit[]): Promise<void> {
		const answer = await this.#host.request('apply', { edits: [...edits] });
		this.asked++;
		if (answer.ok) this.toast.show(answer.value.text);
		else this.showFailure(answer.failure);
	}

	async #travel(direction: 'undo' | 'redo'): Promise<void> {
		this.#traveledFrom = this.current;
		const answer = await this.#host.request(direction);
		if (!answer.ok) return this.showFailure(answer.failure);
		const { ids, text } = answer.value;
		this.toast.show(text);
		await this.updateComplete;
		const first = this.#shown.rows.find(({ id }) => ids.includes(id));
		// A person who has moved to another row in the meantime stays there.
		if (first === undefined || this.current !== this.#traveledFrom) return;
		this.#traveledFrom = first.id;
		const grid = this.#grid();
		grid?.goTo(first.id, grid.matches(':focus-within'));
	}

	#remember(): void {
		this.#host.remember({
			drafts: this.#typing.drafts.kept(this.state?.rows ?? []),
			filter: this.filter,
			rowSize: this.rowSize,
			change: this.change,
			...compact({ current: this.current, tool: this.tool, turn: this.#turn }),
		});
	}

	#press(event: KeyboardEvent): boolean {
		const key = captionKey(event);
		if (key === undefined) return false;
		if (key === 'replace') this.#setTool('replace');
		else if (key !== 'find') {
			if (ownsUndo(event, this.current !== undefined && this.#typing.drafts.texts.has(this.current)))
				return false;
			void this.#travel(key);
		} else {
			const field = this.renderRoot.querySelector<HTMLInputElement>('#filter');
			field?.focus();
			field?.select();
		}
		return true;
	}
}

showPanel('easel-captions', EaselCaptions);
