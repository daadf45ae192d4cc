import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { mapped, success } from '../base/failure.ts';
import { getModel, listModels, modelCategories } from '../catalog/client.ts';
import type { CatalogModel } from '../catalog/model.ts';
import { modelSnippet, snippetLanguages } from '../catalog/snippets.ts';
import { inputFacts, inputTypes } from '../requests/inputFacts.ts';
import { targetOfModel } from '../runs/inputs/target.ts';
import { limit, natural, nonEmpty, optionalChoice, optionalFlag, optionalText } from './members.ts';
import { operation } from './operation.ts';
import { withService } from './withSession.ts';

/** A model in a few facts; the schema of its inputs is requested separately. */
export const modelBrief = z.object({
	id: z.string(),
	name: z.string(),
	description: z.exactOptional(z.string()),
	categories: z.array(z.string()),
	/** US dollars for one unit, or for one run if no unit is named. */
	usd: z.exactOptional(z.number()),
	unit: z.exactOptional(z.string()),
});

/** A model with everything but the schema of its inputs. */
const fact = z.object({
	...modelBrief.shape,
	/** The service's word. */
	kind: z.exactOptional(z.string()),
	priceNote: z.exactOptional(z.string()),
	/** Its page on the web. */
	url: z.exactOptional(z.string()),
	inputNames: z.exactOptional(z.array(z.string())),
	requiredInputs: z.exactOptional(z.array(z.string())),
});

export type ModelFact = z.output<typeof fact>;

function factsOf({ id, name, description, categories, kind, price, url, ...more }: CatalogModel): ModelFact {
	const { usd, unit, note: priceNote } = price ?? {};
	const inputs = {
		inputNames: more.inputs && [...more.inputs],
		requiredInputs: more.requiredInputs && [...more.requiredInputs],
	};
	return {
		id,
		name,
		categories: [...categories],
		...compact({ description, kind, usd, unit, priceNote, url, ...inputs }),
	};
}

const schemaMember = {
	/** A JSON schema of the inputs as the service sends it; a number that a double would change is a `RawNumber`. */
	inputSchema: z.exactOptional(z.unknown()),
};

const inputFact = z.object({
	/** With dots if it is within objects. */
	name: z.string(),
	type: z.enum(inputTypes),
	/** The values that it takes, as text. */
	range: z.exactOptional(z.string()),
	default: z.exactOptional(z.unknown()),
	required: z.boolean(),
	description: z.exactOptional(z.string()),
});

const modelId = nonEmpty(l10n.t('the ID of a model'));

export const modelSearch = operation({
	id: 'model.search',
	title: l10n.t('Search the catalog of models'),
	effect: 'read',
	input: z.object({
		text: optionalText(l10n.t('words in the ID, name or description of a model')),
		category: optionalText(l10n.t('only this category, such as text-to-image')),
		kind: optionalText(l10n.t('only this kind: {0}', 'model, workflow, inference')),
		limit,
		offset: natural(l10n.t('the number to skip: the value of next in the previous page')),
		schemas: optionalFlag(l10n.t('include a JSON schema of the inputs of each model')),
	}),
	output: z.object({
		models: z.array(z.object({ ...fact.shape, ...schemaMember })),
		/** The offset of the next page, if any. */
		next: z.exactOptional(z.number()),
		total: z.exactOptional(z.number()),
	}),
	run: (services, { text, limit = 20, schemas = false, ...query }, _ask, { signal }) =>
		withService(services, async (service) => {
			const wanted = { ...query, limit, includeSchema: schemas, signal, ...compact({ search: text }) };
			const page = await listModels(service, wanted);
			if (!page.ok) return page;
			const { models, next, total } = page.value;
			const found = models.map((model) => ({
				...factsOf(model),
				...(schemas ? compact({ inputSchema: model.inputSchema }) : {}),
			}));
			return success({ models: found, ...compact({ next, total }) });
		}),
});

export const modelSchema = operation({
	id: 'model.schema',
	title: l10n.t('Show the inputs of a model'),
	effect: 'read',
	input: z.object({ id: modelId }),
	output: z.object({ model: fact, inputs: z.array(inputFact), ...schemaMember }),
	run: (services, input, _ask, { signal }) =>
		withService(services, async (service) => {
			const found = await getModel(service, input.id, { signal });
			if (!found.ok) return found;
			const { inputSchema } = found.value;
			const inputs = [...inputFacts(targetOfModel(found.value).form.fields)];
			return success({ model: factsOf(found.value), inputs, ...compact({ inputSchema }) });
		}),
});

const categories = operation({
	id: 'model.categories',
	title: l10n.t('List the categories of the catalog of models'),
	effect: 'read',
	input: z.object({}),
	output: z.object({ categories: z.array(z.string()) }),
	run: (services, _input, _ask, { signal }) =>
		withService(services, async (service) =>
			mapped(await modelCategories(service, { signal }), (found) => ({ categories: [...found] })),
		),
});

export const modelSnippetText = operation({
	id: 'model.snippet',
	title: l10n.t('Write code that runs a model'),
	effect: 'read',
	input: z.object({
		id: modelId,
		language: optionalChoice(snippetLanguages, l10n.t('curl if omitted')),
	}),
	/** The token is a variable in it. */
	output: z.object({ text: z.string() }),
	run: (services, { id, language = 'curl' }) =>
		withService(services, async (service) => {
			const found = await getModel(service, id);
			return found.ok ? success({ text: modelSnippet(service.connection, found.value, language) }) : found;
		}),
});

export const modelOperations = [modelSearch, categories, modelSchema, modelSnippetText];
