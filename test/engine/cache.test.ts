import assert from 'node:assert/strict';
import { keptResults } from '../../src/core/engine/keptResults.ts';
import { parseHistory } from '../../src/core/engine/parseReplies.ts';
import { type PlannedOutput, plannedOutputs } from '../../src/core/runs/plan/signatures.ts';
import type { Run } from '../../src/core/runs/run.ts';
import { type NothingNew, nothingNew } from '../../src/core/runs/start/nothingNew.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { type Draw, drawDocument, drawer, drawVariant, isOutput, type Nodes } from '../support/cachePairs.ts';
import { engineService } from '../unit/engine/window.ts';
import { photo } from './support/media.ts';
import { engine, restartEngine, withAnEngineThatEnds } from './support/underTest.ts';

const pictures = ['easel/cache-0.png', 'easel/cache-1.png', 'easel/cache-2.png'];

/** A node of a pack that comes with the engine. */
const ofPack = 'SaveImageWebsocket';

describe('the part that a real engine takes from its cache', () => {
	/** The content of each file of the engine's input folder that the local computer knows. */
	const bytesOf = new Map<string, string>();

	/** Runs of the engine as the history has them, the latest first. */
	const made: Run[] = [];

	before(async () => {
		for (const [at, name] of pictures.entries()) await upload(name, photo(at));
	});
	beforeEach(() => made.splice(0));
	afterEach(() => engine.tidy());

	async function upload(name: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
		const form = new FormData();
		const [subfolder, file] = name.split('/') as [string, string];
		form.set('image', new Blob([bytes]), file);
		form.set('subfolder', subfolder);
		form.set('overwrite', 'true');
		const reply = await fetch(`${engine.url}/upload/image`, { method: 'POST', body: form });
		assert.equal(reply.status, 200);
		bytesOf.set(name, Buffer.from(bytes).toString('base64'));
	}

	async function planned(nodes: Nodes): Promise<readonly PlannedOutput[]> {
		const files = Object.entries(nodes).flatMap(([nodeId, { inputs }]) =>
			typeof inputs.image === 'string'
				? [{ nodeId, input: 'image', dataUri: `data:,${bytesOf.get(inputs.image)}` } as never]
				: [],
		);
		return plannedOutputs(parseWorkflow(JSON.stringify(nodes)), files, await loadCoreCatalog());
	}

	/** Hands it in and notes it in the history. */
	async function run(nodes: Nodes): Promise<string> {
		const { id, status, reply } = await engine.submit(JSON.stringify(nodes));
		assert.equal(status, 200, JSON.stringify([reply, nodes]));
		const signatures = Object.fromEntries(
			(await planned(nodes)).map(({ nodeId, signature }) => [nodeId, signature]),
		);
		made.unshift({
			id,
			state: 'succeeded',
			files: [],
			texts: [],
			submittedAt: made.length,
			summary: { signatures },
		} as never);
		return id;
	}

	/** Returns the outputs that the engine reports as cached, once the run has ended. */
	async function cachedOf(id: string, nodes: Nodes): Promise<string[]> {
		const { status } = await engine.end(id);
		assert.equal(status.status_str, 'success', JSON.stringify([status, nodes]));
		const [, { nodes: ids }] = status.messages.find(([type]: [string]) => type === 'execution_cached');
		return ids.filter((node: string) => isOutput(nodes[node] ?? assert.fail())).sort();
	}

	async function foreseen(nodes: Nodes): Promise<NothingNew | undefined> {
		const { system } = await engine.get('/system_stats');
		const keeps = keptResults(system.argv, system.comfyui_version);
		const { connection } = engineService(engine.url);
		return nothingNew(
			{ runs: ({ limit = 0 }) => made.slice(0, limit) } as never,
			{ connection, account: { id: 'engine' } } as never,
			{ kind: 'engine', id: 'engine', name: 'My ComfyUI', ...(keeps ? { keeps } : {}) },
			{ outputs: await planned(nodes) },
		);
	}

	/** Gives the nodes colors that no other pair has, so that nothing of them is cached yet. */
	function own(nodes: Nodes, pair: number): Nodes {
		const copy = structuredClone(nodes);
		for (const { inputs } of Object.values(copy))
			if (typeof inputs.color === 'number') inputs.color += 16 * pair;
		return copy;
	}

	/** Runs pairs of documents, some with another run in between, and compares the prediction for the second with the engine. */
	async function holdPairs(pairs: number, draw: Draw, from: readonly string[] = pictures) {
		const stock = { pictures: from, output: ofPack };
		const seen = { same: 0, other: 0, between: 0, all: 0 };
		for (let pair = 0; pair < pairs; pair++) {
			const first = own(drawDocument(draw, stock), pair);
			const second = drawVariant(first, draw, stock);
			await run(first);
			if (draw(4) === 0) {
				seen.between++;
				await run(own(drawDocument(draw, stock), pair));
			}
			const same = await foreseen(second);
			const id = await run(second);
			const what = JSON.stringify([first, second]);
			const cached = await cachedOf(id, second);
			const ids = same?.outputs.map(({ nodeId }) => nodeId).sort() ?? [];
			const isOfPack = (node: string) => second[node]?.class_type === ofPack;
			// A class of a pack may ask to be run each time, which this one does: it is never sure that it is the same.
			assert.ok(!(same?.isSure && ids.some(isOfPack)), what);
			assert.deepEqual(
				ids.filter((node) => !isOfPack(node)),
				cached,
				what,
			);
			const outputs = Object.values(second).filter(isOutput);
			if (same?.isAll && same.isSure) seen.all++;
			seen.same += cached.length;
			seen.other += outputs.length - cached.length;
			if (!ids.some(isOfPack)) assert.equal(same?.isAll ?? false, cached.length === outputs.length, what);
		}
		return seen;
	}

	it('is foreseen for 500 pairs of documents', async () => {
		const { same, other, between, all } = await holdPairs(500, drawer(11));
		console.log(`      ${same} outputs from the cache, ${other} made; ${all} pairs surely bring nothing new`);
		assert.ok(same > 250 && other > 250 && between > 100 && all > 50);
	});

	it('is not foreseen after the bytes of a file have changed under the same name', async () => {
		const [name] = pictures as [string];
		const nodes: Nodes = {
			1: { class_type: 'LoadImage', inputs: { image: name } },
			2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'easel/bytes' } },
		};
		await run(nodes);
		assert.equal((await foreseen(nodes))?.isSure, true);
		assert.deepEqual(await cachedOf(await run(nodes), nodes), ['2']);
		await upload(name, photo(7));
		assert.equal(await foreseen(nodes), undefined);
		assert.deepEqual(await cachedOf(await run(nodes), nodes), []);
	});

	it('is never sure of a file whose bytes are not known here', async () => {
		const nodes: Nodes = {
			1: { class_type: 'LoadImage', inputs: { image: pictures[1] } },
			2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'easel/unknown' } },
		};
		const outputs = await plannedOutputs(parseWorkflow(JSON.stringify(nodes)), [], await loadCoreCatalog());
		assert.deepEqual(
			outputs.map(({ isSure }) => isSure),
			[false],
		);
	});

	it('leaves a run without results, with the reason', async () => {
		const nodes: Nodes = {
			1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color: 77_777 } },
			2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'easel/again' } },
		};
		await run(nodes);
		const id = await run(nodes);
		await cachedOf(id, nodes);
		assert.equal(parseHistory(await engine.get(`/history/${id}`), id)?.isCached, true);
	});

	for (const [options, name] of [
		['--cache-classic', 'what the latest run used'],
		['--cache-none', 'nothing'],
		['--cache-lru 1000', 'more than the latest run used'],
	] as const) {
		describe(`started to keep ${name}`, () => {
			withAnEngineThatEnds();
			before(() => restartEngine(options));

			it('is foreseen for 60 pairs of documents', async () => {
				// Without pictures of files, since those are the same in each pair, and the history is only compared for a while.
				const { same, other } = await holdPairs(60, drawer(12), []);
				assert.ok(options === '--cache-none' ? same === 0 : same > 20);
				assert.ok(other > 20);
			});
		});
	}
});
