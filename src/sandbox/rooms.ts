import { join } from 'node:path';
import { type Account, Accounts } from './account/accounts.ts';
import { mintAnnounced } from './account/announcedToken.ts';
import { Meter } from './account/meter.ts';
import { FaultPlan } from './base/faults.ts';
import { Journal } from './base/journal.ts';
import { noteClock, openContext } from './base/openContext.ts';
import { openCatalog } from './catalog/open.ts';
import { callbacksOf } from './contrary/callbacks.ts';
import { ContraryLayer } from './contrary/layer.ts';
import { openDatasets } from './datasets/open.ts';
import { demoDeploymentIds, seedDemo } from './demo.ts';
import { usualChoice } from './deployments/deploymentBody.ts';
import { Deployments } from './deployments/records.ts';
import { builtinEngine } from './engine/builtin.ts';
import type { Engine } from './engine/engine.ts';
import { forwardingEngine } from './engine/forward/engine.ts';
import { Painter } from './engine/painter.ts';
import { openJobs } from './jobs/open.ts';
import type { SandboxOptions } from './options.ts';
import { DirectPrompts } from './requests/directPrompts.ts';
import { outputRetention } from './requests/outputRetention.ts';
import { Requests } from './requests/records.ts';
import { Scheduler } from './requests/scheduler.ts';
import { Webhooks } from './requests/webhooks.ts';
import type { Database } from './store/database.ts';

const ownerEmail = 'demo@sandbox.local';
const ownerBalance = 25_000_000;

/** The parts of a sandbox, without its HTTP interface. */
export type Rooms = ReturnType<typeof openRooms>;

/** Opens the state in a folder, and connects the rooms. Nothing moves before `resume`. */
export function openRooms(
	options: SandboxOptions,
	folder: string,
	db: Database,
	log: (line: string) => void,
) {
	const sandbox = openContext(db, folder, options.speed, log);
	const faults = new FaultPlan();
	faults.set(options.faults);
	const journal = new Journal();
	const accounts = new Accounts(sandbox);
	const meter = new Meter(sandbox, accounts);
	const external = options.engine !== 'builtin';
	const deployments = new Deployments(sandbox, external ? demoDeploymentIds : [engineDeploymentId]);
	const datasets = openDatasets(sandbox, join(folder, 'datasets'), accounts, faults);
	const requests = new Requests(sandbox);
	const engine: Engine =
		options.engine === 'builtin'
			? builtinEngine(sandbox.clock)
			: forwardingEngine(options.engine.comfyui, log, options.engineTimes);
	const contrary = options.contrary && new ContraryLayer(options.contrary, sandbox);
	const webhooks = new Webhooks(sandbox, requests, faults, contrary && callbacksOf(contrary, journal));
	const watchFiles = outputRetention(sandbox, 'requests');
	const scheduler = new Scheduler({
		sandbox,
		accounts,
		meter,
		deployments,
		requests,
		engine,
		announce: (event, requestId) => {
			webhooks.announce(event, requestId);
			if (event === 'ended') watchFiles();
		},
	});
	const painter = new Painter();
	const catalog = openCatalog(sandbox, accounts, faults, painter);
	const jobs = openJobs(sandbox, accounts, meter, faults, datasets.datasets, painter);
	accounts.onExhausted = (accountId) => {
		scheduler.balanceExhausted(accountId);
		jobs.trainer.balanceExhausted(accountId);
	};
	faults.onSet = () => {
		jobs.trainer.replan();
		catalog.queue.replan();
	};
	accounts.onRestored = (accountId) => scheduler.balanceRestored(accountId);
	const prompts = new DirectPrompts({ sandbox, accounts, engine, scheduler });
	return {
		sandbox,
		faults,
		journal,
		accounts,
		meter,
		deployments,
		datasets,
		requests,
		engine,
		/** Undefined if the sandbox answers exactly as documented. */
		contrary,
		webhooks,
		watchFiles,
		scheduler,
		painter,
		catalog,
		jobs,
		prompts,
	};
}

/** Sees to the account, the token and the demo data that a first start has. */
export function prepare({ sandbox, accounts, deployments, jobs }: Rooms, options: SandboxOptions): void {
	if (accounts.byEmail(ownerEmail) === undefined) {
		const account = accounts.create(ownerEmail, ownerBalance);
		if (options.demo) seedDemo(deployments, account.id);
	}
	const { id } = ownerOf(accounts);
	if (options.demo && options.engine !== 'builtin') seedEngineDeployment(deployments, id);
	if (options.demo) jobs.seed(id);
	mintAnnounced(sandbox, accounts, id);
}

/** Returns the account that the sandbox announces. */
export function ownerOf(accounts: Accounts): Account {
	const account = accounts.byEmail(ownerEmail);
	if (account === undefined) throw new Error('the account of the sandbox is missing');
	return account;
}

/** Continues the work that was unfinished when the sandbox ended. */
export function resume(rooms: Rooms, options: SandboxOptions): void {
	const { scheduler, jobs, webhooks, catalog, watchFiles, datasets, accounts, painter } = rooms;
	scheduler.resume();
	jobs.trainer.resumeAll();
	webhooks.resume();
	catalog.resume();
	watchFiles();
	datasets.resume();
	if (options.demo) datasets.seed(ownerOf(accounts).id, painter);
}

/** Resets to the state of a first start. The announced token stays valid; the clock is not set back. */
export async function reset(rooms: Rooms, options: SandboxOptions, db: Database): Promise<void> {
	const { sandbox, scheduler, jobs, meter, catalog, webhooks, accounts, deployments, datasets } = rooms;
	await datasets.settled();
	scheduler.forget();
	jobs.forget();
	meter.forget();
	catalog.forget();
	webhooks.forget();
	rooms.faults.set([]);
	rooms.contrary?.forget();
	db.clear();
	accounts.forgetCache();
	deployments.forgetCache();
	await Promise.all([sandbox.blobs.clear(), sandbox.uploads.clear(), datasets.clear()]);
	prepare(rooms, options);
	noteClock(sandbox);
	scheduler.resume();
	jobs.trainer.resumeAll();
	if (options.demo) datasets.seed(ownerOf(accounts).id, rooms.painter);
}

/** The deployment that takes whole workflows for an external engine. */
const engineDeploymentId = '5a9d0000-0000-4000-8000-0000000000e0';
const workflowId = engineDeploymentId.replace('5a9d0000', '3f1c0000');

/** Runs on any engine, since it needs no model. */
const workflow = {
	'1': {
		class_type: 'EmptyImage',
		inputs: { width: 512, height: 512, batch_size: 1, color: 3_368_601 },
		_meta: { title: 'Color' },
	},
	'2': {
		class_type: 'SaveImage',
		inputs: { images: ['1', 0], filename_prefix: 'easel' },
		_meta: { title: 'Save picture' },
	},
};

const readme = [
	'# Own engine',
	'',
	'Runs whole workflows on the engine of `--engine` or of the setting `easel.sandbox.engine`. Its saved workflow needs no model.',
	'Save workflows of your own as further deployments with the command **Save as Sandbox Deployment**.',
	'',
].join('\n');

/** Makes the deployment if the account does not have it. */
function seedEngineDeployment(deployments: Deployments, accountId: string): void {
	if (deployments.get(engineDeploymentId) !== undefined) return;
	deployments.saveWorkflow({
		id: workflowId,
		version: 'v1',
		accountId,
		document: JSON.stringify(workflow),
		readme,
	});
	deployments.create(
		accountId,
		{ ...usualChoice, name: 'Own engine', workflowId, workflowVersion: 'v1', keepWarmSeconds: 600 },
		engineDeploymentId,
	);
}
