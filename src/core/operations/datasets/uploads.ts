import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, mapped, type Result, wrongInput } from '../../base/failure.ts';
import { firstOf } from '../../base/language.ts';
import { findingLines } from '../../datasets/report/lines.ts';
import { decidingUpload } from '../../datasets/upload/deciding.ts';
import { unknownUploadFailure } from '../../datasets/upload/failures.ts';
import { uploadState } from '../../datasets/upload/record.ts';
import type { UploadService } from '../../datasets/upload/service.ts';
import { type Upload, uploadHasEnded } from '../../datasets/upload/upload.ts';
import type { Disk } from '../disk.ts';
import { idOf, nonEmpty, optionalFlag, optionalText, wait } from '../members.ts';
import { declined, operation, unwatched, type Work } from '../operation.ts';
import type { Ask } from '../questions.ts';
import { recordOf } from '../recordOf.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import { fix, folder, refusalOf, reportOf } from './report.ts';

export const datasetId = idOf(
	'dataset',
	l10n.t('a dataset, by its ID, the beginning of its ID, or its name'),
);

const uploadFact = z.object({
	id: z.string(),
	datasetId: z.string(),
	datasetName: z.string(),
	state: uploadState,
	files: z.number(),
	done: z.number(),
	failed: z.array(z.object({ name: z.string(), reason: z.string() })),
	/** The findings of the report on the folder, a line each with the files that it is about. */
	warnings: z.array(z.string()),
	/** The safe fixes applied to the upload, and the files that were put back into it. */
	fixed: z.exactOptional(z.string()),
	notice: z.exactOptional(z.string()),
});

/** Files that a sentence names. */
const mostFiles = 10;

/** The report that an upload was started with. */
type Reported = Pick<z.input<typeof uploadFact>, 'warnings' | 'fixed'>;

function uploadFacts(upload: Upload, reported: Reported): z.input<typeof uploadFact> {
	const { id, datasetId, datasetName, state, files, notice } = upload;
	return {
		id,
		datasetId,
		datasetName,
		state,
		files: files.count,
		done: files.done,
		failed: upload.failed.map(({ name, reason }) => ({ name, reason })),
		...reported,
		...compact({ notice }),
	};
}

const uploadInput = z.object({
	folder,
	name: optionalText(l10n.t('the name of the dataset; if omitted, made from the folder')),
	add: optionalFlag(l10n.t('add to an existing dataset with this name')),
	fix,
	anyway: optionalFlag(
		l10n.t(
			'upload even if the report has errors, with pictures and videos of other types, such as gif; unusable files are left out',
		),
	),
	wait,
});

export const datasetUpload = operation({
	id: 'dataset.upload',
	title: l10n.t('Upload a folder as a dataset'),
	effect: 'write',
	input: uploadInput,
	output: uploadFact,
	run: (services, input, ask, work) =>
		withSession(services, () => withDisk(services, (disk) => uploadFolder(services, disk, input, ask, work))),
});

/** Returns the facts of an upload, at its end if the caller waits for that. */
async function uploaded(
	uploads: UploadService,
	id: string,
	wait: boolean | undefined,
	work: Work,
	reported: Reported = { warnings: [] },
): Promise<Result<z.input<typeof uploadFact>>> {
	const records = {
		onDidChange: uploads.onDidChange,
		onDidRemove: uploads.onDidRemove,
		get: (wanted: string) => uploads.upload(wanted),
		whyUnwatched: () => undefined,
	};
	const kind = {
		hasEnded: uploadHasEnded,
		unknown: unknownUploadFailure,
		progress: ({ files }: Upload) => ({
			message: l10n.t('Uploading files'),
			done: files.done,
			total: files.count,
		}),
	};
	const ended = await recordOf<Upload>(records, kind, id, wait, work);
	return mapped(ended, (upload) => uploadFacts(upload, reported));
}

function leftOutText(names: readonly string[]): string {
	return l10n.t(
		'Not sent, because they were added or changed after the report: {0}',
		firstOf(names, mostFiles),
	);
}

async function uploadFolder(
	services: OperationServices,
	disk: Disk,
	input: z.output<typeof uploadInput>,
	ask: Ask,
	work: Work,
): Promise<Result<z.input<typeof uploadFact>>> {
	const { session, log, openReport } = services;
	if (openReport !== undefined) {
		const begun = await openReport.start();
		return begun.ok ? uploaded(await services.uploads(), begun.value.id, input.wait, work) : begun;
	}
	const place = await disk.folderAt(input.folder);
	if (!place.ok) return place;
	const uploads = await services.uploads();
	const store = await services.datasets();
	const model = disk.uploadOf(place.value, { session, log, store, uploads, named: input.folder });
	try {
		if (input.name !== undefined) model.setName(input.name);
		await Promise.all([model.report.scan(), model.settled()]);
		const found = await reportOf(model.report, input);
		if (!found.ok) return found;
		const { report, fixed } = found.value;
		const refusal = input.anyway === true && !report.blocked ? undefined : refusalOf(report, model.report);
		if (refusal !== undefined) return failed(refusal);
		const adds = store.items.some(({ name }) => name === model.name);
		if (adds && !input.add)
			return wrongInput(
				l10n.t('The dataset "{0}" already exists.', model.name),
				l10n.t('Choose another name, or add the files to it with "add".'),
			);
		const { files, bytes } = report.summary;
		const asked = { folder: place.value, datasetName: model.name, adds, files, bytes };
		const findings = [...(fixed === undefined ? [] : [fixed]), ...report.findings.map(({ title }) => title)];
		if ((await ask.confirmUpload({ ...asked, findings })) !== true)
			return declined(l10n.t('Nothing was sent, because it was not confirmed.'));
		let leftOut: readonly string[] = [];
		const started = await model.startAgreed(report, (names) => {
			leftOut = names;
		});
		if (!started.ok) return leftOut.length === 0 ? started : failed({ ...started.failure, details: leftOut });
		const warnings = findingLines(report);
		if (leftOut.length > 0) warnings.push(leftOutText(leftOut));
		return uploaded(uploads, started.value.id, input.wait, work, { warnings, ...compact({ fixed }) });
	} finally {
		model.dispose();
	}
}

/** Sends the files that the authoritative upload of a dataset left out. */
export const datasetRetry = operation({
	id: 'dataset.retry',
	title: l10n.t('Upload the files that are missing from an upload to a dataset'),
	effect: 'write',
	input: z.object({ id: datasetId, wait }),
	output: uploadFact,
	run: (services, input, _ask, work) =>
		withSession(services, async () => {
			const uploads = await services.uploads();
			const upload = decidingUpload(input.id, uploads.uploads(), undefined);
			if (upload === undefined) return failed(unknownUploadFailure);
			const again = await uploads.retryFailed(upload.id);
			return again.ok ? uploaded(uploads, again.value.id, input.wait, work) : again;
		}),
});

const uploadId = nonEmpty(l10n.t('the ID of an upload'));

/** Shows an upload that was started here. */
export const uploadStatus = operation({
	id: 'upload.status',
	title: l10n.t('Show the progress of an upload'),
	effect: 'read',
	input: z.object({ id: uploadId, wait }),
	output: uploadFact,
	run: (services, input, _ask, work) =>
		withSession(services, async () => uploaded(await services.uploads(), input.id, input.wait, work)),
});

/** Cancels an upload; the files that have arrived stay in the dataset. */
export const uploadCancel = operation({
	id: 'upload.cancel',
	title: l10n.t('Cancel an upload'),
	effect: 'write',
	input: z.object({ id: uploadId }),
	output: uploadFact,
	run: (services, { id }) =>
		withSession(services, async () => {
			const uploads = await services.uploads();
			const canceled = await uploads.cancel(id);
			return canceled.ok ? uploaded(uploads, id, false, unwatched) : canceled;
		}),
});

export const uploadOperations = [datasetUpload, datasetRetry, uploadStatus, uploadCancel];
