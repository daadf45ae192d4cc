import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { readDocument } from '../../core/runs/archive/runFolder.ts';
import type { Run } from '../../core/runs/run.ts';
import { renewed, undrawn } from '../../core/runs/start/drawing.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { readSource, type WorkflowSource } from './start/workflowSource.ts';
import type { WindowRuns } from './windowRuns.ts';

/**
 * Reads the documents of runs, either as sent or in their current state. The text that was sent is kept next to the
 * results, so that a run can be repeated after its document has changed.
 */
export class RunDocuments {
	readonly #windowRuns: WindowRuns;
	readonly #workflows: WorkflowDocuments;

	constructor(windowRuns: WindowRuns, workflows: WorkflowDocuments) {
		this.#windowRuns = windowRuns;
		this.#workflows = workflows;
	}

	/** Reads the current document of a run, in the editor or its file; undefined without one, or if it no longer exists. */
	async now(run: Run): Promise<WorkflowDocument | undefined> {
		if (run.documentUri === undefined) return undefined;
		const read = readSource(this.#workflows, vscode.Uri.parse(run.documentUri));
		return read.then(
			({ document }) => document,
			() => undefined,
		);
	}

	/**
	 * Reads the document of a run: `same` as it was sent, `undrawn` as it was before values were drawn, `newSeed` as
	 * the latter, with new seeds. Returns undefined if neither the kept one nor the original can be read.
	 */
	async of(run: Run, how: 'same' | 'undrawn' | 'newSeed'): Promise<WorkflowSource | undefined> {
		const kept = await readDocument(this.#windowRuns.archive.fsPath, run.id);
		const original = run.documentUri === undefined ? undefined : vscode.Uri.parse(run.documentUri);
		const uri = original ?? (kept && vscode.Uri.file(kept.path));
		if (uri === undefined) return undefined;
		const source =
			kept === undefined || original === undefined
				? { ...(await readSource(this.#workflows, uri)), name: run.documentName }
				: {
						document: this.#workflows.ofText(kept.text),
						uri: original,
						name: run.documentName,
						...(original.scheme === 'file' ? { folder: dirname(original.fsPath) } : {}),
					};
		// The kept document is the one that was sent, so no values are drawn for it.
		const sent = { document: source.document, ...(kept ? { drawn: run.summary.drawn ?? [] } : {}) };
		const parse = (text: string) => this.#workflows.ofText(text);
		const again = how === 'same' ? sent : how === 'newSeed' ? renewed(sent, parse) : undrawn(sent, parse);
		return { ...source, ...again };
	}
}
