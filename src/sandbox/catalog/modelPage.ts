import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Catalog } from './catalog.ts';

/** Returns the route of the page at `model_url`. */
export function modelPageRoutes(catalog: Catalog): Hono {
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
