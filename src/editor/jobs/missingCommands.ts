import * as vscode from 'vscode';
import { canBeLookedFor } from '../../core/jobs/jobRecord.ts';
import { jobGiveUp, jobLook, jobTake } from '../../core/operations/missing.ts';
import type { AppServices } from '../shell/appServices.ts';
import type { JobArgument, JobOf } from './commandDeps.ts';

/** Returns the commands for a job that is missing on the service or uncertain. */
export function missingJobCommands({ acts }: Pick<AppServices, 'acts'>, jobOf: JobOf) {
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
					'The id of the job, from the web page of the service. Easel asks the service about it.',
				),
				ignoreFocusOut: true,
			});
			if (id?.trim()) await acts.done(jobTake, { id: job.id, idOfService: id });
		},
	};
}
