import * as vscode from 'vscode';
import type { DocumentKind } from '../../core/workflow/document.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { isPresetsFile, isSweepFile } from './scope.ts';
import { TrainingDocuments } from './trainingDocuments.ts';
import { WorkflowDocuments } from './workflowDocuments.ts';

/** Milliseconds that typing must rest before the squiggles move. */
export const restMs = 150;

/** The kind of a document for Easel; the values of the context key `easel.activeDocument`. */
type TextKind = 'workflow' | 'workflowUi' | 'workflowWrapped' | 'training' | 'presets' | 'sweep' | 'none';

const kinds: Readonly<Record<DocumentKind, TextKind>> = {
	api: 'workflow',
	ui: 'workflowUi',
	requestBody: 'workflowWrapped',
	metadata: 'workflowWrapped',
	other: 'none',
	broken: 'none',
};

/** `opened` is also a change of the language or of settings; `edited` is a change of the text. */
export interface DocumentChange {
	readonly document: vscode.TextDocument;
	readonly reason: 'opened' | 'edited' | 'closed';
}

/**
 * The one owner of the open documents and their content. It receives every change first, so that its listeners and callers never see an
 * older text.
 */
export class Documents implements vscode.Disposable {
	readonly workflows = new WorkflowDocuments();
	readonly training = new TrainingDocuments(isNamedTraining);
	readonly #changed = new vscode.EventEmitter<DocumentChange>();
	readonly #recognized = new vscode.EventEmitter<vscode.TextDocument>();
	readonly #kinds = new WeakMap<vscode.TextDocument, TextKind>();
	readonly #timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
	readonly #subscriptions: readonly vscode.Disposable[];
	readonly onDidChange = this.#changed.event;
	/** Fires when the kind of a document has changed: determined immediately when it opens, and after typing. */
	readonly onDidRecognize = this.#recognized.event;

	constructor() {
		this.#subscriptions = [
			vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
			vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
			vscode.workspace.onDidChangeTextDocument((event) => this.#edited(event)),
			onSettingChange(['easel.training.files'], () => {
				this.training.recognizeAgain();
				for (const document of vscode.workspace.textDocuments) this.#opened(document);
			}),
		];
	}

	kindOf(document: vscode.TextDocument): TextKind {
		const workflow = this.workflows.get(document);
		if (workflow !== undefined) return kinds[workflow.kind];
		if (isPresetsFile(document)) return 'presets';
		if (isSweepFile(document)) return 'sweep';
		return this.training.is(document) ? 'training' : 'none';
	}

	/** Recognizes the documents that were open before the listener was added. */
	recognizeAll(): void {
		for (const document of vscode.workspace.textDocuments) this.#recognize(document);
	}

	dispose(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		for (const subscription of this.#subscriptions) subscription.dispose();
		this.#changed.dispose();
		this.#recognized.dispose();
	}

	#opened(document: vscode.TextDocument): void {
		this.#changed.fire({ document, reason: 'opened' });
		this.#recognize(document);
	}

	#edited(event: vscode.TextDocumentChangeEvent): void {
		// An event without changes is about something else, such as the saved state.
		if (event.contentChanges.length === 0) return;
		const { document } = event;
		this.workflows.follow(event);
		this.#changed.fire({ document, reason: 'edited' });
		clearTimeout(this.#timers.get(document));
		this.#timers.set(
			document,
			setTimeout(() => this.#recognize(document), restMs),
		);
	}

	#closed(document: vscode.TextDocument): void {
		clearTimeout(this.#timers.get(document));
		this.#timers.delete(document);
		this.workflows.forget(document);
		this.training.forget(document);
		this.#changed.fire({ document, reason: 'closed' });
	}

	#recognize(document: vscode.TextDocument): void {
		clearTimeout(this.#timers.get(document));
		this.#timers.delete(document);
		if (document.isClosed) return;
		if (this.workflows.needsParser(document)) {
			// If it cannot be loaded, the first command that needs it reports that.
			this.workflows.load().then(
				() => this.#recognize(document),
				() => undefined,
			);
			return;
		}
		const kind = this.kindOf(document);
		if (kind === (this.#kinds.get(document) ?? 'none')) return;
		this.#kinds.set(document, kind);
		this.#recognized.fire(document);
	}
}

function isNamedTraining(document: vscode.TextDocument): boolean {
	return readSetting('easel.training.files', document.uri).some(
		(pattern) => vscode.languages.match({ pattern }, document) > 0,
	);
}
