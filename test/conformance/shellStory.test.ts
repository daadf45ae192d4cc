import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import sd15Sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { configurationFor } from '../support/configuration.ts';
import { easelProgram } from '../support/programs.ts';
import { approveSignIns, CommandLine } from './commandLineWorld.ts';
import type { Body } from './support.ts';

const samples = join(import.meta.dirname, '..', '..', 'media', 'samples');
const session = join(import.meta.dirname, 'shellSession.sh');

/** The sample with an unknown scheduler, which has a fix. */
const broken = JSON.stringify(sd15Sample, undefined, 2).replace('"karras"', '"karas"');

/** Returns the sample with a chain of samplers that is long enough to run for a minute on the slowest machine. */
function slowDocument(): string {
	const nodes: Body = structuredClone(sd15Sample);
	const sampler = nodes[3];
	for (let last = '3', count = 0; count < 40; count++) {
		const id = String(100 + count);
		nodes[id] = { ...sampler, inputs: { ...sampler.inputs, steps: 1000, latent_image: [last, 0] } };
		nodes[8].inputs.samples = [id, 0];
		last = id;
	}
	return JSON.stringify(nodes);
}

/** Reads the files of a folder with these names. */
async function textsIn(folder: string, names = /^/): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && names.test(entry.name));
	return Promise.all(files.map(({ name }) => readFile(join(folder, name), 'utf8')));
}

/** A configuration with two mistakes that have fixes, and with samples. */
const mistaken = configurationFor('shell_session')
	.replace('name: harbour_v1', 'name: harbour v1')
	.replace('lr: 0.0001', 'lr: "0.0001"')
	.replace(/^ {6}train:/m, '      sample: { sample_every: 10, prompts: [a pier, a boat] }\n$&');

describe('the whole way in a shell', () => {
	let world: CommandLine;

	before(async () => {
		world = await CommandLine.open('--speed', '100');
		await writeFile(world.place('broken.json'), broken);
		await writeFile(world.place('slow.json'), slowDocument());
		await writeFile(world.place('lora.yaml'), mistaken);
		await mkdir(world.place('photos'));
		await copyFile(join(samples, 'harbour.png'), world.place('photos', 'one.png'));
		await writeFile(world.place('photos', 'one.txt'), 'a harbour');
		await mkdir(world.place('bin'));
		for (const [name, line] of [
			['easel', `exec '${process.execPath}' '${easelProgram}' "$@"`],
			['node', `exec '${process.execPath}' "$@"`],
		] as const) {
			await writeFile(world.place('bin', name), `#!/bin/sh\n${line}\n`);
			await chmod(world.place('bin', name), 0o755);
		}
	});
	after(() => world?.end());

	it('goes from the sign-in to pictures, a checkpoint and the sign-out, by JSON alone', async function () {
		this.timeout(240_000);
		const child = spawn('bash', [session], {
			cwd: world.folder,
			env: {
				...world.environment,
				EASEL_TOKEN: '',
				// Each command compiles its modules only once.
				NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? world.place('compiled'),
				PATH: `${world.place('bin')}${delimiter}${process.env.PATH}`,
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const [out, said, [status]] = await Promise.all([
			streamText(child.stdout),
			approveSignIns(child.stderr, world.sandbox),
			once(child, 'close'),
		]);
		const err = said.join('\n');
		assert.equal(status, 0, `${out}\n${err}`);
		assert.equal(out, '');
		const kept = await textsIn(world.place('signed-in'));
		const tokens = kept.flatMap((text) =>
			[...text.matchAll(/"token":\s*"([^"]+)"/g)].map(([, token]) => token),
		);
		assert.equal(tokens.length, 1);
		const printed = [err, ...(await textsIn(world.folder, /\.json$/))];
		assert.ok(printed.length > 20, `${printed.length} answers`);
		for (const token of tokens)
			assert.ok(
				printed.every((text) => !text.includes(token ?? '')),
				'the token is printed',
			);
		const { entries } = await world.sandbox.control('GET', 'journal');
		const submitted: readonly string[] = entries.flatMap(({ method, path }: Body) =>
			method === 'POST' && /\/inference(\?|$)/.test(path) ? [path] : [],
		);
		assert.deepEqual(
			submitted.map((path) => path.includes('?webhook=')),
			[true, false, false],
		);
	});
});
