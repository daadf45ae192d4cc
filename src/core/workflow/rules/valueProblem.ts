import type { Finding } from '../../base/findings.ts';

/** A problem of a literal; it is reported on the literal itself. */
export interface ValueProblem extends Pick<Finding, 'code' | 'severity' | 'message'> {
	readonly remedy: string;
	/** The text that a fix writes in place of the literal. */
	readonly written?: { readonly text: string; readonly preferred: boolean };
}
