import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import { laidOutJson } from '../../../core/json/indented.ts';
import type { RunPlan } from '../../../core/runs/plan/plan.ts';
import { keyPlaceholder } from '../../../core/runs/plan/withoutKey.ts';
import type { TargetQuestion } from '../../../core/runs/start/questions.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import type { RunAsk } from '../../../core/runs/start/startQuestions.ts';
import type { TargetRequirements } from '../../../core/runs/start/targetRequirements.ts';
import { runCommand } from '../../shell/commands.ts';
import { warn } from '../../shell/messages.ts';
import { revealInput, revealRange } from '../reveal.ts';
import type { RunServices } from '../services.ts';
import {
	chooseVersion,
	confirmDuplicate,
	confirmEnable,
	confirmErrors,
	confirmLowBalance,
	confirmNothingNew,
} from './dialogs.ts';
import { knownErrors } from './knownErrors.ts';
import { pickTarget, type TargetChoice } from './pickTarget.ts';
import type { RequestBodies } from './requestBodies.ts';
import { type ReviewLooks, reviewPlan } from './review.ts';
import { runSourceOf } from './runSource.ts';
import type { WorkflowSource } from './workflowSource.ts';

export interface RunQuestionsDeps
	extends Pick<RunServices, 'store' | 'targets' | 'connections' | 'workflows'> {
	readonly savedWorkflows: SavedWorkflows;
	readonly lacks: TargetRequirements;
	readonly requestBodies: RequestBodies;
}

/** Returns the questions on the way from a document to a run, as dialogs. */
export function runQuestions(deps: RunQuestionsDeps, session: SignedIn, source: WorkflowSource): RunAsk {
	return {
		chooseVersion,
		chooseTarget: (question) =>
			pickTarget({ ...targetChoice(deps, session, question), connections: deps.connections }),
		// The list opens behind the message, which has the reason.
		async deploymentGone() {
			void warn(
				vscode.l10n.t('The deployment of this run is no longer in your account. Choose another one.'),
			);
			return true;
		},
		enableDeployment: confirmEnable,
		reviewRun: (question) =>
			reviewPlan({
				...question,
				title: question.isSaved
					? vscode.l10n.t('Run the Saved Workflow of "{0}"', question.target.name)
					: vscode.l10n.t('Run {0} on {1}', question.documentName, question.target.name),
				looks: reviewLooks(deps, source, question.plan),
			}),
		confirmErrors: (question) => confirmErrors(question, knownErrors(runSourceOf(source)) !== undefined),
		confirmNothingNew,
		confirmDuplicate,
		confirmLowBalance: (question) => confirmLowBalance(session.connection, question),
		// Pressing Run is the consent.
		confirmSpending: async () => true,
	};
}

/** Returns the list of targets for a document, without other connections. */
export function targetChoice(
	{
		store,
		targets,
		savedWorkflows,
		lacks,
	}: Pick<RunQuestionsDeps, 'store' | 'targets' | 'savedWorkflows' | 'lacks'>,
	session: SignedIn,
	{ documentName, document, first }: Pick<TargetQuestion, 'documentName' | 'document' | 'first'>,
): TargetChoice {
	const title = vscode.l10n.t('Run {0} On', documentName);
	return { session, store, targets, savedWorkflows, lacks, title, document, first };
}

/** Returns the actions that rows of the review open behind it. */
function reviewLooks(
	{ workflows, requestBodies }: RunQuestionsDeps,
	{ uri, name }: WorkflowSource,
	plan: RunPlan,
): ReviewLooks {
	return {
		input: (nodeId, input) => revealInput(workflows, uri, { nodeId, input }, true),
		error: async ({ range }) => revealRange(await vscode.workspace.openTextDocument(uri), range, true),
		file: async (path) => {
			const options = { preserveFocus: true, preview: true };
			await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), options);
		},
		run: async ({ id }) => runCommand('easel.showRun', id),
		body: () => requestBodies.show(name, readableBody(plan)),
	};
}

/** Returns the request body for reading: the text of a plan without its key, formatted, without the bytes of files. */
function readableBody({ bodyText }: RunPlan): string {
	const laidOut = laidOutJson(bodyText) ?? bodyText;
	return laidOut
		.replaceAll(
			/"data:([^;"]{1,80});base64,[^"]{200,}"/g,
			`"data:$1;base64,… (${vscode.l10n.t('embedded file')})"`,
		)
		.replaceAll(JSON.stringify(keyPlaceholder), `"(${vscode.l10n.t('your key')})"`);
}
