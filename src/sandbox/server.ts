import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolderNow } from '../core/base/disk/makeFolder.ts';
import type { SandboxAnnouncement } from '../core/wire/announcement.ts';
import { announcedToken } from './account/announcedToken.ts';
import { apiOf, storageOf } from './apps.ts';
import { clockNoteMs, noteClock } from './base/openContext.ts';
import { Holders } from './control/holders.ts';
import { controlRoutes } from './control/routes.ts';
import { createListener, listen } from './listener.ts';
import type { SandboxOptions } from './options.ts';
import { openRooms, ownerOf, prepare, type Rooms, reset, resume } from './rooms.ts';
import { Database } from './store/database.ts';
import { lockFolder } from './store/lock.ts';

/** A sandbox that listens. */
export interface Sandbox {
	readonly announcement: SandboxAnnouncement;
	/** Ends it cleanly; unfinished work continues at the next start on the same data. */
	close(): Promise<void>;
}

/**
 * Starts the service on loopback. Throws `FolderInUse` if another sandbox uses the data folder. `unused` is called if
 * the sandbox was asked to end without a holder and has none, and by `POST /stop`.
 */
export async function startSandbox(
	options: SandboxOptions,
	log: (line: string) => void,
	unused: () => void,
): Promise<Sandbox> {
	const folder = options.data ?? mkdtempSync(join(tmpdir(), 'easel-sandbox-'));
	makeFolderNow(folder);
	const unlock = lockFolder(folder);
	const db = new Database(join(folder, 'sandbox.sqlite'));
	const rooms = openRooms(options, folder, db, log);
	const { sandbox, accounts, meter, datasets, scheduler } = rooms;
	prepare(rooms, options);

	const holders = new Holders(options.exitWhenUnused ? unused : undefined);
	const controlPath = `/control-${randomUUID()}`;
	const control = controlRoutes({
		...rooms,
		holders,
		owner: () => ownerOf(accounts),
		deploymentChanged: (id: string) => scheduler.deploymentChanged(id),
		noteClock: () => noteClock(sandbox),
		reset: () => reset(rooms, options, db),
		stop: unused,
	});
	const api = apiOf(rooms, controlPath, control, log);
	const storage = storageOf(rooms, log);

	const { faults, journal, contrary } = rooms;
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
	resume(rooms, options);
	void reportEngine(rooms, log);
	const clockNotes = setInterval(() => {
		noteClock(sandbox);
		meter.settleAll();
	}, clockNoteMs);
	return { announcement: announce(rooms, controlPath), close };

	async function close(): Promise<void> {
		clearInterval(clockNotes);
		holders.close();
		scheduler.halt(options.data !== undefined);
		rooms.catalog.queue.forget();
		rooms.webhooks.close();
		meter.settleAll();
		noteClock(sandbox);
		sandbox.clock.stop();
		const servers = [endServer(apiServer), endServer(storageServer)];
		await Promise.all([...servers, rooms.engine.close(), datasets.close(), rooms.painter.close()]);
		await endState();
	}

	async function endState(): Promise<void> {
		db.close();
		unlock();
		if (options.data === undefined) await rm(folder, { recursive: true, force: true });
	}
}

/**
 * Reports at the start whether the external engine answers; the sandbox starts in any case, since the engine may come
 * later.
 */
async function reportEngine({ engine }: Rooms, log: (line: string) => void): Promise<void> {
	const health = await engine.health?.();
	if (health === undefined) return;
	const { host, version, problem } = health;
	if (problem === undefined)
		log(`The engine at ${host} answers${version === undefined ? '' : `; its version is ${version}`}.`);
	else log(`The engine at ${host} cannot be reached: ${problem}. Runs fail until it is there.`);
}

function announce({ sandbox }: Rooms, controlPath: string): SandboxAnnouncement {
	const { api: base } = sandbox.origins;
	return {
		baseUrl: base,
		modelApiUrl: base,
		webUrl: base,
		trainerUrl: base,
		token: announcedToken(sandbox),
		controlUrl: base + controlPath,
	};
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
