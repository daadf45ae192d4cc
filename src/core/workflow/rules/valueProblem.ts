import type { Severity } from '../../base/findings.ts';

/** A problem of a literal; it is reported on the literal itself. */
export interface ValueProblem {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	readonly remedy: string;
	/** The text that a fix writes in place of the literal. */
	readonly written?: { readonly text: string; readonly preferred: boolean };
}
