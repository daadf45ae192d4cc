import type { Failure } from '../base/failure.ts';

/** Whether a failure only means that there is no result yet, as some hosts answer before the end (wire-facts.md, section 9). */
export function isNotReady({ codeName }: Failure): boolean {
	return codeName === 'ResultNotReady';
}
