import type { FailureKind, Fixer } from '../base/failure.ts';

/** What one code of the service means to a person. */
export interface CodeMeaning {
	readonly code: number;
	readonly name: string;
	readonly kind: FailureKind;
	readonly message: string;
	readonly nextStep: string;
	readonly fixer: Fixer;
}
