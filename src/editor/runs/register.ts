import * as vscode from 'vscode';
import type { Session, SessionSource } from '../../core/account/session.ts';
import { isUnencrypted } from '../../core/base/loopback.ts';
import type { ProgressSource } from '../../core/runs/runProgress.ts';
import type { DeploymentsRoom } from '../deployments/register.ts';
import { workflowSelector } from '../documents/scope.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { afterActivation, setContext } from '../shell/contextKeys.ts';
import { runsCommandIds } from '../shell/ids.ts';
import type { WindowRunBatches } from './batches/windowRunBatches.ts';
import { type DocumentLinks, linkDocuments } from './documentLinks.ts';
import type { RunsRoom } from './features.ts';
import { registerHistory } from './history/register.ts';
import { runPanels } from './panels.ts';
import type { graphInputNames } from './presets/graphNames.ts';
import type { RunServices } from './services.ts';
import { sharedRunEditor } from './shared/editor.ts';
import { readPartnerKey } from './start/partnerKey.ts';
import { RequestBodies, requestBodyScheme } from './start/requestBodies.ts';
import type { WindowRuns } from './windowRuns.ts';

interface RunsDeps extends Omit<RunServices, 'context' | 'workflows' | 'store' | 'targets'> {
	readonly deployments: DeploymentsRoom;
	readonly batches: WindowRunBatches;
}

/** The part of the runs of a window that documents use. */
interface RunsApi {
	readonly links: DocumentLinks;
	/** The progress of runs on the user's own engines, and the runs of a document. */
	readonly progress: ProgressSource & { activeRuns(document: vscode.Uri): readonly string[] };
	readonly hasPartnerKey: () => Promise<boolean>;
	readonly names: () => Promise<ReturnType<typeof graphInputNames>>;
	/** The saved workflow of a deployment that the person chooses; the title is the purpose. */
	readonly chooseSaved: (
		title: string,
	) => Promise<{ readonly name: string; readonly text: string } | undefined>;
}

/** Registers everything about running a document and seeing its result. */
export function registerRuns(context: vscode.ExtensionContext, deps: RunsDeps): RunsApi {
	const { deployments, batches } = deps;
	const { store, targets } = deployments;
	const services: RunServices = { ...deps, context, workflows: deps.documents.workflows, store, targets };
	const links = linkDocuments(services);
	const panels = runPanels({ ...services, batches, facts: links.facts }, deployments.revealRun);
	const { reveal } = registerHistory(context, { ...services, batches });
	const room: RunsRoom = {
		...services,
		links,
		panels,
		batches,
		revealBatch: reveal,
		revealRun: deployments.revealRun,
	};
	registerRunCommands(room);
	context.subscriptions.push(
		...notifiers(room, deployments.setActiveRuns),
		...followSession(room),
		offerResults(context.globalState, deps.windowRuns),
		batches,
		deps.windowRuns,
		links,
		panels,
	);
	return apiOf(room);
}

/** Registers the ways to start runs: the commands, the lenses above a document, and the texts of requests. */
function registerRunCommands(room: RunsRoom): void {
	const { context, links, windowRuns, workflows } = room;
	const requestBodies = new RequestBodies(async (uri) =>
		(await import('./history/features.ts')).textOfRun(windowRuns.archive.fsPath, uri),
	);
	const commands = registerLazyCommands(room.log, runsCommandIds, async () => {
		const [{ startRuns }, savedWorkflows, facts] = await Promise.all([
			import('./features.ts'),
			links.saved(),
			links.facts(),
			workflows.load(),
		]);
		return startRuns({ ...room, savedWorkflows, facts, requestBodies });
	});
	context.subscriptions.push(
		requestBodies,
		vscode.workspace.registerTextDocumentContentProvider(requestBodyScheme, requestBodies),
		vscode.languages.registerCodeLensProvider(workflowSelector, links.lenses),
		vscode.window.registerCustomEditorProvider('easel.sharedRun', sharedRunEditor),
		commands,
	);
}

/** Starts the notices about runs and batches with the first one; they get every change from then on. */
function notifiers(
	{ context, windowRuns, batches, panels, revealBatch: reveal, session, clock }: RunsRoom,
	setActive: (count: number) => void,
): readonly vscode.Disposable[] {
	return [
		windowRuns.onDidOpen(({ RunNotifier, RunProgress }: typeof import('../features.ts')) =>
			context.subscriptions.push(
				new RunNotifier({ windowRuns, isVisible: panels.isVisible, clock }),
				new RunProgress(windowRuns, setActive),
			),
		),
		batches.onDidOpen(({ BatchNotifier }: typeof import('../features.ts')) =>
			context.subscriptions.push(new BatchNotifier({ batches, windowRuns, session, reveal })),
		),
	];
}

/** Continues runs after a sign-in, ends those of a reset local sandbox, and has documents checked for another connection. */
function followSession(room: RunsRoom): readonly vscode.Disposable[] {
	const { session, sandbox, links } = room;
	return [
		sandbox.onDidReset(() => void endSandboxRuns(room)),
		session.onDidChange(({ state }) => void (state === 'signedIn' && openQuietly(room))),
		onOtherTarget(session, links.change),
	];
}

/** Returns the interface of runs for other rooms; modules that are not part of the entry are loaded when they are first used. */
function apiOf({ windowRuns, links, ...services }: RunsRoom): RunsApi {
	const { session, context } = services;
	return {
		links,
		progress: {
			...windowRuns.progress,
			activeRuns: (document) =>
				windowRuns
					.active()
					.flatMap(({ id, documentUri }) => (documentUri === document.toString() ? [id] : [])),
		},
		hasPartnerKey: async () => {
			const { connection } = session.current;
			if (isUnencrypted(connection.baseUrl)) return false;
			return (await readPartnerKey(context.secrets, connection)) !== undefined;
		},
		names: async () => (await import('./features.ts')).graphInputNames(services.acts),
		chooseSaved: async (title) => {
			const { chooseSavedWorkflow } = await import('./features.ts');
			return chooseSavedWorkflow({ ...services, savedWorkflows: await links.saved() }, title);
		},
	};
}

/** Calls back when the connection in use changes, or its sign-in state. */
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

/** Offers results if anything ever ran from this computer, and from the first run on. */
function offerResults(state: vscode.Memento, windowRuns: WindowRuns): vscode.Disposable {
	const hasRuns = () => state.get(hasRunsKey) === true;
	return vscode.Disposable.from(
		afterActivation(() => setContext('easel.hasRuns', hasRuns())),
		windowRuns.onDidChange(() => {
			setContext('easel.hasRuns', true);
			if (!hasRuns()) void state.update(hasRunsKey, true);
		}),
	);
}

/** Opens the history; the runs of an earlier window are followed again as soon as an account is signed in. */
async function openQuietly({ windowRuns, batches, log }: RunsRoom): Promise<void> {
	try {
		await Promise.all([windowRuns.open(), batches.open()]);
	} catch (cause) {
		log.error('The history of runs could not be opened', cause);
	}
}

async function endSandboxRuns({ windowRuns, batches, log }: RunsRoom): Promise<void> {
	try {
		// First, so that none of them hands anything over to the reset sandbox.
		await (await batches.open()).sandboxWasReset();
		await (await windowRuns.open()).sandboxWasReset();
	} catch (cause) {
		log.error('The runs of the sandbox could not be ended', cause);
	}
}
