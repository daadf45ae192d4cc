import { compact } from '../../core/base/compact.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { parseKnownJson } from '../../core/json/value.ts';
import type { ModelFact } from '../../core/operations/models.ts';

/** Returns the model of the facts that an operation gave. */
export function modelOf(
	{ usd, unit, priceNote: note, inputNames: inputs, ...facts }: ModelFact,
	schemaText?: string,
): CatalogModel {
	const price = usd === undefined ? undefined : { usd, ...compact({ unit, note }) };
	const inputSchema = schemaText === undefined ? undefined : parseKnownJson(schemaText);
	return { ...facts, ...compact({ price, inputs, inputSchema }) };
}
