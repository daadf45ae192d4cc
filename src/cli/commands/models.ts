import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import type { modelSchema } from '../../core/operations/models.ts';
import { isOn, switchFlag, WrongUse } from '../frame/command.ts';
import { byId, type OperationCall, type OperationRow, once, row } from '../frame/operationCommand.ts';
import { linesShown, type Shown } from '../frame/show.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

export const modelRows: readonly OperationRow[] = [
	{
		...row('models search', 'model.search', 'upscale --limit 5'),
		alias: 'models list',
		places: { text: 'TEXT' },
		preset: { text: undefined },
		shown: { list: 'models', columns: ['id', 'name', 'usd', 'unit', 'categories'] },
	},
	{
		...row('models categories', 'model.categories'),
		shown: { list: 'categories', columns: ['name'] },
	},
	{
		...byId('models show', 'model.schema'),
		moreExamples: ['easel models show ID --web'],
		more: [switchFlag('web', l10n.t('open its page on the web; without a terminal, print the address'))],
		run: showModel,
	},
	byId('models snippet', 'model.snippet', '--language python'),
];

/** Shows a model, or its page. */
async function showModel(command: OperationCall): Promise<number> {
	const { io, operation, input, given, call, fail, show } = command;
	if (!isOn(given, 'web')) return once(command, shownModel);
	const done = await call(operation.id, input);
	if (!done.ok) return fail(done.failure);
	const { model } = done.value as z.output<typeof modelSchema.output>;
	if (model.url === undefined)
		throw new WrongUse(l10n.t('"{0}" has no page on the web.', model.id), { isComplete: true });
	const isOpen = !isOn(given, 'json') && (await io.openPage?.(model.url)) === true;
	if (isOpen) io.err(`${printable(l10n.t('Opened {0} in the browser.', model.url))}\n`);
	else show(done.value, linesShown([model.url]));
	return statuses.done;
}

/** Shows a model with a table of its inputs; the schema is in the JSON. */
function shownModel(output: unknown): Shown {
	const { model, inputs } = output as z.output<typeof modelSchema.output>;
	const { inputNames: _, requiredInputs: __, ...facts } = model;
	return {
		as: {
			...facts,
			inputs: inputs.map(({ name, type, range, default: initial, required, description }) => ({
				name,
				type,
				range,
				default: initial === undefined ? undefined : JSON.stringify(initial),
				required,
				description,
			})),
		},
	};
}
