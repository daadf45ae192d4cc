import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import type { Log } from '../../core/base/log.ts';
import { describeRun, describeState, runName } from '../../core/runs/describe.ts';
import { notCanceled } from '../../core/runs/failures.ts';
import { hasEnded, type Run } from '../../core/runs/run.ts';
import { deploymentDocument, openDeploymentDocument } from '../deployments/documents.ts';
import type { DeploymentsNode } from '../deployments/nodes.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { failureText, showFailure } from '../shell/failures.ts';
import { confirm, fail, inform, warn } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { sayTakesInputs } from './answers.ts';
import type { RunDocuments } from './documents.ts';
import type { LazyRunService } from './lazyRunService.ts';
import type { ResultsPanels } from './resultsPanel.ts';
import type { Runner } from './runCommand.ts';
import { readSource, sourceOfCommand } from './workflowSource.ts';

export interface RunCommandDeps {
	readonly log: Log;
	readonly session: SessionSource;
	readonly runner: Runner;
	readonly history: LazyRunService;
	readonly documents: RunDocuments;
	readonly workflows: WorkflowDocuments;
	readonly panels: ResultsPanels;
}

/** A row of the tree, a run id, or nothing: what commands about a run are called with. */
type RunArgument = DeploymentsNode | string | undefined;

export function runCommands(deps: RunCommandDeps) {
	const { log, session, runner, history, documents, panels, workflows } = deps;

	/** Why there is no run to choose: each connection has a history of its own. */
	function nothingRan(): string {
		const { name } = session.current.connection;
		return vscode.l10n.t(
			'Nothing has run on {0} from this computer yet. Open a workflow and press Run.',
			name,
		);
	}

	/** The run a command means; asks among `wanted` ones when it is called from the palette. */
	async function runOf(
		argument: RunArgument,
		wanted: (run: Run) => boolean = () => true,
		none = nothingRan(),
	): Promise<Run | undefined> {
		const runService = await history.open();
		if (typeof argument === 'string') return runService.get(argument);
		if (argument?.kind === 'run') return runService.get(argument.run.id);
		const items = history
			.latest(100)
			.filter(wanted)
			.map((run) => ({
				label: labelText(runName(run)),
				description: labelText([describeState(run), ...describeRun(run, Date.now())].join(' · ')),
				detail: labelText(run.target.name),
				run,
			}));
		if (items.length === 0) {
			await inform(none);
			return undefined;
		}
		if (items.length === 1) return items[0]?.run;
		return (
			await vscode.window.showQuickPick(items, {
				title: vscode.l10n.t('Runs'),
				placeHolder: vscode.l10n.t('Select a run'),
				matchOnDescription: true,
			})
		)?.run;
	}

	async function again(argument: RunArgument, newSeed: boolean): Promise<void> {
		const run = await runOf(argument);
		if (!run) return;
		const source = await documents.of(run, newSeed);
		if (!source) {
			await warn(vscode.l10n.t('The document of this run no longer exists. Open a workflow and run that.'));
			return;
		}
		await runner.run(source, { target: run.target, unseen: true });
	}

	async function runOnDeployment(node: DeploymentsNode | undefined): Promise<void> {
		if (node?.kind !== 'deployment') return;
		if (node.deployment.takesInputs) return sayTakesInputs(node.deployment);
		const active = vscode.window.activeTextEditor?.document;
		const open = active && (await readSource(workflows, active.uri));
		const usable = open?.document.kind === 'api' && open.document.nodes.length > 0;
		const saved = deploymentDocument(session.current.connection.id, node.deployment, 'payload');
		if (!usable && !(await openDeploymentDocument(saved))) return;
		const source = usable ? open : await readSource(workflows, saved);
		await runner.run(source, { target: { kind: 'deployment', id: node.deployment.id } });
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
			const run = await runOf(argument);
			if (run) panels.open(run.id);
			setContext('easel.sawResult', true);
		},
		'easel.showLastResult': async () => {
			await history.open();
			const [latest] = history.latest(1);
			if (latest) panels.open(latest.id);
			else await inform(nothingRan());
			if (latest) setContext('easel.sawResult', true);
		},
		'easel.cancelRun': async (argument: RunArgument) => {
			const run = await runOf(
				argument,
				(candidate) => !hasEnded(candidate),
				vscode.l10n.t('No run is queued or running.'),
			);
			if (!run) return;
			const outcome = await (await history.open()).cancel(run.id);
			if (!outcome.ok) return showFailure(log, notCanceled(outcome.failure));
			if (outcome.value === 'notCancellable') {
				await inform(
					vscode.l10n.t(
						'"{0}" had already ended, so there was nothing to cancel. Its result is kept.',
						run.documentName,
					),
				);
			}
		},
		'easel.runAgain': (argument: RunArgument) => again(argument, false),
		'easel.runAgainWithNewSeed': (argument: RunArgument) => again(argument, true),
		'easel.copyRequestId': async (argument: RunArgument) => {
			const run = await runOf(argument);
			if (!run) return;
			if (run.requestId === undefined) {
				await inform(vscode.l10n.t('The service gave this run no request id.'));
				return;
			}
			await vscode.env.clipboard.writeText(run.requestId);
			vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the request id'), 3000);
		},
		'easel.removeRun': async (argument: RunArgument) => {
			const run = await runOf(argument, hasEnded);
			if (!run) return;
			const sure = await confirm(
				vscode.l10n.t('Remove this run of "{0}" from the history?', run.documentName),
				{
					detail: vscode.l10n.t(
						'Its result files on this computer are deleted. Files that you saved elsewhere stay.',
					),
					action: vscode.l10n.t('Remove'),
				},
			);
			if (!sure) return;
			const removed = await (await history.open()).remove(run.id);
			if (!removed.ok) await fail(failureText(removed.failure));
		},
	} satisfies CommandHandlers;
}
