import * as vscode from 'vscode';
import type { Result } from '../../core/base/failure.ts';
import type { Log } from '../../core/base/log.ts';
import { canBeLookedFor } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm } from '../shell/messages.ts';
import type { JobArgument, JobOf } from './commandDeps.ts';
import type { WindowJobs } from './windowJobs.ts';

interface MissingCommandDeps {
	readonly log: Log;
	readonly jobs: Pick<WindowJobs, 'open'>;
}

/** Returns the commands for a job that the service does not find, or of which nobody knows whether it arrived. */
export function missingJobCommands({ log, jobs }: MissingCommandDeps, jobOf: JobOf) {
	async function change(by: (service: JobService) => Promise<Result<unknown>>): Promise<void> {
		const changed = await by(await jobs.open());
		if (!changed.ok) await showFailure(log, changed.failure);
	}

	return {
		'easel.lookForJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, canBeLookedFor);
			if (job) await change((service) => service.refresh(job.id));
		},
		'easel.giveUpJob': async (argument: JobArgument) => {
			const job = await jobOf(argument, ({ missingSince }) => missingSince !== undefined);
			if (!job) return;
			const sure = await confirm(vscode.l10n.t('Give up the training job "{0}"?', job.name), {
				detail: vscode.l10n.t(
					'Nobody asks about it any more. If the service still has it, it continues there and costs what it costs. Look Again brings it back.',
				),
				action: vscode.l10n.t('Give Up'),
			});
			if (sure) await change((service) => service.giveUp(job.id));
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
			if (id?.trim()) await change((service) => service.settleAs(job.id, id.trim()));
		},
	};
}
