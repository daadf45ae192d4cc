import * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import type { Log } from '../../core/base/log.ts';
import type { DeploymentsRoom } from '../deployments/register.ts';
import { workflowSelector } from '../documents/scope.ts';
import type { AppServices } from '../shell/appServices.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { RunLenses } from './codeLens.ts';
import { runCommandIds } from './ids.ts';
import { LastDeployments } from './lastDeployments.ts';
import type { LazyRunService } from './lazyRunService.ts';
import { RunNotifier } from './notifier.ts';
import { readPartnerKey } from './partnerKey.ts';
import { RunProgress } from './progress.ts';
import { RequestBodies, requestBodyScheme } from './requestBodies.ts';
import { ResultsPanels } from './resultsPanel.ts';
import { SavedWorkflows } from './savedWorkflows.ts';

export interface RunsDeps extends AppServices {
	readonly history: LazyRunService;
	/** Fires after the local sandbox was reset. */
	readonly onSandboxReset: Event<void>;
	readonly deployments: DeploymentsRoom;
}

/** What documents learn from the runs they had. */
export interface RunsRoom {
	readonly savedWorkflows: SavedWorkflows;
	/** A document may belong to another deployment than before. */
	readonly onDidChangeLinks: vscode.Event<void>;
	readonly hasPartnerKey: () => Promise<boolean>;
	/** The saved workflow of a deployment that the person chooses; the title says what for. */
	readonly chooseSaved: (
		title: string,
	) => Promise<{ readonly name: string; readonly text: string } | undefined>;
}

/** Registers everything about running a document and seeing its result. */
export function registerRuns(context: vscode.ExtensionContext, deps: RunsDeps): RunsRoom {
	const { log, session, history, deployments } = deps;
	const { workflows } = deps.documents;
	const memory = new LastDeployments(context.workspaceState);
	setContext('easel.hasRuns', context.globalState.get(hasRunsKey) === true);
	const lenses = new RunLenses({ session, store: deployments.store, memory, workflows, history });
	const panels = new ResultsPanels({ context, log, history, ready: deps.ready });
	const savedWorkflows = new SavedWorkflows({ log, session, store: deployments.store, memory });
	const requestBodies = new RequestBodies();
	const ran = new vscode.EventEmitter<void>();
	const commands = lazyCommands(runCommandIds, async () => {
		const { startRuns } = await import('./lazyCommands.ts');
		return startRuns({
			log,
			session,
			savedWorkflows,
			requestBodies,
			signIn: deps.signIn,
			store: deployments.store,
			history,
			memory,
			panels,
			workflows,
			secrets: context.secrets,
			onStarted(run) {
				panels.open(run.id, { preserveFocus: true });
				deployments.revealRun(run);
				lenses.refresh();
				ran.fire();
			},
		});
	});

	context.subscriptions.push(
		history,
		ran,
		panels,
		lenses,
		requestBodies,
		vscode.workspace.registerTextDocumentContentProvider(requestBodyScheme, requestBodies),
		new RunNotifier(history, (runId) => panels.isVisible(runId)),
		new RunProgress(history, (count) => deployments.setActiveRuns(count)),
		vscode.languages.registerCodeLensProvider(workflowSelector, lenses),
		registerCommands(log, commands),
		history.onChange(() => void rememberRuns(context.globalState)),
		deps.onSandboxReset(() => void endSandboxRuns(history, log)),
		session.onDidChange((current) => void (current.state === 'signedIn' && openQuietly(history, log))),
	);
	return {
		savedWorkflows,
		onDidChangeLinks: ran.event,
		hasPartnerKey: async () =>
			(await readPartnerKey(context.secrets, session.current.connection)) !== undefined,
		chooseSaved: async (title) => {
			const { chooseSavedWorkflow } = await import('./lazyCommands.ts');
			const { store } = deployments;
			return chooseSavedWorkflow({ session, signIn: deps.signIn, store, savedWorkflows }, title);
		},
	};
}

/** Global state: whether anything ever ran from this computer, so that results are offered before the history is open. */
const hasRunsKey = 'runs.any';

async function rememberRuns(state: vscode.Memento): Promise<void> {
	setContext('easel.hasRuns', true);
	if (state.get(hasRunsKey) !== true) await state.update(hasRunsKey, true);
}

/** Runs of an earlier window are followed again as soon as an account is signed in. */
async function openQuietly(history: LazyRunService, log: Log): Promise<void> {
	try {
		await history.open();
	} catch (cause) {
		log.error('The history of runs could not be opened', cause);
	}
}

async function endSandboxRuns(history: LazyRunService, log: Log): Promise<void> {
	try {
		await (await history.open()).sandboxWasReset();
	} catch (cause) {
		log.error('The runs of the sandbox could not be ended', cause);
	}
}
