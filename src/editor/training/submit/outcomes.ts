import * as vscode from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import type { Log } from '../../../core/base/log.ts';
import type { Gpu } from '../../../core/jobs/job.ts';
import type { JobRecord } from '../../../core/jobs/jobRecord.ts';
import { withName } from '../../../core/training/jobPlan.ts';
import { nextName } from '../../../core/training/rules/names.ts';
import type { TrainingDocument } from '../../../core/training/yaml/document.ts';
import type { TrainingDocuments } from '../../documents/trainingDocuments.ts';
import type { LazyJobService } from '../../jobs/lazyJobService.ts';
import { runCommand } from '../../shell/commands.ts';
import { type FailureAction, showFailure } from '../../shell/failures.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { AccountJobs } from './accountJobs.ts';
import type { JobEdits } from './jobEdits.ts';
import type { Refusals } from './refusals.ts';

/** What is needed to say what came of a document that was sent. */
export interface OutcomeParts {
	readonly log: Log;
	readonly training: TrainingDocuments;
	readonly jobs: LazyJobService;
	readonly edits: JobEdits;
	readonly accountJobs: AccountJobs;
	readonly refusals: Refusals;
	/** Shows a job that was just submitted or resumed in its view. */
	readonly onSubmitted: (job: JobRecord) => void;
}

/** Says what came of it, with buttons. */
export type Say = () => Promise<unknown>;

/** A new job has begun. */
export async function sayStarted(
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

/** The service has a new configuration of a job, which is resumed where that is wanted. */
export async function sayEdited(
	parts: OutcomeParts,
	document: vscode.TextDocument,
	job: JobRecord,
	{ resume, gpu }: { readonly resume: boolean; readonly gpu?: Gpu },
): Promise<Say | undefined> {
	const { edits, jobs, onSubmitted } = parts;
	if (resume) {
		const resumed = await (await jobs.open()).resume(job.id, gpu);
		if (!resumed.ok) return () => sayNotResumed(parts, document, job, resumed.failure);
		await edits.unlink(document.uri);
		onSubmitted(resumed.value);
		return undefined;
	}
	// A failed job may turn out not to be resumable, and then its document is where a new one begins.
	const mayFail = job.state === 'FAILED';
	if (!mayFail) await edits.unlink(document.uri);
	return async () => {
		const again = mayFail ? vscode.l10n.t('Try to Resume') : vscode.l10n.t('Resume');
		const text = vscode.l10n.t(
			'The training "{0}" has its new configuration, which counts once it is resumed.',
			labelText(job.name, 80),
		);
		if ((await inform(text, again)) === again) await runCommand('easel.resumeJob', job.id);
	};
}

/** The edit is with the service, and its document still belongs to the job. */
async function sayNotResumed(
	parts: OutcomeParts,
	document: vscode.TextDocument,
	job: JobRecord,
	failure: Failure,
): Promise<void> {
	const asNew: FailureAction = {
		title: vscode.l10n.t('Start as a New Job'),
		run: async () => {
			const parsed = await parts.training.read(document);
			if (parsed !== undefined) await becomeNewJob(parts, document, parsed, freeName(parts, job));
			await runCommand('easel.submitTraining', document.uri);
		},
	};
	await showFailure(parts.log, failure, job.state === 'FAILED' ? [asNew] : []);
}

/** Puts a refusal on its line and says it once. */
export async function sayRefused(
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

/** The name that a new job in the place of this one could have. */
export function freeName({ accountJobs }: Pick<OutcomeParts, 'accountJobs'>, { name }: JobRecord): string {
	return nextName(name, (each) => accountJobs.taken(each) === true);
}

/** Gives a configuration another name; from then on it belongs to no job. */
export async function becomeNewJob(
	{ edits }: Pick<OutcomeParts, 'edits'>,
	document: vscode.TextDocument,
	parsed: TrainingDocument,
	name: string,
): Promise<void> {
	if (document.getText() !== parsed.text) return;
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
