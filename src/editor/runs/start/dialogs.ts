import * as vscode from 'vscode';
import { formatBalance } from '../../../core/account/balance.ts';
import { describeMoment } from '../../../core/base/ages.ts';
import type { Failure } from '../../../core/base/failure.ts';
import { numberText } from '../../../core/base/language.ts';
import type { Connection } from '../../../core/connection/connection.ts';
import { costText, type Estimate } from '../../../core/records/estimate.ts';
import { describeState, sameRunText } from '../../../core/runs/describe.ts';
import { refusedRun } from '../../../core/runs/plan/refusedRun.ts';
import type { RunTarget } from '../../../core/runs/run.ts';
import type { SameOutput } from '../../../core/runs/start/nothingNew.ts';
import type {
	DuplicateQuestion,
	EnableQuestion,
	ErrorsQuestion,
	LowBalanceQuestion,
	NothingNewQuestion,
	VersionQuestion,
} from '../../../core/runs/start/questions.ts';
import { traitsOf } from '../../../core/runs/targetTraits.ts';
import { takesInputsText } from '../../deployments/documents.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { runCommand } from '../../shell/commands.ts';
import { type FailureAction, profilePageAction } from '../../shell/failures.ts';
import { ask, confirm, fail, inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { revealInput, revealRange } from '../reveal.ts';
import type { WindowRuns } from '../windowRuns.ts';
import type { WorkflowSource } from './workflowSource.ts';

/**
 * Shows a refused run in one or two lines; the panel of the unsent run has the details.
 * @param repeat sends the refused run again: the same document, as it was, to the same target.
 */
export async function showRefusal(
	{ windowRuns, workflows }: { readonly windowRuns: WindowRuns; readonly workflows: WorkflowDocuments },
	service: string,
	source: WorkflowSource,
	failure: Failure,
	repeat: () => Promise<unknown>,
): Promise<void> {
	// The person has just decided so.
	if (failure.kind === 'canceled') return;
	const { message, place, mayRepeat, isUnrecorded } = refusedRun(
		failure,
		source.document,
		service,
		source.name,
	);
	const uri = source.uri.toString();
	const kept = isUnrecorded ? undefined : windowRuns.latest(20).find((run) => run.documentUri === uri);
	const actions: FailureAction[] = [
		...(place
			? [{ title: vscode.l10n.t('Show in Document'), run: () => revealInput(workflows, source.uri, place) }]
			: []),
		...(kept?.state === 'uncertain'
			? [
					{
						title: vscode.l10n.t('Open Web Console'),
						run: () => runCommand('easel.openWebConsole', kept.id),
					},
				]
			: []),
		...(failure.kind === 'balance' ? [profilePageAction(kept?.connectionId)] : []),
		...(mayRepeat ? [{ title: vscode.l10n.t('Run Again'), run: repeat }] : []),
		...(failure.kind === 'auth' ? [signInAction(kept === undefined || traitsOf(kept.target).account)] : []),
		{
			title: vscode.l10n.t('Details'),
			run: () => (kept ? runCommand('easel.showRun', kept.id) : runCommand('easel.showLog')),
		},
	];
	const choice = await fail(message, ...actions.map(({ title }) => title));
	await actions.find(({ title }) => title === choice)?.run();
}

function signInAction(hasAccount: boolean): FailureAction {
	return hasAccount
		? { title: vscode.l10n.t('Sign In'), run: () => runCommand('easel.signIn') }
		: { title: vscode.l10n.t('Set Token'), run: () => runCommand('easel.setEngineToken') };
}

/**
 * Asks which version of a document to use that was changed since a run. After a successful run, this is most likely the
 * sent one.
 */
export async function chooseVersion({
	documentName,
	run,
}: VersionQuestion): Promise<'now' | 'then' | undefined> {
	const [now, then] = [vscode.l10n.t('Run Current Version'), vscode.l10n.t('Run Sent Version')];
	const choice = await ask(
		vscode.l10n.t('"{0}" has changed since this run. Which version do you want to run?', documentName),
		vscode.l10n.t('It was sent {0}: {1}.', describeMoment(run.submittedAt, Date.now()), describeState(run)),
		...(run.state === 'succeeded' ? [then, now] : [now, then]),
	);
	if (choice === now) return 'now';
	return choice === then ? 'then' : undefined;
}

/**
 * Warns that the document has errors before it is sent without a review; true to send it anyway.
 * @param areShown true if the problems of the editor contain these errors
 */
export async function confirmErrors(
	{ documentName: name, errors }: ErrorsQuestion,
	areShown: boolean,
): Promise<boolean> {
	const [anyway, show] = [vscode.l10n.t('Run Anyway'), vscode.l10n.t('Show Problems')];
	const choice = await ask(
		errors.length === 1
			? vscode.l10n.t('"{0}" has 1 error. Run anyway?', name)
			: vscode.l10n.t('"{0}" has {1} errors. Run anyway?', name, numberText(errors.length)),
		errors
			.slice(0, 3)
			.map(({ message, line }) => vscode.l10n.t('Line {0}: {1}', line + 1, message))
			.join(' '),
		...(areShown ? [show] : []),
		anyway,
	);
	if (choice === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
	return choice === anyway;
}

/** Returns a button that leads to the first place that is not JSON; empty if the document has no such place. */
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

/** Offers the form of its inputs if a workflow was to run on a deployment that takes none. */
export async function offerInputForm({ id, name }: RunTarget): Promise<void> {
	const [form, readme] = [vscode.l10n.t('Open Form'), vscode.l10n.t('Open Readme')];
	const choice = await inform(takesInputsText(name), form, readme);
	if (choice === form)
		await runCommand('easel.runDeployment', {
			kind: 'deployment',
			deployment: { id, name, takesInputs: true },
		});
	if (choice === readme)
		await runCommand('easel.openReadme', { kind: 'deployment', deployment: { id, name } });
}

/** Outputs named in one dialog. */
const mostOutputs = 6;

/**
 * Asks about a run identical to an earlier one; returns whether to send it with a new seed, or anyway. Shows the
 * earlier result on request.
 */
export async function confirmNothingNew({
	documentName,
	outputs,
	hasSeed,
	isSure,
	earlier,
}: NothingNewQuestion): Promise<'newSeed' | 'anyway' | undefined> {
	const [newSeed, show] = [vscode.l10n.t('Run with New Seed'), vscode.l10n.t('Show Result')];
	const anyway = isSure ? vscode.l10n.t('Run Anyway') : vscode.l10n.t('Run Again');
	const seeds = hasSeed ? [newSeed] : [];
	const choice =
		isSure || earlier === undefined
			? await ask(
					vscode.l10n.t(
						'"{0}" would produce nothing new: the engine takes everything from its cache.',
						documentName,
					),
					outputs
						.slice(0, mostOutputs)
						.map((output) => sameOutputText(output))
						.join('\n'),
					...seeds,
					anyway,
				)
			: await ask(sameRunText(earlier, Date.now()), sameAgainText(), show, ...seeds, anyway);
	if (choice === show && earlier !== undefined) await runCommand('easel.showRun', earlier.id);
	if (choice === newSeed) return 'newSeed';
	return choice === anyway ? 'anyway' : undefined;
}

/** Returns the remark that an identical run costs as much again. */
export function sameAgainText(): string {
	return vscode.l10n.t('Running it again costs the same and probably gives the same result.');
}

/** Describes an output that would be the same: `Save Image (node 9): the same since the run of 11:05`. */
export function sameOutputText({ nodeId, title, since }: SameOutput, isSure = true): string {
	const name = labelText(vscode.l10n.t('{0} (node {1})', title, nodeId));
	const moment = describeMoment(since, Date.now());
	return isSure
		? vscode.l10n.t('{0}: unchanged since the run of {1}', name, moment)
		: vscode.l10n.t('{0}: possibly the same as in the run of {1}', name, moment);
}

/** Asks if an unfinished run is identical; true to send it anyway. */
export async function confirmDuplicate({ run: same }: DuplicateQuestion): Promise<boolean> {
	const [anyway, show] = [vscode.l10n.t('Run Anyway'), vscode.l10n.t('Show Run')];
	const questions = {
		running: vscode.l10n.t('The same run is already running. Run anyway?'),
		uncertain: vscode.l10n.t('It is unknown whether the service received the same run before. Run anyway?'),
		other: vscode.l10n.t('The same run is already queued. Run anyway?'),
	};
	const choice = await ask(
		questions[same.state === 'running' || same.state === 'uncertain' ? same.state : 'other'],
		vscode.l10n.t('A second run costs the same again.'),
		show,
		anyway,
	);
	if (choice === show) await runCommand('easel.showRun', same.id);
	return choice === anyway;
}

/** Warns before sending that the balance is too low, with the page to top it up; true to send anyway. */
export async function confirmLowBalance(
	connection: Connection,
	{ balance, minimumMicrodollars }: LowBalanceQuestion,
): Promise<boolean> {
	const [page, send] = [vscode.l10n.t('Open Profile Page'), vscode.l10n.t('Send Anyway')];
	const answer = await ask(
		vscode.l10n.t(
			'Your balance is {0}. A run needs at least {1} to start.',
			formatBalance(balance),
			formatBalance({ ...balance, microdollars: minimumMicrodollars }),
		),
		vscode.l10n.t('Top up in the web console. A run sent now will most likely be refused.'),
		page,
		send,
	);
	if (answer === page) await runCommand('easel.openProfilePage', connection.id);
	return answer === send;
}

/** Asks whether a disabled deployment may be enabled. */
export function confirmEnable({ deployment: { name }, cost }: EnableQuestion): Promise<boolean> {
	return confirm(vscode.l10n.t('"{0}" is disabled.', labelText(name)), {
		detail: cost,
		action: vscode.l10n.t('Enable and Run'),
	});
}

/** Describes an expected cost as a sentence. */
export function costSentence(estimate: Estimate): string {
	const expected = costText(estimate);
	return expected === undefined ? vscode.l10n.t('Cost: unknown.') : vscode.l10n.t('Cost: {0}.', expected);
}
