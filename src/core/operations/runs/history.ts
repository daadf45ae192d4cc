import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, mapped, success } from '../../base/failure.ts';
import { nameWithTarget } from '../../runs/describe.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import { optionalFlag, optionalText, wait } from '../members.ts';
import { declined, operation } from '../operation.ts';
import { withSession } from '../withSession.ts';
import { runId as id, runFact } from './facts.ts';
import { begun } from './startDocument.ts';

export const runMark = operation({
	id: 'run.mark',
	title: l10n.t('Star a run, or write a note on it'),
	effect: 'write',
	input: z.object({
		id,
		starred: optionalFlag(l10n.t('star it, or remove its star')),
		note: optionalText(l10n.t('the note; an empty one is removed')),
		files: z.exactOptional(
			z.record(z.string(), z.boolean()).check(z.describe(l10n.t('the stars of its files, by their keys'))),
		),
	}),
	output: z.object({ id: z.string(), starred: z.boolean(), note: z.string() }),
	async run(services, { id, ...change }) {
		const { marks } = await services.runs();
		const set = await marks.set(id, compact(change));
		if (!set.ok) return set;
		const { starred, note } = marks.of(id);
		return success({ id, starred, note });
	},
});

export const runFetch = operation({
	id: 'run.fetch',
	title: l10n.t('Download the files of a run that are missing on this computer'),
	effect: 'write',
	input: z.object({ id, wait }),
	output: z.object({ run: runFact }),
	run: (services, { id, wait }, _ask, work) =>
		withSession(services, async () =>
			begun(services, await (await services.runs()).retryFiles(id), wait, work),
		),
});

/** Removes a run that has ended from the history. */
export const runDelete = operation({
	id: 'run.delete',
	title: l10n.t('Delete a run from the history, with its files'),
	effect: 'delete',
	input: z.object({ id }),
	output: z.object({ id: z.string(), name: z.string() }),
	async run(services, { id }, ask) {
		const runs = await services.runs();
		const run = runs.get(id);
		if (run === undefined) return failed(unknownRunFailure);
		const consequences = [
			l10n.t(
				'Its data on this computer is deleted: result files, the sent document, star and note. Files that you saved elsewhere are kept.',
			),
		];
		if ((await ask.confirmDelete({ what: 'run', id, name: nameWithTarget(run), consequences })) !== true)
			return declined(l10n.t('Nothing was deleted, because it was not confirmed.'));
		return mapped(await runs.remove(id), () => ({ id, name: run.documentName }));
	},
});
