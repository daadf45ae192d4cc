import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import './canvas.ts';
import './progressLine.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { numberText } from '../../core/base/language.ts';
import { describeNodeProgress, type NodeProgress } from '../../core/base/nodeProgress.ts';
import { withCards } from '../../core/workflow/graph/liveGraph.ts';
import {
	type GraphCards,
	type GraphProtocol,
	type GraphState,
	graphProtocol,
} from '../../core/workflow/graph/messages.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import type { Viewport } from '../../core/workflow/graph/viewport.ts';
import type { ChosenPort } from '../../core/workflow/graph/walk.ts';
import { describeGraph, describeNode, describePort, groupTitles } from '../../core/workflow/graph/wording.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys } from '../shared/keys.ts';
import { LiveRegion } from '../shared/liveRegion.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { toolbarStyle } from '../shared/toolbar.ts';
import { ArrangedPicture, type Picture } from './arrangedPicture.ts';
import type { CanvasEvents, EaselGraphCanvas } from './canvas.ts';
import { allOf, foundIn, nextPort, nodeIndexOf, stepIn } from './choosing.ts';
import { exportedFile } from './exportFile.ts';
import { graphTools, hasProblem, isEdited, searchField } from './header.ts';
import type { EaselInspector, NamingDetail } from './inspector.ts';
import './inspector.ts';
import { emptyView, noticeLines } from './notices.ts';
import { appStyle } from './style.ts';

/** Milliseconds after the last move until the position in the drawing is kept. */
const rememberAfter = 300;

class EaselGraph extends PanelApp<GraphProtocol> {
	/** The picture that is drawn: the newest model that has a layout. */
	@state() protected picture: Picture | undefined;
	@state() protected arranging = false;
	@state() protected selected: string | undefined;
	@state() protected port: ChosenPort | undefined;
	@state() protected inspected = false;
	@state() protected query = '';
	@state() protected progress: NodeProgress | undefined;
	@state() protected zoom = 1;

	static override styles = [...panelAppStyle, toolbarStyle, appStyle];

	readonly #host: Host<GraphProtocol>;
	readonly #pictures = new ArrangedPicture();
	#found: readonly number[] = [];
	#viewport: Viewport | undefined;
	readonly #convert = () => this.#host.send('convert');
	readonly #live = new LiveRegion((text) => {
		this.announced = text;
	});
	#keep: number | undefined;

	constructor() {
		super();
		this.#host = this.connect(graphProtocol, {
			cards: ({ cards }) => void this.#onCards(cards),
			select: ({ nodeId }) => this.#select(nodeId, false),
			progress: ({ progress }) => this.#onProgress(progress),
		});
		new PanelKeys(this, (event) => this.#press(event));
		const memory = this.#host.recall();
		this.selected = memory?.selected;
		this.#viewport = memory?.viewport;
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearTimeout(this.#keep);
		this.#live.clear();
	}

	override firstUpdated(): void {
		if (this.#viewport !== undefined) this.#canvas()?.restore(this.#viewport);
	}

	override render(): unknown {
		const nodes = this.picture?.model.nodes ?? [];
		const index = nodeIndexOf(this.picture, this.selected);
		const empty = nodes.length === 0 && !this.arranging && this.state !== undefined;
		return html`
			${this.#header(index)}
			${empty ? nothing : noticeLines(this.state?.notice, this.picture?.note, this.#convert)}
			${this.progress === undefined ? nothing : html`<easel-progress-line .progress=${this.progress}></easel-progress-line>`}
			<main>
				<easel-graph-canvas
					label=${describeGraph(this.state?.name ?? l10n.t('the document'), this.picture?.model, index)}
					.selected=${index}
					.port=${this.port}
					@pick=${this.#onPick}
					@viewport-change=${this.#onViewport}
				></easel-graph-canvas>
				${empty ? emptyView(this.state?.notice, this.#convert) : nothing}
				${this.arranging && nodes.length === 0 ? html`<div class="empty" role="status">${l10n.t('Arranging {0} nodes…', numberText(this.state?.model.nodes.length ?? 0))}</div>` : nothing}
				${
					this.inspected && index !== undefined
						? html`<easel-inspector
								role="region"
								aria-label=${l10n.t('Chosen node')}
								.node=${nodes[index]}
								.group=${this.picture === undefined ? '' : groupTitles(this.picture.model, index)}
								.savedName=${this.state?.savedName}
								.canName=${this.state?.canName === true}
								@inspector-name=${this.#onName}
								@inspector-open=${() => this.#send(true)}
								@inspector-close=${this.#closeInspector}
							></easel-inspector>`
						: nothing
				}
			</main>
			${this.overlays()}
		`;
	}

	override updated(changed: PropertyValues): void {
		if (changed.has('progress')) this.#canvas()?.setProgress(this.progress);
		if (changed.has('picture') && this.picture !== undefined) {
			this.#canvas()?.setPicture(this.picture.model, this.picture.layout);
		}
		if (changed.has('picture') || changed.has('query'))
			this.#canvas()?.setMatches(this.query.trim() === '' ? undefined : new Set(this.#found));
	}

	override willUpdate(changed: PropertyValues): void {
		if (this.picture !== undefined && (changed.has('picture') || changed.has('query')))
			this.#found = foundIn(this.picture, this.query);
	}

	#header(index: number | undefined): TemplateResult {
		const search = searchField({
			query: this.query,
			found: this.#found.length,
			at: this.#found.indexOf(index ?? -1),
			onInput: (query) => {
				this.query = query;
			},
			onKey: (event) => this.#onSearchKey(event),
		});
		const tools = graphTools({
			model: this.picture?.model,
			savedName: this.state?.savedName ?? l10n.t('the saved workflow'),
			zoom: this.zoom,
			next: (wanted) => this.#next(wanted),
			zoomBy: (factor) => this.#canvas()?.zoomBy(factor),
			actualSize: () => this.#canvas()?.actualSize(),
			fit: () => this.#canvas()?.fit(),
			export: (format) => void this.#export(format),
			openMenu: (entries, button) => this.openMenuBelow(entries, button),
		});
		return html`<header>${search}<span class="spring"></span>${tools}</header>`;
	}

	#canvas(): EaselGraphCanvas | null {
		return this.renderRoot.querySelector('easel-graph-canvas');
	}

	#onProgress(progress: NodeProgress | undefined): void {
		const [before, now] = [this.progress, progress];
		this.progress = progress;
		if (now === undefined) {
			if (before !== undefined) this.#live.say(l10n.t('The run has ended.'), true);
		} else if (now.nodeId !== before?.nodeId || now.runId !== before?.runId) {
			this.#live.say(describeNodeProgress(now));
		}
	}

	protected override async onState(state: GraphState): Promise<void> {
		const first = this.state === undefined;
		this.state = state;
		this.#onProgress(state.progress);
		if (first && state.selected !== undefined) this.selected = state.selected;
		await this.#draw(state.model);
	}

	async #onCards(cards: GraphCards): Promise<void> {
		// A view that starts requests the complete state.
		if (this.state === undefined) return;
		const model = withCards(this.state.model, new Map(cards.map(({ index, node }) => [index, node])));
		this.state = { ...this.state, model };
		await this.#draw(model);
	}

	async #draw(model: GraphModel): Promise<void> {
		const known = this.#pictures.atOnce(model);
		this.arranging = known === undefined;
		const picture = known ?? (await this.#pictures.arrange(model));
		if (picture === undefined) return;
		this.picture = picture;
		this.arranging = false;
	}

	#onPick(event: CanvasEvents['pick']): void {
		const node = this.picture?.model.nodes[event.detail.index];
		if (node === undefined) return;
		this.#select(node.id, true);
		this.#send(event.detail.focus);
	}

	#send(focus: boolean): void {
		if (this.selected !== undefined) this.#host.send('select', { nodeId: this.selected, focus });
	}

	/** @param byHand true if chosen in the picture: then more is shown about it. */
	#select(nodeId: string, byHand: boolean): void {
		if (nodeId !== this.selected) this.port = undefined;
		this.selected = nodeId;
		if (byHand) this.inspected = true;
		const index = nodeIndexOf(this.picture, nodeId);
		if (index === undefined || this.picture === undefined) return;
		this.#canvas()?.reveal(index);
		if (byHand) this.announced = describeNode(this.picture.model, index);
		this.#remember();
	}

	#onName({ detail }: CustomEvent<NamingDetail>): void {
		if (this.selected !== undefined) this.#host.send('name', { nodeId: this.selected, ...detail });
	}

	/** Opens the details of the chosen node at its inputs. */
	async #focusInputs(): Promise<void> {
		if (this.selected === undefined || this.state?.canName !== true) return;
		this.inspected = true;
		await this.updateComplete;
		const inspector = this.renderRoot.querySelector<EaselInspector>('easel-inspector');
		await inspector?.updateComplete;
		inspector?.focus();
	}

	#closeInspector(): void {
		this.inspected = false;
		this.#canvas()?.focus();
	}

	/** Chooses the next node of some sort, in the order of the columns, and makes it readable. */
	#next(wanted: (node: GraphModel['nodes'][number]) => boolean): void {
		if (this.picture !== undefined) this.#step(allOf(this.picture, wanted), 1);
	}

	#step(order: readonly number[], by: 1 | -1): void {
		const next = stepIn(order, nodeIndexOf(this.picture, this.selected), by);
		const node = next === undefined ? undefined : this.picture?.model.nodes[next];
		if (next === undefined || node === undefined) return;
		this.#select(node.id, true);
		this.#canvas()?.reveal(next, true);
		this.#send(false);
	}

	/** Goes through the inputs or outputs of the chosen node. */
	#choosePort(side: ChosenPort['side'], by: 1 | -1): void {
		const index = nodeIndexOf(this.picture, this.selected);
		const node = index === undefined ? undefined : this.picture?.model.nodes[index];
		if (this.picture === undefined || index === undefined || node === undefined) return;
		this.port = nextPort(node, this.port, side, by);
		const { model } = this.picture;
		this.announced =
			this.port === undefined ? describeNode(model, index) : describePort(model, index, this.port);
	}

	#press(event: KeyboardEvent): boolean {
		const typing = event.composedPath()[0] instanceof HTMLInputElement;
		const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
		if (isUndo && !event.shiftKey && !typing && this.state?.canName === true) {
			this.#host.send('undoName');
			return true;
		}
		if (event.ctrlKey || event.metaKey || event.altKey || typing) return false;
		const key = event.key.toLowerCase();
		if (event.key === '/') this.renderRoot.querySelector('input')?.focus();
		else if (event.key === 'Escape') this.#escape();
		else if (event.key === 'F2') void this.#focusInputs();
		else if (key === 'n') this.#next(hasProblem);
		else if (key === 'e') this.#next(isEdited);
		else if (key === 'i') this.#choosePort('input', event.shiftKey ? -1 : 1);
		else if (key === 'o') this.#choosePort('output', event.shiftKey ? -1 : 1);
		else return false;
		return true;
	}

	#escape(): void {
		if (this.port !== undefined) this.port = undefined;
		else if (this.inspected) this.#closeInspector();
		else if (this.query !== '') this.query = '';
		else this.selected = undefined;
	}

	#onSearchKey(event: KeyboardEvent): void {
		if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
			this.#step(this.#found, event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
		} else if (event.key === 'Escape') {
			this.query = '';
			this.#canvas()?.focus();
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	#onViewport(event: CanvasEvents['viewport-change']): void {
		this.#viewport = event.detail;
		this.zoom = event.detail.zoom;
		clearTimeout(this.#keep);
		this.#keep = window.setTimeout(() => this.#remember(), rememberAfter);
	}

	#remember(): void {
		if (this.#viewport === undefined) return;
		this.#host.remember({
			viewport: this.#viewport,
			...compact({ selected: this.selected }),
		});
	}

	async #export(format: 'svg' | 'png'): Promise<void> {
		if (this.picture === undefined) return;
		const { model, layout } = this.picture;
		try {
			const file = await exportedFile(format, this.state?.name ?? l10n.t('Graph'), model, layout);
			if (file.notice !== undefined) this.toast.show(file.notice);
			this.#host.send('save', { format, data: file.data });
		} catch (cause) {
			this.toast.show(
				l10n.t('The picture could not be made: {0}', cause instanceof Error ? cause.message : String(cause)),
			);
		}
	}
}
showPanel('easel-graph', EaselGraph);
