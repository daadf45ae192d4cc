import type { Json } from './json.ts';

/** What the conversion must know of one input of a node class. The node info room answers it. */
export interface DeclaredInput {
	readonly name: string;
	readonly required: boolean;
	/** What the visual editor shows for it: a widget with a place among the values, or only a socket. */
	readonly widget?: {
		readonly kind: 'integer' | 'float' | 'text' | 'boolean' | 'choice' | 'other';
		/** The value it begins with; undefined where the server does not say. */
		readonly initial?: Json;
		/** Known members of a choice; undefined where they cannot be known. */
		readonly options?: readonly Json[];
		/** Whether a second widget after it says what happens to the number after a run. */
		readonly control: boolean;
	};
	/** Choices that bring inputs of their own (`resize_type.multiplier`), by the chosen value. */
	readonly choiceInputs?: ReadonlyMap<string, readonly DeclaredInput[]>;
}

export interface DeclaredClass {
	readonly displayName?: string;
	/** In the order in which the visual editor builds them. */
	readonly inputs: readonly DeclaredInput[];
}

/** Answers for a class name what is declared for it; undefined for a class nobody knows. */
export type ClassLookup = (classType: string) => DeclaredClass | undefined;
