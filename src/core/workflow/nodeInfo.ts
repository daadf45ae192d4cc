import { compact } from '../base/compact.ts';
import { getOrMake } from '../base/lazy.ts';
import { readJson } from '../json/tolerant.ts';
import { isArray, isObject, type Json, type JsonObject, listOf, stringOf } from '../json/value.ts';
import {
	type ClassEntries,
	type ClassSummary,
	indexClasses,
	indexClassesGently,
	newerFields,
} from './classIndex.ts';
import { type InputSpec, readInputs } from './nodeInputs.ts';
import { type OwnRules, ownRulesOf } from './ownRules.ts';

export type { ClassSummary } from './classIndex.ts';
export type { ComboValue, InputSpec } from './nodeInputs.ts';

/** The source of node info. Only the built-in catalog cannot know the classes of node packs or the installed files. */
interface NodeInfoSource {
	readonly kind: 'deployment' | 'engine' | 'file' | 'builtin';
	/** The name that is shown: of the deployment, the engine or the file, or the engine version of the catalog. */
	readonly label: string;
}

/** One output of a node class. A pack may declare a list of values in place of a type. */
export interface OutputSpec {
	readonly name: string;
	readonly type: string | readonly Json[];
	/** The output has the type of the link to the input of this template. */
	readonly matchTemplate?: string;
}

/** The first and the last version of the engine for which something is known. */
export interface ClassLife {
	/** The first known version that has it. */
	readonly since: string;
	/** The last known version that has it. */
	readonly until: string;
	/** The last known version without it; absent if the oldest known version already has it. */
	readonly before?: string;
	/** The first known version without it, if it was removed. */
	readonly gone?: string;
}

/** The versions of the engine that each of its classes exists in. */
export interface ClassHistory {
	lifeOf(className: string): ClassLife | undefined;
}

export interface NodeClass extends ClassSummary {
	readonly name: string;
	/** Required ones first, in the order of the node editor. Dynamic inputs are not expanded: see `expandInputs`. */
	readonly inputs: readonly InputSpec[];
	/** Names that the server fills in. */
	readonly hidden: readonly string[];
	readonly outputs: readonly OutputSpec[];
	/** The engine starts from such nodes and works back. */
	readonly outputNode: boolean;
	readonly experimental: boolean;
	/** Calls a paid partner service, which needs a key. */
	readonly apiNode: boolean;
	/** Comes with the engine and not with a node pack. */
	readonly core: boolean;
	/** Checks of the class itself that its description does not contain. */
	readonly rules: OwnRules;
	/** The versions of the engine that have the class as described here; only in the built-in catalog. */
	readonly versions?: ClassLife;
	/** Other descriptions of the class in possible versions of an engine, the newest first. */
	readonly otherShapes?: readonly NodeClass[];
	/** Among the versions that the engine may have are some without this class. */
	readonly notEverywhere?: true;
}

/** A server's description of its node classes. Classes are read on first use. */
export interface NodeInfo {
	readonly source: NodeInfoSource;
	/**
	 * The engine's age according to the description: newer ones test more and name one error differently. Engines from
	 * 0.3.65 to 0.9 write the newer fields only for some of their classes, so one such class is enough.
	 */
	readonly dialect: 'old' | 'new';
	readonly engineVersion?: string;
	/** The versions of the classes that are not described here. */
	readonly history?: ClassHistory;
	readonly names: readonly string[];
	get(className: string): NodeClass | undefined;
	/** Returns the data of a class for a list, without reading the whole class. */
	summary(className: string): ClassSummary | undefined;
	/** Does any class output this type? Then it travels over links only. */
	isOutputType(type: string): boolean;
}

/** The facts about an engine in addition to the description of its classes. */
interface EngineKnowledge {
	readonly engineVersion?: string | undefined;
	readonly history?: ClassHistory;
}

/**
 * Reads the text of an `object_info.json`. Returns undefined if it is not a node description. Leaves out invalid
 * classes; relies only on `input` and `output`.
 */
export function readNodeInfo(
	text: string,
	source: NodeInfoSource,
	knowledge: EngineKnowledge = {},
): NodeInfo | undefined {
	return infoOver(indexClasses(text) ?? damagedEntries(text), source, knowledge);
}

/** Reads node info like `readNodeInfo`, for a text of megabytes: other work has its turn every few milliseconds. */
export async function readNodeInfoInSlices(
	text: string,
	source: NodeInfoSource,
	knowledge: EngineKnowledge = {},
): Promise<NodeInfo | undefined> {
	return infoOver((await indexClassesGently(text)) ?? damagedEntries(text), source, knowledge);
}

/** Returns the entries that can be read of a text that is damaged or has another layout. */
function damagedEntries(text: string): ClassEntries {
	const entries = new Map<string, JsonObject>();
	const root = readJson(text);
	for (const [name, entry] of Object.entries(isObject(root) ? root : {})) {
		if (isObject(entry) && isObject(entry.input) && typeof entry.class_type !== 'string')
			entries.set(name, entry);
	}
	const isNew = [...entries.values()].some((entry) =>
		[...newerFields].some((field) => Object.hasOwn(entry, field)),
	);
	return {
		names: [...entries.keys()],
		dialect: isNew ? 'new' : 'old',
		get: (className) => entries.get(className),
		summary(className) {
			const entry = entries.get(className);
			return (
				entry && {
					displayName: stringOrEmpty(entry.display_name),
					category: stringOrEmpty(entry.category),
					deprecated: entry.deprecated === true,
				}
			);
		},
		outputTypes: new Set(
			[...entries.values()].flatMap(({ output }) =>
				listOf(output).filter((type) => typeof type === 'string'),
			),
		),
	};
}

function infoOver(
	entries: ClassEntries,
	source: NodeInfoSource,
	{ engineVersion, history }: EngineKnowledge,
): NodeInfo | undefined {
	if (entries.names.length === 0) return undefined;
	const read = new Map<string, NodeClass>();
	return {
		source,
		dialect: entries.dialect,
		...compact({ engineVersion, history }),
		names: entries.names,
		get: (className) =>
			getOrMake(read, className, () => {
				const entry = entries.get(className);
				return entry && readNodeClass(className, entry);
			}),
		summary(className) {
			const summary = entries.summary(className);
			if (!summary) return undefined;
			const { displayName, category, deprecated } = summary;
			return { displayName: displayName || className, category, deprecated };
		},
		isOutputType: (type) => entries.outputTypes.has(type),
	};
}

/** Reads the description of one class in the server's form. */
export function readNodeClass(name: string, entry: JsonObject): NodeClass {
	const module = stringOrEmpty(entry.python_module);
	const core =
		module === 'nodes' || module.startsWith('comfy_extras') || module.startsWith('comfy_api_nodes');
	// Partial captures name no module; a pack names its own.
	const rules = ownRulesOf(name, core || module === '');
	const hidden = isObject(entry.input) && isObject(entry.input.hidden) ? Object.keys(entry.input.hidden) : [];
	return {
		name,
		displayName: stringOrEmpty(entry.display_name) || name,
		category: stringOrEmpty(entry.category),
		inputs: readInputs(entry.input, entry.input_order).map((spec) =>
			rules.file === spec.name ? asFile(spec) : spec,
		),
		hidden,
		outputs: listOf(entry.output).map((type, index) => readOutput(type, index, entry)),
		outputNode: entry.output_node === true,
		deprecated: entry.deprecated === true,
		experimental: entry.experimental === true,
		apiNode: entry.api_node === true,
		core,
		rules,
	};
}

/**
 * Returns an input for a file: the class itself checks whether the file exists, and the engine then ignores the list of
 * options.
 */
function asFile({ options, ...spec }: InputSpec): InputSpec {
	return { ...spec, upload: true, ...compact({ listedFiles: options }) };
}

function readOutput(type: Json, index: number, entry: JsonObject): OutputSpec {
	const shown: string | readonly Json[] = typeof type === 'string' || isArray(type) ? type : '*';
	const name =
		stringOrEmpty(listOf(entry.output_name)[index]) || (typeof shown === 'string' ? shown : 'COMBO');
	const matchTemplate = stringOf(listOf(entry.output_matchtypes)[index]);
	return { name, type: shown, ...compact({ matchTemplate }) };
}

function stringOrEmpty(value: Json | undefined): string {
	return stringOf(value) ?? '';
}
