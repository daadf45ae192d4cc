import * as vscode from 'vscode';
import { canBeLookedFor, canCancel, canEdit, canResume } from '../../core/jobs/jobRecord.ts';
import { jobConfiguration } from '../../core/operations/jobs/artifacts.ts';
import { jobCancel } from '../../core/operations/jobs/jobs.ts';
import { jobRemove } from '../../core/operations/jobs/list.ts';
import { jobGiveUp, jobLook, jobTake } from '../../core/operations/missing.ts';
import type { AppServices } from '../shell/appServices.ts';
import type { HandlersOf } from '../shell/commands.ts';
import type { jobsCommandIds } from '../shell/ids.ts';
import { copyText, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { checkpointCommands } from './checkpoints.ts';
import type { JobArgument, JobCommandDeps, JobOf } from './commandDeps.ts';
import { describeJob } from './describe.ts';
import { configurationUri, openJobDocument, resolvedUri } from './documents.ts';
import { listCommands } from './listCommands.ts';
import { mayTryResume } from './resumable.ts';
import { resumeJob } from './resume.ts';

/** Returns the commands of training jobs, loaded with the first of them. */
export function jobCommands(deps: JobCommandDeps): HandlersOf<typeof jobsCommandIds> {
	const { acts, jobs } = deps;

	/** The job a command means; asks among `wanted` ones when it is called from the palette. */
	const jobOf: JobOf = async (argument, wanted = () => true, none) => {
		const service = await jobs.open();
		if (typeof argument === 'string') return service.get(argument);
		if (argument !== undefined && 'job' in argument) return service.get(argument.job.id);
		const items = service
			.jobs()
			.filter(wanted)
			.map((job) => ({
				label: labelText(job.name),
				description: labelText(describeJob(job, Date.now()).join(' · ')),
				job,
			}));
		if (items.length === 0) {
			await inform(none ?? vscode.l10n.t('The list of training jobs is empty.'));
			return undefined;
		}
		const chosen = await vscode.window.showQuickPick(items, {
			title: vscode.l10n.t('Training Jobs'),
			placeHolder: vscode.l10n.t('Select a training job'),
			matchOnDescription: true,
		});
		return chosen?.job;
	};

	async function cancel(argument: JobArgument): Promise<void> {
		const job = await jobOf(argument, canCancel, vscode.l10n.t('No training job is queued or running.'));
		if (job) await acts.done(jobCancel, { id: job.id });
	}

	async function resume(argument: JobArgument): Promise<void> {
		const job = await jobOf(
			argument,
			mayTryResume,
			vscode.l10n.t('No training job was stopped early, canceled or failed.'),
		);
		if (!job) return;
		await resumeJob(deps, job);
	}

	async function openConfiguration(argument: JobArgument): Promise<void> {
		const job = await jobOf(argument, ({ config, artifacts }) => (config ?? artifacts?.config) !== undefined);
		if (!job) return;
		const config = await acts.done(jobConfiguration, { id: job.id });
		if (config === undefined) return;
		await openJobDocument(configurationUri(job));
		if (config.masked) {
			await inform(
				vscode.l10n.t(
					'Secrets in this configuration are not saved on this computer. It has "(hidden)" in their place.',
				),
			);
		}
	}

	async function openResolved(argument: JobArgument): Promise<void> {
		const none = vscode.l10n.t(
			'The service has not listed a resolved configuration of any training job yet.',
		);
		const job = await jobOf(argument, ({ artifacts }) => artifacts?.config !== undefined, none);
		if (job) await openJobDocument(resolvedUri(job));
	}

	async function remove(argument: JobArgument): Promise<void> {
		const job = await jobOf(argument);
		if (job) await acts.done(jobRemove, { id: job.id });
	}

	return {
		...listCommands(deps),
		...checkpointCommands(deps, jobOf),
		...missingJobCommands(deps, jobOf),
		'easel.showJob': async (argument: JobArgument) => {
			const job = await jobOf(argument);
			if (job) await deps.reveal(job.id);
		},
		'easel.showMoreJobs': () => deps.showMore(),
		'easel.cancelJob': cancel,
		'easel.resumeJob': resume,
		'easel.editJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, canEdit, nothingToEdit());
			if (job) await deps.changes.openForEdit(job);
		},
		'easel.continueJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, canResume, nothingToEdit());
			if (job) await deps.changes.continueWithMoreSteps(job);
		},
		'easel.openJobConfiguration': openConfiguration,
		'easel.openResolvedConfiguration': openResolved,
		'easel.removeJob': remove,
		'easel.copyJobId': async (argument: JobArgument) => {
			const job = await jobOf(argument, ({ jobId }) => jobId !== undefined);
			if (job?.jobId === undefined) return;
			await copyText(job.jobId, vscode.l10n.t('Copied the job ID'));
		},
		'easel.refreshJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, ({ jobId }) => jobId !== undefined);
			if (!job) return;
			await acts.done(jobLook, { id: job.id });
		},
	};
}

function nothingToEdit(): string {
	return vscode.l10n.t('No training job can be edited, because none has ended.');
}

/** Returns the commands for a job that is missing on the service or uncertain. */
function missingJobCommands({ acts }: Pick<AppServices, 'acts'>, jobOf: JobOf) {
	return {
		'easel.lookForJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, canBeLookedFor);
			if (job) await acts.done(jobLook, { id: job.id });
		},
		'easel.giveUpJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, ({ missingSince }) => missingSince !== undefined);
			if (job) await acts.done(jobGiveUp, { id: job.id });
		},
		'easel.thisIsJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, ({ phase }) => phase === 'uncertain');
			if (!job) return;
			const id = await vscode.window.showInputBox({
				title: vscode.l10n.t('Which job of the service is "{0}"?', job.name),
				prompt: vscode.l10n.t(
					'The ID of the job, from the web page of the service. Easel asks the service about it.',
				),
				ignoreFocusOut: true,
			});
			if (id?.trim()) await acts.done(jobTake, { id: job.id, idOfService: id });
		},
	};
}
