/** The severity of a finding: an `error` will be refused or will fail, a `hint` is a quiet remark. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A piece of a text in UTF-16 offsets; `end` is the offset after the last character. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** One replacement; an empty range inserts. */
export interface TextEdit {
	readonly range: TextRange;
	readonly newText: string;
}

/** A change that fixes a finding. The edits never overlap. */
export interface Fix {
	readonly title: string;
	readonly edits: readonly TextEdit[];
	/**
	 * The action beside the edits: a model-hub token is asked for and stored, or the one that the edits take out of the text is
	 * stored first. Such a fix is never part of "Fix all".
	 */
	readonly act?: 'setHubToken' | 'storeHubToken';
	/** True for the one fix that is right in nearly every case; "Fix all" applies only these. */
	readonly preferred?: boolean;
}

/** One finding of a check about a document. */
export interface Finding {
	/** The name of the rule: the engine's error type, or the service's number and name. */
	readonly code: string;
	readonly severity: Severity;
	/** One sentence: what is wrong and why it matters. */
	readonly message: string;
	/** One sentence: how to fix it. */
	readonly remedy?: string;
	readonly range: TextRange;
	/** Workflow documents: the node concerned. */
	readonly nodeId?: string;
	/** Workflow documents: the input concerned. */
	readonly input?: string;
	/** Training configurations: the place, for example `config.process[0].train.lr`. */
	readonly path?: string;
	/** Page under `docs/rules`, relative to it. */
	readonly documentation?: string;
	readonly tags?: readonly ('unnecessary' | 'deprecated')[];
	readonly fixes?: readonly Fix[];
}

/** Returns the fixes that are changes of the text and nothing beside it. */
export function plainFixes({ fixes = [] }: Finding): readonly Fix[] {
	return fixes.filter(({ act }) => act === undefined);
}

/** A place where a text cannot be read: what is wrong and how to fix it. */
export interface SyntaxProblem {
	readonly range: TextRange;
	readonly message: string;
	readonly remedy: string;
	readonly fixes?: readonly Fix[];
}
