import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { applyEdits } from '../../core/base/fixAll.ts';
import { plainJson } from '../../core/json/plain.ts';
import { keepDocument, readDocument } from '../../core/runs/archive/runFolder.ts';
import { newSeedEdits } from '../../core/runs/plan/seed.ts';
import type { Run } from '../../core/runs/run.ts';
import { jsonOf } from '../../core/workflow/document.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import type { LazyRunService } from './lazyRunService.ts';
import { readSource, type WorkflowSource } from './start/workflowSource.ts';

/**
 * Keeps the document of each run beside its results, as it was when it ran, so that the run can be repeated after the
 * document has moved on.
 */
export class RunDocuments {
	readonly #history: LazyRunService;
	readonly #workflows: WorkflowDocuments;

	constructor(history: LazyRunService, workflows: WorkflowDocuments) {
		this.#history = history;
		this.#workflows = workflows;
	}

	async keep(run: Run, source: WorkflowSource): Promise<void> {
		const { document } = source;
		const text = jsonOf(document, { start: 0, end: document.text.length });
		await keepDocument(this.#history.archive.fsPath, run.id, text);
	}

	/** The document of a run, or undefined when neither the kept one nor the original can be read. */
	async of(run: Run, newSeed: boolean): Promise<WorkflowSource | undefined> {
		const kept = await readDocument(this.#history.archive.fsPath, run.id);
		const original = run.documentUri === undefined ? undefined : vscode.Uri.parse(run.documentUri);
		const uri = original ?? (kept && vscode.Uri.file(kept.path));
		if (uri === undefined) return undefined;
		const source =
			kept === undefined || original === undefined
				? await readSource(this.#workflows, uri)
				: {
						document: this.#workflows.ofText(kept.text),
						uri: original,
						name: run.documentName,
						...(original.scheme === 'file' ? { folder: dirname(original.fsPath) } : {}),
					};
		if (!newSeed) return source;
		const { document } = source;
		const text = applyEdits(document.text, newSeedEdits(document));
		return { ...source, document: this.#workflows.ofText(document.comments ? plainJson(text) : text) };
	}
}
