import type { CommandIo } from './io.ts';
import { printable } from './printable.ts';
import { fitted } from './tables.ts';

/** Shows the progress of something: one line on a terminal that is renewed, otherwise a line for each change. */
export class Progress {
	readonly #io: CommandIo;
	#shown = '';

	constructor(io: CommandIo) {
		this.#io = io;
	}

	show(text: string): void {
		const line = printable(text);
		if (line === this.#shown || this.#io.isQuiet === true) return;
		this.#shown = line;
		this.#io.err(
			this.#io.renewsLines ? `\r\u001b[K${fitted(line, (this.#io.columns ?? 80) - 1)}` : `${line}\n`,
		);
	}

	/** Leaves no line behind on which more could be written. */
	end(): void {
		if (this.#shown !== '' && this.#io.renewsLines) this.#io.err('\r\u001b[K');
		this.#shown = '';
	}
}
