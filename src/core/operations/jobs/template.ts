import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { nonEmpty, optionalInteger } from '../members.ts';
import { operation } from '../operation.ts';

/** Returns a name of characters that the service accepts. */
const safeName = (description: string) =>
	z.exactOptional(
		z
			.string()
			.check(z.regex(/^[A-Za-z0-9_-]+$/, l10n.t('Use letters, digits, _ and -.')), z.describe(description)),
	);

/** Writes a configuration to begin with, as the editor does after its questions. */
export const jobTemplate = operation({
	id: 'job.template',
	title: l10n.t('Write a starter training configuration for a model'),
	effect: 'read',
	input: z.object({
		model: z.exactOptional(
			nonEmpty(l10n.t('the model to train, such as qwen_image:2512; if omitted, all are listed')),
		),
		dataset: safeName(l10n.t('the name of the dataset to train on')),
		second: safeName(
			l10n.t(
				'the name of the dataset with the images before the edit, or with those that samples begin with',
			),
		),
		trigger: z.exactOptional(nonEmpty(l10n.t('a rare word for the subject, such as p3rson'))),
		name: safeName(l10n.t('the name of the job; if omitted, made from dataset and model')),
		steps: optionalInteger(1, 1_000_000, l10n.t('the steps; if omitted, the usual number for the model')),
	}),
	output: z.object({
		/** The name of the job. */
		name: z.string(),
		/** YAML, with comments. */
		text: z.string(),
	}),
	async run({ session }, input) {
		const { writtenTemplate } = await import('./writtenTemplate.ts');
		return writtenTemplate(session.current.connection, input);
	},
});
