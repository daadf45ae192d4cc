import data from './data/keys.json' with { type: 'json' };

export type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

export interface KeyFacts {
	readonly type: ValueType | readonly ValueType[];
	readonly description: string;
	/** The value when the key is absent. A text that begins with `= ` names the key it copies. */
	readonly default?: unknown;
	/** The value that the toolkit's own forms write. */
	readonly uiDefault?: unknown;
	readonly required?: boolean;
	readonly common?: boolean;
	/** A closed list of values, unless `openEnum`. */
	readonly enum?: readonly (string | number)[];
	readonly openEnum?: boolean;
	/** Values worth offering; others are fine. */
	readonly suggest?: readonly (string | number)[];
	/** True if the suggestions are the complete list for the part before a `|`. */
	readonly closedBeforePipe?: boolean;
	readonly values?: Readonly<Record<string, string>>;
	readonly byJob?: Readonly<Record<string, readonly string[]>>;
	readonly min?: number;
	readonly max?: number;
	readonly exclusiveMin?: number;
	readonly minItems?: number;
	readonly items?: ValueType;
	/** Service codes that depend on this key. */
	readonly codes?: readonly number[];
	readonly archs?: readonly string[];
	readonly processTypes?: readonly string[];
	readonly additionalProperties?: boolean;
	readonly deprecated?: boolean;
	readonly replacedBy?: string;
	readonly unused?: boolean;
	readonly removed?: boolean;
	readonly note?: string;
}

/** A place in a configuration: its possible content, and the places below it. */
export interface SchemaNode {
	/** For example `config.process[].train`. */
	readonly path: string;
	readonly facts?: KeyFacts;
	readonly children: ReadonlyMap<string, SchemaNode>;
	readonly required: readonly (readonly [string, SchemaNode])[];
	/** The place of one item, for lists of mappings. */
	readonly item?: SchemaNode;
}

interface GrowingNode {
	path: string;
	facts?: KeyFacts;
	children: Map<string, GrowingNode>;
	required: [string, GrowingNode][];
	item?: GrowingNode;
}

/** Every known key by its path, for example `config.process[].train.lr`. */
export const keyFacts: ReadonlyMap<string, KeyFacts> = new Map(
	Object.entries(data as unknown as Record<string, KeyFacts>),
);

function grow(): SchemaNode {
	const places: GrowingNode[] = [];
	const add = (path: string): GrowingNode => {
		const place = { path, children: new Map(), required: [] };
		places.push(place);
		return place;
	};
	const root = add('');
	for (const [path, facts] of keyFacts) {
		let place = root;
		for (const segment of path.split('.')) {
			const listed = segment.endsWith('[]');
			const name = listed ? segment.slice(0, -2) : segment;
			const parent = place.path === '' ? name : `${place.path}.${name}`;
			let child = place.children.get(name);
			if (child === undefined) {
				child = add(parent);
				place.children.set(name, child);
			}
			if (listed) child.item ??= add(`${parent}[]`);
			place = listed && child.item !== undefined ? child.item : child;
		}
		place.facts = facts;
	}
	for (const place of places)
		place.required = [...place.children].filter(([, { facts }]) => facts?.required === true);
	return root as SchemaNode;
}

/** The tree of all known places; its root is the document. */
export const schemaRoot: SchemaNode = grow();

/** Returns the place of a path such as `config.process[0].train` or `config.process[].train`. */
export function schemaNodeAt(path: string): SchemaNode | undefined {
	let place: SchemaNode | undefined = schemaRoot;
	if (path === '') return place;
	for (const segment of path.split('.')) {
		const bracket = segment.indexOf('[');
		place = place?.children.get(bracket < 0 ? segment : segment.slice(0, bracket));
		if (bracket >= 0) place = place?.item;
	}
	return place;
}

/** Returns whether a place's own mapping accepts any key: declared so, or an object without known keys. */
export function isOpen(place: SchemaNode): boolean {
	return place.facts?.additionalProperties === true || (place.children.size === 0 && place.path !== '');
}

/** Returns the types of a key as a list. */
export function typesOf(facts: KeyFacts): readonly ValueType[] {
	return typeof facts.type === 'string' ? [facts.type] : facts.type;
}

let byName: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns every path that ends with the key `name`: where a misplaced key belongs. */
export function pathsOfKey(name: string): readonly string[] {
	byName ??= Map.groupBy(keyFacts.keys(), (path) => path.slice(path.lastIndexOf('.') + 1));
	return byName.get(name) ?? [];
}
