import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Accounts } from '../account/accounts.ts';
import type { SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { Painter } from '../engine/painter.ts';
import { outputReply } from '../requests/files.ts';
import { outputRetention } from '../requests/outputRetention.ts';
import { Catalog } from './catalog.ts';
import { catalogListRoutes } from './listRoutes.ts';
import { ModelQueue } from './queue.ts';
import { ModelRequests } from './records.ts';
import { catalogRequestRoutes } from './requestRoutes.ts';

/** Opens the catalog of a sandbox: its routes, and its work as a whole. */
export function openCatalog(
	sandbox: SandboxContext,
	accounts: Accounts,
	faults: FaultPlan,
	painter: Painter,
) {
	const catalog = new Catalog(sandbox);
	const requests = new ModelRequests(sandbox);
	const watchFiles = outputRetention(sandbox, 'model_requests');
	const queue = new ModelQueue({ sandbox, accounts, catalog, requests, faults, painter, ended: watchFiles });
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
		/** The routes on the model host. */
		routes,
		/** The routes on the storage host. */
		files,
		queue,
		/** Adds copies of the models for a bench. */
		add: (count: number) => catalog.add(count),
		/** Resumes the work of an earlier process. */
		resume: () => {
			queue.resume();
			watchFiles();
		},
		/** Forgets everything in memory. Call it before the store is emptied. */
		forget: () => {
			queue.forget();
			catalog.forgetCache();
		},
	};
}

/** Returns the route of the page at `model_url`. */
function modelPageRoutes(catalog: Catalog): Hono {
	const app = new Hono();
	app.get('/models/:id{.+}', (context) => {
		const model = catalog.get(context.req.param('id'));
		if (model === undefined) return context.notFound();
		const { usd, unit, note } = model.price;
		return context.html(html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${model.name}</title>
<style>body { font: 16px/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>${model.name}</h1>
<p>${model.description}</p>
<p>${usd} USD for each ${unit}. ${note ?? ''}</p>
<p><code>${model.id}</code></p>
<p>A model of the sandbox. Its pictures are painted on this computer.</p>
</html>`);
	});
	return app;
}

const types = { 'harbour.png': 'image/png', 'coast.mp4': 'video/mp4', 'melody.wav': 'audio/wav' } as const;
type SampleName = keyof typeof types;

/**
 * Returns the routes of a picture, a video and a sound on the storage host that anyone may download: addresses to try a
 * media input with.
 */
function sampleMediaRoutes(painter: Painter): Hono {
	const app = new Hono();
	app.get('/samples/:name', async (context) => {
		const name = context.req.param('name');
		if (!Object.hasOwn(types, name)) return context.json({ message: 'The file does not exist.' }, 404);
		const bytes = await make(name as SampleName, painter);
		return context.body(new Uint8Array(bytes), 200, { 'content-type': types[name as SampleName] });
	});
	return app;
}

function make(name: SampleName, painter: Painter): Promise<Uint8Array> {
	if (name === 'harbour.png') return painter.demoMedium({ kind: 'picture', words: 'boats in a harbour' });
	if (name === 'coast.mp4') return painter.demoMedium({ kind: 'video', words: 'a lighthouse on the coast' });
	const size = { width: 16, height: 16, seconds: 3 };
	return painter.modelOutput({ key: name, words: '', label: '', ...size, extension: 'wav' });
}
