import type { Failure } from '../base/failure.ts';

/** The meaning of one code of the service for a person. */
export interface CodeMeaning extends Pick<Failure, 'kind' | 'message' | 'nextStep' | 'fixer'> {
	readonly code: number;
	readonly name: string;
}

/** The meaning of a code in a table. By default, the person has to correct the input. */
export type Meaning = Pick<CodeMeaning, 'message' | 'nextStep'> &
	Partial<Pick<CodeMeaning, 'kind' | 'fixer'>>;

/** Meanings by code, with the names of the codes. */
export type NamedMeanings = Readonly<Record<number, Meaning & Pick<CodeMeaning, 'name'>>>;
