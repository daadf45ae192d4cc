import * as vscode from 'vscode';
import type { Finding } from '../../core/base/findings.ts';
import type { Log } from '../../core/base/log.ts';
import { checkWorkflow } from '../../core/workflow/check.ts';
import { parseWorkflow, type WorkflowDocument } from '../../core/workflow/document.ts';
import type { NodeInfo } from '../../core/workflow/nodeInfo.ts';
import { diagnosticOf, restMs, worst } from '../shell/findings.ts';
import type { NodeInfoSources } from './nodeInfoSource.ts';
import { mayBeWorkflow, type OpenWorkflows } from './openWorkflows.ts';

interface Checked {
	readonly version: number;
	readonly parsed: WorkflowDocument;
	readonly nodeInfo: NodeInfo;
	readonly findings: readonly Finding[];
	/** What the same rules find in another text. */
	readonly recheck: (text: string) => readonly Finding[];
}

/** Checks open workflow documents when they change and shows what it finds. */
export class WorkflowChecks implements vscode.Disposable {
	readonly #log: Log;
	readonly #pages: vscode.Uri;
	readonly #open: OpenWorkflows;
	readonly #sources: NodeInfoSources;
	readonly #hasPartnerKey: () => Promise<boolean>;
	readonly #collection = vscode.languages.createDiagnosticCollection('easel-workflow');
	readonly #timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
	readonly #checked = new WeakMap<vscode.TextDocument, Checked>();
	readonly #done = new vscode.EventEmitter<vscode.TextDocument>();
	readonly #subscriptions: vscode.Disposable[];
	/** A document has new findings. */
	readonly onDidCheck = this.#done.event;

	constructor(deps: {
		log: Log;
		/** The folder of the pages that explain the rules. */
		pages: vscode.Uri;
		open: OpenWorkflows;
		sources: NodeInfoSources;
		hasPartnerKey: () => Promise<boolean>;
	}) {
		this.#log = deps.log;
		this.#pages = deps.pages;
		this.#open = deps.open;
		this.#sources = deps.sources;
		this.#hasPartnerKey = deps.hasPartnerKey;
		this.#subscriptions = [
			deps.open.onDidChange((document) => this.#soon(document, restMs)),
			deps.sources.onDidChange(() => this.#all()),
			vscode.workspace.onDidOpenTextDocument((document) => this.#soon(document, 0)),
			vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
		];
		this.#all();
	}

	/** The findings for the document as it stands now; undefined where it is no workflow. */
	async current(document: vscode.TextDocument): Promise<Checked | undefined> {
		const known = this.#checked.get(document);
		if (known?.version === document.version) return known;
		return this.#check(document);
	}

	/** The findings last shown, whether or not the text has changed since. */
	last(document: vscode.TextDocument): Checked | undefined {
		return this.#checked.get(document);
	}

	#all(): void {
		for (const document of vscode.workspace.textDocuments) {
			this.#checked.delete(document);
			this.#soon(document, 0);
		}
	}

	#soon(document: vscode.TextDocument, afterMs: number): void {
		if (!mayBeWorkflow(document)) return;
		clearTimeout(this.#timers.get(document));
		const run = () => {
			this.#timers.delete(document);
			this.#check(document).catch((cause) => this.#log.error('A workflow could not be checked', cause));
		};
		this.#timers.set(document, setTimeout(run, afterMs));
	}

	#forget(document: vscode.TextDocument): void {
		clearTimeout(this.#timers.get(document));
		this.#timers.delete(document);
		this.#checked.delete(document);
		this.#collection.delete(document.uri);
	}

	async #check(document: vscode.TextDocument): Promise<Checked | undefined> {
		if (document.isClosed) return undefined;
		if (!this.#open.get(document)) {
			this.#collection.delete(document.uri);
			this.#checked.delete(document);
			return undefined;
		}
		const [nodeInfo, hasPartnerKey] = await Promise.all([
			this.#sources.for(document.uri),
			this.#hasPartnerKey(),
		]);
		// The text may have moved on while the description was fetched: what is checked is what stands there now.
		const parsed = this.#open.get(document);
		if (!parsed || document.isClosed) return undefined;
		const { version } = document;
		// The editor's own JSON support tells of mistakes in plain JSON; in the lenient dialect it allows what the engine refuses.
		const options = { syntax: document.languageId !== 'json', hasPartnerKey };
		const recheck = (text: string) => checkWorkflow(parseWorkflow(text), nodeInfo, options);
		const findings = checkWorkflow(parsed, nodeInfo, options);
		const checked: Checked = { version, parsed, nodeInfo, findings, recheck };
		this.#checked.set(document, checked);
		this.#collection.set(
			document.uri,
			worst(findings).map((finding) => diagnosticOf(document, finding, this.#pages)),
		);
		this.#done.fire(document);
		return checked;
	}

	dispose(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		for (const subscription of this.#subscriptions) subscription.dispose();
		this.#collection.dispose();
		this.#done.dispose();
	}
}
