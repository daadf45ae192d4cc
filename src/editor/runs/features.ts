import type { Run } from '../../core/runs/run.ts';
import type { HandlersOf } from '../shell/commands.ts';
import type { runsCommandIds } from '../shell/ids.ts';
import { batchCommands } from './batches/commands.ts';
import type { WindowRunBatches } from './batches/windowRunBatches.ts';
import { RunChooser } from './chooseRun.ts';
import { runCommands } from './commands.ts';
import type { DocumentLinks } from './documentLinks.ts';
import { RunDocuments } from './documents.ts';
import { inputCommands, runInputsAgain } from './inputs/commands.ts';
import { instanceCommands } from './instance/commands.ts';
import type { RunPanels } from './panels.ts';
import { comparePictures } from './pictures/compare.ts';
import { appCommands } from './presets/app.ts';
import { clientCommand } from './presets/client.ts';
import { presetCommands } from './presets/commands.ts';
import { presetUseCommands } from './presets/use.ts';
import type { RunServices } from './services.ts';
import { sharedRunCommands } from './shared/commands.ts';
import { sidecarCommands } from './sidecar/command.ts';
import { readPartnerKey } from './start/partnerKey.ts';
import { partnerKeyCommands } from './start/partnerKeyCommands.ts';
import { refreshEngineNodeInfo } from './start/refreshNodeInfo.ts';
import { Runner, type RunnerDeps } from './start/runner.ts';
import { saveInSandboxCommands } from './start/saveInSandbox.ts';
import { runWithSeeds } from './start/seedBatch.ts';
import { sweepCommands } from './sweeps/commands.ts';

export { InputFormPanel, savedInputForm } from './inputs/panel.ts';
export { createPicturesPanel, savedPictures } from './pictures/panel.ts';
export { graphInputNames } from './presets/graphNames.ts';
export { chooseSavedWorkflow } from './start/chooseSaved.ts';

/** The feature of runs, with everything created at its registration. */
export interface RunsRoom extends RunServices {
	readonly links: DocumentLinks;
	readonly panels: RunPanels;
	readonly batches: WindowRunBatches;
	/** Shows a batch among the runs. */
	readonly revealBatch: (batchId: string) => Promise<void>;
	/** Shows a run in the view of its target. */
	readonly revealRun: (run: Run) => void;
}

interface RunFeatures extends RunsRoom, Pick<RunnerDeps, 'savedWorkflows' | 'requestBodies'> {
	readonly facts: RunnerDeps['documents'];
}

/** Starts the part that takes a document to a run, loaded when the first command of the room is used. */
export function startRuns(room: RunFeatures): HandlersOf<typeof runsCommandIds> {
	const { session, context, windowRuns, workflows, links, facts } = room;
	const { secrets, workspaceState: state } = context;
	const documents = new RunDocuments(windowRuns, workflows);
	const onStarted = (run: Run) => {
		room.panels.results.openNew(run);
		noteRun(run);
	};
	const noteRun = (run: Run) => {
		room.revealRun(run);
		links.lenses.refresh();
		links.change();
	};
	const { results: panels, inputs, pictures } = room.panels;
	const chooser = new RunChooser(windowRuns, session);
	const features = {
		...room,
		panels,
		inputs,
		favorites: context.globalState,
		onNodeInfo: links.change,
		onStarted,
	};
	const runner = new Runner({
		...room,
		documents: facts,
		partnerKey: (connection) => readPartnerKey(secrets, connection),
		onStarted,
	});
	return {
		...runCommands({
			...features,
			runner,
			documents,
			inputsAgain: (run, newSeed) => runInputsAgain(features, run, newSeed),
		}),
		...inputCommands(features),
		...partnerKeyCommands(secrets, session),
		...instanceCommands({ ...features, chooser, state }),
		...sidecarCommands({ ...features, runner }),
		...sharedRunCommands({
			...features,
			runner,
			documents,
			state,
			chooser,
		}),
		'easel.refreshEngineNodeInfo': () => refreshEngineNodeInfo(features),
		...saveInSandboxCommands(room),
		'easel.runWithSeeds': (argument) =>
			runWithSeeds({ ...features, runner, documents, reveal: room.revealBatch }, argument),
		...sweepCommands({ ...features, runner, documents, reveal: room.revealBatch }),
		...clientCommand(room),
		...presetCommands({
			...features,
			runner,
			chooser,
			onFormRun: noteRun,
		}),
		...presetUseCommands(features),
		...appCommands(features),
		...batchCommands(room),
		'easel.comparePictures': (argument) => comparePictures({ windowRuns, pictures }, argument),
	};
}
