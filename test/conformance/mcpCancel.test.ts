import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Client as LaterClient } from '@modelcontextprotocol/client';
import { CountingClock, ManualClock } from '../unit/runs/clocks.ts';
import { until } from '../unit/support/until.ts';
import { type Agent, eras, McpWorld, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

describe('a call canceled by its client', () => {
	const world = McpWorld.ofEachTest();
	let run: { readonly deployment_id: string; readonly workflow_api_json: string };

	beforeEach(async () => {
		run = { deployment_id: demo.harbour, workflow_api_json: await readFile(sampleWorkflow, 'utf8') };
	});

	/** Calls a tool until it is canceled. */
	function canceled({ client }: Agent, name: string, args: Record<string, unknown>) {
		const control = new AbortController();
		const params = { name, arguments: args };
		const options = { signal: control.signal };
		const done =
			client instanceof LaterClient
				? client.callTool(params, options)
				: client.callTool(params, undefined, options);
		const ended = assert.rejects(done, /cancel/);
		return { cancel: () => control.abort('canceled'), ended };
	}

	for (const era of eras) {
		/** Starts a run with an unnoticed end; returns it with the timers of its call. */
		async function waitsForever() {
			const clock = new CountingClock();
			const agent = await world.connect({ era, clock, follows: new ManualClock(), answer: () => yes });
			const args = { ...run, wait_for_completion: true };
			const call = canceled(agent, 'submit_request', args);
			await until('the question', () => agent.asked.length === 1);
			for (let sent = 0; sent === 0; sent = await world.operations.submissions());
			// The question has been answered, so this is the time that it waits for the end.
			await until('the time that it waits', () => clock.pending === 1);
			return { clock, agent, ...call };
		}

		it(`no longer waits, though it was continued by another request (${era})`, async () => {
			const { clock, cancel, ended } = await waitsForever();
			cancel();
			await ended;
			await until('the end of all timers', () => clock.pending === 0);
		});

		it(`no longer waits once its client has gone (${era})`, async () => {
			const { clock, agent, ended } = await waitsForever();
			await Promise.allSettled([agent.close(), ended]);
			assert.equal(clock.pending, 0);
		});

		it(`asks no further question, and sends nothing (${era})`, async () => {
			const clock = new CountingClock();
			const answer = Promise.withResolvers<typeof yes>();
			const agent = await world.connect({ era, clock, answer: () => answer.promise });
			const before = await world.changes();
			const { cancel, ended } = canceled(agent, 'submit_request', run);
			await until('the question', () => agent.asked.length === 1);
			cancel();
			answer.resolve(yes);
			await ended;
			await agent.close();
			assert.equal(clock.pending, 0);
			assert.deepEqual(await world.changes(), before);
		});
	}
});
