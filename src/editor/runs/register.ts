import * as vscode from 'vscode';
import type { Session, SessionSource } from '../../core/account/session.ts';
import type { Event } from '../../core/base/emitter.ts';
import { lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import { isUnencrypted } from '../../core/base/loopback.ts';
import type { RunBatches } from '../../core/batches/runBatches.ts';
import type { Run } from '../../core/runs/run.ts';
import type { ProgressSource } from '../../core/runs/runProgress.ts';
import type { SavedWorkflows } from '../../core/runs/start/savedWorkflows.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { DeploymentsRoom } from '../deployments/register.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import { workflowSelector } from '../documents/scope.ts';
import type { WindowJobs } from '../jobs/windowJobs.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { runsCommandIds } from '../shell/ids.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';
import { WindowRunBatches } from './batches/windowRunBatches.ts';
import { registerHistory } from './history/register.ts';
import { InputFormPanels } from './inputs/panels.ts';
import { picturesPanels } from './pictures/panels.ts';
import { ResultsPanels } from './results/panels.ts';
import { registerSheets } from './sheet/panels.ts';
import { RunLenses } from './start/codeLens.ts';
import { LastDeployments } from './start/lastDeployments.ts';
import { readPartnerKey } from './start/partnerKey.ts';
import type { OtherConnections } from './start/pickTarget.ts';
import { RequestBodies, requestBodyScheme } from './start/requestBodies.ts';
import type { WindowRuns } from './windowRuns.ts';

interface RunsDeps extends DocumentServices {
	readonly ledger: LazyLedger;
	readonly windowRuns: WindowRuns;
	/** Fires after the local sandbox was reset. */
	readonly onDidResetSandbox: Event<void>;
	readonly sandbox: SandboxKeeper;
	readonly deployments: DeploymentsRoom;
	readonly jobs: WindowJobs;
	readonly connections: OtherConnections;
}

/** The part of the runs of a window that documents use. */
interface RunsApi {
	readonly savedWorkflows: {
		forDocument(document: vscode.Uri): ReturnType<SavedWorkflows['forDocument']>;
		nodeInfoFor(document: vscode.Uri): ReturnType<SavedWorkflows['nodeInfoFor']>;
	};
	/** How far runs are on engines of one's own, and those of a document. */
	readonly progress: ProgressSource & { activeRuns(document: vscode.Uri): readonly string[] };
	/** A document may belong to another deployment than before. */
	readonly onDidChangeLinks: vscode.Event<void>;
	readonly hasPartnerKey: () => Promise<boolean>;
	/** Opens the batches of runs. */
	readonly batches: () => Promise<RunBatches>;
	/** The saved workflow of a deployment that the person chooses; the title says what for. */
	readonly chooseSaved: (
		title: string,
	) => Promise<{ readonly name: string; readonly text: string } | undefined>;
}

/** Registers everything about running a document and seeing its result. */
export function registerRuns(context: vscode.ExtensionContext, deps: RunsDeps): RunsApi {
	const { log, session, windowRuns, deployments } = deps;
	const { workflows } = deps.documents;
	const memory = new LastDeployments(context.workspaceState);
	setContext('easel.hasRuns', context.globalState.get(hasRunsKey) === true);
	const lenses = new RunLenses({ session, targets: deployments.targets, memory, workflows, windowRuns });
	const panels = new ResultsPanels({ context, log, windowRuns, ready: deps.ready });
	const inputs = new InputFormPanels({
		...deps,
		context,
		onStarted: (run) => deployments.revealRun(run),
		showResult: (runId) => panels.open(runId),
	});
	const pictures = picturesPanels({ context, log, windowRuns, workflows });
	const ran = new vscode.EventEmitter<void>();
	const saved = lazy(async () => {
		const { SavedWorkflows } = await import('../features.ts');
		const nodeInfoFolder = vscode.Uri.joinPath(context.globalStorageUri, 'node-info').fsPath;
		const onNodeInfo = () => ran.fire();
		return new SavedWorkflows({ log, session, store: deployments.store, memory, nodeInfoFolder, onNodeInfo });
	});
	const requestBodies = new RequestBodies(async (uri) =>
		(await import('./history/features.ts')).textOfRun(windowRuns.archive.fsPath, uri),
	);
	const batches = new WindowRunBatches({
		ledger: deps.ledger,
		log,
		session,
		windowRuns,
		workflows,
		secrets: context.secrets,
		savedWorkflows: () => saved.get(),
		watch: ({ BatchNotifier }) => new BatchNotifier({ batches, windowRuns, session, reveal }),
	});
	const reveal = (batchId: string) => runsView.reveal(batchId);
	const commands = lazyCommands(runsCommandIds, async () => {
		const [{ startRuns }, savedWorkflows] = await Promise.all([
			import('./features.ts'),
			saved.get(),
			workflows.load(),
		]);
		return startRuns({
			...deps,
			savedWorkflows,
			batches,
			revealBatch: reveal,
			requestBodies,
			store: deployments.store,
			targets: deployments.targets,
			memory,
			panels,
			inputs,
			favorites: context.globalState,
			pictures,
			workflows,
			secrets: context.secrets,
			workspaceState: context.workspaceState,
			onNodeInfo: () => ran.fire(),
			onStarted(run) {
				panels.openNew(run);
				deployments.revealRun(run);
				lenses.refresh();
				ran.fire();
			},
		});
	});

	const sheets = registerSheets(context, deps);
	context.subscriptions.push(
		windowRuns.onDidOpen(({ RunNotifier, RunProgress }) => {
			const isVisible = (run: Run) =>
				panels.isVisible(run) || inputs.isShowing(run.id) || sheets.isShowing(run);
			context.subscriptions.push(
				new RunNotifier({ windowRuns, isVisible }),
				new RunProgress(windowRuns, (count) => deployments.setActiveRuns(count)),
			);
		}),
		batches,
		windowRuns,
		ran,
		panels,
		inputs,
		pictures,
		lenses,
		requestBodies,
		vscode.workspace.registerTextDocumentContentProvider(requestBodyScheme, requestBodies),
		vscode.languages.registerCodeLensProvider(workflowSelector, lenses),
		registerCommands(log, commands),
		windowRuns.onDidChange(() => void rememberRuns(context.globalState)),
		deps.onDidResetSandbox(() => void endSandboxRuns(windowRuns, batches, log)),
		session.onDidChange(
			(current) => void (current.state === 'signedIn' && openQuietly(windowRuns, batches, log)),
		),
		onOtherTarget(session, () => ran.fire()),
	);
	const runsView = registerHistory(context, { ...deps, batches });
	return { ...roomOf(deps, context.secrets, saved.get, ran.event), batches: () => batches.open() };
}

/** Returns the interface of runs for other rooms; modules that are not part of the entry are loaded when they are first used. */
function roomOf(
	{ session, windowRuns, deployments, signedIn }: RunsDeps,
	secrets: vscode.SecretStorage,
	saved: () => Promise<SavedWorkflows>,
	onDidChangeLinks: vscode.Event<void>,
): Omit<RunsApi, 'batches'> {
	/** A document is linked to a deployment only while an account is signed in. */
	const whenSignedIn = async <T>(ask: (workflows: SavedWorkflows) => Promise<T>): Promise<T | undefined> =>
		session.current.state === 'signedOut' ? undefined : ask(await saved());
	return {
		savedWorkflows: {
			forDocument: (uri) => whenSignedIn((workflows) => workflows.forDocument(uri.toString())),
			nodeInfoFor: (uri) => whenSignedIn((workflows) => workflows.nodeInfoFor(uri.toString())),
		},
		progress: {
			of: (runId) => windowRuns.progress.of(runId),
			onDidChange: (listener) => windowRuns.progress.onDidChange(listener),
			onDidEnd: (listener) => windowRuns.progress.onDidEnd(listener),
			activeRuns: (document) =>
				windowRuns
					.active()
					.flatMap(({ id, documentUri }) => (documentUri === document.toString() ? [id] : [])),
		},
		onDidChangeLinks,
		hasPartnerKey: async () => {
			const { connection } = session.current;
			if (isUnencrypted(connection.baseUrl)) return false;
			return (await readPartnerKey(secrets, connection)) !== undefined;
		},
		chooseSaved: async (title) => {
			const { chooseSavedWorkflow } = await import('./features.ts');
			const { store } = deployments;
			const savedWorkflows = await saved();
			return chooseSavedWorkflow({ session, signedIn, store, savedWorkflows }, title);
		},
	};
}

/** Calls back when documents are checked for another connection than before, or for none. */
function onOtherTarget(session: SessionSource, changed: () => void): vscode.Disposable {
	const of = ({ state, connection }: Session) => `${state === 'signedIn'} ${connection.id}`;
	let before = of(session.current);
	return session.onDidChange((current) => {
		if (of(current) === before) return;
		before = of(current);
		changed();
	});
}

/** Global state: whether anything ever ran from this computer, so that results are offered before the history is open. */
const hasRunsKey = 'runs.any';

async function rememberRuns(state: vscode.Memento): Promise<void> {
	setContext('easel.hasRuns', true);
	if (state.get(hasRunsKey) !== true) await state.update(hasRunsKey, true);
}

/** Runs of an earlier window are followed again as soon as an account is signed in. */
async function openQuietly(windowRuns: WindowRuns, batches: WindowRunBatches, log: Log): Promise<void> {
	try {
		await Promise.all([windowRuns.open(), batches.open()]);
	} catch (cause) {
		log.error('The history of runs could not be opened', cause);
	}
}

async function endSandboxRuns(windowRuns: WindowRuns, batches: WindowRunBatches, log: Log): Promise<void> {
	try {
		// First, so that none of them hands anything over to a sandbox that knows nothing of it.
		await (await batches.open()).sandboxWasReset();
		await (await windowRuns.open()).sandboxWasReset();
	} catch (cause) {
		log.error('The runs of the sandbox could not be ended', cause);
	}
}
