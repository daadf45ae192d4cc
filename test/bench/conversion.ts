import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { convertUi } from '../../src/core/workflow/convert/convertUi.ts';
import type { NodeInfo } from '../../src/core/workflow/nodeInfo.ts';
import { largeWorkflow } from './largeWorkflow.ts';
import { type BenchRow, timed } from './row.ts';

const rounds = 15;

type ApiNode = { readonly class_type: string; readonly inputs: Readonly<Record<string, unknown>> };

/** Returns the large workflow as the node editor saves and formats it: on one line. */
function canvasOf(api: Readonly<Record<string, ApiNode>>, info: NodeInfo): string {
	const links: unknown[] = [];
	const ids = new Map(Object.keys(api).map((id, index) => [id, index + 1]));
	const nodes = Object.entries(api).map(([id, { class_type, inputs }]) => {
		const declared = info.get(class_type)?.inputs ?? [];
		const sockets = declared.flatMap(({ name, type }) => {
			const value = inputs[name];
			if (!Array.isArray(value)) return [];
			links.push([links.length + 1, ids.get(String(value[0])), value[1], ids.get(id), 0, type]);
			return [{ name, type, link: links.length }];
		});
		const values = declared.flatMap(({ name }) => {
			const value = inputs[name];
			if (value === undefined || Array.isArray(value)) return [];
			return name === 'seed' ? [value, 'fixed'] : [value];
		});
		const place = { pos: [0, 0], size: [200, 100], flags: {}, order: 0, mode: 0, properties: {} };
		return {
			id: ids.get(id),
			type: class_type,
			...place,
			inputs: sockets,
			outputs: [],
			widgets_values: values,
		};
	});
	return JSON.stringify({
		last_node_id: nodes.length,
		last_link_id: links.length,
		nodes,
		links,
		version: 0.4,
	});
}

/** Measures a conversion of a large document from UI format against reading the document and printing the result. */
export async function bench(): Promise<readonly BenchRow[]> {
	const info = await loadCoreCatalog();
	const api = largeWorkflow();
	const text = canvasOf(JSON.parse(api), info);
	const converted = convertUi(text, info);
	if (!converted.ok || converted.report.length > 0)
		throw new Error(`The measured document should be sound: ${JSON.stringify(converted).slice(0, 300)}`);
	const printed = timed(rounds, () => [JSON.parse(text), JSON.stringify(JSON.parse(api), undefined, 2)]);
	return [
		{
			name: `conversion of ${converted.nodes} nodes from UI format`,
			value: timed(rounds, () => convertUi(text, info)),
			unit: 'ms',
			peer: { name: 'reading it, and printing the result', value: printed },
		},
	];
}
