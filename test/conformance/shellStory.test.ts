import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import sd15Sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { configurationFor } from '../support/configuration.ts';
import { CommandLine, type Ended, program } from './commandLineWorld.ts';

const samples = join(import.meta.dirname, '..', '..', 'media', 'samples');

/** As a person writes it who has a terminal and nothing else; `pick` prints a member of the JSON that it reads. */
const script = `
set -euo pipefail
pick() { node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))$1"; }

easel whoami --json | pick .account > account
deployment=$(easel deployments list --json | pick ".deployments.find(({ name }) => name.startsWith('Harbour (')).id")

# What is wrong is found before anything is sent, and fixed by hand.
status=0
easel check broken.json --format json > findings.json || status=$?
test "$status" = 1
grep -q 99 findings.json
sed 's/"99"/"10"/' broken.json > harbour.json
easel check harbour.json

# Without --yes nothing leaves, and the answer says so.
status=0
easel run harbour.json --on "$deployment" --json > refused.json || status=$?
test "$status" = 5
test "$(pick .error.kind < refused.json)" = canceled

easel run harbour.json --on "$deployment" --set 6.text='a quiet pier' --seed 7 --yes --save out --json > run.json
id=$(pick .run.id < run.json)
test "$(easel runs show "$id" --json | pick .state)" = succeeded
test "$(easel runs result "$id" --json | pick .files.length)" = 1
test -s "$(pick '.saved[0]' < run.json)"

# One that is not wanted any more.
other=$(easel run harbour.json --on "$deployment" --seed 8 --yes --no-wait --json | pick .run.id)
easel runs cancel "$other" --json > canceled.json
easel runs show "$other" --wait --json > other.json || true
easel runs list --json | pick ".runs.map(({ id }) => id).join()" > runs

# From a folder to a LoRA.
dataset=$(easel upload photos --dataset shell_story --json | pick .datasetName)
test "$dataset" = shell_story
easel datasets list --json | pick ".datasets.map(({ name }) => name).join()" > datasets
job=$(easel train lora.yaml --yes --wait --json | pick .id)
checkpoint=$(easel jobs result "$job" --json | pick '.checkpoints.at(-1)')
easel jobs download "$job" "$checkpoint" models --json | pick .path > downloaded
easel balance --json | pick .microdollars > balance
easel spending --json | pick .starts.length > starts
echo done
`;

describe('the whole way in a shell', () => {
	let world: CommandLine;

	before(async () => {
		world = await CommandLine.open('--speed', '100');
		const sampler = sd15Sample[3];
		const inputs = { ...sampler.inputs, model: ['99', 0] };
		const broken = { ...sd15Sample, 3: { ...sampler, inputs } };
		await writeFile(world.place('broken.json'), JSON.stringify(broken, undefined, 2));
		await writeFile(world.place('lora.yaml'), configurationFor('shell_story'));
		await mkdir(world.place('photos'));
		await copyFile(join(samples, 'harbour.png'), world.place('photos', 'one.png'));
		await writeFile(world.place('photos', 'one.txt'), 'a harbour');
		await mkdir(world.place('bin'));
		for (const [name, line] of [
			['easel', `exec '${process.execPath}' '${program}' "$@"`],
			['node', `exec '${process.execPath}' "$@"`],
		] as const) {
			await writeFile(world.place('bin', name), `#!/bin/sh\n${line}\n`);
			await chmod(world.place('bin', name), 0o755);
		}
	});
	after(() => world?.end());

	it('goes from a broken document to pictures and from a folder to a checkpoint, by JSON alone', async () => {
		const env = { ...world.environment, PATH: `${world.place('bin')}${delimiter}${process.env.PATH}` };
		const { status, out, err } = await new Promise<Ended>((resolve) =>
			execFile('bash', ['-xc', script], { cwd: world.folder, env }, (error, out, err) =>
				resolve({ status: error === null ? 0 : Number(error.code), out, err }),
			),
		);
		assert.equal(status, 0, `${out}\n${err}`);
		const said = async (name: string) => (await readFile(world.place(name), 'utf8')).trim();
		const run = JSON.parse(await said('run.json')).run;
		const [newest, oldest] = (await said('runs')).split(',');
		const other = JSON.parse(await said('other.json'));
		assert.deepEqual([other.id, run.id], [newest, oldest]);
		assert.match(other.state, /^(canceled|succeeded)$/);
		assert.equal(run.seed, '7');
		assert.ok((await said('datasets')).split(',').includes('shell_story'));
		assert.ok((await readFile(await said('downloaded'))).byteLength > 0);
		assert.equal(await said('starts'), '3');
		assert.equal(await world.received('POST', '/inference'), 2);
		for (const text of [out, err, await said('run.json')])
			assert.ok(!text.includes(world.sandbox.announced.token));
	});
});
