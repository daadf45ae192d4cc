import { compact } from '../../core/base/compact.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import type { Json } from '../../core/json/exact.ts';
import type { ModelFact } from '../../core/operations/models.ts';

/** Returns the model of the facts that an operation gave. */
export function modelOf(
	{ usd, unit, priceNote: note, inputNames: inputs, ...facts }: ModelFact,
	inputSchema?: unknown,
): CatalogModel {
	const price = usd === undefined ? undefined : { usd, ...compact({ unit, note }) };
	return { ...facts, ...compact({ price, inputs, inputSchema: inputSchema as Json | undefined }) };
}
