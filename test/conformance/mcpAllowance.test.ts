import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Allowance } from '../../src/cli/mcp/allowance.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { amountsOf } from '../../src/core/spending/groups.ts';
import { configurationFor } from '../support/configuration.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { until } from '../unit/support/until.ts';
import { McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

describe('an amount that a person has allowed', () => {
	const world = McpWorld.ofEachTest();
	let workflow: string;
	/** Waits until the cost of the latest run is known by the balance after it. */
	let costIsKnown: () => Promise<unknown>;

	beforeEach(async () => {
		workflow = await readFile(sampleWorkflow, 'utf8');
		const person = await world.connect({ era: '2025-11-25', follows, answer: () => yes });
		const services = world.operations.services({ clock: follows });
		await services.signedIn();
		const { history } = (await services.ledger()).spending;
		costIsKnown = () => until('the balance after the run', () => history.records(1)[0]?.after !== undefined);
		const poor = await connect(0.000_001);
		// The cost of a run is known if the balance was read shortly before an earlier one, and after it.
		for (let [number, said] = [1, '']; !/expected cost is up to/.test(said); number++) {
			await person.value('submit_request', { ...seed(number), wait_for_completion: true });
			await costIsKnown();
			said = replyText(await poor.call('submit_request', seed(101)));
		}
	});

	const seed = (value: number) => ({
		deployment_id: demo.harbour,
		workflow_api_json: workflow.replace(/"seed": \d+/, `"seed": ${value}`),
	});
	/** A balance is read at most once a minute, and shows the actual cost of a run. */
	const follows = fastClock(100);
	const connect = (allowUsd: number) => world.connect({ era: '2025-11-25', follows, allowUsd });
	/** The amount that an allowance has left, in millionths of a US dollar. */
	const left = (microdollars: number) =>
		new Allowance(microdollars, world.operations.services(), systemClock).left();

	it('covers calls known to cost no more, counted over restarts', async () => {
		const before = await world.operations.submissions();
		const poor = await connect(0.000_001);
		assert.match(replyText(await poor.call('submit_request', seed(102))), /expected cost is up to/);
		assert.equal(await world.operations.submissions(), before);
		const rich = await connect(5);
		const done = await rich.call('submit_request', { ...seed(103), wait_for_completion: true });
		assert.match(replyText(done), / of the allowed 5\.00 USD remain/);
		await costIsKnown();
		const used = 5_000_000 - (await left(5_000_000));
		assert.ok(used > 0);
		assert.equal(await left(used), 0);
		assert.equal(await world.operations.submissions(), before + 1);
	});

	it('is left for both of two that ask at once, or for one', async () => {
		const used = 5_000_000_000 - (await left(5_000_000_000));
		const [one, other] = [1, 2].map(
			() => new Allowance(used + 1500, world.operations.services(), systemClock),
		);
		const both = await Promise.all([one?.setAside(1000), other?.setAside(1000)]);
		assert.equal(both.filter((aside) => aside !== undefined).length, 1);
	});

	it('is void if its use could not be recorded', async () => {
		const file = join(world.operations.folder, 'file');
		await writeFile(file, '');
		const services = world.operations.services({ folder: join(file, 'below') });
		const allowance = new Allowance(100_000_000, services, systemClock);
		assert.equal(await allowance.setAside(1000), undefined);
		assert.equal(await allowance.left(), 0);
	});

	it('stays void after damage to the history, until a person removes the damaged file', async () => {
		const folder = join(world.operations.folder, 'damaged');
		/** Each time as another process. */
		const asProcess = async <T>(work: (allowance: Allowance) => Promise<T>) => {
			const services = world.operations.services({ folder });
			const value = await work(new Allowance(100_000_000, services, systemClock));
			await services.close();
			return value;
		};
		await asProcess(async (allowance) => (await allowance.setAside(1000))?.begun('run'));
		assert.equal(await asProcess((allowance) => allowance.left()), 100_000_000 - 1000);
		const files = await readdir(folder);
		const [file = assert.fail()] = files.filter((name) => name.endsWith('.db'));
		await writeFile(join(folder, file), 'damaged '.repeat(2000));
		for (const process of ['the one that finds it', 'the next one'])
			await asProcess(async (allowance) => {
				assert.equal(await allowance.setAside(1000), undefined, process);
				assert.equal(await allowance.left(), 0, process);
				assert.match((await allowance.whyUnknown()) ?? '', new RegExp(`kept as "${file}"`));
			});
		await rm(join(folder, file));
		assert.equal(await asProcess((allowance) => allowance.left()), 100_000_000);
	});

	it('is given back if nothing was sent', async () => {
		const allowance = new Allowance(100_000_000, world.operations.services(), systemClock);
		const before = await allowance.left();
		const aside = await allowance.setAside(1000);
		assert.equal(await allowance.left(), before - 1000);
		await aside?.giveBack();
		assert.equal(await allowance.left(), before);
	});

	const submission = { match: { method: 'POST', path: '*/inference' } };

	it('is restored if the service has rejected a run', async () => {
		const rich = await connect(50);
		const before = await left(50_000_000);
		for (const [index, status] of [401, 402, 403, 404, 409, 422, 429].entries()) {
			const rule = { kind: 'status', status, when: 'before', ...submission };
			const said = await world.withFaults([rule], () => rich.call('submit_request', seed(200 + index)));
			assert.ok(said.isError, String(status));
			assert.equal(await left(50_000_000), before, `${status} ${replyText(said)}`);
		}
	});

	it('stays used if the outcome of a run is unknown', async () => {
		const rich = await connect(50);
		const before = await left(50_000_000);
		const rule = { kind: 'disconnect', when: 'after', ...submission };
		const said = await world.withFaults([rule], () => rich.call('submit_request', seed(300)));
		assert.match(replyText(said), /outcome unknown/);
		assert.ok((await left(50_000_000)) < before, replyText(said));
	});

	it('counts the resumption of a training in addition to the cost of its first attempt', async () => {
		const services = world.operations.services({ clock: follows });
		await services.signedIn();
		const { history } = (await services.ledger()).spending;
		const person = await world.connect({ era: '2025-11-25', follows, answer: () => yes });
		const folder = join(world.operations.folder, 'pictures');
		await mkdir(folder);
		await copyFile(join(sampleWorkflow, '..', 'harbour.png'), join(folder, 'one.png'));
		await writeFile(join(folder, 'one.txt'), 'a harbour');
		await person.value('upload_dataset', { folder, name: 'resumed', wait_for_completion: true });
		const ended = async (configuration: string, cancels: boolean): Promise<string> => {
			const { job_id } = await person.value('submit_training_job', { configuration });
			if (cancels) await person.value('cancel_request', { request_id: job_id });
			await person.value('get_training_job', { job_id, wait_for_completion: true });
			await until('its cost', () => amountsOf(history.records(400)).has(job_id));
			return job_id;
		};
		const configuration = configurationFor('resumed');
		await ended(configuration, false);
		const long = configuration.replace('harbour_v1', 'harbour_v2').replace('steps: 20', 'steps: 20000');
		const job_id = await ended(long, true);
		const rich = await connect(5000);
		const before = await left(5_000_000_000);
		await rich.value('resume_training_job', { job_id });
		const first = amountsOf(history.records(400)).get(job_id)?.microdollars ?? assert.fail();
		const used = before - (await left(5_000_000_000));
		assert.ok(used > 2 * first, `${used} of ${first}`);
	});
});
