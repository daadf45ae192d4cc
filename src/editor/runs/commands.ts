import * as vscode from 'vscode';
import { runGiveUp, runLook, runTake } from '../../core/operations/missing.ts';
import { runCancel } from '../../core/operations/runs/runs.ts';
import { runName } from '../../core/runs/describe.ts';
import { failedNodeOf, failedPlaceOf } from '../../core/runs/failedNode.ts';
import { canBeLookedFor, hasEnded, type Run } from '../../core/runs/run.ts';
import { deploymentDocument, openDeploymentDocument } from '../deployments/documents.ts';
import type { DeploymentsNode } from '../deployments/nodes.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { documentGoneText } from '../shell/isThere.ts';
import { copyText, inform, warn } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { type RunArgument, RunChooser } from './chooseRun.ts';
import type { RunDocuments } from './documents.ts';
import type { RunPanels } from './panels.ts';
import type { ResultsPanels } from './results/panels.ts';
import { notCancellableText } from './results/texts.ts';
import { revealInput } from './reveal.ts';
import type { RunServices } from './services.ts';
import type { Runner } from './start/runner.ts';
import { readSource, sourceOfCommand, type WorkflowSource } from './start/workflowSource.ts';

export interface RunCommandDeps
	extends Pick<RunServices, 'acts' | 'log' | 'session' | 'connections' | 'windowRuns' | 'workflows'>,
		Pick<RunPanels, 'inputs'> {
	readonly runner: Runner;
	readonly documents: RunDocuments;
	readonly panels: ResultsPanels;
	/** Starts a run of inputs again. */
	readonly inputsAgain: (run: Run, newSeed: boolean) => Promise<void>;
}

export function runCommands(deps: RunCommandDeps) {
	const { acts, session, runner, windowRuns, documents, panels, workflows } = deps;
	const runs = new RunChooser(windowRuns, session);

	async function again(run: Run, newSeed: boolean): Promise<void> {
		if (!(await useConnectionOf(run, deps))) return;
		if (run.summary.mode === 'inputs') return deps.inputsAgain(run, newSeed);
		const source = await documents.of(run, newSeed ? 'newSeed' : 'same');
		if (!source) {
			await warn(vscode.l10n.t('The document of this run no longer exists. Open a workflow and run that.'));
			return;
		}
		await runner.run(source, { target: run.target, again: run });
	}

	/** Returns the workflow in the active editor, if it can run. */
	async function openWorkflow(): Promise<WorkflowSource | undefined> {
		const active = vscode.window.activeTextEditor?.document;
		const open = active && (await readSource(workflows, active.uri));
		return open?.document.kind === 'api' && open.document.nodes.length > 0 ? open : undefined;
	}

	async function showFailedNode(run: Run): Promise<void> {
		if (run.documentUri === undefined) return;
		const uri = vscode.Uri.parse(run.documentUri);
		let missing: string | undefined;
		try {
			const place = failedPlaceOf(run, workflows.read(await vscode.workspace.openTextDocument(uri)));
			if (place && !(await revealInput(workflows, uri, place))) missing = place.nodeId;
		} catch {
			await warn(documentGoneText(run.documentName));
			return;
		}
		if (missing !== undefined)
			await inform(vscode.l10n.t('"{0}" no longer has node {1}.', run.documentName, labelText(missing)));
	}

	async function runOnEngine(): Promise<void> {
		const open = await openWorkflow();
		if (open === undefined) await inform(vscode.l10n.t('Open the workflow to run first.'));
		else await runner.run(open);
	}

	async function runOnDeployment(node: DeploymentsNode | undefined): Promise<void> {
		if (node?.kind === 'ownEngine') return runOnEngine();
		if (node?.kind !== 'deployment') return;
		const { id, name, takesInputs } = node.deployment;
		if (takesInputs) return deps.inputs.open({ kind: 'deployment', id, name });
		const open = await openWorkflow();
		const saved = deploymentDocument(session.current.connection.id, node.deployment, 'payload');
		if (open === undefined && !(await openDeploymentDocument(saved))) return;
		await runner.run(open ?? (await readSource(workflows, saved)), {
			target: { kind: 'deployment', id: node.deployment.id },
		});
	}

	return {
		'easel.run': async (uri?: vscode.Uri) => {
			const source = await sourceOfCommand(workflows, uri);
			if (source) await runner.run(source);
		},
		'easel.runWith': async (uri?: vscode.Uri) => {
			const source = await sourceOfCommand(workflows, uri);
			if (source) await runner.run(source, { choose: true });
		},
		'easel.runDeployment': runOnDeployment,
		'easel.showRun': async (argument: RunArgument) => {
			const run = await runs.given(argument);
			if (run) panels.open(run.id);
			setContext('easel.sawResult', true);
		},
		'easel.showLastResult': async () => {
			await windowRuns.open();
			const [latest] = windowRuns.latest(1);
			if (latest) panels.open(latest.id);
			else await inform(runs.nothingRan);
			if (latest) setContext('easel.sawResult', true);
		},
		'easel.cancelRun': runs.command(
			async (run) => {
				const canceled = await acts.done(runCancel, { id: run.id });
				if (canceled?.outcome === 'notCancellable') await inform(notCancellableText(run));
			},
			(run) => !hasEnded(run),
			vscode.l10n.t('No run is queued or running.'),
		),
		'easel.showFailedNode': runs.command(showFailedNode, (run) => failedNodeOf(run) !== undefined),
		...missingRunCommands(runs, deps),
		'easel.runAgain': runs.command((run) => again(run, false)),
		'easel.runAgainWithNewSeed': runs.command((run) => again(run, true)),
		'easel.runElsewhere': runs.command(
			async (run) => {
				const source = run.summary.mode === 'inputs' ? undefined : await documents.of(run, 'same');
				const document = await documents.now(run);
				if (source)
					await runner.run(source, { choose: true, ...(document ? { now: { document, run } } : {}) });
				else await warn(vscode.l10n.t('This run has no document that could run elsewhere.'));
			},
			({ summary }) => summary.mode !== 'inputs',
		),
		'easel.copyRequestId': runs.command(({ requestId }) =>
			requestId === undefined
				? inform(vscode.l10n.t('The service gave this run no request ID.'))
				: copyText(requestId, vscode.l10n.t('Copied the request ID')),
		),
	} satisfies CommandHandlers;
}

/** Returns whether the connection of a run is in use; otherwise shows a message that offers to switch. */
async function useConnectionOf(
	{ connectionId }: Pick<Run, 'connectionId'>,
	{ session, connections }: Pick<RunCommandDeps, 'session' | 'connections'>,
): Promise<boolean> {
	const { connection } = session.current;
	if (connection.id === connectionId) return true;
	const own = connections.all().find(({ id }) => id === connectionId);
	if (own === undefined) {
		await warn(
			vscode.l10n.t(
				'This run was sent to a connection that no longer exists. Add it to the setting easel.connections again, or start a new run on another one.',
			),
		);
		return false;
	}
	const change = vscode.l10n.t('Switch and Run');
	const choice = await warn(
		vscode.l10n.t(
			'This run was sent to {0}, and {1} is in use. Switch to {0} to run it again there.',
			own.name,
			connection.name,
		),
		change,
	);
	return choice === change && connections.switchTo(own);
}

/** Returns the commands for a run that is missing on the service or uncertain. */
function missingRunCommands(
	runs: RunChooser,
	{ acts, connections }: Pick<RunCommandDeps, 'acts' | 'connections'>,
) {
	const isUncertain = ({ state }: Run) => state === 'uncertain';
	return {
		'easel.lookForRun': runs.command(({ id }) => acts.done(runLook, { id }), canBeLookedFor),
		'easel.giveUpRun': runs.command(
			({ id }) => acts.done(runGiveUp, { id }),
			({ missingSince }) => missingSince !== undefined,
		),
		'easel.openWebConsole': runs.command(async ({ connectionId }) => {
			const page = connections.all().find(({ id }) => id === connectionId)?.webUrl;
			if (page) await vscode.env.openExternal(vscode.Uri.parse(page));
			else await warn(vscode.l10n.t('The service that this run was sent to has no web pages at the moment.'));
		}, isUncertain),
		'easel.thisIsRequest': runs.command(async (run) => {
			const id = await vscode.window.showInputBox({
				title: vscode.l10n.t('Which request is the run of "{0}"?', runName(run)),
				prompt: vscode.l10n.t(
					'The ID of the request, from the web page of the service. Easel asks the service about it.',
				),
				ignoreFocusOut: true,
			});
			if (id?.trim()) await acts.done(runTake, { id: run.id, idOfService: id });
		}, isUncertain),
	};
}
