import type { Failure } from '../base/failure.ts';

/** ResultNotReady: how some hosts answer before the end (wire-facts.md, section 9). */
const resultNotReady = 400005;

/** Whether a failure only says that there is no result yet. */
export function isNotReady({ code }: Failure): boolean {
	return code === resultNotReady;
}
