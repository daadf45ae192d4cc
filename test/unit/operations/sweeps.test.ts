import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import paint from '../../../media/samples/image-to-image.json' with { type: 'json' };
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { groupsOf } from '../../../src/core/operations/sweeps/keptGroups.ts';
import { newFolder } from '../../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../../support/operations.ts';
import { smallSample } from '../../support/smallSample.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';
const picture = new URL('../../../media/samples/harbour.png', import.meta.url);
const largest = '18446744073709551615';

interface Started {
	readonly batch?: {
		readonly id: string;
		readonly title: string;
		readonly state: string;
		readonly runs: readonly string[];
	};
	readonly runs: number;
	readonly done: number;
	readonly results?: string;
}

describe('sweeps without a window', () => {
	const world = OperationWorld.ofEachTest();
	let folder: string;
	let services: OpenServices;

	beforeEach(async () => {
		folder = newFolder();
		services = world.services();
		await writeFile(join(folder, 'harbor_api.json'), JSON.stringify(smallSample, undefined, 2));
		await writeFile(join(folder, 'paint_api.json'), JSON.stringify(paint, undefined, 2));
	});

	const { value, refused } = new OperationCaller(() => services);
	const sure = () => scriptedAsk({ reviewRun: { kind: 'run' }, confirmSpending: true });
	const at = (name: string) => join(folder, name);
	const table = (text: string, name = 'harbor_api.sweep.csv') => writeFile(at(name), text);
	const sweep = (more: object = {}) =>
		value<Started>(
			'run.sweep',
			{ path: at('harbor_api.sweep.csv'), deployment: harbour, draws: false, ...more },
			sure(),
		);
	const ended = async ({ batch }: Started) => {
		assert.ok(batch);
		return (await value<{ batch: { state: string } }>('batch.status', { id: batch.id, wait: true })).batch
			.state;
	};
	/** Returns the values that the runs of a batch sent for an input. */
	const sent = async ({ batch }: Started, nodeId: string, input: string) => {
		const runs = await services.runs();
		return batch?.runs.map(
			(id) =>
				runs.get(id)?.summary.changed.find((each) => each.nodeId === nodeId && each.input === input)?.to,
		);
	};

	it('run each combination of each row once, by name and by place', async () => {
		await value('workflow.name', { path: at('harbor_api.json'), inputs: ['prompt=6.text', 'steps=3.steps'] });
		await table(`prompt,steps,3.seed\n"fog, dawn","[4, 6]",5\nrain,1..2,${largest}\n`);
		const started = await sweep();
		assert.deepEqual([started.runs, started.batch?.title], [4, '4 runs of harbor_api.sweep.csv']);
		assert.equal(await ended(started), 'ended');
		assert.deepEqual(await sent(started, '3', 'steps'), ['4', '6', '1', '2']);
		assert.deepEqual(await sent(started, '3', 'seed'), ['5', '5', largest, largest]);
		assert.deepEqual(await sent(started, '6', 'text'), ['"fog, dawn"', '"fog, dawn"', '"rain"', '"rain"']);
		assert.equal(await world.submissions(), 4);
		const runs = await services.runs();
		assert.deepEqual(
			started.batch?.runs.map((id) => runs.get(id)?.summary.values?.map(({ words }) => words)),
			[
				['fog, dawn', '4', '5'],
				['fog, dawn', '6', '5'],
				['rain', '1', largest],
				['rain', '2', largest],
			],
		);
	});

	it('have a table of results for spreadsheets, and run only new rows', async () => {
		await table('3.steps,3.seed\n4,random\n6,7\n');
		const started = await sweep();
		assert.equal(started.results, at('harbor_api.results.csv'));
		await ended(started);
		const facts = await value<{ runs: number; ended: number }>('sweep.results', { path: started.results });
		assert.deepEqual([facts.runs, facts.ended], [2, 2]);
		const [header, first, second] = (await readFile(at('harbor_api.results.csv'), 'utf8')).split('\r\n');
		assert.equal(header, '\uFEFF3.steps,3.seed,run,state,seconds,usd,stars,usd_per_star,files,table_row');
		assert.match(first ?? '', /^4,\d+,[0-9a-f-]{36},succeeded,\d+\.\d,[\d.]*,,,\S+\.png,2$/);
		assert.match(second ?? '', /^6,7,[0-9a-f-]{36},succeeded/);

		const none = await sweep({ changed: true });
		assert.deepEqual([none.runs, none.done, none.batch], [0, 2, undefined]);
		await table('3.steps,3.seed\n4,random\n6,8\n');
		const again = await sweep({ changed: true });
		assert.deepEqual([again.runs, again.done], [1, 1]);
		assert.equal(await ended(again), 'ended');
		assert.deepEqual(await sent(again, '3', 'seed'), ['8']);
		await value('sweep.results', { path: started.results });
		assert.equal((await readFile(at('harbor_api.results.csv'), 'utf8')).trim().split('\r\n').length, 4);
	});

	it('begin with a table of inputs to vary, which keeps edits by the user', async () => {
		await value('workflow.name', { path: at('harbor_api.json'), inputs: ['steps=3.steps'] });
		const make = (...vary: string[]) =>
			value<{ path: string; added: unknown[]; kept: string[] }>('sweep.make', {
				path: at('harbor_api.json'),
				vary,
			});
		const made = await make('3.steps', '3.seed', '6.text=["fog", "rain"]', 'steps');
		assert.equal(made.path, at('harbor_api.sweep.csv'));
		assert.deepEqual(made.added, [
			{ name: 'steps', cell: '14..34..5' },
			{ name: '3.seed', cell: 'random*5' },
			{ name: '6.text', cell: '["fog", "rain"]' },
		]);
		assert.equal((await sweep({ dryRun: true })).runs, 50);

		await table('3.steps,6.text\n"[4, 6]",fog\n8,rain\n');
		const more = await make('steps=1', '3.sampler_name', '3.cfg=7..8');
		assert.deepEqual(more.kept, ['steps']);
		const text = await readFile(at('harbor_api.sweep.csv'), 'utf8');
		assert.match(
			text,
			/^3\.steps,6\.text,3\.sampler_name,3\.cfg\n"\[4, 6\]",fog,"\[""dpmpp_2m"",.*\]",7\.\.8\n8,rain\n$/,
		);
		assert.equal((await sweep({ dryRun: true })).runs, 21);
		assert.deepEqual((await make('3.cfg')).added, []);
		assert.equal(await readFile(at('harbor_api.sweep.csv'), 'utf8'), text);

		const refusal = async (vary: string) =>
			(await refused('sweep.make', { path: at('harbor_api.json'), vary: [vary] })).message;
		assert.match(await refusal('3.stepps'), /no input "stepps"/);
		assert.match(await refusal('3.model'), /through a link/);
		assert.match(await refusal('3.steps=many'), /"many" is not a whole number/);
		await table('"open\n4');
		assert.match(await refusal('3.denoise'), /^harbor_api\.sweep\.csv: A quotation mark/);
	});

	it('show the cost of each kept result, by deployment and value', async () => {
		await table('3.steps,3.cfg\n4,"[7, 8]"\n6,"[7, 8]"\n');
		const started = await sweep();
		await ended(started);
		const runs = await services.runs();
		const [first = '', second = '', third = ''] = started.batch?.runs ?? [];
		const [file] = runs.get(first)?.files ?? [];
		await value('run.mark', { id: first, files: { [file?.key ?? '']: true } });
		for (const id of [second, third]) await value('run.mark', { id, starred: true });
		const facts = await value<{
			kept: number;
			estimated: true;
			microdollars: number;
			perKeptMicrodollars: number;
			by: { name: string; value: string; kept: number }[];
		}>('sweep.results', { path: started.results });
		assert.equal(facts.kept, 3);
		// The sandbox reports no cost of a run of a deployment.
		assert.equal(facts.estimated, true);
		assert.ok(facts.microdollars > 0);
		assert.equal(facts.perKeptMicrodollars, Math.round(facts.microdollars / 3));
		assert.deepEqual(
			facts.by.map(({ name, value: of, kept }) => [name, of, kept]),
			[
				['deployment', 'Harbour (SD 1.5)', 3],
				['row', '2', 2],
				['row', '3', 1],
				['3.steps', '4', 2],
				['3.steps', '6', 1],
				['3.cfg', '7', 2],
				['3.cfg', '8', 1],
			],
		);
		assert.match(await readFile(at('harbor_api.results.csv'), 'utf8'), /,1,[\d.]*,\S+\.png,2\r\n/);

		const run = (prompt: string, stars: number, microdollars?: number) => ({
			target: 'Harbour',
			...(microdollars === undefined ? {} : { microdollars }),
			values: { prompt, seed: crypto.randomUUID() },
			stars,
		});
		const made = [run('fog', 2, 1000), run('fog', 0, 2001), run('rain', 0, 500), run('rain', 0), run('', 1)];
		assert.deepEqual(groupsOf(made), [
			{
				name: 'deployment',
				value: 'Harbour',
				runs: 5,
				kept: 3,
				microdollars: 3501,
				perKeptMicrodollars: 1167,
			},
			{ name: 'prompt', value: 'fog', runs: 2, kept: 2, microdollars: 3001, perKeptMicrodollars: 1501 },
			{ name: 'prompt', value: 'rain', runs: 2, kept: 0, microdollars: 500 },
			{ name: 'prompt', value: '', runs: 1, kept: 1, microdollars: 0 },
		]);
	});

	it('accept the choices of their target, and without a target any from node packs', async () => {
		await table('3.sampler_name\neuler\nres_2s\n');
		const path = at('harbor_api.sweep.csv');
		assert.equal((await value<Started>('run.sweep', { path, dryRun: true })).runs, 2);
		const { message } = await refused('run.sweep', { path, deployment: harbour, dryRun: true });
		assert.match(message, /^Row 3, column "3.sampler_name": "res_2s" is not one of the choices/);
	});

	it('are counted without sending any', async () => {
		await table('3.steps\n1..20\n');
		const planned = await sweep({ dryRun: true });
		assert.deepEqual([planned.runs, planned.done], [20, 0]);
		assert.equal(await world.submissions(), 0);
	});

	it('name the invalid cell, column or file, and send nothing', async () => {
		const failure = async (text: string) => {
			await table(text);
			return (await refused('run.sweep', { path: at('harbor_api.sweep.csv'), deployment: harbour })).message;
		};
		assert.match(
			await failure('3.steps\n4\nmany\n'),
			/^Row 3, column "3.steps": "many" is not a whole number\.$/,
		);
		assert.match(await failure('3.stepps\n4\n'), /The node "3" has no input "stepps"/);
		assert.match(await failure('tempo\n4\n'), /no input with the name "tempo"/);
		assert.match(await failure('3.steps,3.cfg\n1..100,1..100\n'), /10,000 runs. A sweep has at most 5,000/);
		assert.match(await failure('"open\n4'), /quotation mark/);
		await table('3.steps\n4\n', 'other.sweep.csv');
		assert.match(
			(await refused('run.sweep', { path: at('other.sweep.csv'), deployment: harbour })).message,
			/No workflow for "other.sweep.csv" was found/,
		);
		assert.equal(await world.submissions(), 0);
	});

	it('keep the plan while the document is edited', async () => {
		await table('3.steps\n1..12\n');
		const started = await sweep();
		await writeFile(at('harbor_api.json'), '{}');
		assert.equal(await ended(started), 'ended');
		assert.equal(await world.submissions(), 12);
	});

	it('run a document with each picture of a folder, in pairs and with texts', async () => {
		await mkdir(at('photos'));
		await mkdir(at('masks'));
		for (const name of ['a10', 'a2', 'a1']) {
			await copyFile(picture, at(`photos/${name}.png`));
			await writeFile(at(`photos/${name}.txt`), `words of ${name}\n`);
		}
		await writeFile(at('photos/notes.md'), 'no picture');
		const started = await value<Started>(
			'run.each',
			{
				path: at('paint_api.json'),
				folder: at('photos'),
				texts: '5.text',
				deployment: harbour,
				draws: false,
			},
			sure(),
		);
		assert.deepEqual([started.runs, started.batch?.title], [3, '3 runs of photos']);
		assert.equal(await ended(started), 'ended');
		const results = await readFile(at('photos.results.csv'), 'utf8');
		assert.match(results, /a1\.png,words of a1,.*a2\.png,words of a2,.*a10\.png,words of a10,/s);
		await rm(at('photos/a2.txt'));
		const failure = (more: object) =>
			refused('run.each', { path: at('paint_api.json'), folder: at('photos'), deployment: harbour, ...more });
		assert.match((await failure({ texts: '5.text' })).message, /missing for a2.png/);
		assert.match((await failure({ pairs: ['5.text=masks'] })).message, /does not exist|missing for/);
		assert.match((await failure({ folder: at('masks') })).message, /"masks" has no file that matches/);
		assert.match(
			(await failure({ path: at('harbor_api.json') })).message,
			/No input of the document takes a picture/,
		);
	});

	it('pause if a picture is deleted before its run is sent', async () => {
		await mkdir(at('photos'));
		await copyFile(picture, at('photos/a.png'));
		await copyFile(picture, at('photos/b.png'));
		const ask = {
			...sure(),
			confirmSpending: async () => {
				await rm(at('photos/b.png'));
				return true;
			},
		};
		const started = await value<Started>(
			'run.each',
			{ path: at('paint_api.json'), folder: at('photos'), deployment: harbour, draws: false },
			ask,
		);
		assert.equal(await ended(started), 'paused');
		const { batch } = await value<{ batch: { notice?: string } }>('batch.status', { id: started.batch?.id });
		assert.match(batch.notice ?? '', /b\.png/);
		const { runs = [] } = started.batch ?? {};
		assert.equal((await services.runs()).get(runs[1] ?? ''), undefined);
	});
});
