import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, mapped, success } from '../../base/failure.ts';
import { hasEnded } from '../../jobs/jobRecord.ts';
import { unknownJobFailure } from '../../jobs/notices.ts';
import { text } from '../members.ts';
import { declined, operation } from '../operation.ts';
import { jobId } from './facts.ts';

/** Takes a training job out of the list on this computer; the service keeps it. */
export const jobRemove = operation({
	id: 'job.remove',
	title: l10n.t('Remove a training job from the list on this computer'),
	effect: 'delete',
	input: z.object({ id: jobId }),
	output: z.object({ id: z.string(), name: z.string() }),
	async run(services, { id }, ask) {
		const jobs = await services.jobs();
		const job = jobs.get(id);
		if (job === undefined) return failed(unknownJobFailure);
		const consequence = hasEnded(job)
			? l10n.t(
					'The job and its results stay on the service. To see it here again, you need its ID: the service cannot list jobs.',
				)
			: l10n.t(
					'The job is not canceled: it continues on the service and costs money. To see it here again, you need its ID: the service cannot list jobs.',
				);
		const question = { what: 'job', id, name: job.name, consequences: [consequence] } as const;
		if ((await ask.confirmDelete(question)) !== true)
			return declined(l10n.t('Nothing was removed, because it was not confirmed.'));
		return mapped(await jobs.remove(id), () => ({ id, name: job.name }));
	},
});

export const jobExport = operation({
	id: 'job.export',
	title: l10n.t('Write the list of training jobs for another computer'),
	effect: 'read',
	input: z.object({}),
	output: z.object({
		count: z.number(),
		/** JSON, without configurations and addresses. */
		text: z.string(),
	}),
	async run(services) {
		const [, jobs] = await Promise.all([services.signedIn(), services.jobs()]);
		const count = jobs.jobs().filter(({ jobId }) => jobId !== undefined).length;
		return success({ count, text: jobs.export() });
	},
});

export const jobImport = operation({
	id: 'job.import',
	title: l10n.t('Add the training jobs of a list from another computer'),
	effect: 'write',
	input: z.object({ text: text(l10n.t('the text of the list')) }),
	output: z.object({ added: z.number(), known: z.number(), skipped: z.number() }),
	async run(services, { text }) {
		const [, jobs] = await Promise.all([services.signedIn(), services.jobs()]);
		return mapped(await jobs.import(text), ({ added, known, skipped }) => ({ added, known, skipped }));
	},
});
