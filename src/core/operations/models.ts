import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { success } from '../base/failure.ts';
import { getModel, listModels } from '../catalog/client.ts';
import type { CatalogModel } from '../catalog/model.ts';
import { jsonText } from '../json/exact.ts';
import { operation } from './operation.ts';
import { withService } from './withSession.ts';

/** A model in a few facts; the schema of its inputs is asked for by itself. */
const fact = z.object({
	id: z.string(),
	name: z.string(),
	description: z.exactOptional(z.string()),
	categories: z.array(z.string()),
	/** US dollars for one unit, or for one run where no unit is named. */
	usd: z.exactOptional(z.number()),
	unit: z.exactOptional(z.string()),
});

function factsOf({ id, name, description, categories, price }: CatalogModel): z.output<typeof fact> {
	const more = compact({ description, usd: price?.usd, unit: price?.unit });
	return { id, name, categories: [...categories], ...more };
}

export const modelSearch = operation({
	id: 'model.search',
	title: l10n.t('Search the catalog of models'),
	effect: 'read',
	input: z.object({
		text: z.exactOptional(
			z.string().check(z.describe(l10n.t('words in the id, name or description of a model'))),
		),
		category: z.exactOptional(
			z.string().check(z.describe(l10n.t('only this category, such as text-to-image'))),
		),
		limit: z.exactOptional(
			z.int().check(z.gte(1), z.lte(500), z.describe(l10n.t('how many at most; 20 without it'))),
		),
		offset: z.exactOptional(
			z.int().check(z.gte(0), z.describe(l10n.t('how many to skip; next of the page before'))),
		),
	}),
	output: z.object({
		models: z.array(fact),
		/** The offset of the next page, where there is one. */
		next: z.exactOptional(z.number()),
		total: z.exactOptional(z.number()),
	}),
	run: (services, { text, limit = 20, ...query }) =>
		withService(services, async (service) => {
			const page = await listModels(service, { ...query, limit, ...compact({ search: text }) });
			if (!page.ok) return page;
			const { models, next, total } = page.value;
			return success({ models: models.map(factsOf), ...compact({ next, total }) });
		}),
});

export const modelSchema = operation({
	id: 'model.schema',
	title: l10n.t('Show the inputs of a model'),
	effect: 'read',
	input: z.object({ id: z.string().check(z.minLength(1), z.describe(l10n.t('the id of a model'))) }),
	output: z.object({
		model: fact,
		/** A JSON schema of the inputs, as JSON text: its numbers are those of the service. */
		schemaText: z.exactOptional(z.string()),
	}),
	run: (services, input) =>
		withService(services, async (service) => {
			const found = await getModel(service, input.id);
			if (!found.ok) return found;
			const { inputSchema } = found.value;
			const schemaText = inputSchema === undefined ? undefined : jsonText(inputSchema);
			return success({ model: factsOf(found.value), ...compact({ schemaText }) });
		}),
});

export const modelOperations = [modelSearch, modelSchema];
