import type * as vscode from 'vscode';
import type { DocumentFacts } from '../../../core/runs/documentFacts.ts';
import type { InputFormIdentity } from '../../../core/runs/inputs/messages.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { RunServices } from '../services.ts';

export interface InputFormsOptions
	extends Pick<
		RunServices,
		'acts' | 'log' | 'session' | 'ready' | 'signedIn' | 'windowRuns' | 'jobs' | 'workflows' | 'nodeInfo'
	> {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly facts: () => Promise<DocumentFacts>;
	/** Shows a started run in the view of its target. */
	readonly onStarted: (run: Run) => void;
	/** Shows the result of a run in a separate panel. */
	readonly showResult: (runId: string) => void;
}

/** Returns the key of a form and its input. */
export function inputFormKey({ connectionId, kind, id }: InputFormIdentity): string {
	return JSON.stringify([connectionId, kind, id]);
}
