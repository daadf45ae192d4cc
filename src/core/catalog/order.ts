import type { CatalogModel } from './model.ts';

/** The orders of lists of models; `service` is the order in which they come. */
export const modelOrders = ['service', 'name', 'price'] as const;
export type ModelOrder = (typeof modelOrders)[number];

/**
 * Sorts models; those with the same price by name. Amounts are compared regardless of their unit, since an output
 * cannot be counted in seconds; models without a price come last.
 */
export function orderModels(models: readonly CatalogModel[], order: ModelOrder): readonly CatalogModel[] {
	if (order === 'service') return models;
	const byName = models.toSorted((one, other) => one.name.localeCompare(other.name));
	if (order === 'name') return byName;
	const amount = ({ price }: CatalogModel) => price?.usd ?? Number.POSITIVE_INFINITY;
	return byName.sort((one, other) =>
		amount(one) < amount(other) ? -1 : Number(amount(one) > amount(other)),
	);
}
