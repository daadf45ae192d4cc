import { type Dice, diceFor } from '../media/paint/random.ts';
import { type ContraryChoice, type OddityKind, shareOf } from './kinds.ts';

/** The oddities drawn for one reply, in the order in which they were applied: `kind: what`. */
export class Drawn {
	readonly #notes: string[] = [];

	note(kind: OddityKind, what: string): void {
		this.#notes.push(`${kind}: ${what}`);
	}

	get notes(): readonly string[] {
		return this.#notes;
	}
}

/** Decides by seed, kind and the key of the call alone: kinds that are left out do not affect the others. */
export class Draw {
	readonly #choice: ContraryChoice;

	constructor(choice: ContraryChoice) {
		this.#choice = choice;
	}

	allows(kind: OddityKind): boolean {
		return this.#choice.kinds.has(kind);
	}

	/** Returns dice for an oddity that happens this time; undefined if it does not. */
	take(kind: OddityKind, key: string): Dice | undefined {
		if (!this.allows(kind)) return undefined;
		const dice = diceFor(`${this.#choice.seed} ${kind} ${key}`);
		return dice.next() < shareOf(kind) ? dice : undefined;
	}
}
