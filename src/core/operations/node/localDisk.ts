import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock.ts';
import { filesLike } from '../../base/disk/filesLike.ts';
import { readText, textIn } from '../../base/disk/readWhole.ts';
import { mapped, type Result, success, wrongInput } from '../../base/failure.ts';
import { readCaption, writeCaption } from '../../captions/captionFile.ts';
import { suggestedDatasetName } from '../../datasets/datasetName.ts';
import { reasonOf } from '../../datasets/disk/fileSystem.ts';
import { UploadReportModel } from '../../datasets/report/model.ts';
import { UploadReport } from '../../datasets/report/uploadReport.ts';
import { checkpointHeader, saveCheckpoint } from '../../jobs/checkpoints/checkpoints.ts';
import { describeHeader } from '../../jobs/checkpoints/safetensors.ts';
import { SampleCache } from '../../jobs/samples/cache.ts';
import { sampleCopy } from '../../jobs/samples/sampleCopy.ts';
import {
	keepDocument,
	keepFile,
	keepInputs,
	readDocument,
	readInputsOf,
	runFolder,
} from '../../runs/archive/runFolder.ts';
import { saveFiles } from '../../runs/archive/saveFiles.ts';
import { fileReader } from '../../runs/start/mediaFiles.ts';
import { SavedWorkflows } from '../../runs/start/savedWorkflows.ts';
import { copyInto } from '../../transfers/copyInto.ts';
import { createWhole, replaceWhole } from '../../transfers/wholeFile.ts';
import { longestWorkflow } from '../../workflow/document.ts';
import type { Disk, TextFile } from '../disk.ts';
import { archiveFolder } from './archiveFolder.ts';

/** Returns the files of this computer. `folder` is that of the services. */
export function localDisk(folder: string, clock: Clock): Disk {
	const archive = archiveFolder(folder);
	let samples: SampleCache | undefined;
	return {
		files: fileReader,
		readText: textAt,
		textIn: (folder, name, onUnread) => textIn(folder, name, longestWorkflow, onUnread),
		filesLike,
		writeText,
		readCaption: (path) => readCaption(resolve(path)),
		writeCaption: (path, ...more) => writeCaption(resolve(path), ...more),
		folderAt,
		reportOf: (path, log) =>
			new UploadReport([resolve(path)], (error) => log.error('A listener of a report failed', error)),
		uploadOf(path, { session, log, store, uploads, named }) {
			const model = new UploadReportModel({
				selection: { paths: [resolve(path)] },
				account: session,
				store,
				uploads: { onDidChange: uploads.onDidChange, open: async () => uploads, opened: uploads },
				families: [],
				log,
				earlier: [],
			});
			model.setName(suggestedDatasetName(basename(resolve(named))) || model.name);
			return model;
		},
		savedWorkflows: ({ log, session, store, documents }) =>
			new SavedWorkflows({
				log,
				clock,
				session,
				store,
				documents,
				nodeInfoFolder: join(folder, 'node-info'),
				onNodeInfo: () => undefined,
			}),
		keepDocument: (runId, text) => keepDocument(archive, runId, text),
		keepInputs: (runId, text) => keepInputs(archive, runId, text),
		keepResult: (runId, name, bytes) => keepFile(archive, runId, name, bytes),
		keptDocument: async (runId) => (await readDocument(archive, runId))?.text,
		keptInputs: (runId) => readInputsOf(archive, runId),
		pathOfResult: (runId, name) => join(runFolder(archive, runId), name),
		saveFiles: (run, place) =>
			saveFiles(
				run.files.map((file) => ({ run, file })),
				{ archive, ...place },
			),
		async saveCheckpoint(source, { folder: wanted, ...place }) {
			const folder = resolve(wanted);
			const saved = await saveCheckpoint(source, { as: basename(place.name), ...place, folder });
			if (!saved.ok) return saved;
			return success({ path: join(folder, saved.value.name), bytes: saved.value.bytes });
		},
		async sampleCopy({ queue, ...source }, place) {
			samples ??= new SampleCache({ folder: join(folder, 'samples'), queue, clock });
			return sampleCopy(samples, clock, source, place);
		},
		async saveCopy(file, wanted) {
			const into = resolve(wanted);
			return mapped(await copyInto(into, file.path, file.name), (name) => join(into, name));
		},
		checkpointMetadata: async (...checkpoint) =>
			mapped(await checkpointHeader(...checkpoint), describeHeader),
		foldersOf: (uri) => (uri.startsWith('file:') ? { document: dirname(fileURLToPath(uri)) } : undefined),
	};
}

async function folderAt(path: string): Promise<Result<string>> {
	const folder = resolve(path);
	const found = await stat(folder).catch(() => undefined);
	if (found?.isDirectory()) return success(await realpath(folder));
	return unusable(
		found === undefined
			? l10n.t('The folder "{0}" does not exist.', path)
			: l10n.t('"{0}" is not a folder.', path),
	);
}

const writeText: Disk['writeText'] = async (path, text, before) => {
	const file = resolve(path);
	const changed = wrongInput(l10n.t('"{0}" has changed in the meantime.', basename(file)));
	const taken = wrongInput(l10n.t('"{0}" already exists. Choose another name.', basename(file)));
	try {
		if (typeof before !== 'string') {
			const isNew = (await createWhole(file, Buffer.from(text))) !== undefined;
			if (!isNew && before === undefined) return taken;
			if (!isNew) await replaceWhole(file, Buffer.from(text));
			return success({ path: file });
		}
		const now = await readText(file, longestWorkflow);
		if ('why' in now || now.text !== before) return changed;
		const mark = text.startsWith(now.mark) ? '' : now.mark;
		await replaceWhole(file, Buffer.from(mark + text));
		return success({ path: file });
	} catch (cause) {
		return unusable(l10n.t('"{0}" cannot be written: {1}.', basename(file), reasonOf(cause)));
	}
};

async function textAt(path: string, mostBytes = longestWorkflow): Promise<Result<TextFile>> {
	const file = resolve(path);
	const name = basename(file);
	const read = await readText(file, mostBytes);
	return 'why' in read
		? unusable(l10n.t('"{0}" cannot be read: {1}.', name, read.why))
		: success({ name, text: read.text, uri: pathToFileURL(file).toString(), folder: dirname(file) });
}

/** Returns the failed result of a path that cannot be used. */
function unusable(message: string) {
	return wrongInput(message, l10n.t('Correct this or specify another path, then try again.'));
}
