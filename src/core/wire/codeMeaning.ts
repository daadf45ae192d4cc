import type { FailureKind, Fixer } from '../base/failure.ts';

/** The meaning of one code of the service for a person. */
export interface CodeMeaning {
	readonly code: number;
	readonly name: string;
	readonly kind: FailureKind;
	readonly message: string;
	readonly nextStep: string;
	readonly fixer: Fixer;
}
