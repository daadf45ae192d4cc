import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { tools } from '../../src/core/agents/tools.ts';
import { manifest } from '../meta/support/manifest.ts';
import { newFolder } from '../support/newFolder.ts';
import { type Agent, McpWorld, type ToolReply, yes } from './mcpWorld.ts';

const project = join(import.meta.dirname, '..', '..');
const skills = manifest.contributes.chatSkills.map(({ path }) => path);

interface Step {
	readonly tool: string;
	readonly arguments: Readonly<Record<string, unknown>>;
}

interface Skill {
	readonly text: string;
	readonly steps: readonly Step[];
	/** The configuration that the reader has to write. */
	readonly configuration: string;
}

async function readSkill(path: string): Promise<Skill> {
	const text = await readFile(join(project, path), 'utf8');
	const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)];
	const of = (language: string) =>
		blocks.flatMap(([, name, block = '']) => (name === language ? [block] : []));
	return { text, steps: of('json').map((block) => JSON.parse(block)), configuration: of('yaml').join('') };
}

/** Returns a text with values in place of its words between angle brackets. */
function filled(text: string, known: Readonly<Record<string, string>>): string {
	return text.replaceAll(
		/<(\w+)>/g,
		(_, name: string) => known[name] ?? assert.fail(`nothing says what <${name}> is`),
	);
}

describe('the skills of agents', () => {
	for (const path of skills) {
		it(`are named like their folder, are short and name tools and arguments that there are: ${path}`, async () => {
			const { text, steps } = await readSkill(path);
			const [, header = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
			const [, name = ''] = /^name: ([a-z0-9]+(?:-[a-z0-9]+)*)$/m.exec(header) ?? [];
			assert.equal(name, basename(dirname(path)));
			const [, description = ''] = /^description: ([^<>\n]{1,1024})$/m.exec(header) ?? [];
			assert.doesNotMatch(description, /: /, 'it would be read as a member');
			assert.ok(description.length > 50 && text.split('\n').length <= 200);
			assert.ok(steps.length > 0);
			for (const { tool: wanted, arguments: given } of steps) {
				const tool = tools.find((each) => each.name === wanted) ?? assert.fail(`there is no ${wanted}`);
				const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' });
				for (const argument of Object.keys(given))
					assert.ok(argument in properties, `${wanted}: ${argument}`);
				for (const argument of required) assert.ok(argument in given, `${wanted}: ${argument}`);
			}
			for (const [, named = ''] of text.matchAll(/`([a-z]+_[a-z_]+)`/g)) {
				const words = JSON.stringify(
					tools.map(({ name, input, output }) => [name, z.toJSONSchema(input), z.toJSONSchema(output)]),
				);
				assert.ok(named === 'easel_' || words.includes(`"${named}"`), named);
			}
		});
	}
});

describe('a reader who follows a skill step by step', () => {
	const world = McpWorld.ofEachTest();
	let folder: string;
	let agent: Agent;

	beforeEach(async () => {
		folder = newFolder();
		agent = await world.connect({ era: '2025-11-25', answer: () => yes });
	});

	/** Performs each step with the facts known by then; `learn` adds those of an answer. */
	const follow = async (
		{ steps }: Skill,
		known: Record<string, string>,
		// biome-ignore lint/suspicious/noExplicitAny: the test defines the expected type of a tool's data
		learn: (step: Step, value: any, reply: ToolReply) => unknown,
	) => {
		for (const step of steps) {
			const reply = await agent.call(step.tool, JSON.parse(filled(JSON.stringify(step.arguments), known)));
			assert.ok(!reply.isError, `${step.tool}: ${JSON.stringify(reply.content)}`);
			await learn(step, reply.structuredContent, reply);
		}
	};
	const skill = (name: string) =>
		readSkill(skills.find((path) => path.includes(name)) ?? assert.fail(`there is no ${name}`));

	it('repairs a broken workflow, runs it once and sees its picture', async () => {
		const sample = await readFile(join(project, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		const document = join(folder, 'workflow_api.json');
		await writeFile(document, sample.replace('"CLIPTextEncode"', '"CLIPTextEncod"'));
		const known: Record<string, string> = { words: 'harbour', document };
		const checked: number[] = [];
		const shown: ToolReply[] = [];
		await follow(await skill('run-workflow'), known, async ({ tool }, value, reply) => {
			if (tool === 'list_deployments') known.deployment_id = value.deployments[0].deployment_id;
			if (tool === 'submit_request') known.request_id = value.request_id;
			if (tool === 'show_result') shown.push(reply);
			if (tool !== 'check_document') return;
			checked.push(value.total);
			const lines = (await readFile(document, 'utf8')).split('\n');
			for (const { line, character, endCharacter, newText } of value.findings[0]?.fixes[0]?.edits ?? [])
				lines[line] = lines[line]?.slice(0, character) + newText + lines[line]?.slice(endCharacter);
			await writeFile(document, lines.join('\n'));
		});
		assert.deepEqual(checked, [1, 0]);
		assert.equal(await readFile(document, 'utf8'), sample);
		assert.equal(await world.operations.submissions(), 1);
		assert.ok(shown[0]?.content.some(({ type }) => type === 'image'));
	});

	it('makes a LoRA of a folder', async () => {
		const photo = join(project, 'media', 'samples', 'harbour.png');
		for (const name of ['one', 'two', 'three']) {
			await copyFile(photo, join(folder, `${name}.png`));
			await writeFile(join(folder, `${name}.txt`), 'h4rb0ur at noon');
		}
		const { steps, configuration, text } = await skill('train-lora');
		const file = `${folder}.yaml`;
		const known: Record<string, string> = {
			folder,
			dataset: 'skill-photos',
			name: 'harbour_skill',
			trigger: 'h4rb0ur',
			configuration: file,
		};
		await writeFile(file, filled(configuration, known));
		try {
			let errors: number | undefined;
			let checkpoints = 0;
			await follow({ steps, configuration, text }, known, async ({ tool }, value) => {
				if (tool === 'check_document') errors = value.errors;
				if (tool === 'submit_training_job') known.job_id = value.job_id;
				if (tool === 'get_training_job') {
					checkpoints = value.checkpoints?.length ?? 0;
					await world.control('clock', { advance_seconds: 4 * 3600 });
				}
			});
			assert.equal(errors, 0);
			assert.ok(checkpoints > 0);
		} finally {
			await rm(file);
		}
	});

	it('finds two runs and sees a picture of each', async () => {
		const sample = await readFile(join(project, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		const { deployments } = await agent.value('list_deployments', { search: 'harbour' });
		const made: string[] = [];
		for (const seed of [11, 12]) {
			const { request_id } = await agent.value('submit_request', {
				deployment_id: deployments[0].deployment_id,
				workflow_api_json: sample.replace(/"seed": \d+/, `"seed": ${seed}`),
				wait_for_completion: true,
			});
			made.push(request_id);
		}
		const known: Record<string, string> = { words: 'harbour' };
		const pictures: string[] = [];
		await follow(await skill('compare-results'), known, (step, value, { content }) => {
			if (step.tool === 'list_requests' && !('cursor' in step.arguments)) {
				[known.second = '', known.first = ''] = value.requests.map(
					(each: { request_id: string }) => each.request_id,
				);
				assert.deepEqual([known.first, known.second], made);
				known.next_cursor = known.second ?? assert.fail();
			}
			if (step.tool === 'get_request_result')
				known[value.request_id === known.first ? 'first_file' : 'second_file'] = value.files[0].name;
			if (step.tool === 'show_result') pictures.push(...content.flatMap(({ data }) => data ?? []));
		});
		assert.equal(new Set(pictures).size, 2);
	});
});
