import type * as vscode from 'vscode';
import type { DatasetKnowledge } from '../../core/training/context.ts';
import type { AppServices } from '../shell/appServices.ts';

/** What the account knows of its datasets and jobs. */
export interface DatasetSource {
	readonly knowledge: DatasetKnowledge;
	readonly onDidChange: vscode.Event<void>;
}

export interface TrainingDeps extends Pick<AppServices, 'log' | 'documents'> {
	/** Without it the rules about datasets of the account report nothing. */
	readonly datasets?: DatasetSource;
}
