import { Hono } from 'hono';
import type { Accounts } from '../account/accounts.ts';
import type { SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { Painter } from '../engine/painter.ts';
import { outputReply } from '../requests/files.ts';
import { OutputRetention } from '../requests/outputRetention.ts';
import { Catalog } from './catalog.ts';
import { catalogListRoutes } from './listRoutes.ts';
import { modelPageRoutes } from './modelPage.ts';
import { ModelQueue } from './queue.ts';
import { ModelRequests } from './records.ts';
import { catalogRequestRoutes } from './requestRoutes.ts';
import { sampleMediaRoutes } from './sampleMedia.ts';

/** The catalog of a sandbox: its routes, and its work as a whole. */
export interface CatalogRoom {
	/** The routes on the model host. */
	readonly routes: Hono<SignedIn>;
	/** The routes on the storage host. */
	readonly files: Hono;
	readonly queue: ModelQueue;
	/** Adds copies of the models for a bench. */
	add(count: number): void;
	/** Resumes the work of an earlier process. */
	resume(): void;
	/** Forgets everything in memory. Call it before the store is emptied. */
	forget(): void;
}

/** Puts the parts together. */
export function openCatalog(
	sandbox: SandboxContext,
	accounts: Accounts,
	faults: FaultPlan,
	painter: Painter,
): CatalogRoom {
	const catalog = new Catalog(sandbox);
	const requests = new ModelRequests(sandbox);
	const retention = new OutputRetention(sandbox, requests);
	const ended = () => retention.watch();
	const queue = new ModelQueue({ sandbox, accounts, catalog, requests, faults, painter, ended });
	const routes = new Hono<SignedIn>();
	routes.route('/', catalogListRoutes({ sandbox, accounts, catalog }));
	routes.route('/', catalogRequestRoutes({ sandbox, accounts, catalog, requests, queue }));
	routes.route('/', modelPageRoutes(catalog));
	const files = new Hono();
	files.get('/model_requests/:requestId/output/:name{.+}', (context) => {
		const { requestId, name } = context.req.param();
		return outputReply(sandbox, context, requestId, name, () => requests.get(requestId)?.finishedAt);
	});
	files.route('/', sampleMediaRoutes(painter));
	return {
		routes,
		files,
		queue,
		add: (count) => catalog.add(count),
		resume: () => {
			queue.resume();
			retention.watch();
		},
		forget: () => {
			queue.forget();
			catalog.forgetCache();
		},
	};
}
