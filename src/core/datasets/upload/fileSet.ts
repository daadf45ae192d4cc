/**
 * Some of the files of an upload, by their numbers from 0. As text it is a list of ranges (`0-4999,5003`), so that the progress of 10,000
 * files is a few characters in the history and not 10,000 rows.
 */
export class FileSet {
	readonly #has: Uint8Array;
	#size = 0;

	/** @param count the number of files of the upload; larger numbers in `text` are ignored. */
	constructor(count: number, text = '') {
		this.#has = new Uint8Array(count);
		for (const range of text.split(',')) {
			const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
			if (first === undefined) continue;
			const end = Math.min(Number(last), count - 1);
			for (let index = Number(first); index <= end; index++) this.add(index);
		}
	}

	get size(): number {
		return this.#size;
	}

	has(index: number): boolean {
		return this.#has[index] === 1;
	}

	add(index: number): void {
		if (this.#has[index] !== 0) return;
		this.#has[index] = 1;
		this.#size++;
	}

	delete(index: number): void {
		if (this.#has[index] !== 1) return;
		this.#has[index] = 0;
		this.#size--;
	}

	*[Symbol.iterator](): Generator<number> {
		for (let index = this.#has.indexOf(1); index >= 0; index = this.#has.indexOf(1, index + 1)) yield index;
	}

	toString(): string {
		const ranges: string[] = [];
		for (let first = this.#has.indexOf(1); first >= 0; ) {
			const after = this.#has.indexOf(0, first);
			const last = after < 0 ? this.#has.length - 1 : after - 1;
			ranges.push(first === last ? String(first) : `${first}-${last}`);
			first = after < 0 ? -1 : this.#has.indexOf(1, after);
		}
		return ranges.join(',');
	}
}
