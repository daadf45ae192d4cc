import { lazy } from '../base/lazy.ts';
import { rawNumber } from '../json/exact.ts';
import { isArray, isObject, type Json, type JsonObject } from '../json/value.ts';
import { type NodeInfo, nodeInfoOf } from './nodeInfo.ts';

/** The stored form: every distinct input entry, category and module once, and classes that point at them. See `test/tools/coreNodes.ts`. */
interface StoredCatalog {
	readonly version: string;
	readonly entries: readonly Json[];
	readonly classes: Readonly<Record<string, Json>>;
}

const flagNames = ['output_node', 'deprecated', 'experimental', 'api_node'] as const;

const catalog = lazy(async () => {
	const module = await import('./data/coreNodes.json', { with: { type: 'json' } });
	return unpack(module.default as unknown as StoredCatalog);
});

/**
 * The built-in catalog of the engine's own node classes, loaded on first use. It knows names, types, ranges and
 * defaults, but neither node packs nor which model files a machine has.
 */
export function loadCoreCatalog(): Promise<NodeInfo> {
	return catalog.get();
}

function unpack(stored: StoredCatalog): NodeInfo {
	const shared = stored.entries.map(restore);
	const classes = new Map<string, JsonObject>();
	for (const [name, record] of Object.entries(stored.classes)) {
		if (isObject(record)) classes.set(name, unpackClass(record, shared));
	}
	return nodeInfoOf(classes, { kind: 'builtin', label: `core nodes of engine ${stored.version}` });
}

function unpackClass(record: JsonObject, shared: readonly Json[]): JsonObject {
	const inputs = (section: Json | undefined): JsonObject =>
		isObject(section)
			? Object.fromEntries(
					Object.entries(section).map(([name, index]) => [name, shared[Number(index)] ?? null]),
				)
			: {};
	const hidden = isArray(record.h) ? record.h : [];
	const flags = isArray(record.f) ? record.f : [];
	return {
		input: {
			required: inputs(record.r),
			optional: inputs(record.o),
			hidden: Object.fromEntries(hidden.map((name) => [String(name), null])),
		},
		output: record.t ?? [],
		output_name: record.n ?? record.t ?? [],
		display_name: record.d ?? '',
		category: shared[Number(record.c)] ?? '',
		python_module: shared[Number(record.m)] ?? '',
		...Object.fromEntries(flagNames.map((flag) => [flag, flags.includes(flag)])),
	};
}

/** Turns the stored spelling of whole numbers beyond a double's reach back into numbers. */
function restore(entry: Json): Json {
	if (!isArray(entry) || !isObject(entry[1])) return entry;
	const options = Object.entries(entry[1]).map(([key, value]): [string, Json] => {
		const whole = typeof value === 'string' ? /^(-?[0-9]{16,})n$/.exec(value)?.[1] : undefined;
		return [key, whole === undefined ? value : rawNumber(whole)];
	});
	return [entry[0] ?? null, Object.fromEntries(options)];
}
