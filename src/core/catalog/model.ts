import type { Json } from '../json/exact.ts';

/** The price of one run of a model before its inputs are known. */
export interface CatalogPrice {
	/** US dollars for one unit, or for one run if no unit is named. */
	readonly usd: number;
	/** The paid unit, as received: `output`, `second`, `image`; open vocabulary. */
	readonly unit?: string;
	/** The service's own words about the price. */
	readonly note?: string;
}

/** A ready-made model of the catalog, in any spelling of the service (inference-service.md, "Catalog model"). */
export interface CatalogModel {
	/** Segments with slashes between them, for example `maker/name/text-to-image`. */
	readonly id: string;
	readonly name: string;
	readonly description?: string;
	/** Categories as received, for example `text-to-image`; open vocabulary. */
	readonly categories: readonly string[];
	/** Kind as received: `model`, `workflow`, `inference`; open vocabulary. */
	readonly kind?: string;
	readonly price?: CatalogPrice;
	/** Its page on the web; only ever an https address. */
	readonly url?: string;
	/** Names of its inputs and its required inputs, if the record has them outside of the schema. */
	readonly inputs?: readonly string[];
	readonly requiredInputs?: readonly string[];
	/** The schema of its inputs as received; present on request. */
	readonly inputSchema?: Json;
}

/** A page of the catalog in which bad records cost themselves only. */
export interface CatalogPage {
	readonly models: readonly CatalogModel[];
	/** One sentence for each record that could not be read. */
	readonly skipped: readonly string[];
	/** The total number of matching models, if the service sends it. */
	readonly total?: number;
	/** True if fewer arrived than requested, and it is unknown whether these are all. */
	readonly isOpen?: boolean;
	/** The offset of the next page; absent when this is the last one. */
	readonly next?: number;
}

/** The routes of requests to a model. */
export const modelRoutes = {
	submit: 'modelSubmit',
	status: 'modelRequestStatus',
	result: 'modelRequestResult',
	cancel: 'modelRequestCancel',
} as const;

/** Returns the path of a model id, each segment escaped; undefined for one that cannot be an address or would climb out of its place. */
export function modelPath(modelId: string): string | undefined {
	const segments = modelId.split('/');
	const usable = (segment: string) => segment !== '' && segment !== '.' && segment !== '..';
	if (modelId.length > longestId || !modelId.isWellFormed() || !segments.every(usable)) return undefined;
	return segments.map(encodeURIComponent).join('/');
}

/** Longer ids do not fit into an address, in characters. */
const longestId = 1000;
