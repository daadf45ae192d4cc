import * as l10n from '@vscode/l10n';
import type { SheetRun } from '../../core/runs/sheet/messages.ts';
import { type Tile, tilesOfRun } from './tiles.ts';

/** The text on a tile with a file that has vanished from disk. */
const gone = l10n.t('No longer on this computer');

/** The reasons why pictures that have a copy cannot be shown. */
export class Faults {
	readonly #isThere: (tile: Tile) => Promise<boolean>;
	readonly #changed: (forgotten: readonly Tile[]) => void;
	/** Pictures with a requested file, with the number of the request: an answer to an older one is ignored. */
	readonly #asked = new Map<string, number>();
	#questions = 0;
	#texts: ReadonlyMap<string, string> = new Map();

	/**
	 * @param isThere asks the host whether the file of a tile exists.
	 * @param changed called when `texts` has changed, with the tiles to check again.
	 */
	constructor(isThere: (tile: Tile) => Promise<boolean>, changed: (forgotten: readonly Tile[]) => void) {
		this.#isThere = isThere;
		this.#changed = changed;
	}

	/** By tile; another map after each change. */
	get texts(): ReadonlyMap<string, string> {
		return this.#texts;
	}

	/** Finds out why a copy cannot be shown, once. */
	async find(tile: Tile): Promise<void> {
		if (this.#asked.has(tile.id)) return;
		this.#questions++;
		const question = this.#questions;
		this.#asked.set(tile.id, question);
		const isThere = await this.#isThere(tile);
		if (this.#asked.get(tile.id) !== question) return;
		const fault = isThere ? l10n.t('The editor cannot show this picture') : gone;
		this.#texts = new Map(this.#texts).set(tile.id, fault);
		this.#changed([]);
	}

	/** Returns whether the file of a tile has to be downloaded again. */
	isMissing({ id, picture }: Tile): boolean {
		return picture.file === undefined ? picture.problem !== undefined : this.#texts.get(id) === gone;
	}

	/** Forgets faults of files: their content may have changed, so they are checked again. */
	forget(tiles: readonly Tile[]): void {
		const known = tiles.filter(({ id }) => this.#asked.delete(id));
		if (known.length > 0) {
			const texts = new Map(this.#texts);
			for (const { id } of known) texts.delete(id);
			this.#texts = texts;
		}
		// Also unknown ones: they may be read while they arrive.
		this.#changed(tiles);
	}

	/** Handles a changed run: missing files may have arrived, even under the same names. */
	take(run: SheetRun): void {
		this.forget(tilesOfRun(run));
	}
}
