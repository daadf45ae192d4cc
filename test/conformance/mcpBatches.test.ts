import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { apiWorkflow, uiWorkflow } from '../support/uiWorkflow.ts';
import { config, train } from './jobsSupport.ts';
import { type Agent, McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

describe('work that an agent repeats', () => {
	const world = McpWorld.ofEachTest();
	let agent: Agent;
	const run = { deployment_id: demo.harbour, path: sampleWorkflow };

	beforeEach(async () => {
		agent = await world.connect({ answer: () => yes });
	});

	it('runs a request again, the same, with other values and with other seeds, each time with a question', async () => {
		const first = await agent.value('submit_request', { ...run, seed: 7, wait_for_completion: true });
		const again = { run_again_of: first.request_id, wait_for_completion: true };
		const same = await agent.value('submit_request', again);
		assert.deepEqual([same.state, same.seed, same.prompt], ['succeeded', '7', first.prompt]);
		const other = await agent.value('submit_request', {
			...again,
			overrides: { '6.text': 'a lighthouse' },
			seed: 8,
		});
		assert.deepEqual([other.seed, other.prompt], ['8', 'a lighthouse']);
		assert.match(agent.asked.at(-1) ?? '', /a lighthouse/);
		const drawn = await agent.value('submit_request', { ...again, seed: 'random' });
		assert.notEqual(drawn.seed, '7');
		assert.equal(drawn.prompt, first.prompt);
		assert.equal(agent.asked.length, 4);
		const unknown = await agent.call('submit_request', { run_again_of: demo.harbour });
		assert.match(replyText(unknown), /list_requests lists those/);
		const both = await agent.call('submit_request', { ...run, run_again_of: first.request_id });
		assert.match(replyText(both), /run_again_of takes overrides, seed and webhook_url/);
		assert.equal(agent.asked.length, 4);
	});

	it('runs a batch after one question, follows it to its end, and lists it', async () => {
		const begun = await agent.value('submit_batch', {
			...run,
			count: 3,
			overrides: { '6.text': 'a lighthouse' },
		});
		assert.match(agent.asked.join(), /3/);
		assert.match(agent.asked.join(), /a lighthouse/);
		assert.equal(agent.asked.length, 1);
		const { batch_id } = begun;
		const { batches } = await agent.value('get_batch', { batch_id, wait_for_completion: true });
		assert.deepEqual([batches.length, batches[0].state, batches[0].count], [1, 'ended', 3]);
		for (const request_id of batches[0].request_ids) {
			const made = await agent.value('get_request_status', { request_id, wait_for_completion: true });
			assert.deepEqual([made.state, made.prompt], ['succeeded', 'a lighthouse']);
		}
		const listed = await agent.value('get_batch');
		assert.equal(listed.batches[0].batch_id, batch_id);
		const unknown = await agent.call('get_batch', { batch_id: demo.harbour });
		assert.match(replyText(unknown), /without a batch_id/);
		assert.equal(agent.asked.length, 1);
	});

	it('pauses, continues and cancels a batch as far as a person allows it', async () => {
		const { batch_id } = await agent.value('submit_batch', { ...run, count: 50 });
		const no = await world.connect({ answer: () => ({ action: 'decline' }) });
		for (const action of ['pause', 'cancel']) {
			const refused = await no.call('change_batch', { batch_id, action });
			assert.match(replyText(refused), /because it was not confirmed/);
		}
		const paused = await agent.value('change_batch', { batch_id, action: 'pause' });
		assert.equal(paused.state, 'paused');
		assert.match(agent.asked.at(-1) ?? '', /^Pause the batch "50 seeds of /);
		const still = await no.call('change_batch', { batch_id, action: 'continue' });
		assert.match(replyText(still), /its cost was not confirmed/);
		assert.equal((await agent.value('get_batch', { batch_id })).batches[0].state, 'paused');
		const going = await agent.value('change_batch', { batch_id, action: 'continue' });
		assert.equal(going.state, 'running');
		assert.match(agent.asked.at(-1) ?? '', /^Start \d+ runs of .*\nCost: /s);
		const canceled = await agent.value('change_batch', { batch_id, action: 'cancel' });
		assert.match(canceled.state, /^cancel/);
		assert.match(agent.asked.at(-1) ?? '', /^Cancel all runs of the batch "50 seeds of /);
		assert.equal(agent.asked.length, 4);
	});

	it('starts no batch for a client that cannot ask', async () => {
		const silent = await world.connect({ allowChanges: true });
		const refused = await silent.call('submit_batch', { ...run, count: 2 });
		assert.match(replyText(refused), /cannot ask a person/);
		assert.deepEqual(await world.changes(), []);
	});

	it('resumes a training with another configuration after one question', async () => {
		const configuration = config({ name: 'again', train });
		const { job_id } = await agent.value('submit_training_job', { configuration });
		await agent.value('get_training_job', { job_id, wait_for_completion: true });
		const longer = configuration.replace('steps: 40', 'steps: 60');
		const resumed = await agent.value('resume_training_job', { job_id, configuration: longer });
		assert.equal(resumed.job_id, job_id);
		assert.match(
			agent.asked.at(-1) ?? '',
			/The training job "again" gets this configuration\..*It begins at step 40/s,
		);
		assert.equal(agent.asked.length, 2);
		const done = await agent.value('get_training_job', { job_id, wait_for_completion: true });
		assert.equal(done.step, 60);
		const wrong = configuration.replace('lr: 0.0001', 'lr: fast');
		const refused = await agent.call('resume_training_job', { job_id, configuration: wrong });
		assert.match(replyText(refused), /correct what is named above/);
		assert.equal(agent.asked.length, 2);
	});

	it('converts a workflow in UI format', async () => {
		const converted = await agent.call('convert_workflow', { text: JSON.stringify(uiWorkflow()) });
		const { document } = converted.structuredContent;
		assert.deepEqual(JSON.parse(document), apiWorkflow);
		assert.ok(replyText(converted).includes(document));
		const api = await agent.call('convert_workflow', { text: await readFile(sampleWorkflow, 'utf8') });
		assert.match(replyText(api), /already in API format/);
	});
});
