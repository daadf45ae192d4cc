import type * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { DatasetKnowledge } from '../../core/training/context.ts';
import type { Documents } from '../documents/documents.ts';

/** What the account knows of its datasets and jobs. */
export interface DatasetSource {
	readonly knowledge: DatasetKnowledge;
	readonly onDidChange: vscode.Event<void>;
}

export interface TrainingDeps {
	readonly log: Log;
	readonly documents: Documents;
	/** Without it the rules about datasets of the account stay silent. */
	readonly datasets?: DatasetSource;
}
