import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { SandboxAnnouncement } from '../core/wire/announcement.ts';
import { sizeLimits } from '../core/wire/limits.ts';
import { type Account, Accounts } from './account/accounts.ts';
import { announcedToken, mintAnnounced } from './account/announcedToken.ts';
import { deviceRoutes } from './account/device.ts';
import { Meter } from './account/meter.ts';
import { pageRoutes } from './account/pages.ts';
import { accountRoutes } from './account/routes.ts';
import { limitBody } from './base/bodyLimit.ts';
import { isGone, Refusal, refuse } from './base/errors.ts';
import { FaultPlan } from './base/faults.ts';
import { Journal } from './base/journal.ts';
import { clockNoteMs, noteClock, openContext } from './base/openContext.ts';
import { openCatalog } from './catalog/open.ts';
import { callbacksOf } from './contrary/callbacks.ts';
import { ContraryLayer } from './contrary/layer.ts';
import { Holders } from './control/holders.ts';
import { controlRoutes } from './control/routes.ts';
import { openDatasets } from './datasets/open.ts';
import { demoDeploymentIds, seedDemo } from './demo.ts';
import { Deployments } from './deployments/records.ts';
import { deploymentRoutes } from './deployments/routes.ts';
import { builtinEngine } from './engine/builtin.ts';
import { forwardingEngine } from './engine/forward/engine.ts';
import { Painter } from './engine/painter.ts';
import { engineDeploymentId, seedEngineDeployment } from './engineDeployment.ts';
import { openJobs } from './jobs/open.ts';
import { createListener, listen } from './listener.ts';
import type { SandboxOptions } from './options.ts';
import { proxyRoutes } from './proxy/routes.ts';
import { DirectPrompts } from './requests/directPrompts.ts';
import { storageRoutes } from './requests/files.ts';
import { OutputRetention } from './requests/outputRetention.ts';
import { Requests } from './requests/records.ts';
import { queueRoutes } from './requests/routes.ts';
import { Scheduler } from './requests/scheduler.ts';
import { Webhooks } from './requests/webhooks.ts';
import { Database } from './store/database.ts';
import { lockFolder } from './store/lock.ts';

const ownerEmail = 'demo@sandbox.local';
const ownerBalance = 25_000_000;

/** A sandbox that listens. */
export interface Sandbox {
	readonly announcement: SandboxAnnouncement;
	/** Ends it cleanly; work that is under way continues at the next start on the same data. */
	close(): Promise<void>;
}

/**
 * Starts the service on loopback. Throws `FolderInUse` when another sandbox holds the data folder.
 * `unused` is called when the sandbox was asked to end by itself and nobody holds it any more, and by `POST /stop`.
 */
export async function startSandbox(
	options: SandboxOptions,
	log: (line: string) => void,
	unused: () => void,
): Promise<Sandbox> {
	const folder = options.data ?? mkdtempSync(join(tmpdir(), 'easel-sandbox-'));
	mkdirSync(folder, { recursive: true });
	const unlock = lockFolder(folder);
	const db = new Database(join(folder, 'sandbox.sqlite'));
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
	const engine =
		options.engine === 'builtin'
			? builtinEngine(sandbox.clock)
			: forwardingEngine(options.engine.comfyui, log, options.engineTimes);
	const contrary = options.contrary && new ContraryLayer(options.contrary, sandbox);
	const webhooks = new Webhooks(sandbox, requests, faults, contrary && callbacksOf(contrary, journal));
	const retention = new OutputRetention(sandbox, requests);
	const scheduler = new Scheduler({
		sandbox,
		accounts,
		meter,
		deployments,
		requests,
		engine,
		announce: (event, requestId) => {
			webhooks.announce(event, requestId);
			if (event === 'ended') retention.watch();
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
	prepare();

	const holders = new Holders(options.exitWhenUnused ? unused : undefined);
	const parts = { sandbox, accounts, deployments, requests, scheduler, engine, prompts };
	const controlPath = `/control-${randomUUID()}`;
	const api = new Hono();
	const control = {
		sandbox,
		accounts,
		deployments,
		catalog,
		jobs,
		faults,
		journal,
		holders,
		owner,
		requests,
		engine,
		deploymentChanged: (id: string) => scheduler.deploymentChanged(id),
		noteClock: () => noteClock(sandbox),
		reset,
		stop: unused,
	};
	api.use('/prod/v1/trainers/*', async (_context, next) => {
		await datasets.seeded();
		await next();
	});
	api.route('/', datasets.uploads);
	api.use(limitBody(sizeLimits.body));
	api.route(controlPath, controlRoutes(control));
	api.route('/', queueRoutes(parts));
	api.route('/', deploymentRoutes({ sandbox, accounts, deployments, instances: scheduler }));
	api.route('/', datasets.routes);
	api.route('/', proxyRoutes(parts));
	api.route('/', jobs.routes);
	api.route('/', catalog.routes);
	api.route('/', accountRoutes(accounts));
	api.route('/', deviceRoutes(sandbox, accounts));
	api.route('/', pageRoutes(sandbox, accounts));
	api.notFound((context) => {
		const { status, body } = refuse(
			'notFound',
			`There is nothing at ${context.req.method} ${context.req.path}.`,
		);
		return context.json(body, status);
	});
	const storage = new Hono();
	storage.route('/', datasets.signedUploads);
	storage.route('/', storageRoutes(parts));
	storage.route('/', jobs.artifacts);
	storage.route('/', catalog.files);
	storage.notFound((context) => context.json({ message: 'The file does not exist.' }, 404));
	for (const app of [api, storage]) app.onError((error, context) => replyTo(error, context, log));

	const shared = { faults, journal, contrary, controlPath, listensOn: options.host };
	const apiServer = createListener({ ...shared, host: 'api', fetch: (request) => api.fetch(request) });
	const storageServer = createListener({
		...shared,
		host: 'storage',
		fetch: (request) => storage.fetch(request),
	});
	const origin = (port: number) => `http://${publicHost(options.host)}:${port}`;
	try {
		await datasets.sweep();
		sandbox.origins.api = origin(await listen(apiServer, options.host, options.port));
		sandbox.origins.storage = origin(await listenAgain(storageServer, options.host, db));
	} catch (error) {
		holders.close();
		await endState();
		throw new Error(cannotListen(options, error));
	}
	scheduler.resume();
	jobs.trainer.resumeAll();
	webhooks.resume();
	catalog.resume();
	retention.watch();
	datasets.resume();
	if (options.demo) datasets.seed(owner().id, painter);
	void reportEngine();
	const clockNotes = setInterval(() => {
		noteClock(sandbox);
		meter.settleAll();
	}, clockNoteMs);

	return { announcement: announce(), close };

	function prepare(): void {
		if (accounts.byEmail(ownerEmail) === undefined) {
			const account = accounts.create(ownerEmail, ownerBalance);
			if (options.demo) seedDemo(deployments, account.id);
		}
		if (options.demo && external) seedEngineDeployment(deployments, owner().id);
		if (options.demo) jobs.seed(owner().id);
		mintAnnounced(sandbox, accounts, owner().id);
	}

	function owner(): Account {
		const account = accounts.byEmail(ownerEmail);
		if (account === undefined) throw new Error('the account of the sandbox is missing');
		return account;
	}

	/** Back to the state of a first start. The announced token stays valid; the clock does not go back. */
	async function reset(): Promise<void> {
		await datasets.seeded();
		scheduler.forget();
		jobs.forget();
		meter.forget();
		catalog.forget();
		webhooks.forget();
		faults.set([]);
		contrary?.forget();
		db.clear();
		accounts.forgetCache();
		deployments.forgetCache();
		await Promise.all([sandbox.blobs.clear(), sandbox.uploads.clear(), datasets.clear()]);
		prepare();
		noteClock(sandbox);
		scheduler.resume();
		jobs.trainer.resumeAll();
		if (options.demo) datasets.seed(owner().id, painter);
	}

	/** Says at the start whether the engine outside answers; the sandbox starts in any case, since the engine may come later. */
	async function reportEngine(): Promise<void> {
		const health = await engine.health?.();
		if (health === undefined) return;
		const { host, version, problem } = health;
		if (problem === undefined)
			log(`The engine at ${host} answers${version === undefined ? '' : `; its version is ${version}`}.`);
		else log(`The engine at ${host} cannot be reached: ${problem}. Runs fail until it is there.`);
	}

	function announce(): SandboxAnnouncement {
		const { api: base } = sandbox.origins;
		const controlUrl = base + controlPath;
		return {
			baseUrl: base,
			modelApiUrl: base,
			webUrl: base,
			trainerUrl: base,
			token: announcedToken(sandbox),
			controlUrl,
		};
	}

	async function close(): Promise<void> {
		clearInterval(clockNotes);
		holders.close();
		scheduler.halt(options.data !== undefined);
		catalog.queue.forget();
		webhooks.close();
		meter.settleAll();
		noteClock(sandbox);
		sandbox.clock.stop();
		const servers = [endServer(apiServer), endServer(storageServer)];
		await Promise.all([...servers, engine.close(), datasets.close(), painter.close()]);
		await endState();
	}

	async function endState(): Promise<void> {
		db.close();
		unlock();
		if (options.data === undefined) await rm(folder, { recursive: true, force: true });
	}
}

function cannotListen({ host, port }: SandboxOptions, error: unknown): string {
	const code = (error as NodeJS.ErrnoException).code;
	if (code === 'EADDRINUSE')
		return `Port ${port} is already in use on ${host}. Choose another one with --port.`;
	return `The sandbox cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Listens on the port of the last time if it is free, so that output addresses outlive a restart. */
async function listenAgain(server: Server, host: string, db: Database): Promise<number> {
	const last = Number(db.readMeta('storage_port') ?? 0);
	const port = await listen(server, host, last).catch(() => listen(server, host, 0));
	db.writeMeta('storage_port', String(port));
	return port;
}

function publicHost(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return host.includes(':') ? `[${host}]` : host;
}

function endServer(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

function replyTo(
	error: Error,
	context: { json: (body: object, status: 500) => Response },
	log: (line: string) => void,
) {
	const refusal =
		error instanceof Refusal ? error : refuse('internal', 'Something went wrong inside the sandbox.');
	if (refusal !== error && !isGone(error)) log(`internal error: ${error.stack ?? error.message}`);
	return context.json(refusal.body, refusal.status as 500);
}
