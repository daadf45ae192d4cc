import type { Failure } from '../../base/failure.ts';
import { type AbsenceRule, isAbsence, ruleOfService } from '../../records/absence.ts';
import { processingFailed } from './notices.ts';

/** The answers that end all work on a dataset: it does not exist, or the service could not process it. */
export const datasetRule: AbsenceRule = {
	...ruleOfService,
	applies: (failure) => isAbsence(failure) || failure.codeName === processingFailed,
};

/** Returns whether a call was refused without a code of the service, perhaps by an intermediary. */
export function isUncodedRefusal({ status, code }: Failure): boolean {
	return status === 403 && code === undefined;
}

/** Detects refused sign-ins in the answers to successive calls for one thing. */
export class Refusals {
	#last = false;

	/**
	 * Takes in the next failure. `again`: the first one may be a stray answer, or the transport replaces the token; `sure`: the previous
	 * one was the same.
	 */
	take({ kind, status }: Failure): 'no' | 'again' | 'sure' {
		const before = this.#last;
		this.#last = kind === 'auth' && status !== 403;
		if (!this.#last) return 'no';
		return before ? 'sure' : 'again';
	}

	/** Takes in an answer that is not a failure. */
	clear(): void {
		this.#last = false;
	}
}
