import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { mapped, success } from '../../base/failure.ts';
import { createDataset, datasetStatus, deleteDataset, listDatasets } from '../../datasets/client.ts';
import type { Dataset } from '../../datasets/dataset.ts';
import { datasetNameProblem } from '../../datasets/datasetName.ts';
import { type Upload, uploadHasEnded } from '../../datasets/upload/upload.ts';
import { declined, operation } from '../operation.ts';
import { accountChanged, withSession } from '../withSession.ts';
import { datasetReport } from './report.ts';
import { datasetId, uploadOperations } from './uploads.ts';

export const datasetFact = z.object({
	id: z.string(),
	name: z.string(),
	state: z.string(),
	createdAt: z.exactOptional(z.number()),
	error: z.exactOptional(z.string()),
	files: z.exactOptional(z.array(z.object({ name: z.string(), bytes: z.exactOptional(z.number()) }))),
});

function factsOf({ id, name, state, createdAt, error, files }: Dataset): z.input<typeof datasetFact> {
	const listed = files?.map(({ name, bytes }) => ({ name, ...compact({ bytes }) }));
	return { id, name, state, ...compact({ createdAt, error, files: listed }) };
}

export const datasetList = operation({
	id: 'dataset.list',
	title: l10n.t('List datasets'),
	effect: 'read',
	input: z.object({}),
	output: z.object({ datasets: z.array(datasetFact), skipped: z.array(z.string()) }),
	run: (services) =>
		withSession(services, async ({ service }) => {
			const listed = await listDatasets(service);
			if (!listed.ok) return listed;
			const { datasets, skipped } = listed.value;
			return success({ datasets: datasets.map(factsOf), skipped: [...skipped] });
		}),
});

export const datasetState = operation({
	id: 'dataset.status',
	title: l10n.t('Show a dataset and its files'),
	effect: 'read',
	input: z.object({ id: datasetId }),
	output: datasetFact,
	run: (services, input) =>
		withSession(services, async ({ service }) => mapped(await datasetStatus(service, input.id), factsOf)),
});

export const datasetCreate = operation({
	id: 'dataset.create',
	title: l10n.t('Create an empty dataset'),
	effect: 'write',
	input: z.object({
		name: z.string().check(
			z.refine((name) => datasetNameProblem(name) === undefined, {
				error: ({ input }) => datasetNameProblem(String(input)),
			}),
			z.describe(l10n.t('the name, which training configurations refer to')),
		),
	}),
	output: datasetFact,
	run: (services, { name }) =>
		withSession(services, async (session) => {
			const store = await services.datasets();
			const created = await createDataset(session.service, { name });
			if (!created.ok) return created;
			if (services.session.current === session) store.add(created.value);
			return success(factsOf(created.value));
		}),
});

/** Deletes a dataset permanently. An upload to it is canceled; a missing dataset counts as deleted. */
export const datasetDelete = operation({
	id: 'dataset.delete',
	title: l10n.t('Delete a dataset'),
	effect: 'delete',
	input: z.object({ id: datasetId }),
	output: z.object({ id: z.string(), name: z.string() }),
	run: (services, input, ask) =>
		withSession(services, async (session) => {
			const [store, uploads] = await Promise.all([services.datasets(), services.uploads()]);
			const known = store.byId(input.id);
			const found = known === undefined ? await datasetStatus(session.service, input.id) : success(known);
			if (!found.ok) return found;
			const { name } = found.value;
			const isMoving = (upload: Upload) => upload.datasetId === input.id && !uploadHasEnded(upload);
			const consequences = [
				l10n.t(
					'Its files are permanently removed from the service; those on this computer are kept. Training configurations that use it can no longer be submitted.',
				),
				...(uploads.uploads().some(isMoving)
					? [l10n.t('The upload to it that is in progress is canceled.')]
					: []),
			];
			if ((await ask.confirmDelete({ what: 'dataset', id: input.id, name, consequences })) !== true)
				return declined(l10n.t('Nothing was deleted, because it was not confirmed.'));
			if (services.session.current !== session) return declined(accountChanged);
			for (const upload of uploads.uploads().filter(isMoving)) await uploads.cancel(upload.id);
			const done = await deleteDataset(session.service, input.id);
			if (!done.ok && done.failure.kind !== 'notFound') return done;
			if (services.session.current === session) store.remove(input.id);
			return success({ id: input.id, name });
		}),
});

export const datasetOperations = [
	datasetList,
	datasetState,
	datasetCreate,
	datasetDelete,
	datasetReport,
	...uploadOperations,
];
