import * as l10n from '@vscode/l10n';
import type { Finding } from '../base/findings.ts';
import { configModel, type ProcessModel } from './configModel.ts';
import { CheckContext, type CheckOptions } from './context.ts';
import { checkDatasets } from './rules/datasets.ts';
import { checkMemory } from './rules/memory.ts';
import { checkModel } from './rules/model.ts';
import { checkNames } from './rules/names.ts';
import { checkOutcome } from './rules/outcome.ts';
import { checkPrompts } from './rules/prompts.ts';
import { checkSamples } from './rules/samples.ts';
import { checkSubmission } from './rules/submission.ts';
import { checkText } from './rules/text.ts';
import { checkTrain } from './rules/train.ts';
import { checkSchema } from './schemaCheck.ts';
import type { TrainingDocument } from './yaml/document.ts';
import { entryOf, placeOfEntry } from './yaml/node.ts';

export type { CheckOptions, DatasetKnowledge, Submission } from './context.ts';

/**
 * Checks a training configuration against the rules of the service, the toolkit's own checks, and the known keys
 * and values. Never throws, and answers in the order of the text. Rules that need the account stay silent
 * without `options.datasets`.
 */
export function checkTraining(document: TrainingDocument, options: CheckOptions = {}): readonly Finding[] {
	const context = new CheckContext(configModel(document), options);
	if (checkText(context)) checkContent(context);
	return context.findings.sort(
		(one, other) => one.range.start - other.range.start || one.range.end - other.range.end,
	);
}

function checkContent(context: CheckContext): void {
	checkSchema(context);
	checkNames(context);
	checkSubmission(context);
	for (const [index, process] of context.config.processes.entries()) {
		// The service checks only the first process.
		const first = index === 0;
		if (!process.trains && !first) continue;
		if (isOtherJob(context)) {
			checkOtherJob(context, process);
			continue;
		}
		checkModel(context, process, first);
		checkTrain(context, process, first);
		checkOutcome(context, process);
		checkMemory(context, process);
		checkDatasets(context, process, first);
		checkSamples(context, process);
		checkPrompts(context, process);
	}
}

/** The kinds of job that make or change files of a model without training one. */
const otherJobs: readonly (string | undefined)[] = ['extract', 'generate', 'mod'];

/** Returns whether a job trains nothing, so that no rule of training applies to it. */
function isOtherJob(context: CheckContext): boolean {
	return otherJobs.includes(context.config.job);
}

/** Reports a job that is not a training: the service checks it like a training, and no other key would help. */
function checkOtherJob(context: CheckContext, process: ProcessModel): void {
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
