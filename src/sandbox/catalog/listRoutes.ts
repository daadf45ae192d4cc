import { type Context, Hono } from 'hono';
import { compact } from '../../core/base/compact.ts';
import { catalogPage } from '../../core/wire/limits.ts';
import type { Accounts } from '../account/accounts.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../base/context.ts';
import { type Detail, invalid } from '../base/errors.ts';
import { truthWord } from '../base/truthWord.ts';
import type { Catalog } from './catalog.ts';
import { type ModelKind, modelKinds } from './model.ts';
import { unknownModel } from './refusals.ts';
import { modelWire } from './wire.ts';

export interface CatalogParts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly catalog: Catalog;
}

/** Returns the routes for list, categories and get of the catalog (inference-service.md, "Catalog models on {model_api_url}"). */
export function catalogListRoutes({ sandbox, accounts, catalog }: CatalogParts): Hono<SignedIn> {
	const app = new Hono<SignedIn>();
	const signedIn = bearer(accounts);
	app.get('/v1/models', signedIn, (context) => {
		const { withSchema, limit, offset, ...filter } = readQuery(context);
		const found = catalog.list(filter);
		const page = found.slice(offset, offset + limit);
		const models = page.map((model) => modelWire(sandbox, model, withSchema));
		return context.json({ models, total: found.length, limit, offset });
	});
	app.get('/v1/models/categories', signedIn, (context) => context.json({ categories: catalog.categories() }));
	app.get('/v1/models/:id{.+}', signedIn, (context) => {
		const model = catalog.get(context.req.param('id'));
		if (model === undefined) throw unknownModel(context.req.param('id'));
		return context.json(modelWire(sandbox, model, true));
	});
	return app;
}

function readQuery(context: Context) {
	const faults: Detail[] = [];
	const fault = (name: string, msg: string, type: string) => {
		faults.push({ loc: ['query', name], msg, type });
	};
	const whole = (name: string, usual: number, lowest: number, highest: number) => {
		const word = context.req.query(name);
		if (word === undefined) return usual;
		const value = /^\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
		if (value >= lowest && value <= highest) return value;
		const upper = highest === Number.MAX_SAFE_INTEGER ? '' : ` to ${highest}`;
		fault(name, `${name} must be an integer from ${lowest}${upper}.`, 'int_range');
		return usual;
	};
	const limit = whole('limit', catalogPage.usual, catalogPage.lowest, catalogPage.highest);
	const offset = whole('offset', 0, 0, Number.MAX_SAFE_INTEGER);
	const kind = context.req.query('kind') as ModelKind | undefined;
	if (kind !== undefined && !modelKinds.includes(kind))
		fault('kind', `kind must be one of ${modelKinds.join(', ')}.`, 'enum');
	const withSchema = truthWord(context.req.query('include_schema') ?? 'false');
	if (withSchema === undefined)
		fault('include_schema', 'include_schema must be true or false.', 'bool_parsing');
	const search = context.req.query('search');
	const category = context.req.query('category');
	if (faults.length > 0) throw invalid(faults);
	return { limit, offset, withSchema: withSchema === true, ...compact({ search, category, kind }) };
}
