type Value = string | number | boolean | null | readonly unknown[] | object;
export interface ApiNode {
	readonly class_type: string;
	readonly inputs: Record<string, Value>;
	readonly _meta?: { readonly title: string };
}
export type Api = Record<string, ApiNode>;

/** A workflow that was exported again, and the ids that its nodes had. */
export interface Reexport {
	readonly api: Api;
	/** The new ids by the former ones; a missing one was removed. */
	readonly ids: ReadonlyMap<string, string>;
	/** The copy of each node by its former id, if all was copied. */
	readonly copies: ReadonlyMap<string, string>;
}

const isLink = (value: Value): value is readonly [string, number] =>
	Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number';

/** Exports a workflow again as people change it: other ids, nodes in between, other titles, one node removed, a copy of all. */
export function reexported(original: Api, draw: () => number): Reexport {
	const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
	let api: Api = structuredClone(original);
	let ids = new Map(Object.keys(api).map((id) => [id, id]));
	let copies = new Map<string, string>();
	const isWanted = () => draw() < 0.5;
	let next = Math.max(...Object.keys(api).map((id) => Number.parseInt(id, 10) || 0)) + 1;
	if (isWanted())
		for (let count = 1 + Math.floor(draw() * 3); count > 0; count--) {
			const links = Object.entries(api).flatMap(([id, { inputs }]) =>
				Object.entries(inputs).flatMap(([name, value]) => (isLink(value) ? [{ id, name, value }] : [])),
			);
			if (links.length === 0) break;
			const { id, name, value } = pick(links);
			const between = String(next++);
			api[between] = { class_type: pick(['LoraLoader', 'Reroute', 'PassOn']), inputs: { passed: value } };
			(api[id] as ApiNode).inputs[name] = [between, 0];
		}
	if (isWanted())
		for (const [id, node] of Object.entries(api))
			if (draw() < 0.3) api[id] = { ...node, _meta: { title: pick(['Main', 'New title', node.class_type]) } };
	if (draw() < 0.2) {
		copies = new Map(Object.keys(api).map((id) => [id, String(next++)]));
		Object.assign(api, renamed(api, copies));
	}
	if (isWanted()) {
		const given = Object.keys(api)
			.map((_, at) => String(at + 1))
			.sort(() => draw() - 0.5);
		const renumbered = new Map(Object.keys(api).map((id, at) => [id, given[at] as string]));
		api = renamed(api, renumbered);
		const now = ([former, id]: readonly [string, string]) => [former, renumbered.get(id) as string] as const;
		ids = new Map([...ids].map(now));
		copies = new Map([...copies].map(now));
	}
	if (draw() < 0.2) {
		const gone = pick(Object.keys(api));
		api = Object.fromEntries(Object.entries(api).filter(([id]) => id !== gone));
		ids = new Map([...ids].filter(([, id]) => id !== gone));
	}
	return { api, ids, copies };
}

function renamed(api: Api, ids: ReadonlyMap<string, string>): Api {
	return Object.fromEntries(
		Object.entries(structuredClone(api)).map(([id, node]) => {
			const inputs = Object.entries(node.inputs).map(([name, value]) => [
				name,
				isLink(value) ? [ids.get(value[0]) ?? value[0], value[1]] : value,
			]);
			return [ids.get(id) ?? id, { ...node, inputs: Object.fromEntries(inputs) }];
		}),
	);
}
