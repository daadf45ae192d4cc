import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { getOrMake, lazy } from '../base/lazy.ts';
import { rawNumber } from '../json/rawNumber.ts';
import { isArray, isObject, type Json, type JsonObject, listOf } from '../json/value.ts';
import { compareVersions, readEngineVersion } from './engineVersion.ts';
import type { ClassHistory, ClassLife, ClassSummary, NodeClass, NodeInfo } from './nodeInfo.ts';
import { readNodeClass } from './nodeInfo.ts';

/** A shape of a class: the first and the last version that has it, as numbers in `versions`, and its description. */
type StoredShape = readonly [number, number, JsonObject];

/**
 * The stored form: every distinct input entry, category and module once, and classes that point at them, each with its
 * shapes from the oldest to the newest. See `test/tools/renew/coreNodes.ts`.
 */
interface StoredCatalog {
	readonly versions: readonly string[];
	readonly entries: readonly Json[];
	readonly classes: Readonly<Record<string, readonly StoredShape[]>>;
}

const flagNames = ['output_node', 'deprecated', 'experimental', 'api_node'] as const;

const catalog = lazy(async () => {
	const module = await import('./data/coreNodes.json', { with: { type: 'json' } });
	return new CoreCatalog(module.default as unknown as StoredCatalog);
});

/**
 * Loads the built-in catalog of the engine's own node classes on first use. It has names, types, ranges and defaults,
 * but neither node packs nor the model files of a machine.
 * @param engineVersion the version to describe. Without one, or with one between two known versions, a class has its
 * newest shape, and `otherShapes` has those of older engines.
 */
export async function loadCoreCatalog(engineVersion?: string): Promise<NodeInfo> {
	return (await catalog.get()).of(engineVersion);
}

/** Loads the versions of the engine that each class exists in, for descriptions that are not the catalog. */
export function loadClassHistory(): Promise<ClassHistory> {
	return catalog.get();
}

class CoreCatalog implements ClassHistory {
	readonly #stored: StoredCatalog;
	readonly #shared: readonly Json[];
	readonly #shapes: ReadonlyMap<string, readonly StoredShape[]>;
	readonly #read = new Map<StoredShape, NodeClass>();
	readonly #infos = new Map<string, NodeInfo>();

	constructor(stored: StoredCatalog) {
		this.#stored = stored;
		this.#shared = stored.entries.map(restore);
		this.#shapes = new Map(Object.entries(stored.classes));
	}

	lifeOf(className: string): ClassLife | undefined {
		const shapes = this.#shapes.get(className);
		const [first, last] = [shapes?.[0]?.[0], shapes?.at(-1)?.[1]];
		if (first === undefined || last === undefined) return undefined;
		const { versions } = this.#stored;
		return {
			...spanOf(versions, first, last),
			...(last < versions.length - 1 ? { gone: versions[last + 1] ?? '' } : {}),
		};
	}

	/** Returns the catalog of a version of the engine; the same object for the same version. */
	of(engineVersion: string | undefined): NodeInfo {
		const version = engineVersion === undefined ? undefined : readEngineVersion(engineVersion);
		return getOrMake(this.#infos, version ?? '', () => this.#infoOf(version));
	}

	#infoOf(version: string | undefined): NodeInfo {
		const { versions } = this.#stored;
		const [oldest, newest] = candidates(versions, version);
		const names = [...this.#shapes.keys()].filter((name) => this.#shapesIn(name, oldest, newest).length > 0);
		const read = new Map<string, NodeClass>();
		let outputTypes: Set<string> | undefined;
		return {
			source: {
				kind: 'builtin',
				label:
					version === undefined
						? l10n.t('core nodes of engines up to {0}', versions.at(-1) ?? '')
						: l10n.t('core nodes of engine {0}', version),
			},
			dialect: version !== undefined && compareVersions(version, '0.3.65') < 0 ? 'old' : 'new',
			...compact({ engineVersion: version }),
			names,
			history: this,
			get: (className) => getOrMake(read, className, () => this.#classOf(className, oldest, newest)),
			summary: (className) => {
				const shape = this.#shapesIn(className, oldest, newest).at(-1);
				return shape && this.#summaryOf(className, shape[2]);
			},
			isOutputType: (type) => {
				outputTypes ??= this.#outputTypes(oldest, newest);
				return outputTypes.has(type);
			},
		};
	}

	/** Returns the newest shape that an engine between two known versions may have, with the older ones. */
	#classOf(className: string, oldest: number, newest: number): NodeClass | undefined {
		const shapes = this.#shapesIn(className, oldest, newest);
		const [first, last] = [shapes[0], shapes.at(-1)];
		if (!first || !last) return undefined;
		const main = this.#shapeOf(className, last);
		const [lacking, lost] = [first[0] > oldest, last[1] < newest];
		if (shapes.length === 1 && !lacking && !lost) return main;
		return {
			...main,
			otherShapes: shapes
				.slice(0, -1)
				.reverse()
				.map((shape) => this.#shapeOf(className, shape)),
			...(lacking || lost ? { notEverywhere: true } : {}),
		};
	}

	#shapesIn(className: string, oldest: number, newest: number): readonly StoredShape[] {
		return (this.#shapes.get(className) ?? []).filter((shape) => shape[1] >= oldest && shape[0] <= newest);
	}

	#summaryOf(className: string, { d, c, f }: JsonObject): ClassSummary {
		return {
			displayName: typeof d === 'string' ? d : className,
			category: String(this.#shared[Number(c)] ?? ''),
			deprecated: listOf(f).includes('deprecated'),
		};
	}

	#shapeOf(className: string, shape: StoredShape): NodeClass {
		const [first, last, record] = shape;
		return getOrMake(this.#read, shape, () => ({
			...readNodeClass(className, unpackClass(record, this.#shared)),
			versions: spanOf(this.#stored.versions, first, last),
		}));
	}

	#outputTypes(oldest: number, newest: number): Set<string> {
		const types = new Set<string>();
		for (const shapes of this.#shapes.values()) {
			for (const [first, last, { t }] of shapes) {
				if (last < oldest || first > newest) continue;
				for (const type of listOf(t)) if (typeof type === 'string') types.add(type);
			}
		}
		return types;
	}
}

function spanOf(versions: readonly string[], first: number, last: number): ClassLife {
	const [before, since = '', until = ''] = [versions[first - 1], versions[first], versions[last]];
	return { since, until, ...compact({ before }) };
}

/** Returns the first and the last of the known versions that an engine may correspond to. */
function candidates(versions: readonly string[], version: string | undefined): [number, number] {
	const last = versions.length - 1;
	if (version === undefined) return [0, last];
	const after = versions.findIndex((known) => compareVersions(known, version) >= 0);
	if (after < 0) return [last, last];
	const exact = compareVersions(versions[after] ?? '', version) === 0;
	return exact || after === 0 ? [after, after] : [after - 1, after];
}

function unpackClass(record: JsonObject, shared: readonly Json[]): JsonObject {
	const inputs = (section: Json | undefined): JsonObject =>
		isObject(section)
			? Object.fromEntries(
					Object.entries(section).map(([name, index]) => [name, shared[Number(index)] ?? null]),
				)
			: {};
	const flags = listOf(record.f);
	return {
		input: {
			required: inputs(record.r),
			optional: inputs(record.o),
			hidden: Object.fromEntries(listOf(record.h).map((name) => [String(name), null])),
		},
		output: record.t ?? [],
		output_name: record.n ?? record.t ?? [],
		output_matchtypes: record.x ?? null,
		display_name: record.d ?? '',
		category: shared[Number(record.c)] ?? '',
		python_module: shared[Number(record.m)] ?? '',
		...Object.fromEntries(flagNames.map((flag) => [flag, flags.includes(flag)])),
	};
}

/** Converts the stored spelling of integers beyond a double's range back into numbers, at any depth. */
function restore(value: Json): Json {
	if (typeof value === 'string') {
		const whole = /^(-?[0-9]{16,})n$/.exec(value)?.[1];
		return whole === undefined ? value : rawNumber(whole);
	}
	if (isArray(value)) return value.map(restore);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, restore(member)]));
}
