import * as vscode from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import type { JobRecord } from '../../../core/jobs/jobRecord.ts';
import { freeName } from '../../../core/jobs/submit/names.ts';
import { withName } from '../../../core/training/jobPlan.ts';
import type { TrainingDocument } from '../../../core/training/yaml/document.ts';
import type { TrainingDocuments } from '../../documents/trainingDocuments.ts';
import { runCommand } from '../../shell/commands.ts';
import { type FailureAction, showFailure } from '../../shell/failures.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { TrainingDeps } from '../deps.ts';
import type { TrainingFeatures } from '../features.ts';

export interface OutcomeParts
	extends Pick<TrainingDeps, 'log' | 'jobs'>,
		Pick<TrainingFeatures, 'edits' | 'accountJobs' | 'refusals'> {
	readonly training: TrainingDocuments;
	/** Shows a job that was just submitted or resumed in its view. */
	readonly onSubmitted: (job: JobRecord) => void;
}

/** Reports the outcome, with buttons. */
export type Say = () => Promise<unknown>;

/** Reports that a new job has begun. */
export async function reportStarted(
	{ edits, onSubmitted }: OutcomeParts,
	document: vscode.TextDocument,
	job: JobRecord,
): Promise<Say> {
	await edits.unlink(document.uri);
	onSubmitted(job);
	return async () => {
		const [samples, row] = [vscode.l10n.t('Show Samples'), vscode.l10n.t('Show Job')];
		const text = vscode.l10n.t('The training "{0}" is queued.', labelText(job.name, 80));
		const choice = await inform(text, samples, row);
		if (choice === samples) await runCommand('easel.showSamples', job.id);
		else if (choice === row) await runCommand('easel.showJob', job.id);
	};
}

/** Reports that a job runs again with the configuration of a document. */
export async function reportResumed(
	{ edits, onSubmitted }: OutcomeParts,
	document: vscode.TextDocument,
	job: JobRecord,
): Promise<void> {
	await edits.unlink(document.uri);
	onSubmitted(job);
}

/** Reports that the service has a new configuration of a job. */
export async function reportEdited(
	{ edits }: OutcomeParts,
	document: vscode.TextDocument,
	job: JobRecord,
): Promise<Say> {
	// A failed job may not be resumable, and then its document is the start of a new one.
	const mayFail = job.state === 'FAILED';
	if (!mayFail) await edits.unlink(document.uri);
	return async () => {
		const again = mayFail ? vscode.l10n.t('Try to Resume') : vscode.l10n.t('Resume');
		const text = vscode.l10n.t(
			'The training "{0}" has its new configuration, which takes effect when it is resumed.',
			labelText(job.name, 80),
		);
		if ((await inform(text, again)) === again) await runCommand('easel.resumeJob', job.id);
	};
}

/** Reports that a job was not resumed. The edit is with the service, and its document still belongs to the job. */
export async function reportNotResumed(
	parts: OutcomeParts,
	document: vscode.TextDocument,
	job: JobRecord,
	failure: Failure,
): Promise<void> {
	const asNew: FailureAction = {
		title: vscode.l10n.t('Start as a New Job'),
		run: async () => {
			const parsed = await parts.training.read(document);
			if (parsed !== undefined)
				await becomeNewJob(
					parts,
					document,
					parsed,
					freeName((name) => parts.accountJobs.taken(name), job),
				);
			await runCommand('easel.submitTraining', document.uri);
		},
	};
	await showFailure(parts.log, failure, job.state === 'FAILED' ? [asNew] : []);
}

/** Puts a refusal on its line and reports it once. */
export async function showRefusal(
	{ log, training, refusals }: OutcomeParts,
	document: vscode.TextDocument,
	failure: Failure,
): Promise<Say> {
	const parsed = failure.code === undefined ? undefined : await training.read(document);
	const range = parsed === undefined ? undefined : refusals.show(document, parsed, failure);
	const actions: FailureAction[] = [
		...(range === undefined
			? []
			: [{ title: vscode.l10n.t('Show in Document'), run: () => showPlace(document, range, false) }]),
		...(failure.kind === 'auth'
			? [{ title: vscode.l10n.t('Sign In'), run: () => runCommand('easel.signIn') }]
			: []),
	];
	return () => showFailure(log, failure, actions);
}

/** Gives a configuration another name; from then on it belongs to no job. */
export async function becomeNewJob(
	{ edits }: Pick<OutcomeParts, 'edits'>,
	document: vscode.TextDocument,
	parsed: TrainingDocument,
	name: string,
): Promise<void> {
	if (document.getText() !== parsed.source) return;
	await vscode.workspace.applyEdit(workspaceEdit(document, withName(parsed, name)));
	await edits.unlink(document.uri);
}

export async function showPlace(
	document: vscode.TextDocument,
	selection: vscode.Range,
	keepFocus: boolean,
): Promise<void> {
	await vscode.window.showTextDocument(document, { selection, preserveFocus: keepFocus });
}
