import assert from 'node:assert/strict';
import { config, train } from './jobsSupport.ts';
import { type Agent, McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

/** A value that nests as deep as JSON is read. */
const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
const nobody = '5a9d0000-0000-4000-8000-00000000ffff';

describe('a model that is wrong', () => {
	const world = McpWorld.ofSuite();
	let agent: Agent;
	let job: string;

	before(async () => {
		agent = await world.connect({ answer: () => yes });
		const configuration = config({ name: 'mistakes', train });
		job = (await agent.value('submit_training_job', { configuration })).job_id;
	});

	/** Mistakes of a model: the tool, the input, and the next step that it reads. */
	const mistakes: readonly (readonly [string, () => Record<string, unknown>, RegExp])[] = [
		['list_deployments', () => ({ query: 'harbour' }), /"query"/],
		['list_deployments', () => ({ cursor: 'next' }), /Leave it out for the first page\./],
		['list_requests', () => ({ cursor: '-3' }), /Leave it out for the first page\./],
		['search_models', () => ({ cursor: 'x' }), /Leave it out for the first page\./],
		['submit_request', () => ({ deployment: demo.harbour, path: sampleWorkflow }), /"deployment"/],
		['submit_request', () => ({ path: sampleWorkflow }), /Give the deployment_id .* list_deployments/],
		['submit_request', () => ({ deployment_id: demo.lora }), /Run it with inputs/],
		['submit_request', () => ({ model_id: 'nope', inputs: {} }), /no model "nope"/],
		['submit_request', () => ({ model_id: 'nope', inputs: deep }), /nests too deeply, so nothing was done/],
		[
			'submit_request',
			() => ({ deployment_id: demo.harbour, overrides: deep }),
			/nests too deeply, so nothing was done/,
		],
		['get_request_status', () => ({ request_id: nobody }), /list_requests lists those/],
		['get_request_result', () => ({ request_id: demo.harbour }), /list_requests lists those/],
		['show_result', () => ({ request_id: nobody }), /list_requests lists those/],
		['cancel_request', () => ({ request_id: nobody }), /list_requests and get_training_job list the IDs\./],
		['get_training_job', () => ({ job_id: nobody }), /without a job_id to list the newest jobs\./],
		['get_deployment', () => ({ deployment_id: 'Harbour' }), /list_deployments lists the IDs/],
		[
			'update_deployment',
			() => ({ deployment_id: demo.village, min_instances: 31 }),
			/min_instances: .*\b30\b/,
		],
		['delete_deployment', () => ({ deployment_id: nobody }), /list_deployments lists the IDs/],
		['search_models', () => ({ model_id: 'nope' }), /Give words in search to find its ID\./],
		['upload_dataset', () => ({ folder: '/nowhere' }), /\S/],
		['submit_training_job', () => ({ configuration: 'job: extension' }), /Nobody was asked: correct what/],
		[
			'submit_training_job',
			() => ({ configuration: config({ name: 'machine', train }), gpu_type: 'RTX4090' }),
			/ADA_80_PLUS/,
		],
		[
			'resume_training_job',
			() => ({ job_id: job, gpu_type: 'RTX4090' }),
			/no machine 1 x RTX4090 for training\. Choose 1 x ADA_80_PLUS/,
		],
		['get_request_status', () => ({ request_id: job }), /training job: call get_training_job with it/],
	];
	it('gets the next step after each mistake, without a question to a person', async () => {
		const before = await world.changes();
		const asked = agent.asked.length;
		for (const [name, given, words] of mistakes) {
			const said = await agent
				.call(name, given())
				.catch((cause: Error) => ({ content: [{ type: 'text', text: cause.message }], isError: true }));
			assert.ok(said.isError, `${name} ${words}`);
			assert.match(replyText(said), words);
		}
		assert.deepEqual([await world.changes(), agent.asked.length], [before, asked]);
	});

	it('finds a training job whose id it has forgotten', async () => {
		const { jobs } = await agent.value('get_training_job');
		assert.deepEqual(
			jobs.map(({ job_id }: { job_id: string }) => job_id),
			[job],
		);
		assert.equal((await agent.value('get_training_job', { job_id: job })).name, 'mistakes');
	});

	it('gets the requested page of 5,000 deployments, and an empty one past the end', async () => {
		await world.control('deployments', { count: 4991 });
		const page = await agent.value('list_deployments', { cursor: '4950' });
		assert.deepEqual([page.total, page.deployments.length, page.next_cursor], [5000, 50, undefined]);
		const past = await agent.call('list_deployments', { cursor: '5000' });
		assert.deepEqual(past.structuredContent?.deployments, []);
		assert.match(replyText(past), /^5000 deployments\nThere are no more\.$/);
		const found = await agent.value('list_deployments', { search: 'village standby' });
		assert.deepEqual(
			found.deployments.map((each: { deployment_id: string }) => each.deployment_id),
			[demo.village],
		);
	});
});
