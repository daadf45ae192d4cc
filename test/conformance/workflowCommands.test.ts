import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { runLine } from '../support/commandIo.ts';
import { apiWorkflow, uiWorkflow } from '../support/uiWorkflow.ts';
import { CommandLine } from './commandLineWorld.ts';
import { demo } from './support.ts';

describe('workflow documents on the command line', () => {
	const world = CommandLine.ofSuite();

	before(async () => {
		await write('ui.json', uiWorkflow());
		await write('sample.json', sample);
	});

	const write = (name: string, value: unknown) =>
		writeFile(world.place(name), typeof value === 'string' ? value : JSON.stringify(value));
	/** Runs a command while signed out. */
	const signedOut = (...args: readonly string[]) =>
		runLine(['workflows', ...args], { cwd: world.folder, env: { ...world.environment, EASEL_TOKEN: '' } });
	const changed = (name: string, before: string, after: string) =>
		write(name, JSON.stringify(sample).replace(before, after));

	it('are converted without a sign-in, the document apart from the notes', async () => {
		const { status, out, err } = await signedOut('convert', 'ui.json');
		assert.equal(status, 0, err);
		assert.deepEqual(JSON.parse(out), apiWorkflow);
		assert.match(err, /^Converted \d+ nodes?\./);
		const { document, nodes } = await world.json('workflows', 'convert', 'ui.json');
		assert.deepEqual(JSON.parse(document), JSON.parse(out));
		assert.equal(nodes, Object.keys(apiWorkflow).length);
		const again = await signedOut('convert', 'sample.json');
		assert.deepEqual(
			[again.status, again.out, again.err],
			[2, '', '"sample.json" is already in API format. Use it as it is.\n'],
		);
	});

	it('are compared by meaning, a line for each node and each of its inputs', async () => {
		const { seed } = sample['3'].inputs;
		await changed('later.json', `"seed":${seed}`, '"seed":4711');
		const { status, out, err } = await signedOut('compare', 'sample.json', 'later.json');
		assert.equal(status, 0, err);
		const [summary, node, input, ...rest] = out.trimEnd().split('\n');
		assert.equal(summary, '1 changed');
		assert.match(node ?? '', /^~ 3 /);
		assert.equal(input, `    seed: ${seed} → 4711`);
		assert.deepEqual(rest, []);
		assert.equal((await signedOut('compare', 'ui.json', 'ui.json')).out, 'no difference\n');
	});

	it('list the requirements of a workflow, and those missing on a deployment', async () => {
		const { out } = await signedOut('requirements', 'ui.json');
		for (const { class_type } of Object.values(apiWorkflow))
			assert.ok(out.includes(`  ${class_type}\n`), out);
		const { ckpt_name } = sample['4'].inputs;
		await changed('other.json', ckpt_name, 'none-of-these.safetensors');
		const lacking = await world.easel(
			'workflows',
			'requirements',
			'other.json',
			'--deployment',
			'Harbour (SD 1.5)',
		);
		assert.match(lacking.out, /\nModels that are missing\n {2}none-of-these\.safetensors \(4\.ckpt_name\)\n/);
		const stranger = await signedOut('requirements', 'other.json', '--deployment', demo.harbour);
		assert.equal(stranger.status, 7);
		assert.match(stranger.err, /^You are not signed in/);
	});

	it('are refused in a sentence if a file has no workflow', async () => {
		const texts = ['', '[1', '{}', 'lr: 0.0001', '\u001b[2J\u0000'];
		for (const text of texts) {
			await write('odd.json', text);
			for (const args of [
				['convert', 'odd.json'],
				['compare', 'sample.json', 'odd.json'],
				['requirements', 'odd.json'],
			]) {
				const { status, out, err } = await signedOut(...args);
				assert.deepEqual([status, out], [2, ''], `${args.join(' ')}: ${text} ${out}`);
				assert.match(err, /\. \S.*\.\n$/, text);
				assert.ok(!err.includes('\u001b'));
			}
		}
	});
});
