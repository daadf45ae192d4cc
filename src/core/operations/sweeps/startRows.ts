import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { type Result, success } from '../../base/failure.ts';
import { startBatch } from '../../batches/startBatch.ts';
import type { RunRequest, RunStart } from '../../runs/start/runRequest.ts';
import { nodeClassesOf } from '../../runs/start/targetRequirements.ts';
import { knownTarget } from '../../runs/start/targets.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { batchFact, batchFacts, capsInput, capsOf } from '../batches.ts';
import { readDocumentInput } from '../documentInput.ts';
import { optionalFlag } from '../members.ts';
import { namesOf } from '../named/namesOf.ts';
import type { Ask } from '../questions.ts';
import { noRun, runInput, runRequestOf, withRunStart } from '../runs/startDocument.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import type { SweptDocument } from './checkRows.ts';
import { readResults, resultsText, withoutResult } from './results.ts';
import type { PlannedRun } from './rows.ts';

/** Default number of failed runs after which a sweep pauses. */
const usualFailures = 3;

export const startedRuns = z.object({
	/** Absent if only the plan was requested, and if no run is left. */
	batch: z.exactOptional(batchFact),
	/** The path of the workflow document. */
	document: z.string(),
	/** The number of runs, and of rows that already have a result. */
	runs: z.number(),
	done: z.number(),
	/** The path of the table with the results. */
	results: z.exactOptional(z.string()),
});
type Started = z.input<typeof startedRuns>;

const { document: _, path: __, ...sendInput } = runInput;

/** The members of an input that control how several runs are sent. */
export const rowsInput = {
	...sendInput,
	...capsInput,
	changed: optionalFlag(l10n.t('only the runs whose values have no result yet')),
	dryRun: optionalFlag(l10n.t('count the runs without sending any')),
};

interface Swept {
	readonly document: Omit<SweptDocument, 'files'>;
	readonly request: RunRequest;
	readonly start: RunStart;
	readonly session: SignedIn;
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
			const nodeInfo = await nodeInfoOf(start, session, request.value);
			const names = await namesOf(services, source.value, document, { nodeInfo });
			return work({ document: { document, names, nodeInfo }, request: request.value, start, session, path });
		}),
	);
}

/** Returns the node classes of the target, which may have its own choices; those of the engine itself before a target is chosen. */
async function nodeInfoOf(
	{ services, facts: { documents } }: RunStart,
	session: SignedIn,
	request: RunRequest,
): Promise<NodeInfo> {
	const { targets } = services;
	const target = await knownTarget({ targets, documents }, session, request.source, request);
	return target === undefined || target === 'gone'
		? loadCoreCatalog()
		: nodeClassesOf(services, session, target);
}

interface RunsToStart {
	readonly runs: readonly PlannedRun[];
	/** The name of the table or folder with their values. */
	readonly valuesOf: string;
	/** The table for their results. */
	readonly place: { readonly folder: string; readonly name: string };
}

/** Starts a batch of runs, and notes them in the table of results before the first one ends. */
export async function startRuns(
	services: OperationServices,
	{ request, start, session, path }: Swept,
	{ runs, valuesOf, place }: RunsToStart,
	{ changed = false, dryRun = false, ...caps }: z.output<z.ZodMiniObject<typeof rowsInput>>,
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
				values: left.map(({ values }) => values.map(({ name, words }) => ({ name, words }))),
				valuesOf,
				caps: capsOf({ ...caps, maxFailures }),
			},
			ask,
		);
		if (outcome.kind !== 'started') return noRun(services, start, outcome);
		const ids = batches.itemIds(outcome.batch);
		const rows = left.map(({ values, row }, at) => ({ run: ids[at] ?? '', row, values: recordOf(values) }));
		const text = resultsText([...known, ...rows], runService);
		const written = await disk.writeText(`${place.folder}/${place.name}`, text, before);
		const facts = { ...counts, batch: batchFacts(batches, outcome.batch) };
		return success({ ...facts, ...(written.ok ? { results: written.value.path } : {}) });
	});
}

function recordOf(values: PlannedRun['values']): Readonly<Record<string, string>> {
	return Object.fromEntries(values.map(({ name, words }) => [name, words]));
}
