import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import { startBatch } from '../../batches/startBatch.ts';
import type { RunRequest, RunStart } from '../../runs/start/runRequest.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import { readSweep, sweepFileEnding } from '../../workflow/sweep/sweepFile.ts';
import { batchFact, batchFacts, capsInput, capsOf } from '../batches.ts';
import type { Disk, TextFile } from '../disk.ts';
import { readDocumentInput } from '../documentInput.ts';
import { inputFailure } from '../inputFailure.ts';
import { namesOf } from '../named/namesOf.ts';
import { operation } from '../operation.ts';
import type { Ask } from '../questions.ts';
import { noRun, runInput, runRequestOf, withRunStart } from '../runs/startDocument.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import { readResults, resultsFileEnding, resultsText, withoutResult } from './results.ts';
import { type PlannedRun, plannedRuns, type SweptDocument } from './rows.ts';

/** The failed runs after which a sweep pauses, if nothing else was asked for. */
const usualFailures = 3;

/** A batch that has begun, with the number of its runs. */
export const startedRuns = z.object({
	/** Absent if only the plan was asked for, and if no run is left. */
	batch: z.exactOptional(batchFact),
	/** The path of the workflow document. */
	document: z.string(),
	/** The number of runs, and of those among the rows that have a result already. */
	runs: z.number(),
	done: z.number(),
	/** The path of the table with the results. */
	results: z.exactOptional(z.string()),
});
type Started = z.input<typeof startedRuns>;

const { document: _, path: __, ...sendInput } = runInput;

export const runSweep = operation({
	id: 'run.sweep',
	title: l10n.t('Run a workflow document with each row of a table of values'),
	effect: 'spend',
	input: z.object({
		path: z
			.string()
			.check(
				z.describe(
					l10n.t('the path of a table whose name ends with {0}; its columns are inputs', sweepFileEnding),
				),
			),
		document: z.exactOptional(
			z
				.string()
				.check(
					z.describe(l10n.t('the path of the workflow; if omitted, the one that the table is named after')),
				),
		),
		...sendInput,
		...capsInput,
		changed: z.exactOptional(
			z.boolean().check(z.describe(l10n.t('only the runs whose values have no result yet'))),
		),
		dryRun: z.exactOptional(z.boolean().check(z.describe(l10n.t('count the runs without sending any')))),
	}),
	output: startedRuns,
	run: (services, input, ask) =>
		withDisk(services, async (disk) => {
			const file = await disk.readText(input.path);
			if (!file.ok) return file;
			const table = readSweep(file.value.text);
			if ('problem' in table) return failed(inputFailure(`${file.value.name}: ${table.problem}`));
			const path = input.document ?? (await documentOf(disk, file.value));
			if (path === undefined) return failed(inputFailure(noDocumentText(file.value.name)));
			return withSweptDocument(services, { ...input, path }, async (swept) => {
				const { folder, name } = file.value;
				const files = (pattern: string) => disk.filesLike(pattern, folder);
				const runs = plannedRuns({ ...swept.document, files }, table);
				if (!runs.ok) return runs;
				const place = { folder, name: `${stemOf(name)}${resultsFileEnding}` };
				return startRuns(services, swept, { runs: runs.value, valuesOf: name, place }, input, ask);
			});
		}),
});

function stemOf(name: string): string {
	return name.toLowerCase().endsWith(sweepFileEnding) ? name.slice(0, -sweepFileEnding.length) : name;
}

/** The workflow that a table is named after: `harbor_api.json` for `harbor_api.sweep.csv` and `harbor_api.steps.sweep.csv`. */
async function documentOf(disk: Disk, { folder, name }: TextFile): Promise<string | undefined> {
	let stem = stemOf(name);
	for (;;) {
		for (const ending of ['.json', '.jsonc'])
			if ((await disk.textIn(folder, `${stem}${ending}`)) !== undefined) return `${folder}/${stem}${ending}`;
		const dot = stem.lastIndexOf('.');
		if (dot < 1) return undefined;
		stem = stem.slice(0, dot);
	}
}

function noDocumentText(name: string): string {
	return l10n.t('No workflow is next to "{0}" whose name it begins with. Name the document.', name);
}

/** A document on its way to several runs. */
interface Swept {
	readonly document: Omit<SweptDocument, 'files'>;
	readonly request: RunRequest;
	readonly start: RunStart;
	readonly session: SignedIn;
	/** The path of the document. */
	readonly path: string;
}

/** Works with a document, the names of its inputs, and all that takes it to runs. */
export function withSweptDocument<T>(
	services: OperationServices,
	input: { readonly path: string } & Parameters<typeof runRequestOf>[3],
	work: (swept: Swept) => Promise<Result<T>>,
): Promise<Result<T>> {
	return withSession(services, (session) =>
		withRunStart(services, async (start) => {
			const source = await readDocumentInput(services, { path: input.path });
			if (!source.ok) return source;
			const { path, deployment, mode, draws } = input;
			const request = await runRequestOf(services, start, session, {
				path,
				...compact({ deployment, mode, draws }),
			});
			if (!request.ok) return request;
			const { document } = request.value.source;
			const nodeInfo = await loadCoreCatalog();
			const names = await namesOf(services, source.value, document, { nodeInfo });
			return work({ document: { document, names, nodeInfo }, request: request.value, start, session, path });
		}),
	);
}

/** The runs that are to be started, and their origin. */
interface RunsToStart {
	readonly runs: readonly PlannedRun[];
	/** The name of the table or folder that their values came from. */
	readonly valuesOf: string;
	/** The table for their results. */
	readonly place: { readonly folder: string; readonly name: string };
}

interface StartOptions {
	readonly changed?: boolean;
	readonly dryRun?: boolean;
	readonly maxUsd?: number;
	readonly maxFailures?: number;
}

/** Starts a batch of runs, and notes them in the table of results before the first one ends. */
export async function startRuns(
	services: OperationServices,
	{ request, start, session, path }: Swept,
	{ runs, valuesOf, place }: RunsToStart,
	{ changed = false, dryRun = false, ...caps }: StartOptions,
	ask: Ask,
): Promise<Result<Started>> {
	return withDisk(services, async (disk) => {
		const before = await disk.textIn(place.folder, place.name);
		const known = before === undefined ? [] : readResults(before);
		const runService = await services.runs();
		const missing = withoutResult(runs, known, { get: (id) => runService.get(id) });
		const left = changed ? missing : runs;
		const counts = { document: path, runs: left.length, done: runs.length - missing.length };
		if (dryRun || left.length === 0) return success(counts);
		const batches = await services.batches();
		const { maxFailures = usualFailures } = caps;
		const outcome = await startBatch(
			start,
			batches,
			session,
			{
				...request,
				sets: left.map(({ set }) => set),
				files: left.map(({ files }) => files),
				valuesOf,
				caps: capsOf({ ...caps, maxFailures }),
			},
			ask,
		);
		if (outcome.kind !== 'started') return noRun(services, start, outcome);
		const ids = batches.itemIds(outcome.batch);
		const rows = left.map(({ values }, at) => ({ run: ids[at] ?? '', values: recordOf(values) }));
		const text = resultsText([...known, ...rows], runService);
		const written = await disk.writeText(`${place.folder}/${place.name}`, text, before);
		const facts = { ...counts, batch: batchFacts(batches, outcome.batch) };
		return success({ ...facts, ...(written.ok ? { results: written.value.path } : {}) });
	});
}

function recordOf(values: PlannedRun['values']): Readonly<Record<string, string>> {
	return Object.fromEntries(values.map(({ name, words }) => [name, words]));
}

export const sweepResults = operation({
	id: 'sweep.results',
	title: l10n.t('Write the results of a sweep into its table'),
	effect: 'write',
	input: z.object({
		path: z
			.string()
			.check(z.describe(l10n.t('the path of a table whose name ends with {0}', resultsFileEnding))),
	}),
	output: z.object({ path: z.string(), runs: z.number(), ended: z.number(), microdollars: z.number() }),
	run: (services, { path }) =>
		withDisk(services, async (disk) => {
			const file = await disk.readText(path);
			if (!file.ok) return file;
			const rows = readResults(file.value.text);
			if (rows.length === 0)
				return failed(inputFailure(l10n.t('"{0}" is not a table of results.', file.value.name)));
			const runs = await services.runs();
			const text = resultsText(rows, runs);
			const place = `${file.value.folder}/${file.value.name}`;
			const written =
				text === file.value.text ? undefined : await disk.writeText(place, text, file.value.text);
			if (written?.ok === false) return written;
			const found = rows.flatMap(({ run }) => runs.get(run) ?? []);
			return success({
				path: place,
				runs: rows.length,
				ended: found.filter(({ endedAt }) => endedAt !== undefined).length,
				microdollars: found.reduce((sum, { costMicrodollars = 0 }) => sum + costMicrodollars, 0),
			});
		}),
});
