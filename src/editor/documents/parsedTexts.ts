import type * as vscode from 'vscode';
import type { TextEdit } from '../../core/base/findings.ts';

interface TextParser<T> {
	/** Reads a text; the document has its language. */
	parse(text: string, document: vscode.TextDocument): T;
	/** Returns the result of these edits of `previous`, or of a new text; cheaper than parsing all of it if possible. */
	readonly update:
		| { readonly by: 'edits'; apply(previous: T, edits: readonly TextEdit[]): T & { readonly text: string } }
		| { readonly by: 'text'; apply(previous: T, text: string): T };
	/** Returns whether to follow the edits of a text; a text of no known kind is read again on request. */
	isKind(parsed: T): boolean;
	/** A longer text is not read, in characters. */
	readonly longest: number;
}

interface Known<T> {
	readonly version: number;
	readonly parsed: T;
}

/** Number of texts read so far, for tests and the bench. */
export interface ReadCount {
	/** Texts that were read in full. */
	whole: number;
	/** Texts that were read only in the edited part. */
	updated: number;
}

/**
 * The open texts of one kind, each parsed at most once for each of its versions. The owner passes the editor's events
 * on with `follow` and `forget`.
 */
export class ParsedTexts<T> {
	readonly #parser: TextParser<T>;
	readonly #known = new WeakMap<vscode.TextDocument, Known<T>>();
	readonly count: ReadCount = { whole: 0, updated: 0 };

	constructor(parser: TextParser<T>) {
		this.#parser = parser;
	}

	/** Returns the current text; undefined if it is longer than any of the kind. */
	get(document: vscode.TextDocument): T | undefined {
		const known = this.#known.get(document);
		if (known?.version === document.version) return known.parsed;
		if (lengthOf(document) > this.#parser.longest) return undefined;
		return this.#keep(document, this.#read(known?.parsed, document));
	}

	/** Returns whether the current text has already been read, so that a request costs nothing. */
	has(document: vscode.TextDocument): boolean {
		return this.#known.get(document)?.version === document.version;
	}

	/** Follows an edit. Does not parse a text that was never requested. */
	follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const known = this.#known.get(document);
		if (known === undefined || known.version === document.version || this.#parser.update.by === 'text')
			return;
		const next = this.#followed(known, document, contentChanges);
		if (next === undefined) this.forget(document);
		else this.#keep(document, next);
	}

	/** Forgets a text that was closed, or that is not of this kind. */
	forget(document: vscode.TextDocument): void {
		this.#known.delete(document);
	}

	#followed(
		{ version, parsed }: Known<T>,
		document: vscode.TextDocument,
		changes: readonly vscode.TextDocumentContentChangeEvent[],
	): T | undefined {
		const { isKind, update } = this.#parser;
		// The edit does not apply if a version was skipped.
		if (update.by === 'text' || version !== document.version - 1 || !isKind(parsed)) return undefined;
		const edits = changes.map((change) => ({
			range: { start: change.rangeOffset, end: change.rangeOffset + change.rangeLength },
			newText: change.text,
		}));
		const next = update.apply(parsed, edits);
		if (next.text.length !== lengthOf(document)) return undefined;
		this.count.updated++;
		return next;
	}

	#read(previous: T | undefined, document: vscode.TextDocument): T {
		const text = document.getText();
		const { update } = this.#parser;
		if (previous === undefined || update.by === 'edits') {
			this.count.whole++;
			return this.#parser.parse(text, document);
		}
		this.count.updated++;
		return update.apply(previous, text);
	}

	#keep(document: vscode.TextDocument, parsed: T): T {
		this.#known.set(document, { version: document.version, parsed });
		return parsed;
	}
}

/** Returns the length of a text in characters, without joining its lines. */
function lengthOf(document: vscode.TextDocument): number {
	return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}
