import * as l10n from '@vscode/l10n';
import { describeDuration } from '../../core/base/ages.ts';
import type { CommandIo } from './io.ts';
import { printable } from './printable.ts';
import { fitted } from './tables.ts';

/** A completed amount, and how its report relates to the previous one. */
export interface Amount {
	/** If a line cannot be rewritten, reports of the same state are printed only occasionally. */
	readonly state: string;
	readonly done?: number;
	readonly total?: number;
	/** True to estimate the remaining time from the reports so far. */
	readonly estimates?: boolean;
}

/** Milliseconds between two lines of the same state. */
const betweenLinesMs = 10_000;
/** Milliseconds of reports from which the time that is left can be estimated. */
const leastMeasuredMs = 2000;
const widestBar = 20;

/** Shows the progress of something: one line with a bar on a terminal that is renewed, otherwise lines at a limited rate. */
export class Progress {
	readonly #io: CommandIo;
	readonly #now: () => number;
	#shown = '';
	#state: string | undefined;
	#shownAt = 0;
	#first: { readonly at: number; readonly done: number } | undefined;

	constructor(io: CommandIo, now: () => number = () => performance.now()) {
		this.#io = io;
		this.#now = now;
	}

	/** Shows a text; without an amount, each text is a separate state. */
	show(text: string, amount: Amount = { state: text }): void {
		const left = amount.estimates ? this.#left(amount) : undefined;
		const line = printable(left === undefined ? text : `${text}, ${left}`);
		if (line === this.#shown || this.#io.isQuiet === true) return;
		const now = this.#now();
		const { renewsLines, columns = 80 } = this.#io;
		if (!renewsLines && amount.state === this.#state && now - this.#shownAt < betweenLinesMs) return;
		this.#shown = line;
		this.#state = amount.state;
		this.#shownAt = now;
		this.#io.err(
			renewsLines ? `\r\u001b[K${fitted(`${barOf(amount, columns)}${line}`, columns - 1)}` : `${line}\n`,
		);
	}

	/** Removes a line on which more text could be written. */
	end(): void {
		if (this.#shown !== '' && this.#io.renewsLines) this.#io.err('\r\u001b[K');
		this.#shown = '';
	}

	#left({ done, total }: Amount): string | undefined {
		if (done === undefined || total === undefined) return undefined;
		const at = this.#now();
		this.#first ??= { at, done };
		const [passed, more] = [at - this.#first.at, done - this.#first.done];
		if (passed < leastMeasuredMs || more <= 0 || done >= total) return undefined;
		return l10n.t('about {0} left', describeDuration(Math.ceil((passed * (total - done)) / more)));
	}
}

/** Returns a bar of at most a quarter of the line, to leave room for the text. */
function barOf({ done, total }: Amount, columns: number): string {
	if (done === undefined || total === undefined || total <= 0) return '';
	const part = Math.min(1, Math.max(0, done / total));
	const barWidth = Math.min(widestBar, Math.floor(columns / 4));
	const full = Math.floor(part * barWidth);
	const percent = String(Math.floor(part * 100)).padStart(3);
	return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${percent}%  `;
}
