import type { Failure } from '../base/failure.ts';

/** Whether a failure only says that there is no result yet: how some hosts answer before the end (wire-facts.md, section 9). */
export function isNotReady({ codeName }: Failure): boolean {
	return codeName === 'ResultNotReady';
}
