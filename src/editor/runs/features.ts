import type * as vscode from 'vscode';
import type { Run } from '../../core/runs/run.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import type { WindowJobs } from '../jobs/windowJobs.ts';
import type { HandlersOf } from '../shell/commands.ts';
import type { runsCommandIds } from '../shell/ids.ts';
import { batchCommands } from './batches/commands.ts';
import type { WindowRunBatches } from './batches/windowRunBatches.ts';
import { RunChooser } from './chooseRun.ts';
import { runCommands } from './commands.ts';
import { RunDocuments } from './documents.ts';
import { inputCommands, runInputsAgain } from './inputs/commands.ts';
import type { InputFormPanels } from './inputs/panels.ts';
import { instanceCommands } from './instance/commands.ts';
import { comparePictures } from './pictures/compare.ts';
import type { PicturesPanels } from './pictures/panels.ts';
import type { ResultsPanels } from './results/panels.ts';
import { sidecarCommands } from './sidecar/command.ts';
import { DocumentDraws } from './start/drawChoices.ts';
import { readPartnerKey } from './start/partnerKey.ts';
import { partnerKeyCommands } from './start/partnerKeyCommands.ts';
import { refreshEngineNodeInfo } from './start/refreshNodeInfo.ts';
import { Runner, type RunnerDeps } from './start/runner.ts';
import { saveInSandboxCommands } from './start/saveInSandbox.ts';
import { runWithSeeds } from './start/seedBatch.ts';

export { planItem } from '../../core/batches/planItem.ts';
export { answered } from '../../core/following/unanswered.ts';
export { fileReader } from '../../core/runs/start/mediaFiles.ts';
export { createPicturesPanel, savedPictures } from './pictures/panel.ts';
export { chooseSavedWorkflow } from './start/chooseSaved.ts';

interface RunFeatures extends Omit<RunnerDeps, 'draws' | 'partnerKey' | 'onStarted'> {
	readonly panels: ResultsPanels;
	readonly inputs: InputFormPanels;
	readonly jobs: WindowJobs;
	readonly batches: WindowRunBatches;
	/** Shows a batch among the runs. */
	readonly revealBatch: (batchId: string) => Promise<void>;
	/** Where favorite models are kept. */
	readonly favorites: vscode.Memento;
	readonly pictures: PicturesPanels;
	readonly workflows: WorkflowDocuments;
	readonly secrets: vscode.SecretStorage;
	readonly sandbox: SandboxKeeper;
	readonly workspaceState: vscode.Memento;
	/** Called when documents may be checked against other node info than before. */
	readonly onNodeInfo: () => void;
	/** Shows a run that has just begun. */
	readonly onStarted: (run: Run) => void;
}

/** Everything that takes a document to a run, loaded when the first command of the room is used. */
export function startRuns(features: RunFeatures): HandlersOf<typeof runsCommandIds> {
	const { log, session, connections, windowRuns, panels, secrets, workflows, batches, onStarted } = features;
	const documents = new RunDocuments(windowRuns, workflows);
	const runner = new Runner({
		...features,
		draws: new DocumentDraws(features.workspaceState),
		partnerKey: (connection) => readPartnerKey(secrets, connection),
		onStarted(run, document) {
			features.onStarted(run);
			documents
				.keep(run, document)
				.catch((cause) => log.warn('The document of a run could not be kept', cause));
		},
	});
	return {
		...runCommands({
			log,
			session,
			connections,
			runner,
			windowRuns,
			documents,
			panels,
			workflows,
			inputs: features.inputs,
			inputsAgain: (run, newSeed) => runInputsAgain(features, run, newSeed),
		}),
		...inputCommands(features),
		...partnerKeyCommands(secrets, session),
		...instanceCommands({
			...features,
			chooser: new RunChooser(windowRuns, session),
			state: features.workspaceState,
		}),
		...sidecarCommands({ ...features, runner }),
		'easel.refreshEngineNodeInfo': () => refreshEngineNodeInfo(features),
		...saveInSandboxCommands(features),
		'easel.runWithSeeds': (argument) =>
			runWithSeeds(
				{ runner, windowRuns, documents, workflows, batches, onStarted, reveal: features.revealBatch },
				argument,
			),
		...batchCommands({ log, batches }),
		'easel.comparePictures': (argument) =>
			comparePictures({ windowRuns, pictures: features.pictures }, argument),
	};
}
