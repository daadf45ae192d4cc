import assert from 'node:assert/strict';
import { type PlannedOutput, plannedOutputs } from '../../../src/core/runs/plan/signatures.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { drawDocument, drawer, drawVariant, isOutput, type Nodes } from '../../support/cachePairs.ts';
import { EngineDouble } from '../../support/engineDouble.ts';
import { defaultNodeInfo } from '../../support/engineDoubleNodes.ts';
import { until } from '../support/until.ts';

const size = {
	...(defaultNodeInfo.ImageInvert as object),
	input: { required: { image: ['IMAGE'] }, optional: {}, hidden: { unique_id: 'UNIQUE_ID' } },
	output: ['INT', 'INT', 'INT'],
};
const batch = {
	...(defaultNodeInfo.ImageInvert as object),
	input: { required: { image1: ['IMAGE'], image2: ['IMAGE'] } },
};
const nodeInfo = {
	...defaultNodeInfo,
	GetImageSize: size,
	ImageBatch: batch,
	PackInvert: defaultNodeInfo.ImageInvert as object,
};

const pictures = ['0.png', '1.png'];
const stock = { pictures, pack: 'PackInvert' };

describe('the cached part of a run on an engine', () => {
	let engine: EngineDouble;

	before(async () => {
		engine = await EngineDouble.start({ nodeInfo });
		// Painting pictures is not under test.
		for (const name of ['SaveImage', 'PreviewImage']) engine.nodes[name] = { output: { text: ['made'] } };
		for (const name of pictures) engine.files.set(`input//${name}`, Buffer.from(name));
	});
	after(() => engine.close());

	/** Returns the outputs that the engine reports as cached. */
	async function run(prompt: Nodes): Promise<ReadonlySet<string>> {
		const body = JSON.stringify({ prompt });
		const reply = await fetch(`${engine.url}/prompt`, { method: 'POST', body });
		const { prompt_id: id } = (await reply.json()) as { prompt_id: string };
		await until('the end of the run', () => engine.history.has(id));
		const entry = engine.history.get(id) as { status: { messages: [string, { nodes: string[] }][] } };
		return new Set(entry.status.messages.find(([type]) => type === 'execution_cached')?.[1].nodes);
	}

	/**
	 * Plans the outputs; the files that the document names are also on the computer of the person, so their bytes are
	 * known.
	 */
	async function planned(nodes: Nodes): Promise<readonly PlannedOutput[]> {
		const files = Object.entries(nodes).flatMap(([nodeId, { inputs }]) =>
			typeof inputs.image === 'string'
				? [{ nodeId, input: 'image', dataUri: `data:,${inputs.image}` } as never]
				: [],
		);
		return plannedOutputs(parseWorkflow(JSON.stringify(nodes)), files, await loadCoreCatalog());
	}

	it('is predicted for 500 pairs of documents: fully for built-in classes, and never too much', async () => {
		const draw = drawer(1);
		let [same, other, missed] = [0, 0, 0];
		for (let pair = 0; pair < 500; pair++) {
			engine.cached.clear();
			const first = drawDocument(draw, stock);
			const second = drawVariant(first, draw, stock);
			await run(first);
			const cached = await run(second);
			const before = new Set((await planned(first)).map(({ signature }) => signature));
			for (const { nodeId, signature, isSure } of await planned(second)) {
				// An unlinked node of an unknown class counts as an output; the engine does not run it.
				if (!isOutput(second[nodeId] ?? assert.fail())) continue;
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

	it('changes with the bytes of a file, and is uncertain if these are unknown', async () => {
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

	it('is never certain for a class of a pack, even of the bundled one', async () => {
		const core = await loadCoreCatalog();
		const of = async (name: string) => {
			const nodes: Nodes = {
				1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color: 0 } },
				2: { class_type: name, inputs: { images: ['1', 0] } },
			};
			return (await plannedOutputs(parseWorkflow(JSON.stringify(nodes)), [], core)).map(
				({ isSure }) => isSure,
			);
		};
		assert.deepEqual(await of('PreviewImage'), [true]);
		for (const name of ['SaveImageWebsocket', 'PackOutput']) assert.deepEqual(await of(name), [false]);
	});

	it('supports a large picture used by many outputs', async () => {
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

	it('compares numbers by value, not by notation, and seeds by every digit', async () => {
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
