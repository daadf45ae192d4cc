import type { JsonObject } from '../../core/json/value.ts';

export type OutputKind = 'image' | 'video' | 'audio';

/** The price of a run: `usd` for each `unit`. */
interface ModelPrice {
	readonly usd: number;
	readonly unit: 'output' | 'image' | 'second';
	readonly note?: string;
}

/** The kinds of the catalog's filter (inference-service.md, "Catalog models"). */
export const modelKinds = ['model', 'workflow', 'inference'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** A model of the catalog. Families, descriptions and prices are inventions of the sandbox. */
export interface CatalogModel {
	/** Several segments, separated by slashes. */
	readonly id: string;
	readonly name: string;
	readonly description: string;
	readonly categories: readonly string[];
	readonly kind: ModelKind;
	readonly price: ModelPrice;
	/** JSON Schema of the flat body, with the oddities of the real ones. */
	readonly schema: JsonObject;
	readonly makes: OutputKind;
	/** Virtual milliseconds of a run with the values that the schema has as defaults. */
	readonly runMs: number;
}
