import * as vscode from 'vscode';
import type { Finding } from '../../core/base/findings.ts';
import type { Log } from '../../core/base/log.ts';
import { type CheckOptions, checkTraining } from '../../core/training/check.ts';
import { parseTraining, type TrainingDocument } from '../../core/training/document.ts';
import { reparseTraining } from '../../core/training/reparse.ts';
import { diagnosticOf, restMs, worst } from '../shell/findings.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import type { TrainingDeps } from './deps.ts';
import { isTraining } from './recognise.ts';
import { repeatsForeign } from './yamlExtension.ts';

/** A configuration as it was last read, with what was found in it. */
export interface Checked {
	readonly version: number;
	readonly document: TrainingDocument;
	readonly findings: readonly Finding[];
}

/** Reads and checks open configurations when they change, and shows what it finds. */
export class TrainingChecks implements vscode.Disposable {
	readonly #log: Log;
	readonly #pages: vscode.Uri;
	readonly #deps: TrainingDeps;
	readonly #collection = vscode.languages.createDiagnosticCollection('easel-training');
	readonly #timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
	readonly #checked = new WeakMap<vscode.TextDocument, Checked>();
	readonly #done = new vscode.EventEmitter<void>();
	readonly #subscriptions: vscode.Disposable[];
	/** A document has new findings. */
	readonly onDidCheck = this.#done.event;

	constructor(extensionUri: vscode.Uri, deps: TrainingDeps) {
		this.#log = deps.log;
		this.#deps = deps;
		this.#pages = vscode.Uri.joinPath(extensionUri, 'docs', 'rules');
		this.#subscriptions = [
			vscode.workspace.onDidOpenTextDocument((document) => this.#soon(document, 0)),
			vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				if (contentChanges.length > 0) this.#soon(document, restMs);
			}),
			vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#compare(uris)),
			onSettingChange(['easel.training.files', 'easel.training.target'], () => this.#all()),
		];
		if (deps.datasets !== undefined) this.#subscriptions.push(deps.datasets.onDidChange(() => this.#all()));
		this.#all();
	}

	/** What the rules are told beside the text. */
	options(document: vscode.TextDocument): CheckOptions {
		const base: CheckOptions = {
			target: readSetting('easel.training.target', document.uri),
			hasVariable: (name) => process.env[name] !== undefined,
		};
		return this.#deps.datasets === undefined ? base : { ...base, datasets: this.#deps.datasets.knowledge };
	}

	/** The document as it stands now with its findings; undefined where it is no training configuration. */
	current(document: vscode.TextDocument): Checked | undefined {
		if (!isTraining(document)) return undefined;
		const known = this.#checked.get(document);
		if (known?.version === document.version) return known;
		const text = document.getText();
		const parsed = known === undefined ? parseTraining(text) : reparseTraining(known.document, text);
		const findings = checkTraining(parsed, this.options(document));
		const checked = { version: document.version, document: parsed, findings };
		this.#checked.set(document, checked);
		return checked;
	}

	#all(): void {
		for (const document of vscode.workspace.textDocuments) {
			this.#checked.delete(document);
			this.#soon(document, 0);
		}
	}

	#soon(document: vscode.TextDocument, afterMs: number): void {
		if (document.languageId !== 'yaml') return;
		clearTimeout(this.#timers.get(document));
		const run = () => {
			this.#timers.delete(document);
			this.#show(document);
			this.#done.fire();
		};
		this.#timers.set(document, setTimeout(run, afterMs));
	}

	#show(document: vscode.TextDocument): void {
		if (document.isClosed) return;
		const checked = this.current(document);
		if (checked === undefined) {
			this.#collection.delete(document.uri);
			return;
		}
		const others = vscode.languages.getDiagnostics(document.uri).filter((each) => each.source !== 'Easel');
		const shown = worst(checked.findings).filter((finding) => !repeatsForeign(document, finding, others));
		this.#log.trace(`${document.uri.fsPath}: ${checked.findings.length} findings`);
		this.#collection.set(
			document.uri,
			shown.map((finding) => diagnosticOf(document, finding, this.#pages)),
		);
	}

	/** Another extension spoke about a document: what both say is said once. */
	#compare(uris: readonly vscode.Uri[]): void {
		const changed = new Set(uris.map(String));
		for (const document of vscode.workspace.textDocuments) {
			if (!changed.has(document.uri.toString()) || !this.#checked.has(document)) continue;
			const shown = this.#collection.get(document.uri) ?? [];
			const others = vscode.languages.getDiagnostics(document.uri).filter((each) => each.source !== 'Easel');
			const checked = this.current(document);
			const wanted =
				checked === undefined
					? 0
					: worst(checked.findings).filter((finding) => !repeatsForeign(document, finding, others)).length;
			if (wanted !== shown.length) this.#soon(document, restMs);
		}
	}

	#forget(document: vscode.TextDocument): void {
		clearTimeout(this.#timers.get(document));
		this.#timers.delete(document);
		this.#checked.delete(document);
		this.#collection.delete(document.uri);
	}

	dispose(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		for (const subscription of this.#subscriptions) subscription.dispose();
		this.#collection.dispose();
		this.#done.dispose();
	}
}
