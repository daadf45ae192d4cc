import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, inputFailure, success } from '../../base/failure.ts';
import { largestRunFile } from '../../runs/archive/describedRun.ts';
import { receivedRun } from '../../runs/archive/receivedRun.ts';
import {
	readSharedRun,
	type StoredResult,
	sharedRunEnd,
	writeSharedRun,
} from '../../runs/archive/sharedRun.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import { noMedia, scanMedia } from '../../runs/plan/media.ts';
import { hasEnded, type Run } from '../../runs/run.ts';
import { diskTrouble } from '../../transfers/diskTrouble.ts';
import { parseWorkflow } from '../../workflow/document.ts';
import { textWith } from '../../workflow/inputSet.ts';
import type { Disk } from '../disk.ts';
import { nonEmpty, optionalFlag } from '../members.ts';
import { operation } from '../operation.ts';
import { withDisk, withSession } from '../withSession.ts';
import { factsOf, runId as id, runFact } from './facts.ts';
import { notKept } from './start.ts';

export const runShare = operation({
	id: 'run.share',
	title: l10n.t('Share a run with its results as one file'),
	effect: 'write',
	input: z.object({
		id,
		path: nonEmpty(l10n.t('the path of the new file, whose name ends with {0}', sharedRunEnd)),
		replace: optionalFlag(l10n.t('replace an existing file with this name')),
	}),
	output: z.object({
		path: z.string(),
		bytes: z.number(),
		/** Names of results that are not in the file. */
		leftOut: z.array(z.string()),
		/** Sentences about files that the document names and that are not in it. */
		warnings: z.array(z.string()),
	}),
	async run(services, { id, path, replace = false }) {
		const run = (await services.runs()).get(id);
		if (run === undefined) return failed(unknownRunFailure);
		if (run.state !== 'succeeded' && run.state !== 'failed')
			return failed(hasEnded(run) ? noResult : notOver);
		return withDisk(services, async (disk) => {
			const kept = await keptOf(run, disk);
			if (kept === undefined) return failed(notKept);
			const parts = { keptText: kept.text, results: resultsOf(run, disk) };
			const { text, leftOut } = await writeSharedRun(run, parts);
			const written = await disk.writeText(withEnd(path), text, replace ? { replaced: true } : undefined);
			if (!written.ok) return written;
			const { warnings } = kept;
			return success({
				...written.value,
				bytes: new TextEncoder().encode(text).length,
				leftOut: [...leftOut],
				warnings: [...warnings],
			});
		});
	},
});

const imported = z.object({
	run: runFact,
	/** False if the history had it before. */
	added: z.boolean(),
	/** True if parts of its inputs were left out when it was shared. */
	shortened: z.boolean(),
});
type Imported = z.input<typeof imported>;

export const runImport = operation({
	id: 'run.import',
	title: l10n.t('Add a shared run to the history'),
	effect: 'write',
	input: z.object({ path: nonEmpty(l10n.t('the path of a file whose name ends with {0}', sharedRunEnd)) }),
	output: imported,
	run: (services, { path }) =>
		withSession(services, (session) =>
			withDisk<Imported>(services, async (disk) => {
				const read = await disk.readText(path, largestRunFile);
				if (!read.ok) return read;
				const shared = await readSharedRun(read.value.text);
				if (!shared.ok) return shared;
				const { run, results } = await receivedRun(shared.value, read.value.text, session);
				const runs = await services.runs();
				const isNew = runs.get(run.id) === undefined;
				try {
					const { document, inputs } = shared.value;
					if (document !== undefined) await disk.keepDocument(run.id, document.text);
					if (inputs !== undefined) await disk.keepInputs(run.id, inputs.text);
					for (const [name, bytes] of results) await disk.keepResult(run.id, name, bytes);
				} catch (error) {
					return failed(diskTrouble(error, l10n.t('The folder with the files of this run')));
				}
				const added = await runs.receive(run);
				if (!added.ok) return added;
				const shortened = (shared.value.document ?? shared.value.inputs)?.shortened === true;
				return success({ run: factsOf(added.value), added: isNew, shortened });
			}),
		),
});

/** Returns the kept part of a run, including its media, and sentences about missing media. */
async function keptOf(
	{ id, summary, documentUri, target }: Run,
	disk: Disk,
): Promise<{ readonly text: string; readonly warnings: readonly string[] } | undefined> {
	if (summary.mode === 'inputs') {
		const text = await disk.keptInputs(id);
		return text === undefined ? undefined : { text, warnings: [] };
	}
	const text = await disk.keptDocument(id);
	if (text === undefined) return undefined;
	const document = parseWorkflow(text);
	const folders = documentUri === undefined ? undefined : disk.foldersOf(documentUri);
	const media =
		folders === undefined
			? noMedia
			: await scanMedia(document, folders, disk.files, { forEngine: target.kind === 'engine' });
	const values = media.files.map(({ nodeId, input, dataUri }) => ({
		place: { nodeId, input },
		literal: JSON.stringify(dataUri),
	}));
	return {
		text: textWith(document, { values, source: 'run' }),
		warnings: media.warnings.map((warning) => warning.text),
	};
}

function resultsOf({ id, files }: Run, disk: Disk): readonly StoredResult[] {
	return files.map(({ archivedAs, filename, nodeId, channel, index }) => ({
		filename,
		...compact({ nodeId, channel, index }),
		async read() {
			const path = archivedAs && disk.pathOfResult(id, archivedAs);
			const bytes = path ? await disk.files.read(path).catch(() => undefined) : undefined;
			return bytes && new Uint8Array(bytes);
		},
	}));
}

/** Returns a path with the ending of shared runs. */
function withEnd(path: string): string {
	return path.toLowerCase().endsWith(sharedRunEnd) ? path : `${path.replace(/\.json$/i, '')}${sharedRunEnd}`;
}

const notOver = inputFailure(l10n.t('This run has not ended. Share it when its result is available.'));
const noResult = inputFailure(l10n.t('This run has no result to share.'));
