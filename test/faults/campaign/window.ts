// A window's process without an editor: it does the work of a campaign, reports its progress, and can be killed at any time.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { SessionManager } from '../../../src/core/account/sessionManager.ts';
import { TokenVault } from '../../../src/core/account/tokenVault.ts';
import { systemClock } from '../../../src/core/base/clock.ts';
import { compact } from '../../../src/core/base/compact.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { listDatasets } from '../../../src/core/datasets/client.ts';
import { UploadService } from '../../../src/core/datasets/upload/service.ts';
import { uploadFilesLayout, uploadLayout } from '../../../src/core/datasets/upload/table.ts';
import { uploadHasEnded } from '../../../src/core/datasets/upload/upload.ts';
import { WindowCoordinator } from '../../../src/core/following/windowCoordinator.ts';
import { type JobRecord, hasEnded as jobHasEnded } from '../../../src/core/jobs/jobRecord.ts';
import { JobService } from '../../../src/core/jobs/jobService.ts';
import { jobLayout } from '../../../src/core/jobs/jobTable.ts';
import { runMarksLayout } from '../../../src/core/runs/history/marks.ts';
import { hasEnded, type Run, type RunTarget } from '../../../src/core/runs/run.ts';
import { RunService } from '../../../src/core/runs/runService.ts';
import { runLayout } from '../../../src/core/runs/runTable.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../../src/core/transfers/transferTable.ts';
import { localAddress, webhookOfRun } from '../../../src/core/webhooks/address.ts';
import { askSoon } from '../../../src/core/webhooks/askSoon.ts';
import { parseCallback } from '../../../src/core/webhooks/callback.ts';
import { webhookEventLayout } from '../../../src/core/webhooks/eventTable.ts';
import { openReceiver } from '../../../src/core/webhooks/receiver.ts';
import type { SandboxAnnouncement } from '../../../src/core/wire/announcement.ts';
import { MemorySecrets } from '../../unit/account/memorySecrets.ts';
import { fastClock } from '../../unit/runs/clocks.ts';
import { ledgerIn } from '../../unit/support/ledgerIn.ts';
import { connectionAt } from '../sandbox.ts';
import { filesIn } from '../uploadWindow.ts';
import {
	configOf,
	datasetNameOf,
	deploymentId,
	fateOf,
	handlingOf,
	jobNameOf,
	mediaFolder,
	modelId,
	nodesOf,
	promptOf,
	type Work,
} from './work.ts';

/** The orders for the process, as JSON. */
export interface CampaignOrders {
	readonly folder: string;
	readonly announced: SandboxAnnouncement;
	/** The common clock of all windows: this much faster than real time from that time on. */
	readonly factor: number;
	readonly origin: number;
	/** The port at which callbacks arrive, the same after a kill. */
	readonly port: number;
	readonly work: Work;
}

/** The reports of the process, a line of JSON each: the amount of finished work, and the end of all activity. */
export interface CampaignNews {
	readonly ended: number;
	/** The number of reports that the service refuses the sign-in, and of received callbacks, in this process. */
	readonly refusals: number;
	readonly callbacks: number;
	readonly signedIn: boolean;
	readonly isDone: boolean;
}

/** The records in the history at the end. */
export interface CampaignRecords {
	readonly runs: readonly Run[];
	readonly uploads: ReturnType<UploadService['uploads']>;
	readonly jobs: readonly JobRecord[];
}

/** Ids that a person has found for uncertain records, by our own ids. */
export interface Settling {
	readonly runs: Readonly<Record<string, string>>;
	readonly jobs: Readonly<Record<string, string>>;
}

const secret = 'campaign';
const orders = JSON.parse(process.argv[2] ?? '') as CampaignOrders;
const { folder, announced, factor, origin, port, work } = orders;
const clock = fastClock(factor, origin);
const connection = connectionAt(announced);

let refusals = 0;
const session = new SessionManager({
	clock: systemClock,
	choice: () => ({ connection }),
	network: () => ({ environment: {} }),
	vault: new TokenVault(new MemorySecrets(), silentLog),
	log: silentLog,
	onRefused: () => {
		refusals++;
	},
	onAddressesChanged: () => {},
});
const ledger = await ledgerIn(
	folder,
	[runLayout, runMarksLayout, transferLayout, webhookEventLayout, uploadLayout, uploadFilesLayout, jobLayout],
	clock,
);
while (!(await session.signInWith(connection, announced.token)).ok) await delay(100);
await session.reload();

const coordinator = new WindowCoordinator({
	leases: ledger.leases,
	session,
	log: silentLog,
	windowId: 'window',
	clock,
});
const queue = new TransferQueue({ store: new TransferTable(ledger), clock: systemClock });
const runs = new RunService({
	ledger,
	session,
	queue,
	archiveFolder: join(folder, 'runs'),
	log: silentLog,
	coordinator,
	// Every other run reports by callbacks too.
	webhookOf: (run, to) =>
		/[02468]$/.test(run.documentName)
			? webhookOfRun({ local: localAddress(port, secret) }, to, run.id, true)
			: undefined,
});
const uploads = new UploadService({ ledger, session, queue, coordinator, log: silentLog, parallel: () => 4 });
const jobs = new JobService({
	ledger,
	session,
	coordinator,
	configFolder: join(folder, 'jobs'),
	log: silentLog,
});
let callbacks = 0;
const receiver = await openReceiver({
	secret,
	port,
	log: silentLog,
	onDelivery: ({ name, text }) => {
		callbacks++;
		const { requestId } = parseCallback(text);
		void askSoon({ ...compact({ runId: name, requestId }) }, { runs, coordinator });
	},
});
if (!receiver.ok) throw new Error(receiver.failure.message);
runs.resume();
uploads.resume();
jobs.begin();

/** Real milliseconds between two checks of awaited conditions. */
const lookMs = 40;
const history = () => runs.runs({ connectionId: connection.id, limit: 100_000 });
const attemptsOf = (name: string) =>
	history().filter(({ documentName }) => documentName === name || documentName.startsWith(`${name}, `));

/** Starts a run with this name unless one may have arrived; one that certainly never arrived is started again. */
async function startOnce(name: string, target: RunTarget, bodyText: string): Promise<Run> {
	for (;;) {
		const earlier = attemptsOf(name);
		const taken = earlier.find(({ state }) => state !== 'unsent');
		if (taken !== undefined) return taken;
		const documentName = earlier.length === 0 ? name : `${name}, ${earlier.length + 1}`;
		await runs.start(
			{ bodyText, summary: { mode: 'inline', changed: [], outputTitles: {} } },
			{ target, documentName },
		);
		await delay(lookMs);
	}
}

async function runEnds({ id }: Run): Promise<void> {
	for (;;) {
		const run = runs.get(id);
		if (run === undefined || hasEnded(run)) return;
		await delay(lookMs);
	}
}

async function doRun(index: number): Promise<void> {
	const target: RunTarget = { kind: 'deployment', id: deploymentId, name: 'Kept warm' };
	const run = await startOnce(
		`run-${index}`,
		target,
		JSON.stringify({ workflow_api_json: nodesOf(index, 1) }),
	);
	while (fateOf(index) === 'is canceled') {
		const now = runs.get(run.id);
		if (now === undefined || hasEnded(now) || (await runs.cancel(run.id)).ok) break;
		await delay(lookMs);
	}
	await runEnds(run);
}

async function doModel(index: number): Promise<void> {
	const target: RunTarget = { kind: 'model', id: modelId, name: 'Tide' };
	const body = JSON.stringify({ prompt: promptOf(index), width: 256, height: 256, seed: index });
	await runEnds(await startOnce(`model-${index}`, target, body));
}

async function doUpload(index: number): Promise<void> {
	const name = datasetNameOf(index);
	// A dataset that was found by its id has no name if the service does not repeat it.
	let madeId: string | undefined;
	const own = () =>
		uploads.uploads().find(({ datasetName, datasetId }) => datasetName === name || datasetId === madeId);
	while (own() === undefined) {
		const files = filesIn(mediaFolder(folder, index));
		const started = await uploads.start({ dataset: { newName: name }, files });
		const { current } = session;
		// A call that lost its reply has taken the name: the person adds to that dataset.
		if (!started.ok && started.failure.kind === 'conflict' && current.state === 'signedIn') {
			const listed = await listDatasets(current.service);
			madeId = listed.ok ? listed.value.datasets.find((dataset) => dataset.name === name)?.id : undefined;
			// If the previous window had already begun that, its upload may know the dataset only by its id.
			if (madeId !== undefined && own() === undefined)
				await uploads.start({ dataset: { id: madeId }, files });
		}
		await delay(lookMs);
	}
	for (;;) {
		const upload = own();
		if (upload === undefined || uploadHasEnded(upload)) return;
		await delay(lookMs);
	}
}

const jobNamed = (name: string) => jobs.jobs().find((job) => job.name === name && job.phase !== 'unsent');

async function jobEnds(name: string): Promise<JobRecord | undefined> {
	for (;;) {
		const job = jobNamed(name);
		if (job === undefined || jobHasEnded(job)) return job;
		await delay(lookMs);
	}
}

/** Returns whether a step of the handling of a job was begun before this window. */
function begins(name: string, step: string): boolean {
	const mark = join(folder, `${name}-${step}`);
	if (existsSync(mark)) return false;
	writeFileSync(mark, '');
	return true;
}

async function doJob(index: number): Promise<void> {
	const name = jobNameOf(index);
	while (jobNamed(name) === undefined) {
		await jobs.submit({ configText: configOf(name, false), gpuType: 'ADA_80_PLUS', gpuCount: 1, name });
		await delay(lookMs);
	}
	const handling = handlingOf(index);
	if (handling !== 'none') await interrupt(name, handling === 'edit');
	await jobEnds(name);
}

/** Cancels a job and resumes it, with another configuration if it is to be edited. */
async function interrupt(name: string, edit: boolean): Promise<void> {
	while (!existsSync(join(folder, `${name}-canceled`))) {
		const job = jobNamed(name);
		if (job === undefined || job.jobId === undefined) {
			if (job !== undefined && jobHasEnded(job)) return;
		} else if (jobHasEnded(job)) begins(name, 'canceled');
		else if (!job.cancelRequested) await jobs.cancel(job.id);
		await delay(lookMs);
	}
	const ended = await jobEnds(name);
	if (ended?.state !== 'CANCELED' || ended.attempt > 1) return;
	while (edit && !existsSync(join(folder, `${name}-edited`))) {
		if ((await jobs.edit(ended.id, configOf(name, true))).ok) begins(name, 'edited');
		await delay(lookMs);
	}
	for (;;) {
		const job = jobs.get(ended.id);
		if (job === undefined || job.attempt > 1 || job.state !== 'CANCELED') return;
		await jobs.resume(job.id);
		await delay(lookMs);
	}
}

/** Does all work of a kind, several at a time; `done` is the number of finished ones. */
let done = 0;
async function each(count: number, atOnce: number, act: (index: number) => Promise<void>): Promise<void> {
	let next = 0;
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (let index = next++; index < count; index = next++) {
				await act(index);
				done++;
			}
		}),
	);
}

const isStill = () =>
	history().every(hasEnded) && uploads.uploads().every(uploadHasEnded) && jobs.jobs().every(jobHasEnded);

function say(isDone: boolean): void {
	const news: CampaignNews = {
		ended: done,
		refusals,
		callbacks,
		signedIn: session.current.state === 'signedIn',
		isDone,
	};
	process.stdout.write(`${JSON.stringify(news)}\n`);
}

/** Returns whether all known artifacts of a job are listed: a list may be a minute late. */
function isWhole({ state, artifacts }: JobRecord): boolean {
	return (
		state !== 'STOPPED' || ((artifacts?.checkpoints.length ?? 0) >= 3 && (artifacts?.sampleCount ?? 0) >= 4)
	);
}

/** Virtual milliseconds after which the list no longer grows. */
const lateMs = 400_000;

async function rest(): Promise<void> {
	while (!isStill()) await delay(lookMs);
	const until = clock.now() + lateMs;
	while (!jobs.jobs().every(isWhole) && clock.now() < until) await delay(lookMs);
	const records: CampaignRecords = {
		runs: history(),
		uploads: uploads.uploads(),
		jobs: jobs.jobs(),
	};
	writeFileSync(join(folder, 'records.json'), JSON.stringify(records));
	say(true);
}

const saying = setInterval(() => say(false), 100);
await Promise.all([
	each(work.runs, 12, doRun),
	each(work.models, 4, doModel),
	each(work.uploads, 2, doUpload),
	each(work.jobs, 4, doJob),
]);
clearInterval(saying);
await rest();

for await (const line of createInterface({ input: process.stdin })) {
	const settling = JSON.parse(line) as Settling;
	for (const [id, requestId] of Object.entries(settling.runs))
		while (runs.get(id)?.state === 'uncertain' && !(await runs.recovery.settleAs(id, requestId)).ok)
			await delay(lookMs);
	for (const [id, jobId] of Object.entries(settling.jobs))
		while (jobs.get(id)?.phase === 'uncertain' && !(await jobs.recovery.settleAs(id, jobId)).ok)
			await delay(lookMs);
	await rest();
}
process.exit(0);
