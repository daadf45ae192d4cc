import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { canonicalJson } from '../../src/core/json/canonical.ts';
import { hasPython } from '../support/clientCompilers.ts';
import { runLine } from '../support/commandIo.ts';
import { EngineDouble } from '../support/engineDouble.ts';
import { Recorder } from '../support/recorder.ts';
import { CommandLine, type Ended, ended } from './commandLineWorld.ts';
import { type Body, demo, startSandbox } from './support.ts';

const samples = new URL('../../media/samples/', import.meta.url);
const largest = '18446744073709551615';
const text = `a "lake" \\ in \`fog\` \${here}\n港 🌊`;

/** The inputs that the clients are called with, in both languages. */
const calls = {
	typescript: (inputs: string, options: string) => `import { run, download } from './made.ts';
const { inputs, options } = { inputs: ${inputs}, options: ${options} };
try {
	const outputs = await run(inputs, options);
	const files = Object.values(outputs).flatMap((output) => output?.files ?? []);
	const bytes = await Promise.all(files.map(async (file) => (await download(file)).length));
	console.log(JSON.stringify({ outputs, bytes }));
} catch (error) {
	console.log(JSON.stringify({ error: (error as Error).message }));
}
`,
	python: (inputs: string, options: string) => `import json
from made import *
try:
    outputs = run(${inputs}, **${options})
    sizes = [len(download(file)) for output in outputs.values() for file in output["files"]]
    print(json.dumps({"outputs": outputs, "bytes": sizes}))
except Exception as error:
    print(json.dumps({"error": str(error)}))
`,
};

describe('clients that Easel has made', () => {
	const world = CommandLine.ofSuite('--speed', '50');
	let recorder: Recorder;

	before(async () => {
		recorder = new Recorder(() => world.sandbox.announced.baseUrl);
		await recorder.start();
		await copyFile(new URL('harbour.png', samples), world.place('harbour.png'));
	});
	after(() => recorder?.end());

	const easel = async (...args: readonly string[]): Promise<Ended> => {
		const env = { ...world.environment, EASEL_BASE_URL: recorder.url };
		const done = await runLine(args, { cwd: world.folder, env });
		assert.equal(done.status, 0, done.err);
		return done;
	};
	/** Writes a sample with the largest seed as a document. */
	const document = async (sample: string, name: string) => {
		const source = await readFile(new URL(sample, samples), 'utf8');
		await writeFile(world.place(name), source.replace(/"seed": \d+/, `"seed": ${largest}`));
		return name;
	};
	const made = async (name: string, language: keyof typeof calls, ...more: readonly string[]) => {
		const { out } = await easel('client', name, '--language', language, ...more);
		await writeFile(world.place(language === 'python' ? 'made.py' : 'made.ts'), out);
	};
	/** Runs the client that was made last. */
	const run = async (language: keyof typeof calls, inputs: string, options: string): Promise<Body> => {
		const isPython = language === 'python';
		const main = isPython ? 'main.py' : 'main.ts';
		await writeFile(world.place(main), calls[language](inputs, options));
		const child = spawn(isPython ? 'python3' : process.execPath, [main], {
			cwd: world.folder,
			env: { ...world.environment, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const { status, out, err } = await ended(child);
		assert.equal(status, 0, err);
		return JSON.parse(out);
	};
	const optionsOf = (language: keyof typeof calls, deployment: string, more: object = {}) => {
		const names = language === 'python' ? ['deployment_id', 'base_url'] : ['deploymentId', 'baseUrl'];
		return JSON.stringify({ [names[0] ?? '']: deployment, [names[1] ?? '']: recorder.url, ...more }).replace(
			':true',
			language === 'python' ? ':True' : ':true',
		);
	};

	it('are written by name and checked with a status, without a sign-in', async () => {
		const name = await document('text-to-image-sd15.json', 'dawn_api.json');
		const client = (...args: readonly string[]) =>
			runLine(['client', name, ...args], {
				cwd: world.folder,
				env: { ...world.environment, EASEL_TOKEN: '' },
			});
		const written = await client('--language', 'python', '--out', '.');
		assert.deepEqual([written.status, written.err], [0, '']);
		assert.equal(written.out, `${world.place('dawn.py')}\n`);
		const { out } = await client('--language', 'python');
		assert.equal(await readFile(world.place('dawn.py'), 'utf8'), out);
		assert.deepEqual(await client('--check', 'dawn.py'), {
			...{ status: 0, out: '"dawn.py" matches the workflow.\n', err: '' },
		});
		const source = await readFile(world.place(name), 'utf8');
		await writeFile(world.place(name), source.replaceAll('"3"', '"33"'));
		const moved = await client('--check', 'dawn.py');
		assert.equal(moved.status, 0);
		assert.match(moved.out, /^"dawn\.py" matches the workflow\. The IDs of its nodes have changed/);
		await writeFile(world.place(name), source.replace(/"steps": \d+/, '"steps": 3'));
		const changed = await client('--check', 'dawn.py');
		assert.equal(changed.status, 1);
		assert.match(changed.out, /^The workflow has changed since "dawn\.py" was made;/m);
		await writeFile(world.place('dawn.py'), 'print("ours")\n');
		assert.equal((await client('--language', 'python', '--out', '.')).status, 2);
		assert.match((await client('--out', '.')).err, /^--language is missing\./);
	});

	for (const language of ['typescript', 'python'] as const) {
		describe(`in ${language}`, () => {
			before(function () {
				if (language === 'python' && !hasPython) this.skip();
			});

			const integer = (digits: string) => (language === 'python' ? digits : `${digits}n`);
			const sent = () => canonicalJson(recorder.bodies.at(-1) ?? '');

			it('send the same requests as Easel, with all digits of numbers, and return files by title', async () => {
				const name = await document('text-to-image-sd15.json', 'harbor_api.json');
				await easel('workflows', 'name', name, '--input', 'prompt=6.text', '--input', 'Seed=3.seed');
				await made(name, language);
				const on = ['--on', demo.harbour, '--mode', 'inline', '--no-draws', '--yes'];
				await easel('run', name, ...on);
				const whole = sent();
				assert.ok(whole.includes(largest));
				const first = await run(language, '{}', optionsOf(language, demo.harbour));
				assert.equal(sent(), whole);
				assert.deepEqual(Object.keys(first.outputs), ['Save picture']);
				assert.equal(first.bytes.length, 1);
				assert.ok(first.bytes[0] > 1000);

				await easel('run', name, ...on, '--set', `prompt=${text}`, '--set', `seed=9007199254740993`);
				const changed = sent();
				assert.ok(changed.includes('9007199254740993'));
				const inputs = `{ "prompt": ${JSON.stringify(text)}, "seed": ${integer('9007199254740993')} }`;
				await run(language, inputs, optionsOf(language, demo.harbour));
				assert.equal(sent(), changed);

				const saved = language === 'python' ? '{"saved_workflow": True, ' : '{savedWorkflow: true, ';
				await run(language, inputs, saved + optionsOf(language, demo.harbour).slice(1));
				assert.equal(
					sent(),
					canonicalJson(
						`{"overrides":{"6":{"inputs":{"text":${JSON.stringify(text)}}},"3":{"inputs":{"seed":9007199254740993}}}}`,
					),
				);
			});

			it('send a file as Easel sends it', async () => {
				const name = await document('image-to-image.json', 'winter_api.json');
				await made(name, language);
				await easel('run', name, '--on', demo.repaint, '--mode', 'inline', '--yes');
				const whole = sent();
				assert.match(whole, /data:image\/png;base64,/);
				const { bytes } = await run(
					language,
					'{ "image": "harbour.png" }',
					optionsOf(language, demo.repaint),
				);
				assert.equal(sent(), whole);
				assert.equal(bytes.length, 1);
			});

			it('fail in a sentence, before anything is sent or with the reason of the service', async () => {
				const name = await document('text-to-image-sd15.json', 'harbor_api.json');
				await easel(
					'workflows',
					'name',
					name,
					'--input',
					'steps=3.steps',
					'--input',
					'Sampler=3.sampler_name',
				);
				await made(name, language);
				const before = recorder.bodies.length;
				const failure = async (
					inputs: string,
					deployment: string = demo.harbour,
					more = {},
				): Promise<string> => (await run(language, inputs, optionsOf(language, deployment, more))).error;
				const wrong = language === 'python' ? '{"steps": 0}' : '{steps: 0}';
				assert.equal(await failure(wrong), 'steps must be at least 1: 0');
				assert.match(await failure('{ "steps": 10001 }'), /^steps must be at most 10000: 10001$/);
				assert.match(await failure('{ "steps": 1.5 }'), /^steps must be an integer/);
				const cast = language === 'python' ? '{"sampler": "none"}' : '{ sampler: "none" as never }';
				assert.match(await failure(cast), /^sampler must be one of euler, .*none'?$/);
				assert.match(
					await failure(cast.replace('sampler', 'sampel')),
					/^There is no input ["']sampel["']\.$/,
				);
				assert.equal(recorder.bodies.length, before);

				assert.match(await failure('{}', demo.disabled), /\/inference was refused \(HTTP 4\d\d\): \S/);
				const saved = { [language === 'python' ? 'saved_workflow' : 'savedWorkflow']: true };
				assert.match(await failure('{}', demo.fails, saved), /^The run \S+ failed: \S/);
				assert.match(await failure('{}', demo.harbour, { token: 'wrong' }), /refused \(HTTP 401\)/);
			});

			it('cancel the run after their time', async () => {
				const slow = await startSandbox();
				try {
					const name = await document('text-to-image-sd15.json', 'harbor_api.json');
					await made(name, language);
					const more = { timeout: 0.5, token: slow.announced.token };
					const at = { [language === 'python' ? 'base_url' : 'baseUrl']: slow.announced.baseUrl };
					const { error } = await run(language, '{}', optionsOf(language, demo.harbour, { ...more, ...at }));
					assert.match(error, /canceled after 0\.5 seconds\.$/);
					const { entries } = await slow.control('GET', 'journal');
					assert.ok(entries.some(({ path }: Body) => path.endsWith('/cancel')));
				} finally {
					await slow.end();
				}
			});

			it('run on an engine, to which they upload files', async () => {
				const engine = await EngineDouble.start();
				try {
					const workflow = {
						1: { class_type: 'LoadImage', inputs: { image: 'gone.png' } },
						2: {
							class_type: 'SaveImage',
							inputs: { images: ['1', 0], filename_prefix: 'made' },
							_meta: { title: 'Keep' },
						},
					};
					await writeFile(world.place('copy_api.json'), JSON.stringify(workflow));
					await made('copy_api.json', language, '--target', 'engine');
					const options = JSON.stringify({ address: engine.url });
					engine.failNode('2', { type: 'ValueError', message: 'no room' });
					const failed = await run(language, '{ "image": "harbour.png" }', options);
					assert.match(failed.error, /^The run \S+ failed in Keep \(2\): no room$/);
					const refused = await run(language, '{}', options);
					assert.match(refused.error, /refused \(HTTP 400\): .*\n?.*LoadImage \(1\): /s);

					engine.failures.clear();
					const { outputs, bytes } = await run(language, '{ "image": "harbour.png" }', options);
					assert.deepEqual(Object.keys(outputs), ['Keep']);
					assert.ok(bytes[0] > 0);
					assert.deepEqual(
						engine.files.get('input//harbour.png'),
						await readFile(world.place('harbour.png')),
					);
					const submitted = engine.callsTo('POST', '/prompt').at(-1);
					assert.deepEqual(submitted?.body.prompt[1].inputs, { image: 'harbour.png' });
				} finally {
					await engine.close();
				}
			});
		});
	}
});
