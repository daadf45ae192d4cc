import type { Severity } from '../../base/findings.ts';

/** What is wrong with a literal; where it is reported is the literal itself. */
export interface ValueProblem {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	readonly remedy: string;
	/** What a fix writes in its place. */
	readonly written?: { readonly text: string; readonly preferred: boolean };
}
