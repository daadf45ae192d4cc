import './editor/shell/language.ts';

import * as vscode from 'vscode';
import { systemClock } from './core/base/clock.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { sharedRunEditor } from './editor/runs/shared/editor.ts';
import { type CommandHandlers, registerCommands } from './editor/shell/commands.ts';
import { setContext } from './editor/shell/contextKeys.ts';
import {
	accountCommandIds,
	agentsCommandIds,
	type CommandId,
	captionsCommandIds,
	datasetsCommandIds,
	deploymentsCommandIds,
	historyCommandIds,
	jobsCommandIds,
	modelsCommandIds,
	runsCommandIds,
	samplesCommandIds,
	sheetCommandIds,
	spendingCommandIds,
	trainingCommandIds,
	uploadsCommandIds,
	webhooksCommandIds,
} from './editor/shell/ids.ts';
import { inform } from './editor/shell/messages.ts';
import { openSample } from './editor/shell/openSample.ts';
import { registerTrainingDocuments } from './editor/training/registerDocuments.ts';
import { registerComparison } from './editor/workflow/compare.ts';
import { registerConversion } from './editor/workflow/convert.ts';
import { registerGraph } from './editor/workflow/graph/panels.ts';
import { registerWorkflow } from './editor/workflow/register.ts';
import { chooseSavedFile } from './editor/workflow/savedFile.ts';

/** The commands that need a program on a computer: an account and its secrets, the network, files, the history. */
const elsewhere: readonly CommandId[] = [
	'easel.getStarted',
	...accountCommandIds,
	...deploymentsCommandIds,
	...runsCommandIds,
	...historyCommandIds,
	...sheetCommandIds,
	...modelsCommandIds,
	...datasetsCommandIds,
	...uploadsCommandIds,
	...captionsCommandIds,
	...agentsCommandIds,
	...trainingCommandIds.filter((id) => id !== 'easel.newTrainingConfiguration'),
	...jobsCommandIds,
	...samplesCommandIds,
	...webhooksCommandIds,
	...spendingCommandIds,
];

/** An event that never fires, for things that cannot change here. */
const never: vscode.Event<never> = () => vscode.Disposable.from();

/**
 * Starts the extension in the browser without Node. This is the composition root there: everything about documents, and one sentence for
 * everything else.
 */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel('Easel', { log: true });
	const reportPlace = () =>
		inform(
			vscode.l10n.t(
				'In the browser, Easel checks and converts workflow documents, shows their graph, and checks training configurations. Accounts, runs, datasets and training need VS Code on a computer or in a remote window.',
			),
		);
	setContext('easel.inBrowser', true);
	context.subscriptions.push(
		log,
		vscode.window.registerCustomEditorProvider('easel.sharedRun', sharedRunEditor),
		registerCommands(log, {
			'easel.showLog': () => log.show(),
			'easel.openSample': () => openSample(context.extensionUri),
		}),
		registerCommands(
			log,
			Object.fromEntries(elsewhere.map((id) => [id, reportPlace])) as CommandHandlers,
			async () => true,
		),
	);

	// First, so that it receives every change of a text before its callers do.
	const documents = registerDocuments(context);
	const workflows = registerWorkflow(
		context,
		{
			log,
			documents,
			nodeInfoFor: async () => undefined,
			onDidChangeNodeInfo: never,
			hasPartnerKey: async () => false,
		},
		async () => (await import('./editor/workflow/documentFeatures.ts')).startFeatures,
	);
	const workflowDeps = {
		clock: systemClock,
		log,
		documents,
		workflows,
		savedWorkflow: async () => undefined,
		onDidChangeSaved: never,
		progress: { of: () => undefined, onDidChange: never, onDidEnd: never, activeRuns: () => [] },
	};
	registerGraph(context, workflowDeps);
	registerConversion(context, workflowDeps);
	registerComparison(context, {
		...workflowDeps,
		chooseSaved: (title) => chooseSavedFile(documents, title),
	});
	registerTrainingDocuments(context, { log, documents });
}
