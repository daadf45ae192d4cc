import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { parseWorkflow, type WorkflowDocument } from '../../../src/core/workflow/document.ts';
import { anchorOf, findAnchors } from '../../../src/core/workflow/named/anchor.ts';
import { drawsOf } from '../../support/draws.ts';
import { type Api, reexported } from './reexport.ts';

const samples = new URL('../../../media/samples/', import.meta.url).pathname;
const corpus = new URL('../../../../shared/data/workflows/api/', import.meta.url).pathname;

function documents(): readonly { readonly name: string; readonly api: Api }[] {
	return [samples, corpus]
		.filter(existsSync)
		.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
		.filter((path) => path.endsWith('.json'))
		.flatMap((path) => {
			const document = parseWorkflow(readFileSync(path, 'utf8'));
			const isPlain = document.kind === 'api' && document.nodes.every((node) => node.classType !== undefined);
			return isPlain ? [{ name: path, api: JSON.parse(document.text) as Api }] : [];
		});
}

/** Returns every input with a literal value. */
function literals(document: WorkflowDocument) {
	return document.nodes.flatMap((node) =>
		node.inputs
			.filter(({ value }) => value.type !== 'link' && value.type !== 'array')
			.map(({ name }) => ({ nodeId: node.id, input: name })),
	);
}

describe('inputs of a re-exported workflow', () => {
	it('are found or ambiguous, but never mistaken for another', async () => {
		const nodeInfo = await loadCoreCatalog();
		const draw = drawsOf(56);
		const counts = { right: 0, asked: 0, twins: 0 };
		const wrong: string[] = [];
		const all = documents();
		for (let round = 0; round < 300; round++) {
			const { name, api } = all[round % all.length] as (typeof all)[number];
			const before = parseWorkflow(JSON.stringify(api));
			const chosen = literals(before)
				.filter(() => draw() < 0.3)
				.slice(0, 8);
			const anchors = chosen.flatMap((place) => anchorOf(before, place, nodeInfo) ?? []);
			const { api: later, ids, copies } = reexported(api, draw);
			const after = parseWorkflow(JSON.stringify(later));
			for (const [at, found] of findAnchors(after, anchors).entries()) {
				const anchor = anchors[at];
				const former = anchor?.node ?? '';
				const id = ids.get(former);
				const isTwin = copies.size > 0 || anchor?.links?.length === 0;
				if (found.kind === 'found') {
					// A copy is the remainder of a removed node.
					const isRight = found.place.nodeId === (id ?? copies.get(former));
					if (isRight) counts.right++;
					else wrong.push(`${name} ${JSON.stringify(anchor)} is not ${found.place.nodeId}`);
				} else if (id === undefined && found.kind === 'missing') counts.right++;
				else if (isTwin) counts.twins++;
				else counts.asked++;
			}
		}
		assert.deepEqual(wrong, []);
		assert.ok(counts.asked * 100 <= counts.right, JSON.stringify(counts));
		assert.ok(counts.right > 1000, JSON.stringify(counts));
	});
});
