import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { Allowance } from '../../src/cli/mcp/allowance.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { fastClock, ManualClock } from '../unit/runs/clocks.ts';
import { type Agent, eras, McpWorld, type ToolReply, textOf, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const sample = join(import.meta.dirname, '..', '..', 'media', 'samples', 'text-to-image-sd15.json');

describe('the consent of a person', () => {
	let world: McpWorld;
	let run: { readonly deployment_id: string; readonly workflow_api_json: string };
	let earlier: readonly string[];

	before(async () => {
		world = await McpWorld.open();
		run = { deployment_id: demo.harbour, workflow_api_json: await readFile(sample, 'utf8') };
	});
	after(() => world?.end());
	beforeEach(async () => {
		earlier = await world.changes();
	});

	const nothingSent = async () => assert.deepEqual(await world.changes(), earlier);
	const submissions = async () => (await world.changes()).length - earlier.length;

	for (const era of eras) {
		it(`is a yes that was given, and nothing else (${era})`, async () => {
			for (const answer of [
				{ action: 'decline' },
				{ action: 'cancel' },
				{ action: 'accept', content: { allow: false } },
			] as const) {
				const agent = await world.connect({ era, answer: () => answer });
				for (const [tool, args] of [
					['submit_request', run],
					['delete_deployment', { deployment_id: demo.cat }],
					['update_deployment', { deployment_id: demo.cat, queue_size: 2 }],
				] as const)
					assert.ok((await agent.call(tool, args)).isError);
				assert.equal(agent.asked.length, 3);
			}
			await nothingSent();
		});

		it(`is missing where the client cannot ask, which says how a person allows it (${era})`, async () => {
			const agent = await world.connect({ era });
			const refused = await agent.call('submit_request', run);
			assert.match(textOf(refused), /cannot ask a person.*easel mcp --allow-spend-usd 5/);
			const changed = { deployment_id: demo.cat, queue_size: 2 };
			assert.match(textOf(await agent.call('update_deployment', changed)), /--allow-changes/);
			const bold = await world.connect({ era, allowUsd: 5, allowChanges: true });
			assert.match(textOf(await bold.call('submit_request', run)), /What this costs is not known/);
			assert.ok((await bold.call('delete_deployment', { deployment_id: demo.cat })).isError);
			const warm = { deployment_id: demo.cat, min_instances: 1 };
			assert.match(textOf(await bold.call('update_deployment', warm)), /costs money all the time/);
			await nothingSent();
		});

		it(`is needed to enable a deployment for a run, since it may keep instances running (${era})`, async () => {
			const agent = await world.connect({ era, answer: () => yes });
			await agent.value('update_deployment', {
				deployment_id: demo.harbour,
				enabled: false,
				min_instances: 1,
			});
			earlier = await world.changes();
			const bold = await world.connect({ era, allowUsd: 5, allowChanges: true });
			const refused = textOf(await bold.call('submit_request', run));
			const after = await world.changes();
			await agent.value('update_deployment', {
				deployment_id: demo.harbour,
				enabled: true,
				min_instances: 0,
			});
			assert.match(refused, /costs money all the time/);
			assert.deepEqual(after, earlier);
		});

		it(`keeps no timer once it is given (${era})`, async () => {
			let timers = 0;
			const clock = {
				now: systemClock.now,
				after(ms: number, callback: () => void) {
					timers++;
					const cancel = systemClock.after(ms, callback);
					let isOpen = true;
					return () => {
						cancel();
						if (isOpen) timers--;
						isOpen = false;
					};
				},
			};
			const agent = await world.connect({ era, clock, answer: () => ({ action: 'decline' }) });
			await agent.call('delete_deployment', { deployment_id: demo.cat });
			assert.equal(timers, 0);
		});

		it(`comes too late after five minutes (${era})`, async () => {
			const clock = new ManualClock();
			const agent = await world.connect({
				era,
				clock,
				async answer() {
					await clock.advance(5 * 60_000 + 1);
					return yes;
				},
			});
			assert.match(textOf(await agent.call('submit_request', run)), /Nothing was sent\..*in five minutes/);
			await nothingSent();
		});

		it(`counts for one of two calls at once (${era})`, async () => {
			let count = 0;
			const agent = await world.connect({
				era,
				answer: () => (count++ === 0 ? yes : { action: 'decline' }),
			});
			const other = { ...run, workflow_api_json: run.workflow_api_json.replace(/"seed": \d+/, '"seed": 5') };
			const done = await Promise.all([
				agent.call('submit_request', run),
				agent.call('submit_request', other),
			]);
			assert.deepEqual(done.map(({ isError = false }) => isError).toSorted(), [false, true]);
			assert.equal(await submissions(), 1);
		});
	}

	describe('is replaced by an amount that a person has allowed', () => {
		const seed = (value: number) => ({
			...run,
			workflow_api_json: run.workflow_api_json.replace(/"seed": \d+/, `"seed": ${value}`),
		});
		/** A balance is read once in a minute at most, and says what a run did cost. */
		const follows = fastClock(100);
		const connect = (allowUsd: number) => world.connect({ era: '2025-11-25', follows, allowUsd });
		/** The amount that an allowance has left, in millionths of a US dollar. */
		const left = (microdollars: number) =>
			new Allowance(microdollars, world.operations.services(), systemClock).left();

		it('for what is known to cost no more, counted over restarts', async () => {
			const person = await world.connect({ era: '2025-11-25', follows, answer: () => yes });
			await person.value('submit_request', { ...seed(100), wait_for_completion: true });
			const before = await world.operations.submissions();
			const poor = await connect(0.000_001);
			// Not before the balance was read.
			for (let said = ''; !/expected to cost up to/.test(said); await pause(20))
				said = textOf(await poor.call('submit_request', seed(101)));
			assert.equal(await world.operations.submissions(), before);
			const rich = await connect(5);
			const done = await rich.call('submit_request', { ...seed(102), wait_for_completion: true });
			assert.match(textOf(done), /Of the 5\.00 USD that are allowed, .* are left/);
			const used = 5_000_000 - (await left(5_000_000));
			assert.ok(used > 0);
			assert.equal(await left(used), 0);
			assert.equal(await world.operations.submissions(), before + 1);
		});

		it('where it is left for both of two that ask at once', async () => {
			const used = 5_000_000_000 - (await left(5_000_000_000));
			const [one, other] = [1, 2].map(
				() => new Allowance(used + 1500, world.operations.services(), systemClock),
			);
			const both = await Promise.all([one?.setAside(1000), other?.setAside(1000)]);
			assert.equal(both.filter((aside) => aside !== undefined).length, 1);
		});

		it('which is given back where nothing has left', async () => {
			const allowance = new Allowance(100_000_000, world.operations.services(), systemClock);
			const before = await allowance.left();
			const aside = await allowance.setAside(1000);
			assert.equal(await allowance.left(), before - 1000);
			await aside?.giveBack();
			assert.equal(await allowance.left(), before);
		});
	});

	describe('in a request state', () => {
		let agent: Agent;

		before(async () => {
			agent = await world.connect({ era: '2026-07-28', answer: () => yes });
		});

		function send(
			name: string,
			args: Record<string, unknown>,
			state?: string,
		): Promise<Record<string, unknown>> {
			const { client } = agent;
			assert.ok(client instanceof Client);
			const answered = state === undefined ? {} : { requestState: state, inputResponses: { consent: yes } };
			const params = { name, arguments: args, ...answered };
			return client.request({ method: 'tools/call', params }, { allowInputRequired: true });
		}
		const stateOf = async (args: Record<string, unknown>) => {
			const asked = await send('submit_request', args);
			assert.equal(asked.resultType, 'input_required');
			return String(asked.requestState);
		};
		const isRefused = (reply: Record<string, unknown>) => (reply as unknown as ToolReply).isError === true;

		it('is refused when it was changed, made up, or belongs to another call', async () => {
			const args = { ...run, workflow_api_json: run.workflow_api_json.replace(/"seed": \d+/, '"seed": 6') };
			const state = await stateOf(args);
			const [version, body = '', mac] = state.split('.');
			const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
			const later = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 9999 })).toString(
				'base64url',
			);
			for (const forged of ['yes', `${version}.${later}.${mac}`, `${state.slice(0, -2)}AA`])
				await assert.rejects(send('submit_request', args, forged), /requestState/);
			assert.ok(isRefused(await send('submit_request', run, state)));
			assert.ok(isRefused(await send('delete_deployment', { deployment_id: demo.cat }, await stateOf(args))));
			await nothingSent();
		});

		it('counts once, also when it comes twice at once', async () => {
			const args = { ...run, workflow_api_json: run.workflow_api_json.replace(/"seed": \d+/, '"seed": 7') };
			const state = await stateOf(args);
			const replies = await Promise.all([1, 2].map(() => send('submit_request', args, state)));
			assert.deepEqual(replies.map(isRefused).toSorted(), [false, true]);
			assert.ok(isRefused(await send('submit_request', args, state)));
			assert.equal(await submissions(), 1);
		});
	});
});
