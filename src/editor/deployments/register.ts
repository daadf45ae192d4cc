import * as vscode from 'vscode';
import { counted } from '../../core/base/language.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import { deploymentScheme } from '../../core/deployments/documentScheme.ts';
import { createDeploymentStore, type DeploymentStore, listOnDemand } from '../../core/deployments/store.ts';
import { createEngineList, type ReadEngine } from '../../core/engine/ownEngine.ts';
import type { Run } from '../../core/runs/run.ts';
import { RunTargets } from '../../core/runs/start/runTargets.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import { isDeploymentFile } from '../documents/scope.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { afterActivation, setContext } from '../shell/contextKeys.ts';
import { deploymentsCommandIds } from '../shell/ids.ts';
import { LazyTree } from '../shell/trees/lazyTree.ts';
import { refreshWhenSeen } from '../shell/trees/refreshWhenSeen.ts';
import { revealRow } from '../shell/trees/revealRow.ts';
import type { DeploymentFeatures } from './features.ts';
import { type DeploymentForms, deploymentForms } from './form/panels.ts';
import type { DeploymentsNode } from './nodes.ts';
import type { RecentRuns } from './services.ts';
import type { DeploymentsTree } from './tree.ts';

const staleAfterMs = 60_000;

/** Loaded with the first call: a signed-out window makes none. */
const read: ReadEngine = async (service, options) =>
	(await import('../features.ts')).readEngine(service, options);

export interface DeploymentsRoom {
	readonly store: DeploymentStore;
	readonly targets: RunTargets;
	/** Opens the deployment of a run in the tree without taking the focus, if the view is open. */
	revealRun(run: Run): void;
	/** Sets the number shown on the view's icon: runs in progress. */
	setActiveRuns(count: number): void;
}

/** Registers the Deployments view, its documents and commands. Loading starts once the view is visible or a session appears. */
export function registerDeployments(
	context: vscode.ExtensionContext,
	deps: DocumentServices & { readonly runs: RecentRuns },
): DeploymentsRoom {
	const { log, session } = deps;
	const store = createDeploymentStore({ session, list: listOnDemand });
	const engines = createEngineList(session, read);
	const targets = new RunTargets(store, engines);
	// Asks only about existing deployments, with the modules loaded for their list.
	const inputForms = lazy(
		async () => new (await import('../features.ts')).InputDeployments({ session, store, read: listOnDemand }),
		(opened) => opened.dispose(),
	);
	const parts: Lazy<DeploymentFeatures> = lazy(
		async () => {
			const { openDeployments } = await import('./features.ts');
			return openDeployments({
				...deps,
				extensionUri: context.extensionUri,
				store,
				engines,
				targets,
				view,
				forms,
			});
		},
		(opened) => opened.dispose(),
	);
	const forms: DeploymentForms = deploymentForms(log, async (identity, place) =>
		(await parts.get()).createForm(identity, place),
	);
	const tree = new LazyTree<DeploymentsNode, DeploymentsTree>(async () => (await parts.get()).tree);
	const view = tree.createView('easel.deployments', {
		showCollapseAll: true,
		canSelectMany: true,
	});
	const showState = () => {
		const { state } = targets;
		const empty = state.kind === 'ready' && state.items.length === 0;
		setContext('easel.deploymentsState', empty ? 'empty' : state.kind);
	};
	const watchFile = (document: vscode.TextDocument) => {
		if (!isDeploymentFile(document)) return;
		parts.get().then(
			({ watchFiles }) => watchFiles(),
			(cause) => log.error('The checks of deployment files could not be started', cause),
		);
	};

	context.subscriptions.push(
		tree,
		vscode.workspace.registerTextDocumentContentProvider(deploymentScheme, {
			provideTextDocumentContent: async (uri, token) =>
				(await import('./features.ts')).deploymentText(deps, uri, token),
		}),
		refreshWhenSeen(view, staleAfterMs, () => targets),
		registerLazyCommands(log, deploymentsCommandIds, async () => (await parts.get()).commands),
		deps.documents.onDidChange(({ document }) => watchFile(document)),
		forms,
		parts,
		// Documents that are open already are looked at then, too.
		afterActivation(() => {
			showState();
			vscode.workspace.textDocuments.forEach(watchFile);
		}),
		targets.onDidChange(showState),
		store.onDidChange(() => {
			if (store.items.length === 0 || inputForms.value !== undefined) return;
			inputForms
				.get()
				.catch((cause: unknown) => log.error('The forms of deployments could not be opened', cause));
		}),
		inputForms,
		store,
		engines,
	);

	return {
		store,
		targets,
		revealRun(run) {
			const node = tree.loaded?.nodeOfTarget(run.target);
			if (node && view.visible) void revealRow(view, node, { select: false, focus: false, expand: true });
		},
		setActiveRuns(value) {
			const tooltip = counted(
				value,
				vscode.l10n.t('1 run in progress'),
				vscode.l10n.t('{0} runs in progress'),
			);
			view.badge = value === 0 ? undefined : { value, tooltip };
		},
	};
}
