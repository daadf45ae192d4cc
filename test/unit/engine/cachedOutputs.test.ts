import assert from 'node:assert/strict';
import { type PlannedOutput, plannedOutputs } from '../../../src/core/runs/plan/signatures.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { EngineDouble } from '../../support/engineDouble.ts';
import { defaultNodeInfo } from '../../support/engineDoubleNodes.ts';
import { until } from '../support/until.ts';

interface Node {
	class_type: string;
	inputs: Record<string, unknown>;
	_meta?: { title: string };
}
type Nodes = Record<string, Node>;

/** Random numbers that are the same each time. */
function drawer(seed: number) {
	let state = seed;
	return (count: number) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * count);
	};
}

const size = {
	...(defaultNodeInfo.ImageInvert as object),
	input: { required: { image: ['IMAGE'] }, optional: {}, hidden: { unique_id: 'UNIQUE_ID' } },
};
const nodeInfo = {
	...defaultNodeInfo,
	GetImageSize: size,
	PackInvert: defaultNodeInfo.ImageInvert as object,
};

/** A document of a few images that are made from each other, with one or two outputs. */
function documentOf(draw: (count: number) => number): Nodes {
	const nodes: Nodes = {};
	const count = 2 + draw(6);
	for (let n = 1; n <= count; n++) {
		const from = () => [String(1 + draw(n - 1)), 0];
		const kind = n === 1 ? 0 : draw(10);
		if (kind < 2)
			nodes[n] = {
				class_type: 'EmptyImage',
				inputs: { width: 16 + draw(2), height: 16, batch_size: 1, color: draw(3) },
			};
		else if (kind === 2) nodes[n] = { class_type: 'LoadImage', inputs: { image: `${draw(2)}.png` } };
		else if (kind === 3) nodes[n] = { class_type: 'GetImageSize', inputs: { image: from() } };
		else if (kind === 4) nodes[n] = { class_type: 'PackInvert', inputs: { image: from() } };
		else if (kind === 5)
			nodes[n] = {
				class_type: 'EmptyImage',
				inputs: { width: from(), height: from(), batch_size: 1, color: 0 },
			};
		else nodes[n] = { class_type: 'ImageInvert', inputs: { image: from() } };
	}
	for (let n = count + 1; n <= count + 1 + draw(2); n++)
		nodes[n] = {
			class_type: draw(2) === 0 ? 'SaveImage' : 'PreviewImage',
			inputs: { images: [String(1 + draw(count)), 0], filename_prefix: 'a' },
		};
	return nodes;
}

/** Another document that says the same, or nearly. */
function variantOf(nodes: Nodes, draw: (count: number) => number): Nodes {
	const copy = structuredClone(nodes);
	const ids = Object.keys(copy);
	const pick = () => copy[ids[draw(ids.length)] ?? ''] ?? assert.fail();
	for (let changes = draw(6); changes > 0; changes--) {
		const node = pick();
		switch (draw(7)) {
			case 0:
				node._meta = { title: `title ${draw(9)}` };
				break;
			case 1:
				node.inputs = Object.fromEntries(Object.entries(node.inputs).reverse());
				break;
			case 2:
				if ('color' in node.inputs) node.inputs.color = 3 + draw(3);
				break;
			case 3:
				if ('filename_prefix' in node.inputs) node.inputs.filename_prefix = 'b';
				break;
			case 4:
				if ('image' in node.inputs && typeof node.inputs.image === 'string')
					node.inputs.image = `${draw(2)}.png`;
				break;
			case 5: {
				// Two nodes that say the same in place of one that is shared.
				const source = Array.isArray(node.inputs.image) ? String(node.inputs.image[0]) : undefined;
				const twin = source === undefined ? undefined : copy[source];
				if (twin) {
					copy[`twin${source}`] = structuredClone(twin);
					node.inputs.image = [`twin${source}`, 0];
				}
				break;
			}
			default:
				return renumbered(copy);
		}
	}
	return copy;
}

function renumbered(nodes: Nodes): Nodes {
	const rename = (id: string) => `9${id}`;
	return Object.fromEntries(
		Object.entries(nodes).map(([id, node]) => [
			rename(id),
			{
				...node,
				inputs: Object.fromEntries(
					Object.entries(node.inputs).map(([name, value]) => [
						name,
						Array.isArray(value) ? [rename(String(value[0])), value[1]] : value,
					]),
				),
			},
		]),
	);
}

describe('what an engine takes from its cache', () => {
	let engine: EngineDouble;

	before(async () => {
		engine = await EngineDouble.start({ nodeInfo });
		// Painting pictures is not what is looked at.
		for (const name of ['SaveImage', 'PreviewImage']) engine.nodes[name] = { output: { text: ['made'] } };
		for (const name of ['0.png', '1.png']) engine.files.set(`input//${name}`, Buffer.from(name));
	});
	after(() => engine.close());

	/** The outputs that the engine reports as cached. */
	async function run(prompt: Nodes): Promise<ReadonlySet<string>> {
		const body = JSON.stringify({ prompt });
		const reply = await fetch(`${engine.url}/prompt`, { method: 'POST', body });
		const { prompt_id: id } = (await reply.json()) as { prompt_id: string };
		await until('the end of the run', () => engine.history.has(id));
		const entry = engine.history.get(id) as { status: { messages: [string, { nodes: string[] }][] } };
		return new Set(entry.status.messages.find(([type]) => type === 'execution_cached')?.[1].nodes);
	}

	/** The files that the document names are on the computer of the person, too, so their bytes are known. */
	async function planned(nodes: Nodes): Promise<readonly PlannedOutput[]> {
		const files = Object.entries(nodes).flatMap(([nodeId, { inputs }]) =>
			typeof inputs.image === 'string'
				? [{ nodeId, input: 'image', dataUri: `data:,${inputs.image}` } as never]
				: [],
		);
		return plannedOutputs(parseWorkflow(JSON.stringify(nodes)), files, await loadCoreCatalog());
	}

	it('is foreseen for 500 pairs of documents: all where only the engine’s own classes are in it, and never too much', async () => {
		const draw = drawer(1);
		let [same, other, missed] = [0, 0, 0];
		for (let pair = 0; pair < 500; pair++) {
			engine.cached.clear();
			const first = documentOf(draw);
			const second = variantOf(first, draw);
			await run(first);
			const cached = await run(second);
			const before = new Set((await planned(first)).map(({ signature }) => signature));
			for (const { nodeId, signature, isSure } of await planned(second)) {
				// A node that nobody takes from and whose class is not known counts as an output; the engine runs none.
				if (!/^(?:SaveImage|PreviewImage)$/.test(second[nodeId]?.class_type ?? '')) continue;
				const foreseen = before.has(signature);
				const what = JSON.stringify([first, second, nodeId]);
				if (isSure) assert.equal(foreseen, cached.has(nodeId), what);
				else assert.ok(!foreseen || cached.has(nodeId), what);
				if (cached.has(nodeId)) same++;
				else other++;
				if (cached.has(nodeId) && !foreseen) missed++;
			}
		}
		assert.ok(
			same > 150 && other > 100 && missed < 60,
			`${same} the same, ${other} others, ${missed} missed`,
		);
	});

	it('is not the same after the bytes of a file have changed, and not sure where they are not known', async () => {
		const nodes: Nodes = {
			1: { class_type: 'LoadImage', inputs: { image: 'photo.png' } },
			2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'a' } },
		};
		const core = await loadCoreCatalog();
		const of = (dataUri?: string) =>
			plannedOutputs(
				parseWorkflow(JSON.stringify(nodes)),
				dataUri === undefined ? [] : [{ nodeId: '1', input: 'image', dataUri } as never],
				core,
			);
		const [[one], [other], [again], [unknown]] = [
			await of('data:,a'),
			await of('data:,b'),
			await of('data:,a'),
			await of(),
		];
		assert.notEqual(one?.signature, other?.signature);
		assert.equal(one?.signature, again?.signature);
		assert.deepEqual([one?.isSure, unknown?.isSure], [true, false]);
	});

	it('has room for a large picture that many outputs depend on', async () => {
		const nodes: Nodes = {
			1: { class_type: 'LoadImage', inputs: { image: `data:image/png;base64,${'A'.repeat(8_000_000)}` } },
		};
		for (let n = 2; n <= 81; n++)
			nodes[n] = { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: `a${n}` } };
		const document = parseWorkflow(JSON.stringify(nodes));
		const core = await loadCoreCatalog();
		const before = process.resourceUsage().maxRSS;
		const outputs = await plannedOutputs(document, [], core);
		const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
		assert.deepEqual([outputs.length, outputs.every(({ isSure }) => isSure)], [80, true]);
		assert.ok(grownMb < 300, `${grownMb} MB for one picture of 8 MB`);
	});

	it('goes by the value of a number and not by its spelling, and by each digit of a seed', async () => {
		const core = await loadCoreCatalog();
		const of = async (color: string) =>
			(
				await plannedOutputs(
					parseWorkflow(
						`{"1": {"class_type": "EmptyImage", "inputs": {"color": ${color}}}, "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}}}`,
					),
					[],
					core,
				)
			)[0]?.signature;
		assert.equal(await of('7'), await of('7.0'));
		assert.notEqual(await of('18446744073709551615'), await of('18446744073709551614'));
	});
});
