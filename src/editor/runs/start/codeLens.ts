import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/emitter.ts';
import type { RunLensDeps } from './runLenses.ts';

/** Times change while a run is in progress. */
const tickMs = 1000;
/**
 * Milliseconds that the editor may take to request changed lenses. It requests them after a delay that grows with the
 * duration of its last request, restarts that delay with each change, and skips a change right before the text loses
 * the focus.
 */
const patienceMs = 5000;

/** Provides Run on top of every workflow document, saved or not; while it runs, its state, Cancel and Show. */
export class RunLenses implements vscode.CodeLensProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<void>();
	readonly onDidChangeCodeLenses = this.#changed.event;
	readonly #deps: RunLensDeps;
	readonly #watches: readonly Disposable[];
	#renewal: NodeJS.Timeout | undefined;

	constructor(deps: RunLensDeps) {
		this.#deps = deps;
		this.#watches = [
			deps.session.onDidChange(() => this.refresh()),
			deps.targets.onDidChange(() => this.refresh()),
			// By now the text has the focus, or has lost it together with an earlier change.
			vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
			deps.windowRuns.onDidChange((run) => run.documentUri !== undefined && this.refresh()),
		];
	}

	refresh(): void {
		this.#changed.fire();
	}

	async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
		if (this.#deps.workflows.get(document)?.kind !== 'api') return [];
		const uri = document.uri.toString();
		const moving = this.#deps.windowRuns.active().filter((run) => run.documentUri === uri);
		if (moving.length > 0) this.#renewIn(tickMs);
		return (await import('./runLenses.ts')).runLenses(document.uri, moving, this.#deps);
	}

	dispose(): void {
		clearTimeout(this.#renewal);
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
	}

	/**
	 * Reports after this number of milliseconds that the time has changed, and again if it was not read since; one last time when the last
	 * run has ended.
	 */
	#renewIn(milliseconds: number): void {
		clearTimeout(this.#renewal);
		this.#renewal = setTimeout(() => {
			if (this.#deps.windowRuns.active().length > 0) this.#renewIn(patienceMs);
			this.refresh();
		}, milliseconds);
	}
}
