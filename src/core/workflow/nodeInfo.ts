import { readJson } from '../json/tolerant.ts';
import { isArray, isObject, type Json, type JsonObject } from '../json/value.ts';
import {
	type ClassEntries,
	type ClassSummary,
	indexClasses,
	indexClassesGently,
	newerFields,
} from './classIndex.ts';
import { type InputSpec, readInputs } from './nodeInputs.ts';

export type { ClassSummary } from './classIndex.ts';
export type { ComboValue, DynamicSpec, InputSpec, SubmittedInput } from './nodeInputs.ts';
export { expandInputs } from './nodeInputs.ts';

/** Where node info came from. Only the built-in catalog cannot know the classes of node packs or what is installed. */
export interface NodeInfoSource {
	readonly kind: 'deployment' | 'engine' | 'file' | 'builtin';
	/** What a person reads: the name of the deployment, the engine or the file, or the engine version of the catalog. */
	readonly label: string;
}

/** One output of a node class. A pack may declare a list of values in place of a type. */
export interface OutputSpec {
	readonly name: string;
	readonly type: string | readonly Json[];
	/** The output has the type of whatever is wired to the input of this template. */
	readonly matchTemplate?: string;
}

/** What is known of a node class. */
export interface NodeClass {
	readonly name: string;
	readonly displayName: string;
	readonly category: string;
	readonly module: string;
	/** Required ones first, in the order of the node editor. Dynamic inputs are not expanded: see `expandInputs`. */
	readonly inputs: readonly InputSpec[];
	/** Names the server fills in by itself. */
	readonly hidden: readonly string[];
	readonly outputs: readonly OutputSpec[];
	/** The engine starts from such nodes and works back. */
	readonly outputNode: boolean;
	readonly deprecated: boolean;
	readonly experimental: boolean;
	/** Calls a paid partner service, which needs a key. */
	readonly apiNode: boolean;
	/** Comes with the engine and not with a node pack. */
	readonly core: boolean;
}

/** A server's description of its node classes. Classes are read on first use. */
export interface NodeInfo {
	readonly source: NodeInfoSource;
	/**
	 * The engine's age as far as the description shows it: newer ones test more and name one error otherwise. Engines from
	 * 0.3.65 to 0.9 write the newer fields for some of their classes only, so one such class is enough.
	 */
	readonly dialect: 'old' | 'new';
	readonly names: readonly string[];
	get(className: string): NodeClass | undefined;
	/** What a list of classes shows of one, without reading all of it. */
	summary(className: string): ClassSummary | undefined;
	/** Does any class output this type? Then it travels over links only. */
	isOutputType(type: string): boolean;
}

/**
 * Reads the text of an `object_info.json`. Returns undefined when it is not a node description. Single classes that make no
 * sense are left out; nothing but `input` and `output` is relied on.
 */
export function readNodeInfo(text: string, source: NodeInfoSource): NodeInfo | undefined {
	return describedBy(indexClasses(text) ?? damagedEntries(text), source);
}

/** The same for a text of megabytes: other work has its turn every few milliseconds. */
export async function readNodeInfoGently(
	text: string,
	source: NodeInfoSource,
): Promise<NodeInfo | undefined> {
	return describedBy((await indexClassesGently(text)) ?? damagedEntries(text), source);
}

function describedBy(entries: ClassEntries, source: NodeInfoSource): NodeInfo | undefined {
	return entries.names.length === 0 ? undefined : infoOver(entries, source);
}

/** What can be read of a text that is damaged or laid out otherwise. */
function damagedEntries(text: string): ClassEntries {
	const entries = new Map<string, JsonObject>();
	const root = readJson(text);
	for (const [name, entry] of Object.entries(isObject(root) ? root : {})) {
		if (isObject(entry) && isObject(entry.input) && typeof entry.class_type !== 'string')
			entries.set(name, entry);
	}
	return entriesOf(entries);
}

/** Node info over entries in the server's form, by class name. */
export function nodeInfoOf(entries: ReadonlyMap<string, JsonObject>, source: NodeInfoSource): NodeInfo {
	return infoOver(entriesOf(entries), source);
}

function entriesOf(entries: ReadonlyMap<string, JsonObject>): ClassEntries {
	const isNew = [...entries.values()].some((entry) =>
		[...newerFields].some((field) => Object.hasOwn(entry, field)),
	);
	let outputTypes: Set<string> | undefined;
	return {
		names: [...entries.keys()],
		dialect: isNew ? 'new' : 'old',
		get: (className) => entries.get(className),
		summary(className) {
			const entry = entries.get(className);
			return (
				entry && {
					displayName: textOf(entry.display_name),
					category: textOf(entry.category),
					deprecated: entry.deprecated === true,
				}
			);
		},
		get outputTypes() {
			outputTypes ??= collectOutputTypes(entries);
			return outputTypes;
		},
	};
}

function infoOver(entries: ClassEntries, source: NodeInfoSource): NodeInfo {
	const read = new Map<string, NodeClass>();
	return {
		source,
		dialect: entries.dialect,
		names: entries.names,
		get(className) {
			const known = read.get(className);
			if (known) return known;
			const entry = entries.get(className);
			if (!entry) return undefined;
			const nodeClass = readNodeClass(className, entry);
			read.set(className, nodeClass);
			return nodeClass;
		},
		summary(className) {
			const summary = entries.summary(className);
			if (!summary) return undefined;
			const { displayName, category, deprecated } = summary;
			return { displayName: displayName || className, category, deprecated };
		},
		isOutputType: (type) => entries.outputTypes.has(type),
	};
}

function collectOutputTypes(entries: ReadonlyMap<string, JsonObject>): Set<string> {
	const types = new Set<string>();
	for (const entry of entries.values()) {
		if (isArray(entry.output)) for (const type of entry.output) if (typeof type === 'string') types.add(type);
	}
	return types;
}

function readNodeClass(name: string, entry: JsonObject): NodeClass {
	const module = textOf(entry.python_module);
	const outputs = isArray(entry.output) ? entry.output : [];
	const hidden = isObject(entry.input) && isObject(entry.input.hidden) ? Object.keys(entry.input.hidden) : [];
	return {
		name,
		displayName: textOf(entry.display_name) || name,
		category: textOf(entry.category),
		module,
		inputs: readInputs(entry.input, entry.input_order).map((spec) =>
			filesOfServer.get(name) === spec.name ? withoutOptions(spec) : spec,
		),
		hidden,
		outputs: outputs.map((type, index) => readOutput(type, index, entry)),
		outputNode: entry.output_node === true,
		deprecated: entry.deprecated === true,
		experimental: entry.experimental === true,
		apiNode: entry.api_node === true,
		core: module === 'nodes' || module.startsWith('comfy_extras') || module.startsWith('comfy_api_nodes'),
	};
}

/**
 * Inputs that name a file of the server although their description does not say so: the class itself looks whether the file
 * is there, and the engine then ignores the list of options.
 */
const filesOfServer: ReadonlyMap<string, string> = new Map([['LoadLatent', 'latent']]);

function withoutOptions({ options: _, ...spec }: InputSpec): InputSpec {
	return { ...spec, upload: true };
}

function readOutput(type: Json, index: number, entry: JsonObject): OutputSpec {
	const shown: string | readonly Json[] = typeof type === 'string' || isArray(type) ? type : '*';
	const names = isArray(entry.output_name) ? entry.output_name : [];
	const name = textOf(names[index]) || (typeof shown === 'string' ? shown : 'COMBO');
	const template = isArray(entry.output_matchtypes) ? entry.output_matchtypes[index] : undefined;
	return typeof template === 'string'
		? { name, type: shown, matchTemplate: template }
		: { name, type: shown };
}

function textOf(value: Json | undefined): string {
	return typeof value === 'string' ? value : '';
}
