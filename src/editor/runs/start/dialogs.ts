import * as vscode from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import type { RunPlan } from '../../../core/runs/plan/plan.ts';
import { refusedRun } from '../../../core/runs/plan/refusedRun.ts';
import { takesInputsText } from '../../deployments/documents.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { runCommand } from '../../shell/commands.ts';
import type { FailureAction } from '../../shell/failures.ts';
import { ask, fail, inform } from '../../shell/messages.ts';
import { numberText } from '../../shell/numbers.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import { revealInput, revealRange } from '../reveal.ts';
import type { KnownError } from './knownErrors.ts';
import type { WorkflowSource } from './workflowSource.ts';

/**
 * One or two lines; the details are in the panel of the run that was not sent.
 * @param repeat sends what was refused again: the same document, as it was, to the same target.
 */
export async function sayRefused(
	{ history, workflows }: { readonly history: LazyRunService; readonly workflows: WorkflowDocuments },
	service: string,
	source: WorkflowSource,
	failure: Failure,
	repeat: () => Promise<unknown>,
): Promise<void> {
	// The person has just decided so.
	if (failure.kind === 'canceled') return;
	const { message, place, mayRepeat } = refusedRun(failure, source.document, service);
	const uri = source.uri.toString();
	const kept = history.latest(20).find((run) => run.documentUri === uri);
	const actions: FailureAction[] = [
		...(place
			? [{ title: vscode.l10n.t('Show in Document'), run: () => revealInput(workflows, source.uri, place) }]
			: []),
		...(mayRepeat ? [{ title: vscode.l10n.t('Run Again'), run: repeat }] : []),
		...(failure.kind === 'auth' ? [signInAction(kept?.target.kind === 'engine')] : []),
		{
			title: vscode.l10n.t('Details'),
			run: () => (kept ? runCommand('easel.showRun', kept.id) : runCommand('easel.showLog')),
		},
	];
	const choice = await fail(message, ...actions.map(({ title }) => title));
	await actions.find(({ title }) => title === choice)?.run();
}

function signInAction(isEngine: boolean): FailureAction {
	return isEngine
		? { title: vscode.l10n.t('Set Token'), run: () => runCommand('easel.setEngineToken') }
		: { title: vscode.l10n.t('Sign In'), run: () => runCommand('easel.signIn') };
}

/** Says that the document has errors before it is sent without a review; true to send it anyway. */
export async function despiteErrors(name: string, errors: readonly KnownError[]): Promise<boolean> {
	const [anyway, show] = [vscode.l10n.t('Run Anyway'), vscode.l10n.t('Show Problems')];
	const choice = await ask(
		errors.length === 1
			? vscode.l10n.t('"{0}" has 1 error. Run anyway?', name)
			: vscode.l10n.t('"{0}" has {1} errors. Run anyway?', name, numberText(errors.length)),
		errors
			.slice(0, 3)
			.map(({ message, range }) => vscode.l10n.t('Line {0}: {1}', range.start.line + 1, message))
			.join(' '),
		show,
		anyway,
	);
	if (choice === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
	return choice === anyway;
}

/** A button that leads to the first place that is not JSON; none where the document has no such place. */
export function showProblem({ uri, document }: WorkflowSource): readonly FailureAction[] {
	const [problem] = document.problems;
	if (problem === undefined) return [];
	return [
		{
			title: vscode.l10n.t('Show in Document'),
			run: async () => revealRange(await vscode.workspace.openTextDocument(uri), problem.range),
		},
	];
}

/** A workflow was to run on a deployment that takes none: offers the form of its inputs. */
export async function sayTakesInputs(deployment: Deployment): Promise<void> {
	const [form, readme] = [vscode.l10n.t('Open Form'), vscode.l10n.t('Open Readme')];
	const choice = await inform(takesInputsText(deployment.name), form, readme);
	if (choice === form) await runCommand('easel.runDeployment', { kind: 'deployment', deployment });
	if (choice === readme) await runCommand('easel.openReadme', { kind: 'deployment', deployment });
}

/** Asks when a run that has not ended sends the very same; true to send it anyway. */
export async function onceMore(
	history: LazyRunService,
	targetId: string,
	{ summary }: Pick<RunPlan, 'summary'>,
): Promise<boolean> {
	await history.open();
	const same = history
		.active()
		.find((run) => run.target.id === targetId && run.summary.digest === summary.digest);
	if (same === undefined) return true;
	const [anyway, show] = [vscode.l10n.t('Run Anyway'), vscode.l10n.t('Show Run')];
	const choice = await ask(
		same.state === 'running'
			? vscode.l10n.t('The same run is already running. Run anyway?')
			: vscode.l10n.t('The same run is already queued. Run anyway?'),
		vscode.l10n.t('A second one costs as much again.'),
		anyway,
		show,
	);
	if (choice === show) await runCommand('easel.showRun', same.id);
	return choice === anyway;
}
