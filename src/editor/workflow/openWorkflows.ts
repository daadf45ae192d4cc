import * as vscode from 'vscode';
import {
	longestWorkflow,
	parseWorkflow,
	recogniseWorkflow,
	type WorkflowDocument,
} from '../../core/workflow/document.ts';
import { reparse } from '../../core/workflow/reparse.ts';

/** Views of a text that is not the person's own to mend: sides of a diff, output, settings. */
const foreignSchemes: ReadonlySet<string> = new Set([
	'git',
	'easel-saved',
	'output',
	'vscode-settings',
	'vscode-userdata',
	'vscode',
]);

/** Could this be a workflow document at all? */
export function mayBeWorkflow(document: vscode.TextDocument): boolean {
	return (
		(document.languageId === 'json' || document.languageId === 'jsonc') &&
		!foreignSchemes.has(document.uri.scheme)
	);
}

interface Known {
	version: number;
	/** Undefined for JSON that is no workflow: its text is not kept. */
	parsed: WorkflowDocument | undefined;
}

/** The open workflow documents, parsed, and kept up with every keystroke by re-reading what it changed. */
export class OpenWorkflows implements vscode.Disposable {
	readonly #known = new WeakMap<vscode.TextDocument, Known>();
	readonly #changed = new vscode.EventEmitter<vscode.TextDocument>();
	readonly #subscription: vscode.Disposable;
	/** A document was read anew after an edit. */
	readonly onDidChange = this.#changed.event;

	constructor() {
		this.#subscription = vscode.workspace.onDidChangeTextDocument((event) => {
			this.#follow(event);
			if (mayBeWorkflow(event.document) && event.contentChanges.length > 0)
				this.#changed.fire(event.document);
		});
	}

	/** The parsed document, or undefined where the text is no workflow in any format. */
	get(document: vscode.TextDocument): WorkflowDocument | undefined {
		if (!mayBeWorkflow(document)) return undefined;
		const known = this.#known.get(document);
		if (known?.version === document.version) return known.parsed;
		const parsed = read(document);
		this.#known.set(document, { version: document.version, parsed });
		return parsed;
	}

	#follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const known = this.#known.get(document);
		if (!known?.parsed || known.version === document.version) return;
		// An event without changes is about something else, such as the saved state; a skipped version is not to be trusted.
		if (contentChanges.length === 0 || known.version !== document.version - 1) return;
		const edits = contentChanges.map((change) => ({
			range: { start: change.rangeOffset, end: change.rangeOffset + change.rangeLength },
			newText: change.text,
		}));
		const next = reparse(known.parsed, edits);
		if (next.text.length !== lengthOf(document)) return;
		this.#known.set(document, { version: document.version, parsed: isWorkflow(next) ? next : undefined });
	}

	dispose(): void {
		this.#subscription.dispose();
		this.#changed.dispose();
	}
}

function read(document: vscode.TextDocument): WorkflowDocument | undefined {
	if (lengthOf(document) > longestWorkflow) return undefined;
	const text = document.getText();
	const kind = recogniseWorkflow(text);
	return kind === 'other' || kind === 'broken' ? undefined : parseWorkflow(text);
}

function isWorkflow(parsed: WorkflowDocument): boolean {
	return parsed.kind !== 'other' && parsed.kind !== 'broken';
}

function lengthOf(document: vscode.TextDocument): number {
	return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}
