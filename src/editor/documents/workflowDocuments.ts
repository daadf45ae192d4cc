import type * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { couldBeWorkflow } from '../../core/workflow/recognize.ts';
import type { ParsedTexts, ReadCount } from './parsedTexts.ts';
import { mayBeWorkflow } from './scope.ts';

/** Number of texts kept that are not open documents, such as saved workflows of deployments. */
const keptTexts = 8;

/** The module that parses workflows, with the parsed texts. */
interface Parser {
	readonly module: typeof import('./workflowTexts.ts');
	readonly texts: ParsedTexts<WorkflowDocument>;
}

/**
 * The workflow documents of this window, each parsed at most once per version and updated with every keystroke by
 * parsing only the changed part. Used by checks, runs, graph, comparison and all language features. The parser is
 * loaded with the first document that could be a workflow: until then no document is one. Code that reads texts in
 * other ways awaits `load` once, when it is loaded itself.
 */
export class WorkflowDocuments {
	readonly #parser = lazy<Parser>(async () => {
		const module = await import('./workflowTexts.ts');
		return { module, texts: module.createWorkflowTexts() };
	});
	/** The version of each document in which it contained none of the keywords of a workflow. */
	readonly #without = new WeakMap<vscode.TextDocument, number>();
	readonly #others = new Map<string, WorkflowDocument>();

	get count(): Readonly<ReadCount> {
		return this.#loaded.texts.count;
	}

	/** Loads the parser, which the other methods need. Rejects if its file cannot be loaded. */
	async load(): Promise<this> {
		await this.#parser.get();
		return this;
	}

	/** Returns whether the kind of a document is unknown because the parser is not loaded. */
	needsParser(document: vscode.TextDocument): boolean {
		return this.#parser.value === undefined && this.#couldBe(document);
	}

	/** Returns the document if it is a workflow in any format: the one answer to this question. */
	get(document: vscode.TextDocument): WorkflowDocument | undefined {
		const parser = this.#parser.value;
		if (parser === undefined) return undefined;
		if (!parser.texts.has(document) && !this.#couldBe(document)) {
			parser.texts.forget(document);
			return undefined;
		}
		const parsed = mayBeWorkflow(document) ? parser.texts.get(document) : undefined;
		return parsed !== undefined && parser.module.isWorkflow(parsed) ? parsed : undefined;
	}

	/** Returns any document parsed as a workflow, to report its problems. */
	read(document: vscode.TextDocument): WorkflowDocument {
		const { module, texts } = this.#loaded;
		return texts.get(document) ?? module.parseWorkflow('');
	}

	/** Returns a text that is not an open document, such as the saved workflow of a deployment. */
	ofText(text: string): WorkflowDocument {
		const { module, texts } = this.#loaded;
		let parsed = this.#others.get(text);
		if (parsed === undefined) {
			texts.count.whole++;
			parsed = module.parseWorkflow(text);
		}
		this.#others.delete(text);
		this.#others.set(text, parsed);
		for (const old of [...this.#others.keys()].slice(0, -keptTexts)) this.#others.delete(old);
		return parsed;
	}

	/** Follows an edit. Called by the owner of the editor's events before any other listener receives it. */
	follow(event: vscode.TextDocumentChangeEvent): void {
		this.#parser.value?.texts.follow(event);
	}

	forget(document: vscode.TextDocument): void {
		this.#parser.value?.texts.forget(document);
	}

	get #loaded(): Parser {
		const parser = this.#parser.value;
		if (parser === undefined) throw new Error('A workflow was asked for before its parser was loaded.');
		return parser;
	}

	/** Returns whether a document may be a workflow; fast enough for every keystroke. */
	#couldBe(document: vscode.TextDocument): boolean {
		if (!mayBeWorkflow(document) || this.#without.get(document) === document.version) return false;
		if (couldBeWorkflow(document.getText())) return true;
		this.#without.set(document, document.version);
		return false;
	}
}
