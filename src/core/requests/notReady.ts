import type { Failure } from '../base/failure.ts';

/**
 * Returns whether a failure only means that the result does not exist yet, as some hosts answer before the end
 * (wire-facts.md, section 9).
 */
export function isNotReady({ codeName }: Failure): boolean {
	return codeName === 'ResultNotReady';
}
