import type * as vscode from 'vscode';
import { silentLog } from '../../../src/core/base/log.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { Documents } from '../../../src/editor/documents/documents.ts';
import type { startPresetsFeatures } from '../../../src/editor/workflow/nextTo/presets.ts';
import { EventEmitter, editor, Uri } from './vscode.ts';

/** The features of a kind of file next to workflows, with the engine's own node classes, until `end`. */
export class NextToFeatures {
	/** Fires for a workflow with files to check again. */
	readonly read = new EventEmitter<vscode.TextDocument>();
	readonly documents = new Documents();
	readonly #features: vscode.Disposable;

	constructor(start: typeof startPresetsFeatures) {
		this.#features = start({
			extensionUri: Uri.file('/extension') as never,
			log: silentLog,
			documents: this.documents,
			checked: {
				check: async () => undefined,
				onDidCheck: this.read.event as never,
				nodeInfo: () => loadCoreCatalog(),
			},
		});
	}

	end(): void {
		this.#features.dispose();
		this.documents.dispose();
		editor.reset();
	}
}
