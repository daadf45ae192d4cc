import type * as vscode from 'vscode';
import {
	couldBeWorkflow,
	longestWorkflow,
	parseWorkflow,
	type WorkflowDocument,
} from '../../core/workflow/document.ts';
import { reparse } from '../../core/workflow/reparse.ts';
import { ParsedTexts, type ReadCount } from './parsedTexts.ts';
import { mayBeWorkflow } from './scope.ts';

/** Texts that are no open documents, such as saved workflows of deployments: so many of the latest are kept. */
const keptTexts = 8;

/**
 * The workflow documents of this window, each parsed at most once for each of its versions and kept up with every keystroke
 * by reading again only what it changed. Checks, runs, graph, comparison and all language features ask here.
 */
export class WorkflowDocuments {
	readonly #texts = new ParsedTexts<WorkflowDocument>({
		parse: (text, { languageId }) => parseWorkflow(text, { comments: languageId === 'jsonc' }),
		update: { by: 'edits', apply: reparse },
		isKind: isWorkflow,
		longest: longestWorkflow,
	});
	/** The version of each document in which it had none of the words of a workflow. */
	readonly #without = new WeakMap<vscode.TextDocument, number>();
	readonly #others = new Map<string, WorkflowDocument>();

	/** How often a text was read. */
	get count(): Readonly<ReadCount> {
		return this.#texts.count;
	}

	/** The document if it is a workflow in any format: the one answer to this question. */
	get(document: vscode.TextDocument): WorkflowDocument | undefined {
		if (!mayBeWorkflow(document)) return undefined;
		if (!this.#texts.has(document)) {
			if (this.#without.get(document) === document.version) return undefined;
			if (!couldBeWorkflow(document.getText())) {
				this.#without.set(document, document.version);
				this.#texts.forget(document);
				return undefined;
			}
		}
		const parsed = this.#texts.get(document);
		return parsed !== undefined && isWorkflow(parsed) ? parsed : undefined;
	}

	/** The document read as a workflow, whatever it is and wherever it comes from: to say what is wrong with it. */
	read(document: vscode.TextDocument): WorkflowDocument {
		return this.#texts.get(document) ?? parseWorkflow('');
	}

	/** A text that is no open document, such as the saved workflow of a deployment. */
	ofText(text: string): WorkflowDocument {
		let parsed = this.#others.get(text);
		if (parsed === undefined) {
			this.#texts.count.whole++;
			parsed = parseWorkflow(text);
		}
		this.#others.delete(text);
		this.#others.set(text, parsed);
		for (const old of [...this.#others.keys()].slice(0, -keptTexts)) this.#others.delete(old);
		return parsed;
	}

	/** Called by the owner of the editor's events before any other listener receives an edit. */
	follow(event: vscode.TextDocumentChangeEvent): void {
		this.#texts.follow(event);
	}

	forget(document: vscode.TextDocument): void {
		this.#texts.forget(document);
	}
}

function isWorkflow(parsed: WorkflowDocument): boolean {
	return parsed.kind !== 'other' && parsed.kind !== 'broken';
}
