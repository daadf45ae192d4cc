import * as l10n from '@vscode/l10n';
import type { ProcessModel } from '../configModel.ts';
import type { CheckContext } from '../context.ts';
import { entryOf, placeOfEntry } from '../yaml/node.ts';

/** The kinds of job that make or change files of a model without training one. */
const otherJobs: readonly (string | undefined)[] = ['extract', 'generate', 'mod'];

/** Returns whether a job trains nothing, so that no rule of training applies to it. */
export function isOtherJob(context: CheckContext): boolean {
	return otherJobs.includes(context.config.job);
}

/** Reports a job that is not a training: the service checks it like a training, and no other key would help. */
export function checkOtherJob(context: CheckContext, process: ProcessModel): void {
	const job = entryOf(context.config.root, 'job');
	if (context.local || context.partial || job === undefined) return;
	const remark = {
		range: placeOfEntry(job),
		message: l10n.t(
			'The service runs jobs that train, and a job of the kind {0} trains nothing.',
			context.config.job ?? '',
		),
		remedy: l10n.t('Run it with the toolkit on a computer of your own.'),
	};
	if (entryOf(process.train, 'lr') === undefined)
		context.service(42274, { ...remark, path: `${process.path}.train.lr` });
	else if (process.archText === undefined)
		context.service(42275, { ...remark, path: `${process.path}.model.arch` });
}
