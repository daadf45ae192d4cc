import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { smallSample } from '../support/smallSample.ts';
import { CommandLine, ended } from './commandLineWorld.ts';
import { config, train } from './jobsSupport.ts';
import { type Body, demo } from './support.ts';

describe('bounds on money on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '100');

	before(async () => {
		await writeFile(world.place('harbour.json'), JSON.stringify(smallSample));
		await writeFile(world.place('lora.yaml'), config({ name: 'lora', train }));
		// Ten times as long, so that it is still running when it is canceled.
		const longer = train.map((line) => line.replace('steps: 40', 'steps: 400'));
		await writeFile(world.place('next.yaml'), config({ name: 'next', train: longer }));
	});

	/** Runs a command with a limit; nothing is sent if it is refused. */
	const bounded = async (usd: string, ...args: readonly string[]) => {
		const { status, err } = await world.easel(...args, '--yes', '--max-usd', usd);
		return `${status} ${err}`;
	};
	const spent = async (): Promise<Body[]> => (await world.json('spending')).starts;

	it('allow a first run by an hour of its machine, and later ones by their measured cost', async () => {
		const run = ['run', 'harbour.json', '--on', demo.harbour];
		const before = await world.received('POST', '/inference');
		assert.match(await bounded('1.74', ...run), /^5 .*up to 1\.75 USD, more than --max-usd allows/s);
		assert.match(await bounded('1.75', ...run, '--set', '3.seed=1'), /^0 /);
		const [first] = await spent();
		assert.equal(first?.basis, 'measured', 'the balance was read at the end of the command');
		const cost = first.microdollars / 1_000_000;
		assert.ok(cost > 0 && cost < 0.5, String(cost));
		assert.match(await bounded(String(cost / 2), ...run, '--set', '3.seed=2'), /^5 .*more than --max-usd/s);
		assert.match(await bounded(String(cost * 2), ...run, '--set', '3.seed=2'), /^0 /);
		const several = [...run, '--seeds', '3'];
		assert.match(await bounded(String(cost * 2), ...several), /^5 .*more than --max-usd/s);
		const [latest] = await spent();
		assert.match(await bounded(String(cost * 2), 'runs', 'again', String(latest?.id), '--new-seed'), /^0 /);
		assert.equal(await world.received('POST', '/inference'), before + 3);
	});

	it('allow a training and its resumption by the cost of an earlier one', async () => {
		assert.match(
			await bounded('50', 'train', 'lora.yaml'),
			/^5 .*the cost is unknown, so --max-usd allows nothing/s,
		);
		const { id } = await world.json('train', 'lora.yaml', '--yes', '--wait');
		const start = (await spent()).find((each) => each.id === id);
		assert.equal(start?.basis, 'measured');
		const cost = start.microdollars / 1_000_000;
		assert.match(await bounded(String(cost / 2), 'train', 'next.yaml'), /^5 .*more than --max-usd/s);
		const next = await world.json('train', 'next.yaml', '--yes', '--max-usd', String(cost * 20));
		await world.easel('jobs', 'cancel', next.id);
		await world.easel('jobs', 'show', next.id, '--wait');
		assert.match(await bounded(String(cost / 100), 'jobs', 'resume', next.id), /^5 .*more than --max-usd/s);
		assert.match(await bounded(String(cost * 20), 'jobs', 'resume', next.id), /^0 /);
	});

	it('count a model by its price: of starts at once in as many processes none passes the limit of the day', async () => {
		const { models } = await world.json('models', 'search', '--category', 'text-to-image', '--limit', '50');
		const model: Body =
			models.find(({ id, usd, unit }: Body) => usd > 0 && unit === 'image' && id.endsWith('text-to-image')) ??
			assert.fail(JSON.stringify(models));
		const run = (seed: number) => ['models', 'run', model.id, '--inputs', `{"prompt": "boat ${seed}"}`];
		assert.match(await bounded(String(model.usd * 0.9), ...run(0)), /^5 .*more than --max-usd/s);
		assert.match(await bounded(String(model.usd), ...run(0)), /^0 /);
		const env = { EASEL_DATA: world.place('limited'), EASEL_DAILY_LIMIT: String(model.usd * 2.5) };
		const before = await world.received('POST', model.id);
		const outcomes: number[] = [];
		for (let wave = 0; wave < 2; wave++)
			outcomes.push(
				...(await Promise.all(
					Array.from({ length: 8 }, async (_, index) => {
						const args = [...run(1 + wave * 8 + index), '--yes', '--no-wait'];
						return (await ended(world.start(args, env))).status ?? -1;
					}),
				)),
			);
		assert.equal(outcomes.filter((status) => status === 0).length, 2, outcomes.join(' '));
		assert.equal((await world.received('POST', model.id)) - before, 2);
	});
});
