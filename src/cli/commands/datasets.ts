import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { describeBytes } from '../../core/base/bytes.ts';
import { counted } from '../../core/base/language.ts';
import { uploadState } from '../../core/datasets/upload/record.ts';
import { paceText, uploadCounts } from '../../core/datasets/upload/texts.ts';
import { uploadHasEnded } from '../../core/datasets/upload/upload.ts';
import { runOperation, unwatched } from '../../core/operations/operation.ts';
import { continues } from '../frame/following.ts';
import { words } from '../frame/names.ts';
import {
	byId,
	deletion,
	type OperationCall,
	type OperationRow,
	once,
	row,
} from '../frame/operationCommand.ts';
import { linesShown } from '../frame/show.ts';
import { Progress } from '../terminal/progress.ts';
import { statuses } from '../terminal/status.ts';

export const datasetRows: readonly OperationRow[] = [
	{
		...row('upload', 'dataset.upload', 'portraits --dataset portraits-v2', { folder: 'FOLDER' }),
		renamed: { name: 'dataset' },
		// Files are sent from here, so nothing arrives once the command has ended.
		hidden: ['wait'],
		preset: { wait: true },
		run: upload,
	},
	{
		...row('datasets list', 'dataset.list'),
		shown: { list: 'datasets', columns: ['id', 'name', 'state', 'createdAt'], ids: 'id' },
	},
	byId('datasets show', 'dataset.status'),
	{
		...row('datasets report', 'dataset.report', 'portraits --fix', { folder: 'FOLDER' }),
		isLocal: () => true,
		run: report,
	},
	row('datasets create', 'dataset.create', 'harbor', { name: 'NAME' }),
	{
		...row('captions read', 'caption.read', 'portraits/01.txt', { path: 'FILE' }),
		isLocal: () => true,
		run: readCaption,
	},
	{
		...row('captions write', 'caption.write', 'portraits/01.txt "a harbor at dusk"'),
		places: { path: 'FILE', text: 'TEXT' },
		mayBeEmpty: 'text',
		isLocal: () => true,
		shown: { document: 'text' },
	},
	{
		...byId('datasets retry', 'dataset.retry', '--wait'),
		run: (command) => (command.input.wait === true ? upload(command) : once(command)),
	},
	deletion('datasets delete', 'dataset.delete'),
];

/** Prints only a caption, for use as a file; if absent, only a sentence on stderr. */
async function readCaption(command: OperationCall): Promise<number> {
	let isThere = false;
	const status = await once(command, { document: 'text' }, async (output) => {
		isThere = z.parse(captionFact, output).exists;
	});
	if (status !== statuses.done || isThere) return status;
	command.io.err(`${l10n.t('This caption does not exist.')}\n`);
	return statuses.failed;
}

const captionFact = z.looseObject({ exists: z.boolean() });

const reported = z.looseObject({
	files: z.number(),
	bytes: z.number(),
	fixed: z.exactOptional(z.string()),
	lines: z.array(z.string()),
	findings: z.array(z.looseObject({ severity: z.string() })),
});

/** Shows the report on a folder, line by line; the command fails if the report has errors. */
async function report({ operation, input, call, fail, show }: OperationCall): Promise<number> {
	const done = await call(operation.id, input);
	if (!done.ok) return fail(done.failure);
	const { files, bytes, fixed, lines, findings } = z.parse(reported, done.value);
	const summary = `${counted(files, l10n.t('1 file'), l10n.t('{0} files'))}, ${describeBytes(bytes)}`;
	show(done.value, linesShown([summary, ...(fixed === undefined ? [] : [fixed]), ...lines]));
	return findings.some(({ severity }) => severity === 'error') ? statuses.failed : statuses.done;
}

const uploaded = z.object({
	id: z.string(),
	state: uploadState,
	datasetId: z.string(),
	datasetName: z.string(),
});

/** Returns what continues an upload, which is complete while only the service checks it. */
function continued({ datasetName, datasetId, state }: z.output<typeof uploaded>): string {
	if (state === 'validating') return continues('dataset', datasetId);
	return l10n.t(
		'The upload is not complete; this continues it: {0}',
		`easel upload FOLDER --dataset ${datasetName} --add`,
	);
}

async function upload(command: OperationCall): Promise<number> {
	const { io, interrupts, services, operation, input, ask, deadline, fail, show } = command;
	const progress = new Progress(io);
	const uploads = await services.uploads();
	const watching = uploads.onDidChange((upload) => {
		const { datasetName, state, files } = upload;
		interrupts.hint(continued(upload));
		const parts = [words.state?.[state] ?? state, uploadCounts(upload), paceText(upload)];
		const text = `${datasetName}: ${parts.filter((part) => part !== undefined).join(', ')}`;
		progress.show(text, { state, done: files.doneBytes, total: files.bytes });
	});
	const work = { ...unwatched, signal: deadline.signal };
	const done = await runOperation(operation, services, input, ask, work).finally(() => {
		watching.dispose();
		progress.end();
	});
	if (!done.ok) return fail(done.failure);
	const ended = z.parse(uploaded, done.value);
	const { id, state } = ended;
	if (deadline.signal.aborted && !uploadHasEnded({ state }))
		return fail(deadline.failure(continued(ended), { what: 'upload', id, state }));
	show(done.value);
	return state === 'ready' ? statuses.done : statuses.failed;
}
