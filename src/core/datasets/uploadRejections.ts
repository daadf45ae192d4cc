import type { Failure } from '../base/failure.ts';

/** What an answer says of everything that is sent to a dataset: it is not there, or the sign-in is not accepted. */
export interface Rejection {
	readonly kind: 'gone' | 'refused';
	/** Whether the answer before this one said the same. One by itself may come from something in between, or be too early. */
	readonly isSure: boolean;
}

/** Looks for rejections in what comes back from calls for one thing, one after the other. */
export class Rejections {
	#last: Rejection['kind'] | undefined;

	/** Takes in the next failure. */
	take(failure: Failure): Rejection | undefined {
		const kind = kindOf(failure);
		const isSure = kind === this.#last;
		this.#last = kind;
		return kind && { kind, isSure };
	}

	/** Takes in an answer that is no failure. */
	clear(): void {
		this.#last = undefined;
	}
}

function kindOf({ kind, status }: Failure): Rejection['kind'] | undefined {
	if (kind === 'notFound') return 'gone';
	return kind === 'auth' && status !== 403 ? 'refused' : undefined;
}
