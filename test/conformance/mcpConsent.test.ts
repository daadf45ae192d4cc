import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/client';
import { CountingClock, ManualClock } from '../unit/runs/clocks.ts';
import { type Agent, eras, McpWorld, replyText, sampleWorkflow, type ToolReply, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

describe('the consent of a person', () => {
	const world = McpWorld.ofSuite();
	let run: { readonly deployment_id: string; readonly workflow_api_json: string };
	let earlier: readonly string[];

	before(async () => {
		run = { deployment_id: demo.harbour, workflow_api_json: await readFile(sampleWorkflow, 'utf8') };
	});
	beforeEach(async () => {
		earlier = await world.changes();
	});

	const nothingSent = async () => assert.deepEqual(await world.changes(), earlier);
	const submissions = async () => (await world.changes()).length - earlier.length;

	it('is missing if the client fails to ask, with an explanation', async () => {
		const agent = await world.connect({ era: eras[0], answer: () => assert.fail('no form') });
		assert.match(
			replyText(await agent.call('submit_request', run)),
			/^Nothing was sent\. The question was not answered \(.*no form\)\. Call the tool again/,
		);
		await nothingSent();
	});

	for (const era of eras) {
		it(`is only an explicit yes (${era})`, async () => {
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

		it(`is missing if the client cannot ask, and the error names the way to allow it (${era})`, async () => {
			const agent = await world.connect({ era });
			const refused = await agent.call('submit_request', run);
			assert.match(replyText(refused), /cannot ask a person.*easel mcp --allow-spend-usd 5/);
			const changed = { deployment_id: demo.cat, queue_size: 2 };
			assert.match(replyText(await agent.call('update_deployment', changed)), /--allow-changes/);
			const bold = await world.connect({ era, allowUsd: 5, allowChanges: true });
			assert.ok((await bold.call('delete_deployment', { deployment_id: demo.cat })).isError);
			const warm = { deployment_id: demo.cat, min_instances: 1 };
			assert.match(replyText(await bold.call('update_deployment', warm)), /Continuous costs/);
			await nothingSent();
		});

		it(`is needed before a first run if an hour of the machine exceeds the allowance (${era})`, async () => {
			const fresh = await McpWorld.open();
			try {
				const bold = await fresh.connect({ era, allowUsd: 0.5, allowChanges: true });
				const before = await fresh.changes();
				assert.match(
					replyText(await bold.call('submit_request', run)),
					/expected cost is up to \d\.\d\d USD/,
				);
				assert.deepEqual(await fresh.changes(), before);
			} finally {
				await fresh.end();
			}
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
			const refused = replyText(await bold.call('submit_request', run));
			const after = await world.changes();
			await agent.value('update_deployment', {
				deployment_id: demo.harbour,
				enabled: true,
				min_instances: 0,
			});
			assert.match(refused, /Continuous costs/);
			assert.deepEqual(after, earlier);
		});

		it(`keeps no timer once it is given (${era})`, async () => {
			const clock = new CountingClock();
			const agent = await world.connect({ era, clock, answer: () => ({ action: 'decline' }) });
			await agent.call('delete_deployment', { deployment_id: demo.cat });
			assert.equal(clock.pending, 0);
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
			assert.match(
				replyText(await agent.call('submit_request', run)),
				/Nothing was sent\..*within five minutes/,
			);
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

		it('counts once, even if it arrives twice at the same time', async () => {
			const args = { ...run, workflow_api_json: run.workflow_api_json.replace(/"seed": \d+/, '"seed": 7') };
			const state = await stateOf(args);
			const replies = await Promise.all([1, 2].map(() => send('submit_request', args, state)));
			assert.deepEqual(replies.map(isRefused).toSorted(), [false, true]);
			assert.ok(isRefused(await send('submit_request', args, state)));
			assert.equal(await submissions(), 1);
		});
	});
});
