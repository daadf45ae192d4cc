import type { Failure } from '../../base/failure.ts';
import { type AbsenceRule, isAbsence, ruleOfService } from '../../records/absence.ts';
import { processingFailed } from './notices.ts';

/** The answers that say that nothing more can be done with a dataset: it is not there, or the service could not process it. */
export const datasetRule: AbsenceRule = {
	...ruleOfService,
	applies: (failure) => isAbsence(failure) || failure.codeName === processingFailed,
};

/** Whether a call was refused without a code of the service, which something in between may have said. */
export function isUncodedRefusal({ status, code }: Failure): boolean {
	return status === 403 && code === undefined;
}

/** Looks for refused sign-ins in what comes back from calls for one thing, one after the other. */
export class Refusals {
	#last = false;

	/** Takes in the next failure. `again`: one by itself may be a stray answer, or the transport replaces the token; `sure`: the one before said the same. */
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
