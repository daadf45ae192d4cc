import * as vscode from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import { placeOfRefusal } from '../../../core/jobs/submit/submission.ts';
import { serviceRules } from '../../../core/training/context.ts';
import { movedLine } from '../../../core/training/refusal.ts';
import type { TrainingDocument } from '../../../core/training/yaml/document.ts';
import { editorRange } from '../../shell/findings.ts';

interface Shown {
	diagnostic: vscode.Diagnostic;
	/** The line of the refusal as it was when the service refused it. */
	readonly line: string;
}

/**
 * The refusals of the service, each on the line that it concerns, in addition to our own findings. One stays until that line changes, the
 * document is closed, or it is sent again.
 */
export class Refusals implements vscode.Disposable {
	readonly #pages: vscode.Uri;
	readonly #collection = vscode.languages.createDiagnosticCollection('easel-training-refusals');
	readonly #shown = new Map<string, Shown>();
	readonly #watches: readonly vscode.Disposable[];

	/** `pages` is the folder of the pages that explain the rules. */
	constructor(pages: vscode.Uri) {
		this.#pages = pages;
		this.#watches = [
			vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)),
			vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clear(uri)),
		];
	}

	/** Shows a refusal of the current text; returns its place. */
	show(document: vscode.TextDocument, parsed: TrainingDocument, failure: Failure): vscode.Range {
		const words = failure.details ?? [];
		const range = editorRange(document, placeOfRefusal(parsed, failure));
		const said = words.length === 0 ? '' : ` (${sentences(words).join(' ')})`;
		const diagnostic = new vscode.Diagnostic(
			range,
			vscode.l10n.t('The service refused this: {0}', `${failure.message} ${failure.nextStep}${said}`),
			vscode.DiagnosticSeverity.Error,
		);
		diagnostic.source = 'Easel';
		const code = this.#codeOf(failure);
		if (code !== undefined) diagnostic.code = code;
		this.#shown.set(document.uri.toString(), { diagnostic, line: lineText(document, range.start.line) });
		this.#collection.set(document.uri, [diagnostic]);
		return range;
	}

	clear(uri: vscode.Uri): void {
		if (this.#shown.delete(uri.toString())) this.#collection.delete(uri);
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#collection.dispose();
	}

	#codeOf({ code, codeName }: Failure): vscode.Diagnostic['code'] {
		if (code === undefined) return undefined;
		const value = codeName === undefined ? String(code) : `${code} ${codeName}`;
		return Object.hasOwn(serviceRules, code)
			? { value, target: vscode.Uri.joinPath(this.#pages, 'training.md').with({ fragment: String(code) }) }
			: value;
	}

	#follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const shown = this.#shown.get(document.uri.toString());
		if (shown === undefined || contentChanges.length === 0) return;
		const { range } = shown.diagnostic;
		// The editor lists the changes of one step from the end of the text to its beginning.
		let line: number | undefined = range.start.line;
		for (const change of contentChanges) {
			const { start, end } = change.range;
			line = movedLine(line, shown.line.length, { start, end, text: change.text });
			if (line === undefined) break;
		}
		if (line === undefined || line >= document.lineCount || lineText(document, line) !== shown.line) {
			this.clear(document.uri);
			return;
		}
		if (line === range.start.line) return;
		const { message, severity, source, code } = shown.diagnostic;
		const place = new vscode.Range(line, range.start.character, line, range.end.character);
		const moved = new vscode.Diagnostic(place, message, severity);
		if (source !== undefined) moved.source = source;
		if (code !== undefined) moved.code = code;
		shown.diagnostic = moved;
		this.#collection.set(document.uri, [moved]);
	}
}

function lineText(document: vscode.TextDocument, line: number): string {
	return document.getText(document.lineAt(line).range);
}

/** Returns the messages of the service without duplicates and without the places that it puts before them. */
function sentences(words: readonly string[]): readonly string[] {
	return [...new Set(words.map((each) => each.replace(/^[\w.[\]-]{1,200}:\s+/, '')))];
}
