import type { SheetRun } from '../../core/runs/sheetMessages.ts';
import { type Tile, tileId } from './tiles.ts';

/** What a tile says whose file has vanished from disk. */
const gone = 'No longer on this computer';

/** Why pictures that have a copy cannot be shown. */
export class Faults {
	readonly #isThere: (tile: Tile) => Promise<boolean>;
	readonly #changed: (forgotten: readonly Tile[]) => void;
	/** Pictures whose file is or was looked for. */
	readonly #asked = new Set<string>();
	#texts: ReadonlyMap<string, string> = new Map();

	/**
	 * @param isThere asks the host whether the file of a tile exists.
	 * @param changed is called when `texts` has changed, with the tiles that are to be looked at again.
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
		this.#asked.add(tile.id);
		const fault = (await this.#isThere(tile)) ? 'The editor cannot show this picture' : gone;
		this.#texts = new Map(this.#texts).set(tile.id, fault);
		this.#changed([]);
	}

	/** Whether the file of a tile has to be downloaded again. */
	isMissing({ id, picture }: Tile): boolean {
		return picture.file === undefined ? picture.problem !== undefined : this.#texts.get(id) === gone;
	}

	/** Files may be others by now: they are looked at again. */
	forget(tiles: readonly Tile[]): void {
		const forgotten = tiles.filter(({ id }) => this.#asked.delete(id));
		if (forgotten.length === 0) return;
		const texts = new Map(this.#texts);
		for (const { id } of forgotten) texts.delete(id);
		this.#texts = texts;
		this.#changed(forgotten);
	}

	/** A run has changed: a file that has come, maybe under the name that it had before, is looked at again. */
	take(before: SheetRun | undefined, run: SheetRun): void {
		const known = new Map(before?.pictures.map(({ key, file }) => [key, file]));
		const tiles = run.pictures.map((picture) => ({ id: tileId(run.id, picture.key), run, picture }));
		this.forget(
			tiles.filter(
				({ id, picture: { key, file } }) =>
					file !== undefined && (file !== known.get(key) || this.#texts.get(id) === gone),
			),
		);
	}
}
