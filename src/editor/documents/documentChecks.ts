import * as vscode from 'vscode';
import type { Finding } from '../../core/base/findings.ts';
import type { AppServices } from '../shell/appServices.ts';
import { diagnosticOf, shownFindings } from '../shell/findings.ts';
import { type DocumentChange, restMs } from './documents.ts';

export interface Checked {
	readonly version: number;
	readonly findings: readonly Finding[];
}

interface DocumentChecksOptions<C extends Checked> extends Pick<AppServices, 'log'> {
	/** The name of the collection of diagnostics. */
	readonly name: string;
	/** The folder of the pages that explain the rules. */
	readonly pages: vscode.Uri;
	readonly documents: { readonly onDidChange: vscode.Event<DocumentChange> };
	/**
	 * Returns whether a document could be of this kind. Called for every open document, so it must cost next to
	 * nothing.
	 */
	mayBe(document: vscode.TextDocument): boolean;
	/** Checks the current document; undefined if it is not of this kind. */
	check(document: vscode.TextDocument): Promise<C | undefined> | C | undefined;
	/** Fires when a check may answer otherwise though no text has changed. */
	readonly onDidChangeRules?: readonly vscode.Event<unknown>[];
	/** Returns whether the diagnostics of another extension already report the same, so that a finding is not shown twice. */
	repeats?(document: vscode.TextDocument, finding: Finding, others: readonly vscode.Diagnostic[]): boolean;
}

/** Checks open documents of one kind when they change, and shows the findings. */
export class DocumentChecks<C extends Checked> implements vscode.Disposable {
	readonly #options: DocumentChecksOptions<C>;
	readonly #collection: vscode.DiagnosticCollection;
	readonly #timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
	readonly #checked = new WeakMap<vscode.TextDocument, C>();
	/** Documents with visible findings. */
	readonly #shows = new WeakSet<vscode.TextDocument>();
	/** Checks that have not ended, so that features that ask at the same time share one. */
	readonly #running = new WeakMap<
		vscode.TextDocument,
		{ readonly version: number; readonly result: Promise<C | undefined> }
	>();
	readonly #done = new vscode.EventEmitter<vscode.TextDocument>();
	readonly #subscriptions: vscode.Disposable[];
	/** The findings of a document have changed. */
	readonly onDidCheck = this.#done.event;

	constructor(options: DocumentChecksOptions<C>) {
		this.#options = options;
		this.#collection = vscode.languages.createDiagnosticCollection(options.name);
		this.#subscriptions = [
			options.documents.onDidChange(({ document, reason }) => {
				if (reason === 'closed') this.#forget(document);
				else this.#soon(document, reason === 'edited' ? restMs : 0);
			}),
			...(options.onDidChangeRules ?? []).map((changed) => changed(() => this.checkAll())),
		];
		if (options.repeats !== undefined)
			this.#subscriptions.push(vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#compare(uris)));
		this.checkAll();
	}

	/** Returns the findings for the current document; undefined if it is not of this kind. */
	async current(document: vscode.TextDocument): Promise<C | undefined> {
		if (document.isClosed || !this.#options.mayBe(document)) return undefined;
		const known = this.#checked.get(document);
		if (known?.version === document.version) return known;
		const running = this.#running.get(document);
		if (running?.version === document.version) return running.result;
		const result = this.#check(document);
		this.#running.set(document, { version: document.version, result });
		return result;
	}

	/** Returns the findings last shown, whether or not the text has changed since. */
	last(document: vscode.TextDocument): C | undefined {
		return this.#checked.get(document);
	}

	checkAll(): void {
		for (const document of vscode.workspace.textDocuments) {
			this.#checked.delete(document);
			this.#running.delete(document);
			this.#soon(document, 0);
		}
	}

	dispose(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		this.#timers.clear();
		for (const subscription of this.#subscriptions) subscription.dispose();
		this.#collection.dispose();
		this.#done.dispose();
	}

	#soon(document: vscode.TextDocument, afterMs: number): void {
		if (!this.#options.mayBe(document)) return;
		clearTimeout(this.#timers.get(document));
		const run = () => {
			this.#timers.delete(document);
			this.#show(document).catch((cause: unknown) =>
				this.#options.log.error(`A document could not be checked (${this.#options.name})`, cause),
			);
		};
		this.#timers.set(document, setTimeout(run, afterMs));
	}

	#forget(document: vscode.TextDocument): void {
		clearTimeout(this.#timers.get(document));
		this.#timers.delete(document);
		this.#running.delete(document);
		this.#checked.delete(document);
		this.#shows.delete(document);
		this.#collection.delete(document.uri);
	}

	async #check(document: vscode.TextDocument): Promise<C | undefined> {
		const checked = await this.#options.check(document);
		const { isClosed, version } = document;
		if (checked === undefined) this.#checked.delete(document);
		// The checked text may be outdated by now, or its document closed.
		else if (checked.version === version && !isClosed) this.#checked.set(document, checked);
		return isClosed ? undefined : checked;
	}

	async #show(document: vscode.TextDocument): Promise<void> {
		const checked = await this.current(document);
		if (document.isClosed) return;
		if (checked === undefined) {
			if (!this.#shows.delete(document)) return;
			this.#collection.delete(document.uri);
		} else {
			this.#shows.add(document);
			this.#collection.set(
				document.uri,
				this.#shown(document, checked).map((finding) => diagnosticOf(document, finding, this.#options.pages)),
			);
		}
		this.#done.fire(document);
	}

	#shown(document: vscode.TextDocument, { findings }: C): readonly Finding[] {
		const { repeats } = this.#options;
		if (repeats === undefined) return shownFindings(findings);
		const others = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source !== 'Easel');
		return shownFindings(findings).filter((finding) => !repeats(document, finding, others));
	}

	/** Shows a finding once if another extension reports it, too. */
	#compare(uris: readonly vscode.Uri[]): void {
		const changed = new Set(uris.map(String));
		for (const document of vscode.workspace.textDocuments) {
			const checked = this.#checked.get(document);
			// A text that has changed since is checked anyway, as soon as typing pauses.
			if (checked?.version !== document.version || !changed.has(document.uri.toString())) continue;
			const before = this.#collection.get(document.uri)?.length ?? 0;
			if (this.#shown(document, checked).length !== before) this.#soon(document, restMs);
		}
	}
}
