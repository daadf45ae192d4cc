import assert from 'node:assert/strict';
import { convertUi } from '../../src/core/workflow/convert/convertUi.ts';
import type { NodeInfo } from '../../src/core/workflow/nodeInfo.ts';

interface UiNode {
	readonly id: number | string;
	readonly type: string;
	readonly inputs?: readonly object[];
	readonly widgets_values?: unknown;
}
interface UiFile {
	readonly nodes: readonly UiNode[];
	readonly definitions?: {
		readonly subgraphs?: readonly { readonly id: string; readonly nodes: readonly UiNode[] }[];
	};
}

/**
 * Returns the nodes of a UI document and of its subgraphs on one canvas without any link, so that nothing but its own widgets gives
 * a node its inputs. All are active.
 */
export function unlinked(text: string): string {
	const file = JSON.parse(text) as UiFile;
	const subgraphs = file.definitions?.subgraphs ?? [];
	const instances = new Set(subgraphs.map(({ id }) => id));
	const all = [file, ...subgraphs].flatMap(({ nodes }, graph) =>
		nodes
			.filter(({ type }) => !instances.has(type))
			.map((node) => ({
				...node,
				id: `${graph}_${node.id}`,
				mode: 0,
				inputs: node.inputs?.map((input) => ({ ...input, link: null })),
			})),
	);
	return JSON.stringify({ last_node_id: 0, version: 0.4, nodes: all, links: [] });
}

const companions: ReadonlySet<unknown> = new Set([
	'fixed',
	'increment',
	'decrement',
	'randomize',
	'increment-wrap',
	'image',
	'video',
	'audio',
]);
/** Their values show the last run. */
const screens: ReadonlySet<string> = new Set(['PreviewAny', 'ShowText|pysssss', 'Image Comparer (rgthree)']);

/** Returns each value of an unlinked document that is neither an input of its node nor a companion nor in the report. */
export function silentlyDropped(text: string, info: NodeInfo): readonly string[] {
	const converted = convertUi(text, info);
	assert.ok(converted.ok);
	const api = JSON.parse(converted.text) as Record<string, { readonly inputs: Record<string, unknown> }>;
	const file = JSON.parse(text) as UiFile;
	return file.nodes.flatMap(({ id, type, widgets_values }) => {
		const inputs = api[String(id)]?.inputs;
		const isReported = converted.report.some(
			({ nodeId, message }) => nodeId === String(id) && message.includes('left out'),
		);
		if (inputs === undefined || isReported || screens.has(type)) return [];
		const left = Object.values(inputs).map((value) => JSON.stringify(unwrapped(value)));
		const given = Array.isArray(widgets_values) ? widgets_values : Object.values(widgets_values ?? {});
		const dropped = given.filter((value: unknown) => {
			const at = left.indexOf(JSON.stringify(value));
			if (at >= 0) left.splice(at, 1);
			return at < 0 && !isSilent(value);
		});
		// A truth value may be the companion of a seed, one for each.
		const seeds = Object.keys(inputs).filter((name) => /seed/i.test(name)).length;
		const switches = dropped.filter((value: unknown) => typeof value === 'boolean');
		const real =
			switches.length <= seeds ? dropped.filter((value: unknown) => typeof value !== 'boolean') : dropped;
		return real.map((value: unknown) => `${type} ${id}: ${JSON.stringify(value)}`);
	});
}

function unwrapped(value: unknown): unknown {
	return typeof value === 'object' && value !== null && '__value__' in value ? value.__value__ : value;
}

function isSilent(value: unknown): boolean {
	if (value === null || value === '' || companions.has(value)) return true;
	if (typeof value !== 'object') return false;
	return (
		Object.keys(value as object).length === 0 ||
		'params' in (value as object) ||
		'hidden' in (value as object)
	);
}
