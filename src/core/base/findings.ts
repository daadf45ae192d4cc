import * as l10n from '@vscode/l10n';

/** The severity of a finding: an `error` will be refused or will fail, a `hint` is a quiet remark. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A piece of a text in UTF-16 offsets; `end` is the offset after the last character. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** Returns a range `by` characters further on. */
export function movedBy({ start, end }: TextRange, by: number): TextRange {
	return { start: start + by, end: end + by };
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
	 * The action in addition to the edits: ask for a model-hub token and store it, or first store the one that the
	 * edits remove from the text. Such a fix is never part of "Fix all".
	 */
	readonly act?: 'setHubToken' | 'storeHubToken';
	/** True for the one fix that is right in nearly every case; "Fix all" applies only these. */
	readonly preferred?: boolean;
}

export interface Finding {
	/** The name of the rule: the engine's error type, or the service's number and name. */
	readonly code: string;
	readonly severity: Severity;
	/** One sentence: the problem and why it matters. */
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

/** The problem of a YAML file with a second document, an error of the library with the code `MULTIPLE_DOCS`. */
export const secondDocument = {
	message: l10n.t('A second document starts here, and only one per file is read.'),
	remedy: l10n.t('Remove the --- line, or move the second document into another file.'),
};

/** Returns a fix of one edit or several; without any edit there is no fix. */
export function fix(
	title: string,
	edit: TextEdit | readonly TextEdit[] | undefined,
	preferred = false,
): readonly Fix[] {
	const edits = [edit ?? []].flat();
	if (edits.length === 0) return [];
	return [preferred ? { title, edits, preferred } : { title, edits }];
}

/** Returns the edit that inserts a text. */
export function insertion(at: number, newText: string): TextEdit {
	return { range: { start: at, end: at }, newText };
}

/** Returns the fixes that only change the text. */
export function plainFixes({ fixes = [] }: Finding): readonly Fix[] {
	return fixes.filter(({ act }) => act === undefined);
}

/** The texts of a finding. */
export type FindingTexts = Required<Pick<Finding, 'message' | 'remedy'>>;

/** An unreadable place of a text: the problem and its fix. */
export type SyntaxProblem = FindingTexts & Pick<Finding, 'range' | 'fixes'>;
