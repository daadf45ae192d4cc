import type { Finding, FindingTexts } from '../../base/findings.ts';

/** A problem of a literal; it is reported on the literal itself. */
export interface ValueProblem extends FindingTexts, Pick<Finding, 'code' | 'severity'> {
	/** The text that a fix writes in place of the literal. */
	readonly written?: { readonly text: string; readonly preferred: boolean };
}
