import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../support/newFolder.ts';
import { type Agent, McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const largest = '18446744073709551615';

const presets = `inputs:
  prompt:
    node: 6
    input: text
    class: CLIPTextEncode
    links: [to KSampler.positive]
  strength:
    node: 60
    input: strength
    class: LoraLoader
presets:
  night:
    prompt: a harbor at night
`;

describe('inputs by name and tables of values for agents', () => {
	const world = McpWorld.ofEachTest();
	let agent: Agent;
	let folder: string;
	const at = (name: string) => join(folder, name);
	const path = () => at('harbor_api.json');

	beforeEach(async () => {
		agent = await world.connect({ answer: () => yes });
		folder = newFolder();
		await copyFile(sampleWorkflow, path());
		await writeFile(at('harbor_api.presets.yaml'), presets);
	});

	it('lists the named inputs of a workflow and the lost names, without a question', async () => {
		const listed = await agent.call('list_inputs', { path: path() });
		const { inputs, ...rest } = listed.structuredContent;
		assert.equal(inputs.length, 1);
		const { name, nodeId, input, type, source } = inputs[0];
		assert.deepEqual([name, nodeId, input, type, source], ['prompt', '6', 'text', 'text', 'file']);
		assert.deepEqual(rest, { lost: [{ name: 'strength', candidates: [] }], presets: ['night'] });
		assert.match(replyText(listed), /"prompt" 6\.text text: ".*"strength" is no longer.*Presets: "night"/s);
		const { inputs: all } = await agent.value('list_inputs', { path: path(), all: true });
		const seed = all.find((each: { input: string }) => each.input === 'seed');
		assert.deepEqual([seed.name, seed.type, seed.maximum], ['3.seed', 'integer', largest]);
		const sampler = all.find((each: { input: string }) => each.input === 'sampler_name');
		assert.ok(sampler.choices.includes('euler'), JSON.stringify(sampler));
		assert.deepEqual(agent.asked, []);
	});

	it('lists those of the workflow that is saved with a deployment, and of a text', async () => {
		const { inputs } = await agent.value('list_inputs', { deployment_id: demo.harbour, all: true });
		const prompt = inputs.find((each: { name: string }) => each.name === '6.text');
		assert.equal(prompt.type, 'text');
		const none = await agent.call('list_inputs', { text: await readFile(path(), 'utf8') });
		assert.deepEqual(none.structuredContent.inputs, []);
		assert.match(replyText(none), /Call again with all/);
		const wrong = await agent.call('list_inputs', { text: '{}', path: path() });
		assert.match(replyText(wrong), /either by its path or as text/);
	});

	it('plans a sweep, runs it after one question, and writes its results', async () => {
		await writeFile(at('harbor_api.sweep.csv'), `prompt,3.seed\n"[""fog"", ""rain""]",${largest}\ndawn,7\n`);
		const sweep = { path: at('harbor_api.sweep.csv'), deployment_id: demo.harbour };
		const plan = await agent.call('run_sweep', { ...sweep, plan_only: true });
		assert.deepEqual(plan.structuredContent, { runs: 3, done: 0 });
		assert.match(replyText(plan), /^3 runs, 0 of the table have a result/);
		assert.deepEqual([agent.asked, await world.changes()], [[], []]);
		const done = await agent.value('run_sweep', { ...sweep, max_usd: 5, wait_for_completion: true });
		assert.deepEqual([done.state, done.runs, done.request_ids.length], ['ended', 3, 3]);
		assert.equal(agent.asked.length, 1);
		assert.match(agent.asked.join(), /^Run .*3 times|3 runs/s);
		const results = await readFile(done.results, 'utf8');
		assert.equal(results.match(/,succeeded,/g)?.length, 3);
		assert.match(results, new RegExp(`fog,${largest},`));
		const rest = await agent.value('run_sweep', { ...sweep, changed: true });
		assert.deepEqual(rest, { runs: 0, done: 3 });
		assert.equal(agent.asked.length, 1);
	});

	it('sends nothing of an invalid or declined sweep, or without a way to ask', async () => {
		const sweep = { path: at('harbor_api.sweep.csv'), deployment_id: demo.harbour };
		await writeFile(sweep.path, 'prompt,steps\nfog,4\n');
		assert.match(replyText(await agent.call('run_sweep', sweep)), /no input "steps"/);
		await writeFile(sweep.path, 'prompt,3.steps\nfog,many\n');
		assert.match(replyText(await agent.call('run_sweep', sweep)), /Row 2, column "3\.steps"/);
		assert.deepEqual(agent.asked, []);
		await writeFile(sweep.path, 'prompt,3.steps\nfog,1..3\n');
		const no = await world.connect({ answer: () => ({ action: 'decline' }) });
		assert.match(replyText(await no.call('run_sweep', sweep)), /not confirmed/);
		const silent = await world.connect({ allowChanges: true });
		assert.match(replyText(await silent.call('run_sweep', sweep)), /cannot ask a person/);
		assert.deepEqual(await world.changes(), []);
	});
});
