import { isArray, isObject, type Json, type JsonObject, listOf, member } from '../../json/value.ts';
import type { DeclaredClass, DeclaredInput } from './declared.ts';
import { type EditorWidget, editorWidget, isControlWord, isNoInput, saysNothing } from './editorWidgets.ts';
import { packRules } from './packRules.ts';
import { fitsWidget, type NamedWidgets, PlaceWalk } from './placeWalk.ts';
import type { UiNode } from './uiDocument.ts';

/** Names each widget value of a node. Undefined if the class is unknown and the file has no names. */
export function nameWidgets(node: UiNode, declared: DeclaredClass | undefined): NamedWidgets | undefined {
	const own = packRules.get(node.type)?.name?.(node);
	if (own !== undefined) return declared === undefined ? own : withDefaults(declared, own);
	const named = node.named ?? (isObject(node.widgets) ? node.widgets : undefined);
	if (declared === undefined) {
		if (named !== undefined) return unknownByName(node, named);
		const found = byOwnNames(node);
		// If sockets and values are equally many, they name all of them, whatever their types.
		const isSure = found !== undefined && isArray(node.widgets) && found.values.size === node.widgets.length;
		return isSure ? { ...found, doubtful: [] } : found;
	}
	// A pack that writes an object adds widgets that it does not declare.
	const open = declared.takesAll || (node.named === undefined && isObject(node.widgets));
	const found = named === undefined ? byPlace(node, declared) : byName(declared, named, open);
	return node.serialized === undefined ? found : overridden(declared, found, node.serialized);
}

/** Tries the formats in which older files saved the values; the plain reading is used if none of these fits all values. */
function byPlace(node: UiNode, declared: DeclaredClass): NamedWidgets {
	const given = listOf(node.widgets);
	const plain = new PlaceWalk(node, declared, given, false);
	if (plain.isExact && plain.doubtful.length === 0) return plain.result;
	const better = (other: PlaceWalk) =>
		other.isExact && other.doubtful.length < plain.doubtful.length + (plain.isExact ? 0 : 1);
	if (declared.inputs.some((input) => input.formerWidget !== undefined)) {
		const former = new PlaceWalk(node, declared, given, true);
		if (better(former)) return former.result;
	}
	if (given.includes(null)) {
		const dense = new PlaceWalk(
			node,
			declared,
			given.filter((value) => value !== null),
			false,
		);
		const isSound = dense.doubtful.length === 0 && dense.defaulted.length === 0;
		if (better(dense) || (isSound && plain.doubtful.length > 0)) return dense.result;
	}
	const { result } = plain;
	const named = alongSockets(socketsOf(node), given, true);
	if (named === undefined || named.doubtful.length > 0) return result;
	return byName(declared, Object.fromEntries(named.values), declared.takesAll);
}

/** Returns the values by name, for every name that the class declares. */
function byName(declared: DeclaredClass, named: JsonObject, open: boolean): NamedWidgets {
	const values = new Map<string, Json>();
	const defaulted: string[] = [];
	const seen = new Set<string>();
	const walk = (level: readonly DeclaredInput[], prefix: string): void => {
		for (const input of level) {
			const name = `${prefix}${input.name}`;
			seen.add(name);
			const given = member(named, name);
			if (input.rowInputs !== undefined) {
				const count = given ?? input.widget?.initial;
				for (let row = 0; typeof count === 'number' && row < Math.min(count, 1000); row++)
					walk(input.rowInputs, `${name}.${row}.`);
				continue;
			}
			if (input.widget === undefined && given === null) continue;
			const skipped = given === undefined && input.hidden === true && !input.required;
			const value = given ?? (given === null || skipped ? given : input.widget?.initial);
			if (value === undefined) continue;
			values.set(name, value);
			if (given === undefined && input.widget?.isUnsaved !== true) defaulted.push(name);
			const chosen = typeof value === 'string' ? input.choiceInputs?.get(value) : undefined;
			if (chosen !== undefined) walk(chosen, `${name}.`);
		}
	};
	walk(declared.inputs, '');
	const growing = declared.inputs.filter((input) => input.memberWidget !== undefined);
	const leftOver: (readonly [string, Json])[] = [];
	for (const [name, value] of Object.entries(named)) {
		if (seen.has(name)) continue;
		const isOwn = open || growing.some((input) => name.startsWith(`${input.name}.`));
		if (isNoInput(name, value)) continue;
		if (isOwn) values.set(name, value);
		else if (!saysNothing(value) && !isButtonOf(name, value)) leftOver.push([name, value]);
	}
	return { values, defaulted, doubtful: [], leftOver, uncertain: [] };
}

/** Buttons of packs have their own name as value. */
function isButtonOf(name: string, value: Json): boolean {
	return typeof value === 'string' && value.toLowerCase() === name.toLowerCase();
}

/** Returns values overridden by the properties, in which a pack keeps them by name; the others may be in any order. */
function overridden(declared: DeclaredClass, found: NamedWidgets, properties: JsonObject): NamedWidgets {
	const own = declared.inputs.flatMap((input): (readonly [string, Json])[] => {
		const value = input.widget === undefined ? undefined : member(properties, input.name);
		return value === undefined ? [] : [[input.name, value]];
	});
	const isSound = found.doubtful.length === 0 && found.leftOver.length === 0;
	return byName(declared, Object.fromEntries([...(isSound ? found.values : []), ...own]), true);
}

/** Adds the defaults of the inputs that the rule of the pack did not name. */
function withDefaults(declared: DeclaredClass, own: NamedWidgets): NamedWidgets {
	const rest = byName(declared, Object.fromEntries(own.values), false);
	return { ...own, values: new Map([...rest.values, ...own.values]), defaulted: rest.defaulted };
}

/**
 * Returns the values of an unknown class: the names that its sockets have too; without any, all but companions and
 * buttons.
 */
function unknownByName(node: UiNode, named: JsonObject): NamedWidgets {
	const sockets = new Set(node.inputs.flatMap((input) => input.widget ?? []));
	const isObjectForm = node.named === undefined;
	const values = new Map<string, Json>();
	const leftOver: (readonly [string, Json])[] = [];
	for (const [name, value] of Object.entries(named)) {
		if (isNoInput(name, value)) continue;
		if (sockets.has(name) || sockets.size === 0 || isObjectForm) values.set(name, value);
		else if (!saysNothing(value) && !isButtonOf(name, value)) leftOver.push([name, value]);
	}
	return { values, defaulted: [], doubtful: [], leftOver, uncertain: [] };
}

/**
 * Names values by the sockets. Newer files name every widget among them; older ones only some, which decides nothing
 * unless only one reading fits the types.
 */
function byOwnNames(node: UiNode): NamedWidgets | undefined {
	const given = listOf(node.widgets);
	const sockets = socketsOf(node);
	return (
		alongSockets(sockets, given, true) ?? alongSockets(sockets, given, false) ?? onlyReading(sockets, given)
	);
}

interface Socket {
	readonly name: string;
	readonly kind: EditorWidget['kind'];
}

function socketsOf(node: UiNode): readonly Socket[] {
	return node.inputs.flatMap(({ widget, type }) =>
		widget === undefined ? [] : [{ name: widget, kind: editorWidget(type)?.kind ?? 'other' }],
	);
}

/** @param careful true if a control word is a companion only when the next widget cannot hold it. */
function alongSockets(
	sockets: readonly Socket[],
	given: readonly Json[],
	careful: boolean,
): NamedWidgets | undefined {
	const values = new Map<string, Json>();
	const doubtful: string[] = [];
	let at = 0;
	for (const [index, { name, kind }] of sockets.entries()) {
		const value = given[at];
		if (value === undefined) return undefined;
		values.set(name, value);
		if (value !== null && !fitsWidget({ kind }, value)) doubtful.push(name);
		at += 1;
		const next = sockets[index + 1]?.kind;
		const extra = () => given.length - at > sockets.length - index - 1;
		const isSeed = /seed/i.test(name);
		const isWord = isControlWord(given[at]) && (!careful || isSeed || !mayBeText(next));
		// In files of 2023 the companion is a truth value.
		const isSwitch = isSeed && typeof given[at] === 'boolean' && next !== 'boolean' && next !== 'other';
		if (!extra() || !(isWord || isSwitch)) continue;
		at += 1;
		if (isWord && typeof value === 'string' && given[at] === '' && extra()) at += 1;
	}
	// An empty text may be a value, so that the sockets do not name all.
	const isComplete = given.slice(at).every((value) => value !== '' && saysNothing(value));
	if (!isComplete || (doubtful.length > 0 && at > sockets.length)) return undefined;
	return { values, defaulted: [], doubtful, leftOver: [], uncertain: [] };
}

/** Returns the only way to assign each socket a value of its type, in order; undefined if there are several or none. */
function onlyReading(sockets: readonly Socket[], given: readonly Json[]): NamedWidgets | undefined {
	const [many, most] = [sockets.length, given.length];
	if (many === 0 || many >= most || most > mostGiven) return undefined;
	// The number of ways for the sockets from one on and the values from one on; counted up to two.
	const ways = Array.from({ length: many + 1 }, () => new Array<number>(most + 1).fill(0));
	const waysOf = (socket: number, at: number) => ways[socket]?.[at] ?? 0;
	const canTake = (socket: number, at: number) => {
		const [one, value] = [sockets[socket], given[at]];
		return one !== undefined && value !== undefined && value !== null && fitsWidget(one, value);
	};
	for (const row of ways.slice(-1)) row.fill(1);
	for (let socket = many - 1; socket >= 0; socket--) {
		for (let at = most - 1; at >= 0; at--) {
			const taken = canTake(socket, at) ? waysOf(socket + 1, at + 1) : 0;
			const row = ways[socket];
			if (row !== undefined) row[at] = Math.min(2, taken + waysOf(socket, at + 1));
		}
	}
	if (waysOf(0, 0) !== 1) return undefined;
	const values = new Map<string, Json>();
	const leftOver: (readonly [undefined, Json])[] = [];
	for (const [at, value] of given.entries()) {
		const one = sockets[values.size];
		if (one !== undefined && canTake(values.size, at) && waysOf(values.size + 1, at + 1) === 1)
			values.set(one.name, value);
		else if (!isControlWord(value)) leftOver.push([undefined, value]);
	}
	return { values, defaulted: [], doubtful: [], leftOver, uncertain: [] };
}

/** A longer row of values is not read in several ways. */
const mostGiven = 200;

function mayBeText(kind: string | undefined): boolean {
	return kind === 'text' || kind === 'choice' || kind === 'other';
}
