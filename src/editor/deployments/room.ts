import * as vscode from 'vscode';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { AppServices } from '../shell/appServices.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';
import { deploymentCommands } from './commands.ts';
import { createDeploymentForm } from './deploymentFormHost.ts';
import type { DeploymentForms } from './deploymentFormPanel.ts';
import { DeploymentWork } from './deploymentWork.ts';
import { fileCommands } from './fileCommands.ts';
import { startFileFeatures } from './fileFeatures.ts';
import { DeploymentFileIndex } from './fileIndex.ts';
import { LiveTexts } from './liveTexts.ts';
import { manageCommands } from './manageCommands.ts';
import type { DeploymentsNode } from './nodes.ts';
import { DeploymentsTree, type RecentRuns } from './tree.ts';

export interface DeploymentPartsDeps extends AppServices {
	readonly extensionUri: vscode.Uri;
	readonly store: DeploymentStore;
	readonly runs: RecentRuns;
	readonly ledger: LazyLedger;
	readonly view: vscode.TreeView<DeploymentsNode>;
	readonly forms: DeploymentForms;
}

/** Everything that the view, its commands, forms and files are made of. */
export function openDeploymentParts(deps: DeploymentPartsDeps) {
	const { log, session, store, view, forms, signIn, ready, extensionUri, documents } = deps;
	const work = new DeploymentWork({ session, store, ledger: deps.ledger });
	const files = new DeploymentFileIndex(log);
	const live = new LiveTexts();
	const tree = new DeploymentsTree(store, deps.runs, files);
	let features: vscode.Disposable | undefined;
	const reveal = async (deployment: Deployment) => {
		if (view.visible) await view.reveal({ kind: 'deployment', deployment }, { select: true, focus: false });
	};
	return {
		/** Belongs to its view, which ends it. */
		tree,
		commands: {
			...deploymentCommands({ log, session, store, tree, view }),
			...manageCommands({ log, store, work, forms, signIn }),
			...fileCommands({ log, store, work, files, live, signIn }),
		},
		/** Checks files that describe deployments, once and for all. */
		watchFiles() {
			features ??= startFileFeatures({ extensionUri, log, documents, store });
		},
		createForm: (key: string, place: Parameters<typeof createDeploymentForm>[2]) =>
			createDeploymentForm({ extensionUri, log, session, ready, store, work, reveal }, key, place),
		dispose: () => vscode.Disposable.from(files, live, ...(features ? [features] : [])).dispose(),
	};
}

export type DeploymentParts = ReturnType<typeof openDeploymentParts>;
