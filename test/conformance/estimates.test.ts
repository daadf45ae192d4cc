import assert from 'node:assert/strict';
import { hasEnded as jobHasEnded } from '../../src/core/jobs/jobRecord.ts';
import { hasEnded, type RunTarget } from '../../src/core/runs/run.ts';
import { simulatedMs } from '../../src/sandbox/engine/cost.ts';
import { hardwareFacts } from '../../src/sandbox/engine/hardware.ts';
import { rowsOf } from '../faults/campaign/check.ts';
import { smallSample } from '../support/smallSample.ts';
import { until } from '../unit/support/until.ts';
import { config } from './jobsSupport.ts';
import { openSpendingWorld, targets } from './spendingWorld.ts';

/** An expected amount before a start, and the actual one. */
interface Compared {
	readonly expected: { readonly low: number; readonly high: number } | undefined;
	readonly actual: number;
}

/** Fails if fewer than four of five were inside the expected range, or one was off by more than a factor of three. */
function expectGood(what: string, compared: readonly Compared[]): void {
	const known = compared.flatMap(({ expected, actual }) => (expected ? [{ ...expected, actual }] : []));
	const inside = known.filter(({ low, high, actual }) => low <= actual && actual <= high).length;
	// The farther end of the expected range is also off by no more than a factor of three.
	const factors = known.map(({ low, high, actual }) => Math.max(high / actual, actual / low));
	const text = `${what}: ${known.length} of ${compared.length} known, ${inside} inside, wrong by ${Math.max(...factors).toFixed(2)} at most`;
	if (process.env.EASEL_FIGURES) console.log(text);
	assert.equal(known.length, compared.length, text);
	assert.ok(inside >= compared.length * 0.8 && Math.max(...factors) <= 3, text);
}

/** The sample with other seeds, and more steps for every seventh. */
const documentOf = (index: number) =>
	JSON.stringify(smallSample)
		.replace(/"seed":\s*\d+/, `"seed":${index}`)
		.replace(/"steps":\s*\d+/, `"steps":${index % 7 === 5 ? 30 : 20}`);

const machine = { gpuType: 'ADA_80_PLUS', gpuCount: 1 };
const stepsOf = (index: number) => 200 + ((index * 7) % 10) * 100;

describe('the estimates before a start', () => {
	let world: Awaited<ReturnType<typeof openSpendingWorld>>;

	beforeEach(async () => {
		world = await openSpendingWorld({ sandbox: 200, window: 200 });
		world.spending.reader.want();
		await until('the first balance', () => world.spending.reader.latest !== undefined);
	});
	afterEach(() => world?.close());

	const settled = () =>
		until('the balance after all', () =>
			world.spending.history.records(1000).every(({ after }) => after !== undefined),
		);

	/** Starts runs in bursts, each after the end of the previous one, and returns the expectations for those that count. */
	async function compareRuns(
		bursts: readonly number[],
		targetOf: (index: number) => RunTarget,
		first: number,
	): Promise<readonly Compared[]> {
		const { runs } = world;
		const compared: Compared[] = [];
		const before = await world.balance();
		let index = 0;
		for (const burst of bursts) {
			const now = Array.from({ length: burst }, async () => {
				const target = targetOf(index);
				const text = documentOf(index++);
				const { microdollars } = runs.estimates.fromEarlier(target);
				return { expected: microdollars, id: await world.start(text, target), text };
			});
			const started = await Promise.all(now);
			await until('the end of all runs', () =>
				started.every(({ id }) => hasEnded(runs.get(id) ?? assert.fail())),
			);
			await settled();
			for (const { expected, id, text } of started) {
				const request = runs.get(id)?.requestId;
				const [row] = rowsOf(world.data, `SELECT hardware FROM requests WHERE id = '${request}'`);
				const hardware = String(row?.hardware);
				const document = JSON.parse(text);
				const seconds = simulatedMs(document, Object.keys(document), hardware) / 1000;
				const actual = Math.round(seconds * hardwareFacts(hardware).microdollarsPerSecond);
				compared.push({ expected, actual });
			}
		}
		const books = before - (await world.balance());
		const all = compared.reduce((sum, { actual }) => sum + actual, 0);
		assert.ok(Math.abs(all - books) <= books * 0.02, `${all} of ${books}`);
		return compared.slice(first);
	}

	it('hold for a hundred runs of three deployments, most of them at once, after two of each', async () => {
		const target = (index: number) => targets[index % targets.length] ?? assert.fail();
		const bursts = [1, 1, 1, 1, 1, 1, 4, 16, 30, 20, 30];
		expectGood('costs of runs', await compareRuns(bursts, target, 6));
	});

	it('hold for runs after ten at once', async () => {
		const [target = assert.fail()] = targets;
		expectGood('costs after a batch', await compareRuns([10, 10, 10], () => target, 10));
	});

	it('hold for twenty trainings, most of them at once, after two', async () => {
		const { jobs } = world;
		const compared: { readonly time: Compared; readonly cost: Compared }[] = [];
		let index = 0;
		for (const burst of [1, 1, 4, 6, 10]) {
			const now = Array.from({ length: burst }, async () => {
				const [name, steps] = [`training-${index}`, stepsOf(index++)];
				const planned = { ...machine, arch: 'chroma', load: 512 * 512, steps };
				const { ms, microdollars } = jobs.estimate(planned);
				const text = config({ name, train: ['batch_size: 1', `steps: ${steps}`, 'lr: 0.0001'] });
				const done = await jobs.submit({ ...planned, name, totalSteps: steps, configText: text });
				return { ms, microdollars, id: done.ok ? done.value.id : assert.fail(done.failure.message) };
			});
			const started = await Promise.all(now);
			await until('the end of all trainings', () =>
				started.every(({ id }) => jobHasEnded(jobs.get(id) ?? assert.fail())),
			);
			await settled();
			for (const { ms, microdollars, id } of started) {
				const [row] = rowsOf(
					world.data,
					`SELECT started_at, finished_at FROM training_jobs WHERE id = '${jobs.get(id)?.jobId}'`,
				);
				const actual = Number(row?.finished_at) - Number(row?.started_at);
				const cost = (actual / 1000) * hardwareFacts(machine.gpuType).microdollarsPerSecond;
				if (burst > 1)
					compared.push({
						time: { expected: ms, actual },
						cost: { expected: microdollars, actual: cost },
					});
			}
		}
		expectGood(
			'times of trainings',
			compared.map(({ time }) => time),
		);
		expectGood(
			'costs of trainings',
			compared.map(({ cost }) => cost),
		);
	});
});
