import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Upload } from '../../../src/core/datasets/upload/upload.ts';
import { hasEnded, type Run } from '../../../src/core/runs/run.ts';
import type { JournalEntry, SandboxProcess } from '../sandbox.ts';
import { filesIn } from '../uploadWindow.ts';
import type { CampaignRecords, Settling } from './window.ts';
import {
	colorOf,
	datasetNameOf,
	fateOf,
	handlingOf,
	jobNameOf,
	mediaFolder,
	promptOf,
	type Work,
} from './work.ts';

export interface Findings {
	/** Sentences about differences from the required state. */
	readonly problems: readonly string[];
	/** The numbers of things by their kind, for the report. */
	readonly sums: Readonly<Record<string, number>>;
}

interface Row {
	readonly [column: string]: unknown;
}

/** Returns rows of a database in a folder, usually of the state of a sandbox. */
export function rowsOf(data: string, query: string, file = 'sandbox.sqlite'): readonly Row[] {
	const database = new DatabaseSync(join(data, file), { readOnly: true });
	try {
		return database.prepare(query).all();
	} finally {
		database.close();
	}
}

interface Request {
	readonly id: string;
	readonly state: string;
	readonly name: string;
	readonly folder: string;
	/** Millionths of a US dollar, of a model. */
	readonly cost?: number;
}

/** Returns the requests that the service has accepted, identified by a unique value: its color, its prompt or its name. */
export function requestsAt(data: string, work: Work): readonly Request[] {
	const outputs = join(data, 'outputs');
	const byColor = new Map(Array.from({ length: work.runs }, (_, index) => [colorOf(index), `run-${index}`]));
	const byPrompt = new Map(
		Array.from({ length: work.models }, (_, index) => [promptOf(index), `model-${index}`]),
	);
	const runs = rowsOf(data, 'SELECT id, state, document FROM requests').map((row) => ({
		id: String(row.id),
		state: String(row.state),
		name: byColor.get(Number(/"color":\s*(\d+)/.exec(String(row.document))?.[1])) ?? 'nobody',
		folder: join(outputs, String(row.id)),
	}));
	const models = rowsOf(data, 'SELECT id, state, body, cost FROM model_requests').map((row) => ({
		id: String(row.id),
		state: String(row.state),
		name: byPrompt.get(String((JSON.parse(String(row.body)) as Row).prompt)) ?? 'nobody',
		folder: join(outputs, String(row.id)),
		cost: Number(row.cost),
	}));
	return [...runs, ...models];
}

/**
 * Returns the name of a run of a campaign: a command identifies its document by the name of the file, and a model by
 * its prompt.
 */
function nameOf({ documentName, summary: { prompt } }: Run): string {
	const model = prompt === undefined ? null : /^picture (\d+) of the campaign$/.exec(prompt);
	return model === null ? documentName.replace(/\.json$|,.*$/, '') : `model-${model[1]}`;
}

/** Returns the ids of uncertain records that the service has: those that a person would find on the service's pages. */
export function uncertainOnes(data: string, { runs, jobs }: CampaignRecords): Settling {
	const work = { runs: runs.length, models: runs.length, uploads: 0, jobs: 0 };
	const ids = new Map(requestsAt(data, work).map(({ name, id }) => [name, id]));
	const jobIds = new Map(
		rowsOf(data, 'SELECT id, name FROM training_jobs').map((row) => [row.name, String(row.id)]),
	);
	const found = <T>(list: readonly T[], idOf: (each: T) => readonly [string, string | undefined]) =>
		Object.fromEntries(
			list.map(idOf).filter((pair): pair is readonly [string, string] => pair[1] !== undefined),
		);
	return {
		runs: found(
			runs.filter(({ state }) => state === 'uncertain'),
			(run) => [run.id, ids.get(nameOf(run))],
		),
		jobs: found(
			jobs.filter(({ phase }) => phase === 'uncertain'),
			(job) => [job.id, jobIds.get(job.name)],
		),
	};
}

interface Evidence {
	readonly folder: string;
	readonly data: string;
	readonly work: Work;
	readonly journal: readonly JournalEntry[];
	/** The same service, polite. */
	readonly sandbox: SandboxProcess;
	/** Newest first within each kind. */
	readonly records: Pick<CampaignRecords, 'runs' | 'jobs'> & {
		readonly uploads: readonly Pick<Upload, 'datasetId' | 'state'>[];
	};
	/** The folder with a folder of result files for each run. */
	readonly archive: string;
	/** True if an upload that did not end well is followed by another one to the same dataset, which sends all captions again. */
	readonly uploadsAgain: boolean;
}

/** Compares a window's records with those of the service. */
export async function findings(evidence: Evidence): Promise<Findings> {
	const { data, journal, records } = evidence;
	const problems: string[] = [];
	const say = (problem: string) => problems.push(problem);
	checkRuns(evidence, say);
	await checkUploads(evidence, say);
	await checkJobs(evidence, say);
	const requests = rowsOf(data, 'SELECT id FROM requests').length;
	const models = rowsOf(data, 'SELECT id FROM model_requests').length;
	return {
		problems,
		sums: {
			'runs accepted': requests,
			'model runs accepted': models,
			'datasets ready': records.uploads.filter(({ state }) => state === 'ready').length,
			'jobs ended': records.jobs.filter(({ phase }) => phase === 'ended').length,
			'replies lost': journal.filter(isLost).length,
		},
	};
}

/** Returns whether a call took effect and its reply does not show it. */
function isLost({ accepted, drawn = [], status }: JournalEntry): boolean {
	return (
		accepted !== undefined &&
		(status === 0 || drawn.some((note) => note.includes('after the call had taken effect')))
	);
}

function checkRuns({ data, work, records, archive }: Evidence, say: (problem: string) => void): void {
	const requests = requestsAt(data, work);
	for (const name of repeated(requests.map((request) => request.name))) say(`${name} was accepted twice`);
	const names = [
		...Array.from({ length: work.runs }, (_, index) => `run-${index}`),
		...Array.from({ length: work.models }, (_, index) => `model-${index}`),
	];
	for (const name of names) {
		const attempts = records.runs.filter((run) => nameOf(run) === name);
		const request = requests.find((each) => each.name === name);
		const run = attempts.find(({ state }) => state !== 'unsent');
		if (run === undefined) {
			say(
				`${name} is ${attempts.length === 0 ? 'not in the history' : 'unsent'}${request ? ', but was accepted' : ''}`,
			);
			continue;
		}
		if (request === undefined) {
			if (run.state !== 'uncertain') say(`${name} is ${run.state}, but was never accepted`);
			continue;
		}
		if (run.requestId !== request.id) say(`${name} has request ${run.requestId}, not ${request.id}`);
		else if (run.state !== request.state)
			say(`${name} is ${run.state}, not ${request.state}: ${run.notice ?? ''}`);
		else if (run.state === 'succeeded') checkFiles(run, request, join(archive, run.id), say);
		if (run.state === 'succeeded' && run.costMicrodollars !== request.cost)
			say(`${name} cost ${run.costMicrodollars}, not ${request.cost}`);
		if (!hasEnded(run)) say(`${name} is still ${run.state}`);
	}
}

function checkFiles(run: Run, request: Request, archive: string, say: (problem: string) => void): void {
	const right = existsSync(request.folder)
		? readdirSync(request.folder).map((name) => digestOf(join(request.folder, name)))
		: [];
	// A cancel during the download keeps the files where they are.
	const isCanceled =
		run.target.kind === 'deployment' && fateOf(Number(nameOf(run).split('-')[1])) === 'is canceled';
	if (isCanceled && run.files.some(({ archivedAs }) => archivedAs === undefined)) return;
	const kept = run.files.map(({ archivedAs, problem, filename }) => {
		if (archivedAs === undefined) say(`${nameOf(run)}: ${filename} is not there: ${problem}`);
		return archivedAs === undefined ? '' : digestOf(join(archive, archivedAs));
	});
	if (right.toSorted().join() !== kept.toSorted().join())
		say(`${nameOf(run)} has ${kept.length} files, which are not its ${right.length}`);
}

/** Returns a digest of the bytes of a file. */
export function digestOf(path: string): string {
	return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function repeated(names: readonly string[]): readonly string[] {
	return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

async function ask(sandbox: SandboxProcess, path: string): Promise<Row> {
	const url = `${sandbox.announced.trainerUrl}/prod/v1/trainers/${path}`;
	const reply = await fetch(url, { headers: { authorization: `Bearer ${sandbox.announced.token}` } });
	return (await reply.json()) as Row;
}

async function checkUploads(
	{ folder, data, work, sandbox, records, journal, uploadsAgain }: Evidence,
	say: (problem: string) => void,
) {
	const datasets = rowsOf(
		data,
		"SELECT id, name, state FROM datasets WHERE name LIKE 'campaign-%' AND deleted_at IS NULL",
	);
	for (let index = 0; index < work.uploads; index++) {
		const name = datasetNameOf(index);
		const dataset = datasets.find((row) => row.name === name);
		const upload = records.uploads.find(({ datasetId }) => datasetId === dataset?.id);
		if (dataset === undefined || upload === undefined) {
			say(`${name} is ${dataset === undefined ? 'not there' : 'the dataset of no upload'}`);
			continue;
		}
		if (upload.state !== 'ready') say(`${name} is ${upload.state}: ${JSON.stringify(upload)}`);
		const { status, files } = await ask(sandbox, `datasets/${dataset.id}/status`);
		const sizes = (list: readonly (readonly [string, number])[]) =>
			list
				.map(([file, bytes]) => `${file} ${bytes}`)
				.toSorted()
				.join();
		const there = (files as { filename: string; size_bytes: number }[]).map(
			({ filename, size_bytes: bytes }) => [filename, bytes] as const,
		);
		const wanted = filesIn(mediaFolder(folder, index)).map((file) => [file.name, file.bytes] as const);
		if (status !== 'READY' || sizes(there) !== sizes(wanted))
			say(`${name} is ${status} with ${there.length} files`);
	}
	// A file may be sent again only if the previous reply was lost, and a caption with each upload to the same dataset.
	const arrived = new Map<string, JournalEntry[]>();
	for (const entry of journal) {
		if (entry.accepted?.includes('/'))
			arrived.set(entry.accepted, [...(arrived.get(entry.accepted) ?? []), entry]);
	}
	for (const [file, entries] of arrived) {
		const uploads = records.uploads.filter(({ datasetId }) => file.startsWith(`${datasetId}/`));
		const needed = uploadsAgain && file.endsWith('.txt') ? uploads.length : 1;
		const again = entries.slice(1).filter((_, index) => !isLost(entries[index] as JournalEntry));
		const needless = again.length - (needed - 1);
		if (needless > 0) say(`${file} was sent ${needless} times more than needed`);
	}
}

async function checkJobs({ data, work, sandbox, records }: Evidence, say: (problem: string) => void) {
	const rows = rowsOf(data, "SELECT * FROM training_jobs WHERE name LIKE 'campaign-%'");
	for (let index = 0; index < work.jobs; index++) {
		const name = jobNameOf(index);
		const row = rows.find((each) => each.name === name);
		const attempts = records.jobs.filter((job) => job.name === name);
		const job =
			attempts.find(({ jobId }) => jobId !== undefined) ?? attempts.find(({ phase }) => phase !== 'unsent');
		if (row === undefined || job === undefined) {
			if (row !== undefined || job?.phase !== 'uncertain')
				say(`${name} is ${job?.phase}, at the service ${row?.state}`);
			continue;
		}
		if (job.jobId !== row.id) say(`${name} has the id ${job.jobId}, not ${row.id}`);
		if (job.phase !== 'ended' || job.state !== row.state)
			say(`${name} is ${job.phase} ${job.state}, not ${row.state}: ${job.notice}`);
		const runs = rowsOf(data, `SELECT number FROM training_runs WHERE job_id = '${row.id}'`).length;
		if (runs > (handlingOf(index) === 'none' ? 1 : 2)) say(`${name} ran ${runs} times`);
		const { artifacts } = await ask(sandbox, `ai-toolkit/jobs/${row.id}/result`);
		const made = artifacts as { checkpoints: { path: string }[]; samples: unknown[] } | null;
		const checkpoints = (made?.checkpoints ?? []).map(({ path }) => new URL(path).pathname.split('/').at(-1));
		if (checkpoints.toSorted().join() !== (job.artifacts?.checkpoints ?? []).toSorted().join())
			say(`${name} has the checkpoints ${job.artifacts?.checkpoints.join()}, not ${checkpoints.join()}`);
		if ((made?.samples.length ?? 0) !== (job.artifacts?.sampleCount ?? 0))
			say(`${name} has ${job.artifacts?.sampleCount} samples, not ${made?.samples.length}`);
	}
}
