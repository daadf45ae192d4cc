import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { Disposable } from '../../core/base/emitter.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { labelText } from '../shell/plainText.ts';
import type { RunMemory } from './memory.ts';

export interface RunLensDeps {
	readonly session: SessionSource;
	readonly store: DeploymentStore;
	readonly memory: RunMemory;
	readonly workflows: WorkflowDocuments;
}

/** Run on top of every workflow document, saved or not. */
export class RunLenses implements vscode.CodeLensProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<void>();
	readonly onDidChangeCodeLenses = this.#changed.event;
	readonly #deps: RunLensDeps;
	readonly #watches: readonly Disposable[];

	constructor(deps: RunLensDeps) {
		this.#deps = deps;
		this.#watches = [
			deps.session.onDidChange(() => this.refresh()),
			{ dispose: deps.store.onChange(() => this.refresh()) },
		];
	}

	refresh(): void {
		this.#changed.fire();
	}

	provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
		if (this.#deps.workflows.get(document)?.kind !== 'api') return [];
		const { session, store, memory } = this.#deps;
		const [last] = memory.deploymentsFor(document.uri, session.current.connection.id);
		const deployment = last === undefined ? undefined : store.byId(last);
		const top = new vscode.Range(0, 0, 0, 0);
		const lens = (title: string, command: string) =>
			new vscode.CodeLens(top, { title, command, arguments: [document.uri] });
		return [
			lens(deployment ? `$(play) Run on ${labelText(deployment.name, 60)}` : '$(play) Run', 'easel.run'),
			...(deployment ? [lens('Run with…', 'easel.runWith')] : []),
		];
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
	}
}
