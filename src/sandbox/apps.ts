import { Hono } from 'hono';
import { sizeLimits } from '../core/wire/limits.ts';
import { deviceRoutes } from './account/device.ts';
import { pageRoutes } from './account/pages.ts';
import { accountRoutes } from './account/routes.ts';
import { limitBody } from './base/bodyLimit.ts';
import { isGone, Refusal, refuse } from './base/errors.ts';
import { deploymentRoutes } from './deployments/routes.ts';
import { proxyRoutes } from './proxy/routes.ts';
import { storageRoutes } from './requests/files.ts';
import { queueRoutes } from './requests/routes.ts';
import type { Rooms } from './rooms.ts';

/** Returns the service itself, with the control of the sandbox at `controlPath`. */
export function apiOf(rooms: Rooms, controlPath: string, control: Hono, log: (line: string) => void): Hono {
	const { sandbox, accounts, deployments, datasets, scheduler, jobs, catalog } = rooms;
	const api = new Hono();
	api.use('/prod/v1/trainers/*', async (_context, next) => {
		await datasets.seeded();
		await next();
	});
	api.route('/', datasets.uploads);
	api.use(limitBody(sizeLimits.body));
	api.route(controlPath, control);
	api.route('/', queueRoutes(rooms));
	api.route('/', deploymentRoutes({ sandbox, accounts, deployments, instances: scheduler }));
	api.route('/', datasets.routes);
	api.route('/', proxyRoutes(rooms));
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
	api.onError((error, context) => replyTo(error, context, log));
	return api;
}

/** Returns the host of signed addresses: files of results, uploads, jobs and models. */
export function storageOf(rooms: Rooms, log: (line: string) => void): Hono {
	const { datasets, jobs, catalog } = rooms;
	const storage = new Hono();
	storage.route('/', datasets.signedUploads);
	storage.route('/', storageRoutes(rooms));
	storage.route('/', jobs.artifacts);
	storage.route('/', catalog.files);
	storage.notFound((context) => context.json({ message: 'The file does not exist.' }, 404));
	storage.onError((error, context) => replyTo(error, context, log));
	return storage;
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
