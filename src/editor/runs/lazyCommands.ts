import type * as vscode from 'vscode';
import type { Run } from '../../core/runs/run.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import type { CommandHandler } from '../shell/commands.ts';
import { runCommands } from './commands.ts';
import { RunDocuments } from './documents.ts';
import type { RunCommandId } from './ids.ts';
import { partnerKeyCommands, readPartnerKey } from './partnerKey.ts';
import type { ResultsPanels } from './resultsPanel.ts';
import { Runner, type RunnerDeps } from './runCommand.ts';

export { chooseSavedWorkflow } from './chooseSaved.ts';

export interface RunFeatures extends Omit<RunnerDeps, 'partnerKey' | 'onStarted'> {
	readonly panels: ResultsPanels;
	readonly workflows: WorkflowDocuments;
	readonly secrets: vscode.SecretStorage;
	/** Shows a run that has just begun. */
	readonly onStarted: (run: Run) => void;
}

/** Everything that takes a document to a run, loaded when the first command of the room is used. */
export function startRuns(features: RunFeatures): Record<RunCommandId, CommandHandler> {
	const { log, session, history, panels, secrets, workflows } = features;
	const documents = new RunDocuments(history, workflows);
	const runner = new Runner({
		...features,
		partnerKey: (connection) => readPartnerKey(secrets, connection),
		onStarted(run, source) {
			features.onStarted(run);
			documents
				.keep(run, source)
				.catch((cause) => log.warn('The document of a run could not be kept', cause));
		},
	});
	return {
		...runCommands({ log, session, runner, history, documents, panels, workflows }),
		...partnerKeyCommands(secrets, session),
	};
}
