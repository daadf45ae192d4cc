import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, mapped, type Result, success, yourFailure } from '../../base/failure.ts';
import { namePlaceholders, patternProblem, usualPattern } from '../../runs/archive/saveName.ts';
import { describeState } from '../../runs/describe.ts';
import { notCanceled, unknownRunFailure } from '../../runs/failures.ts';
import { hasEnded, type Run } from '../../runs/run.ts';
import { nonEmpty, optionalFlag, wait } from '../members.ts';
import { declined, operation, type Work } from '../operation.ts';
import { latestOf } from '../recordOf.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import { factsOf, runId as id, runFact } from './facts.ts';
import { runDelete, runFetch, runMark } from './history.ts';
import { runImport, runShare } from './share.ts';
import { runAgain, runStart } from './start.ts';
import { waitedRun } from './startDocument.ts';

export const runStatus = operation({
	id: 'run.status',
	title: l10n.t('Show the state of a run'),
	effect: 'read',
	input: z.object({ id, wait }),
	output: runFact,
	run: async (services, input, _ask, work) => mapped(await latestRun(services, input, work), factsOf),
});

function latestRun(
	services: OperationServices,
	input: { readonly id: string; readonly wait?: boolean },
	work: Work,
): Promise<Result<Run>> {
	return withSession(services, async () => {
		const runs = await services.runs();
		return latestOf<Run>(runs, waitedRun, input.id, input.wait, work);
	});
}

export const resultFact = z.object({
	run: runFact,
	/** Files without a path are not on this computer. */
	files: z.array(
		z.object({
			name: z.string(),
			path: z.exactOptional(z.string()),
			bytes: z.exactOptional(z.number()),
			nodeId: z.exactOptional(z.string()),
			problem: z.exactOptional(z.string()),
		}),
	),
	texts: z.array(z.object({ nodeId: z.string(), name: z.string(), text: z.string() })),
});

export const runResult = operation({
	id: 'run.result',
	title: l10n.t('Show the result of a run'),
	effect: 'read',
	input: z.object({ id, wait }),
	output: resultFact,
	async run(services, input, _ask, work) {
		const found = await latestRun(services, input, work);
		if (!found.ok) return found;
		const run = found.value;
		if (!hasEnded(run)) return failed(noResultYet);
		const pathOf = (name: string | undefined) => name && services.disk?.pathOfResult(run.id, name);
		return success({
			run: factsOf(run),
			files: run.files.map(({ filename, archivedAs, bytes, nodeId, problem }) => ({
				name: filename,
				...compact({ bytes, nodeId, problem, path: pathOf(archivedAs) }),
			})),
			texts: run.texts.map(({ nodeId, channel, text }) => ({ nodeId, name: channel, text })),
		});
	},
});

const noResultYet = yourFailure(
	'conflict',
	l10n.t('This run has not ended, so it has no result yet.'),
	l10n.t('Wait until it has ended, then ask again.'),
);

export const cancelDeclined = l10n.t('Nothing was canceled, because it was not confirmed.');

export const runCancel = operation({
	id: 'run.cancel',
	title: l10n.t('Cancel a run'),
	effect: 'write',
	input: z.object({ id }),
	output: z.object({ id: z.string(), outcome: z.enum(['requested', 'notCancellable']) }),
	run: (services, { id }, ask) =>
		withSession(services, async () => {
			const runs = await services.runs();
			const run = runs.get(id);
			if (run !== undefined && !hasEnded(run)) {
				const asked = { name: run.documentName, targetName: run.target.name, status: describeState(run) };
				if ((await ask.confirmChange({ act: 'cancelRun', ...asked })) !== true)
					return declined(cancelDeclined);
			}
			const outcome = await runs.cancel(id);
			return outcome.ok ? success({ id, outcome: outcome.value }) : failed(notCanceled(outcome.failure));
		}),
});

export const runSave = operation({
	id: 'run.save',
	title: l10n.t('Save the files of a run in a folder'),
	effect: 'write',
	input: z.object({
		id,
		folder: nonEmpty(l10n.t('the folder for the files; nothing in it is overwritten')),
		pattern: z.exactOptional(
			z.string().check(
				z.refine((text) => patternProblem(text) === undefined, {
					error: ({ input }) => patternProblem(String(input)),
				}),
				z.describe(
					l10n.t(
						'the pattern of their names with {0}; {1} by default',
						namePlaceholders.map((name) => `{${name}}`).join(', '),
						usualPattern,
					),
				),
			),
		),
		sidecar: optionalFlag(
			l10n.t('write a sidecar next to each file, with everything needed to make it again'),
		),
	}),
	output: z.object({ paths: z.array(z.string()), missing: z.array(z.string()) }),
	async run(services, { id, folder, pattern = usualPattern, sidecar = false }) {
		const run = (await services.runs()).get(id);
		if (run === undefined) return failed(unknownRunFailure);
		const saved = await withDisk(services, (disk) => disk.saveFiles(run, { folder, pattern, sidecar }));
		if (!saved.ok) return saved;
		const { paths, missing, failure } = saved.value;
		if (failure !== undefined) return failed(failure);
		return success({ paths: [...paths], missing: missing.map(({ file }) => file.filename) });
	},
});

export const runOperations = [
	runStart,
	runAgain,
	runStatus,
	runResult,
	runCancel,
	runSave,
	runShare,
	runImport,
	runMark,
	runFetch,
	runDelete,
];
