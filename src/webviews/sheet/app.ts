import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import './axesView.ts';
import './grid.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import {
	type GridAxes,
	type PicturePlace,
	type SheetProtocol,
	type SheetRun,
	type SheetSort,
	type SheetState,
	sheetProtocol,
} from '../../core/runs/sheet/messages.ts';
import { base64Of } from '../shared/base64.ts';
import { controlStyle } from '../shared/controls.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys } from '../shared/keys.ts';
import { listPageStyle } from '../shared/list/listPage.ts';
import { Thumbnails } from '../shared/media/thumbnails.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { appStyle } from './appStyle.ts';
import { type Choice, clicked, everything, limitedTo, movedTo, toggled } from './choice.ts';
import { Faults } from './faults.ts';
import type { EaselSheetGrid } from './grid.ts';
import type { GridActions } from './gridTile.ts';
import { nothingView, orderSelect, sizeSlider, summaryText, tileEdges } from './surroundings.ts';
import { type Tile, tileId, tilesOf } from './tiles.ts';
import { addressOf } from './tileView.ts';
import { type SelectedTools, selectedTools } from './tools.ts';

const emptyChoice: Choice = { selected: new Set() };

/** A contact sheet: the pictures of many runs in one grid. */
class EaselSheet extends PanelApp<SheetProtocol> {
	/** The address of the folder of all runs; undefined until the host has answered. */
	@state() protected folder: string | undefined;
	@state() protected runs: ReadonlyMap<string, SheetRun> = new Map();
	@state() protected reading = true;
	@state() protected sort: SheetSort = 'newest';
	@state() protected starredOnly = false;
	/** Edge of a tile in pixels. */
	@state() protected tile = tileEdges.usual;
	/** The axes of the grid that is shown in place of the list. */
	@state() protected axes: GridAxes | undefined;
	@state() protected choice: Choice = emptyChoice;
	@state() protected revision = 0;

	static override styles = [...panelAppStyle, toolbarStyle, controlStyle, listPageStyle, appStyle];

	readonly #host: Host<SheetProtocol>;
	readonly #thumbnails = new Thumbnails(() => this.revision++, { side: 320, kept: 2000 });
	readonly #faults = new Faults(
		async (tile) => {
			const answer = await this.#host.request('isThere', picturePlaceOf(tile));
			return !answer.ok || answer.value;
		},
		(forgotten) => {
			const { folder = '' } = this;
			this.#thumbnails.forgetUnreadable(forgotten.flatMap((tile) => addressOf(folder, tile) ?? []));
			this.requestUpdate();
		},
	);
	#tiles: readonly Tile[] = [];
	#ids: readonly string[] = [];
	#places: ReadonlyMap<string, number> = new Map();
	/** True if a run is part of a sweep. */
	#hasValues = false;
	/** The picture that was current before the view was hidden, until it is loaded. */
	#kept: PicturePlace | undefined;

	readonly #actions: GridActions = {
		choose: (tile, how, keys) => {
			this.choice = (how === 'click' ? clicked : movedTo)(this.choice, this.#ids, tile.id, keys);
			this.#remember();
		},
		toggle: (tile) => {
			this.choice = toggled(this.choice, tile.id);
		},
		open: ({ run, picture }) => this.#host.send('openRun', { run: run.id, key: picture.key }),
		star: (tile) => this.#star([tile]),
		menu: (_, x, y, from) => this.openMenu(this.#selectedTools().menu, x, y, from),
		unreadable: (tile) => void this.#faults.find(tile),
	};

	readonly #axesActions = {
		...this.#actions,
		setAxes: (axes: GridAxes) => this.#setAxes(axes),
		saveGrid: async (picture: Promise<Blob>) => {
			try {
				this.#host.send('saveGrid', { data: await base64Of(await picture) });
			} catch (cause) {
				const reason = cause instanceof Error ? cause.message : String(cause);
				this.toast.show(l10n.t('The picture could not be made: {0}', reason));
			}
		},
	};

	constructor() {
		super();
		this.#host = this.connect(sheetProtocol, {
			changed: ({ runs, removed, reading }) => this.#onChanged(runs, removed, reading),
		});
		// Before the editor's own handler, which would select the text of the page.
		new PanelKeys(this, (event) => this.#press(event), true);
		const memory = this.#host.recall();
		if (memory === undefined) return;
		this.sort = memory.sort;
		this.starredOnly = memory.starredOnly;
		this.axes = memory.grid;
		this.tile = Math.min(tileEdges.most, Math.max(tileEdges.least, memory.tile));
		this.#kept = memory.current;
	}

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('runs') && !changed.has('sort') && !changed.has('starredOnly')) return;
		this.#hasValues = [...this.runs.values()].some(({ values }) => values !== undefined);
		this.#tiles = tilesOf(this.runs.values(), { sort: this.sort, starredOnly: this.starredOnly });
		this.#ids = this.#tiles.map(({ id }) => id);
		this.#places = new Map(this.#ids.map((id, index) => [id, index]));
		this.choice = limitedTo(this.choice, this.#ids);
		const kept = this.#kept && tileId(this.#kept.run, this.#kept.key);
		if (kept === undefined || !this.#places.has(kept)) return;
		this.#kept = undefined;
		this.choice = { ...this.choice, current: kept, anchor: kept };
	}

	get #isGrid(): boolean {
		return this.axes !== undefined && this.#hasValues;
	}

	override render(): unknown {
		const { folder, reading } = this;
		if (folder === undefined) return nothing;
		return html`
			<header>
				${orderSelect(this.sort, (sort) => {
					this.sort = sort;
					this.#remember();
				})}
				${sizeSlider(this.tile, (tile) => {
					this.tile = tile;
					this.#remember();
				})}
				<div role="toolbar" aria-label=${l10n.t('Pictures')}>${this.#tools().map(toolButton)}</div>
			</header>
			<main aria-label=${l10n.t('Contact sheet')}>
				${this.#tiles.length > 0 || this.#isGrid ? this.#grid(folder) : nothingView({ reading, hidden: this.starredOnly && this.runs.size > 0, showAll: () => this.#setStarredOnly(false) })}
			</main>
			<footer class="quiet cut figures">${summaryText(this.#tiles, this.choice.selected.size, reading)}</footer>
			${this.overlays()}
		`;
	}

	#grid(folder: string): TemplateResult {
		if (this.#isGrid)
			return html`<easel-sheet-axes
				.runs=${this.runs}
				.folder=${folder}
				.tile=${this.tile}
				.starredOnly=${this.starredOnly}
				.chosen=${this.axes}
				.choice=${this.choice}
				.faults=${this.#faults.texts}
				.thumbnails=${this.#thumbnails}
				.revision=${this.revision}
				.actions=${this.#axesActions}
			></easel-sheet-axes>`;
		return html`<easel-sheet-grid
			.tiles=${this.#tiles}
			.folder=${folder}
			.tile=${this.tile}
			.choice=${this.choice}
			.faults=${this.#faults.texts}
			.thumbnails=${this.#thumbnails}
			.revision=${this.revision}
			.actions=${this.#actions}
		></easel-sheet-grid>`;
	}

	#tools(): readonly Tool[] {
		const shown = this.#isGrid;
		return [
			...(this.#hasValues
				? [
						{
							icon: 'table',
							label: l10n.t('Grid by Values'),
							pressed: shown,
							run: () => this.#setAxes(shown ? undefined : {}),
						},
					]
				: []),
			{
				icon: 'filter',
				label: l10n.t('Starred Only'),
				pressed: this.starredOnly,
				run: () => this.#setStarredOnly(!this.starredOnly),
			},
			...this.#selectedTools().bar,
		];
	}

	#selectedTools(): SelectedTools {
		const chosen = this.#chosen();
		const missing = chosen.filter((tile) => this.#faults.isMissing(tile));
		return selectedTools(chosen, missing, {
			star: (tiles) => this.#star(tiles),
			save: (sidecar) => this.#save(sidecar),
			compare: () => this.#compare(),
			open: () => this.#open(),
			fetch: (tiles) => {
				this.#faults.forget(tiles);
				this.#host.send('fetch', { pictures: tiles.map(picturePlaceOf) });
			},
		});
	}

	/** Returns the selected tiles, in the order of the sheet; without a selection, the tile that the keys are at. */
	#chosen(): readonly Tile[] {
		const { selected, current } = this.choice;
		const ids = selected.size > 0 ? [...selected] : current === undefined ? [] : [current];
		return ids
			.flatMap((id) => this.#places.get(id) ?? [])
			.sort((a, b) => a - b)
			.flatMap((index) => this.#tiles[index] ?? []);
	}

	#star(tiles: readonly Tile[]): void {
		if (tiles.length === 0) return;
		const starred = !tiles.every(({ picture }) => picture.starred === true);
		this.#host.send('star', { pictures: tiles.map(picturePlaceOf), starred });
	}

	#save(sidecar: boolean): void {
		const pictures = this.#chosen().map(picturePlaceOf);
		if (pictures.length > 0) this.#host.send('save', { pictures, sidecar });
	}

	#compare(): void {
		const pictures = this.#chosen().map(picturePlaceOf);
		if (pictures.length === 1 || pictures.length === 2) this.#host.send('compare', { pictures });
		else this.toast.show(l10n.t('Select one or two pictures to compare.'));
	}

	#open(): void {
		const [first] = this.#chosen();
		if (first !== undefined) this.#actions.open(first);
	}

	protected override onState({ folder, runs, reading }: SheetState): void {
		this.folder = folder;
		this.reading = reading;
		this.runs = new Map(runs.map((run) => [run.id, run]));
	}

	#onChanged(runs: readonly SheetRun[], removed: readonly string[], reading: boolean): void {
		this.reading = reading;
		if (runs.length === 0 && removed.length === 0) return;
		const after = new Map(this.runs);
		for (const id of removed) after.delete(id);
		for (const run of runs) {
			this.#faults.take(run);
			after.set(run.id, run);
		}
		this.runs = after;
	}

	#setAxes(axes: GridAxes | undefined): void {
		this.axes = axes;
		this.#remember();
	}

	#setStarredOnly(starredOnly: boolean): void {
		this.starredOnly = starredOnly;
		this.#remember();
	}

	#remember(): void {
		const { current } = this.choice;
		const tile = current === undefined ? undefined : this.#tiles[this.#places.get(current) ?? -1];
		this.#host.remember({
			sort: this.sort,
			starredOnly: this.starredOnly,
			tile: this.tile,
			...compact({ current: tile && picturePlaceOf(tile), grid: this.axes }),
		});
	}

	#press(event: KeyboardEvent): boolean {
		if (event.altKey || !this.#isForSheet(event)) return false;
		const whole = event.ctrlKey || event.metaKey;
		const key = event.key.toLowerCase();
		if (whole && key === 'a') {
			this.choice = everything(this.choice, this.#ids);
			this.renderRoot.querySelector<EaselSheetGrid>('easel-sheet-grid')?.focusCurrent();
		} else if (whole && key === 's' && !event.shiftKey) this.#save(false);
		else if (!whole && key === 's') this.#star(this.#chosen());
		else if (!whole && key === 'c') this.#compare();
		else if (key === 'escape' && this.choice.selected.size > 0)
			this.choice = { ...this.choice, selected: new Set() };
		else return false;
		return true;
	}

	/** Returns whether a key is for the sheet: keys in a menu or a choice belong to that. */
	#isForSheet(event: KeyboardEvent): boolean {
		return !event
			.composedPath()
			.some(
				(target) => target instanceof HTMLSelectElement || (target as Element).localName === 'easel-menu',
			);
	}
}

function picturePlaceOf({ run, picture }: Tile): PicturePlace {
	return { run: run.id, key: picture.key };
}

showPanel('easel-sheet', EaselSheet);
