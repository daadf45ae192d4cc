import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, inputFailure, type Result, success, wrongInput } from '../../base/failure.ts';
import type { Connection } from '../../connection/connection.ts';
import { dialectOf } from '../../connection/dialects.ts';
import {
	proposedName,
	type TemplateDataset,
	writeConfiguration,
} from '../../training/templates/configuration.ts';
import { knownModel, secondDataset, templateModels } from '../../training/templates/models.ts';

/** The choices of a new configuration; omitted ones have their defaults. */
interface TemplateInput {
	readonly model?: string;
	readonly dataset?: string;
	readonly second?: string;
	readonly trigger?: string;
	readonly name?: string;
	readonly steps?: number;
}

/** Writes a configuration for a model; without one, the refusal lists the available models. */
export function writtenTemplate(
	connection: Connection,
	{ model: arch, dataset: named, second, trigger = '', name, steps }: TemplateInput,
): Result<{ readonly name: string; readonly text: string }> {
	const model = templateModels.find((each) => each.arch === arch);
	if (model === undefined) return failed(noModel(arch));
	const dataset: TemplateDataset | undefined = named === undefined ? undefined : { name: named };
	if (second !== undefined && secondDataset(model) === 'none')
		return wrongInput(l10n.t('{0} does not use a second dataset.', knownModel(model).arch.label));
	const given = name ?? proposedName(model, dataset);
	const [{ type, count }] = dialectOf(connection).machines.training;
	const { text } = writeConfiguration({
		model,
		name: given,
		trigger,
		gpuType: type,
		gpuCount: count,
		steps: steps ?? model.steps,
		...compact({ dataset, second: second === undefined ? undefined : { name: second } }),
	});
	return success({ name: given, text });
}

function noModel(arch: string | undefined): Failure {
	return inputFailure(
		arch === undefined
			? l10n.t('Which model do you want to train?')
			: l10n.t('No template exists for the model "{0}".', arch),
		l10n.t('Specify the first word of one of these lines as "model":'),
		templateModels.map((each) => `${each.arch}  ${knownModel(each).arch.label}: ${each.summary}`),
	);
}
