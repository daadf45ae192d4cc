import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { numberText } from '../../core/base/language.ts';
import { jobSample, jobSamples, jobSaveSamples } from '../../core/operations/jobs/samples.ts';
import { runOperation } from '../../core/operations/operation.ts';
import { textFlag } from '../frame/command.ts';
import { byId, type OperationCall, type OperationRow } from '../frame/operationCommand.ts';
import { watched } from '../frame/watched.ts';
import { statuses } from '../terminal/status.ts';
import { saveFlag } from './runOutcome.ts';
import { mostPictures, showPictures, showsPictures } from './shownPictures.ts';

/** With complete names, for `jobs download --sample`. */
const shown = {
	list: 'samples',
	columns: ['step', 'promptIndex', 'promptText', 'seed', 'name'],
	whole: 'name',
};

const listed = z.object({
	...jobSamples.output.shape,
	/** The paths of the files that were saved. */
	saved: z.exactOptional(z.array(z.string())),
	/** The names of samples that the service no longer has. */
	missing: z.exactOptional(z.array(z.string())),
});

export const samplesRow: OperationRow = {
	...byId('jobs samples', 'job.samples', '--step 500 --save samples'),
	more: [{ ...saveFlag, description: l10n.t('save the files of these samples in this folder') }],
	output: listed,
	shown,
	writes: true,
	run: listAndShow,
};

/** Lists samples, saves them on request, and shows the last of them as pictures. */
async function listAndShow(command: OperationCall): Promise<number> {
	const { given, input, services, ask, fail, show } = command;
	const found = await runOperation(jobSamples, services, input, ask);
	if (!found.ok) return fail(found.failure);
	const folder = textFlag(given, 'save');
	const kept =
		folder === undefined ? undefined : await watched(command, jobSaveSamples, { ...input, folder });
	const saved = kept?.ok ? { saved: kept.value.paths, missing: kept.value.missing } : {};
	show({ ...found.value, ...saved }, shown);
	if (kept?.ok === false) return fail(kept.failure);
	if (showsPictures(command)) await showPictures(command, await picturesOf(command, found.value.samples));
	return kept !== undefined && kept.value.missing.length > 0 ? statuses.failed : statuses.done;
}

/** Returns the latest samples of a list, with the paths of their copies. */
async function picturesOf(
	{ input, services, ask }: OperationCall,
	samples: z.output<typeof jobSamples.output>['samples'],
) {
	const latest = samples.filter(({ step, promptIndex }, index) => {
		const next = samples[index + 1];
		return step !== undefined && (next?.step !== step || next.promptIndex !== promptIndex);
	});
	const copies = await Promise.all(
		latest
			.slice(-mostPictures)
			.map(({ step, promptIndex: prompt }) =>
				runOperation(jobSample, services, { id: input.id, ...compact({ step, prompt }) }, ask),
			),
	);
	return copies.flatMap((copy) => {
		if (!copy.ok) return [];
		const { name, step = 0, promptText = name, path } = copy.value;
		return [{ name: l10n.t('Step {0}: {1}', numberText(step), promptText), path }];
	});
}
