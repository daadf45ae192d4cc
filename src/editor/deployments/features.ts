import * as vscode from 'vscode';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type {
	DeploymentFormIdentity,
	DeploymentFormProtocol,
} from '../../core/deployments/deploymentFormMessages.ts';
import { EngineWatch, isSilence } from '../../core/engine/engineWatch.ts';
import type { HandlersOf } from '../shell/commands.ts';
import type { deploymentsCommandIds } from '../shell/ids.ts';
import type { PanelPlace } from '../shell/panels/panelRegistry.ts';
import type { Panel } from '../shell/panels/webviewPanel.ts';
import { revealRow } from '../shell/trees/revealRow.ts';
import { deploymentCommands } from './commands.ts';
import { engineCommands } from './engine/commands.ts';
import { fileCommands } from './file/commands.ts';
import { startFileFeatures } from './file/features.ts';
import { DeploymentFileIndex } from './file/index.ts';
import { createDeploymentForm } from './form/panel.ts';
import type { DeploymentForms } from './form/panels.ts';
import { LiveTexts } from './liveTexts.ts';
import { manageCommands } from './manageCommands.ts';
import type { DeploymentsNode } from './nodes.ts';
import type { DeploymentServices } from './services.ts';
import { DeploymentsTree } from './tree.ts';

export { deploymentText } from './documents.ts';
export { savedDeploymentForm } from './form/panel.ts';

interface DeploymentFeaturesDeps extends DeploymentServices {
	readonly view: vscode.TreeView<DeploymentsNode>;
	readonly forms: DeploymentForms;
}

/** The view, its commands, forms and files, loaded on first use. */
export interface DeploymentFeatures extends vscode.Disposable {
	/** Belongs to its view, which ends it. */
	readonly tree: DeploymentsTree;
	readonly commands: HandlersOf<typeof deploymentsCommandIds>;
	/** Checks files that describe deployments, from the first call on. */
	watchFiles(): void;
	createForm(identity: DeploymentFormIdentity, place: PanelPlace): Panel<DeploymentFormProtocol>;
}

/** Opens the services of the view, its commands, forms and files. */
export function openDeployments(deps: DeploymentFeaturesDeps): DeploymentFeatures {
	const { log, session, view } = deps;
	const files = new DeploymentFileIndex(log);
	const live = new LiveTexts();
	const watch = new EngineWatch(() => {
		const { current } = session;
		return current.state === 'signedIn' && current.connection.capabilities.engineRoutes
			? current.service
			: undefined;
	});
	const tree = new DeploymentsTree({ ...deps, files, watch });
	const follow = followQueue(watch, deps);
	let features: vscode.Disposable | undefined;
	const reveal = async (deployment: Deployment) => {
		if (view.visible)
			await revealRow(view, { kind: 'deployment', deployment }, { select: true, focus: false });
	};
	return {
		tree,
		commands: {
			...deploymentCommands({ ...deps, tree }),
			...manageCommands(deps),
			...fileCommands({ ...deps, files, live }),
			...engineCommands({ ...deps, watch }),
		},
		watchFiles() {
			features ??= startFileFeatures(deps);
		},
		createForm: (identity, place) => createDeploymentForm({ ...deps, reveal }, identity, place),
		dispose: () =>
			vscode.Disposable.from(files, live, follow, watch, ...(features ? [features] : [])).dispose(),
	};
}

/** Milliseconds between two requests for the queue of an engine while it is visible. */
const queueMs = 3000;

/** Keeps the queue of an engine fresh: while it is seen, and after each change of a run of this computer. */
function followQueue(watch: EngineWatch, deps: DeploymentFeaturesDeps): vscode.Disposable {
	const { view, runs, engines } = deps;
	const refresh = async () => {
		if (!view.visible || !vscode.window.state.focused) return;
		await watch.refreshQueue();
		const { state } = engines;
		// It answers again: its figures are outdated.
		if (state.kind === 'ready' && state.failure && isSilence(state.failure) && !watch.silence())
			await engines.refresh();
	};
	const timer = setInterval(() => void refresh(), queueMs);
	const watches = [
		runs.onDidChange(() => void watch.refreshQueue()),
		// A refreshed list also contains other models.
		engines.onDidChange((state) => {
			if (state.kind !== 'ready') watch.forget();
			else if (watch.silence() && !state.failure) void watch.refreshQueue();
		}),
	];
	return new vscode.Disposable(() => {
		clearInterval(timer);
		for (const each of watches) each.dispose();
	});
}
