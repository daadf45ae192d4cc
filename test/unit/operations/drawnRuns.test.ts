import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { smallSample } from '../../support/smallSample.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';
const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
const pattern = `a fox, {${words.join('|')}}`;

interface RunFact {
	readonly id: string;
	readonly prompt?: string;
}

describe('runs of a document with a dynamic prompt, without a window', () => {
	const world = OperationWorld.ofEachTest();
	let folder: string;
	let path: string;
	let services: OpenServices;

	beforeEach(async () => {
		folder = newFolder();
		path = join(folder, 'fox.json');
		const workflow = structuredClone(smallSample) as unknown as Record<
			string,
			{ class_type: string; inputs: Record<string, unknown> }
		>;
		for (const { class_type, inputs } of Object.values(workflow)) {
			if (class_type === 'CLIPTextEncode') inputs.text = pattern;
			if (class_type === 'SaveImage') inputs.filename_prefix = '%date:yyyy%_%KSampler.seed%';
		}
		await writeFile(path, JSON.stringify(workflow));
		services = world.services();
	});

	const { value } = new OperationCaller(() => services);
	const ask = () => scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });
	const isDrawn = (prompt: string | undefined) =>
		assert.ok(prompt !== undefined && words.includes(prompt.replace('a fox, ', '')), prompt);
	async function run(id: string, input: object): Promise<RunFact> {
		return (await value<{ run: RunFact }>(id, { ...input, wait: true }, ask())).run;
	}

	it('send the drawn text, repeat it unchanged, and draw again with a new seed', async () => {
		const first = await run('run.start', { path, deployment: harbour });
		isDrawn(first.prompt);
		const history = await services.runs();
		const [positive, , name] = history.get(first.id)?.summary.drawn ?? [];
		assert.equal(positive?.from, JSON.stringify(pattern));
		assert.match(name?.to ?? '', /^"\d{4}_\d+"$/);
		const same = await run('run.again', { id: first.id });
		assert.equal(same.prompt, first.prompt);
		assert.deepEqual(history.get(same.id)?.summary.drawn, history.get(first.id)?.summary.drawn);
		const renewed = await run('run.again', { id: same.id, newSeed: true });
		isDrawn(renewed.prompt);
		const drawn = history.get(renewed.id)?.summary.drawn;
		assert.notDeepEqual(
			drawn?.map(({ to }) => to),
			history.get(first.id)?.summary.drawn?.map(({ to }) => to),
		);
		assert.equal(drawn?.at(-1)?.to.includes(String(history.get(renewed.id)?.summary.seed)), true);
	});

	it('send the original text on request, also when repeated', async () => {
		const raw = await run('run.start', { path, deployment: harbour, draws: false });
		assert.equal(raw.prompt, pattern);
		const history = await services.runs();
		assert.equal(history.get(raw.id)?.summary.drawn, undefined);
		assert.equal((await run('run.again', { id: raw.id })).prompt, pattern);
	});

	it('show the text to be drawn', async () => {
		const { plan } = await value<{ plan: { drawn: { from: string; to: string }[] } }>('run.start', {
			path,
			deployment: harbour,
			dryRun: true,
		});
		assert.equal(plan.drawn[0]?.from, JSON.stringify(pattern));
		isDrawn(JSON.parse(plan.drawn[0]?.to ?? '""'));
	});

	it('draw for each of several seeds, and name each file by its seed', async () => {
		const { batch } = await value<{ batch: { runs: readonly string[] } }>(
			'run.batch',
			{ path, deployment: harbour, seeds: 4, wait: true },
			ask(),
		);
		const history = await services.runs();
		const runs = batch.runs.map((id) => history.get(id)?.summary);
		for (const summary of runs) {
			isDrawn(summary?.prompt);
			assert.equal(summary?.drawn?.at(-1)?.to.endsWith(`_${summary.seed}"`), true);
		}
		assert.ok(new Set(runs.map((summary) => summary?.prompt)).size > 1);
	});
});
