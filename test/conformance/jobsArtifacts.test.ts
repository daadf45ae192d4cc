import assert from 'node:assert/strict';
import { decode as decodePng } from 'fast-png';
import { parse } from 'yaml';
import { config, demoJobs, fileName, hubToken, JobCalls, pace, train, videos } from './jobsSupport.ts';
import { type Body, startSandbox, suiteSandbox } from './support.ts';

const steps = (count: number) => ['batch_size: 1', `steps: ${count}`, ...train.slice(2)];
const prompts = ['prompts:', '  - a lighthouse at night', '  - boats in a harbour'];
const textToVideo = ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b:t2v'];

describe('Training jobs: artifacts', () => {
	const sandbox = suiteSandbox('reset');
	const jobs = new JobCalls(sandbox);

	/** Submits a job and advances the clock until it has reached a number of steps; `all` until it has ended. */
	async function trained(text: string, reached: number | 'all'): Promise<{ id: string; artifacts: Body }> {
		const id = await jobs.submit(text);
		if (reached === 'all') await sandbox.advance(604_800);
		else await jobs.advanceToStep(reached);
		return { id, artifacts: (await jobs.result(id)).artifacts };
	}

	const names = (list: readonly { readonly path: string }[]) => list.map(({ path }) => fileName(path));

	async function bytesAt(address: string): Promise<Buffer> {
		const reply = await fetch(address);
		assert.equal(reply.status, 200, address);
		return Buffer.from(await reply.arrayBuffer());
	}

	describe('the result', () => {
		it('has no artifacts before the first start, then the configuration, then each file once made', async () => {
			const id = await jobs.submit(config({ sample: ['sample_every: 10', ...prompts] }));
			const queued = await jobs.result(id);
			assert.deepEqual(
				[queued.id, queued.job_id, queued.name, queued.status, queued.artifacts, queued.error],
				[id, id, 'portraits_v1', 'IN_QUEUE', null, null],
			);
			await sandbox.advance(pace.queue + 1);
			const loading = (await jobs.result(id)).artifacts;
			assert.deepEqual([loading.checkpoints, loading.samples], [[], []]);
			assert.equal(fileName(loading.config.path), 'config.yaml');
			await sandbox.advance(pace.loading + 12 * pace.step);
			const running = (await jobs.result(id)).artifacts;
			assert.deepEqual([running.checkpoints.length, running.samples.length], [1, 4]);
		});

		it('is given to a GET and to a POST, while the job runs and after it failed or was canceled', async () => {
			await sandbox.control('POST', 'faults', [{ kind: 'job-failed', step: 25, match: { path: 'failing' } }]);
			const failing = await jobs.submit(config({ name: 'failing' }));
			const canceled = await jobs.submit(config({ name: 'canceled' }));
			const running = await jobs.submit(config({ name: 'running', train: steps(4000) }));
			await jobs.advanceToStep(25);
			await jobs.cancel(canceled);
			for (const [id, status] of [
				[failing, 'FAILED'],
				[canceled, 'CANCELED'],
				[running, 'RUNNING'],
			] as const) {
				for (const method of ['GET', 'POST']) {
					const { body } = await jobs.call(method, `/${id}/result`);
					assert.deepEqual([body.status, body.artifacts.checkpoints.length], [status, 2]);
				}
			}
		});
	});

	describe('checkpoints', () => {
		it('are named by nine digits of the step, the last one by the job alone', async () => {
			const { artifacts } = await trained(config({ save: ['save_every: 15'] }), 'all');
			assert.deepEqual(names(artifacts.checkpoints), [
				'portraits_v1_000000015.safetensors',
				'portraits_v1_000000030.safetensors',
				'portraits_v1.safetensors',
			]);
		});

		it('of the last step have no number even when it is one to save at', async () => {
			const { artifacts } = await trained(config({ save: ['save_every: 20'] }), 'all');
			assert.deepEqual(names(artifacts.checkpoints), [
				'portraits_v1_000000020.safetensors',
				'portraits_v1.safetensors',
			]);
		});

		it('beyond max_step_saves_to_keep are cleared away, oldest first', async () => {
			const save = ['save_every: 5', 'max_step_saves_to_keep: 2'];
			const { id, artifacts } = await trained(config({ save }), 27);
			assert.deepEqual(names(artifacts.checkpoints), [
				'portraits_v1_000000020.safetensors',
				'portraits_v1_000000025.safetensors',
			]);
			await sandbox.advance(60);
			const done = (await jobs.result(id)).artifacts.checkpoints;
			assert.deepEqual(names(done), [
				'portraits_v1_000000030.safetensors',
				'portraits_v1_000000035.safetensors',
				'portraits_v1.safetensors',
			]);
			const gone = artifacts.checkpoints[0].path;
			assert.equal((await fetch(gone)).status, 404);
		});

		it('are none without save_every, apart from the last one', async () => {
			const { artifacts } = await trained(config({ save: ['save_every: 0'] }), 'all');
			assert.deepEqual(names(artifacts.checkpoints), ['portraits_v1.safetensors']);
		});

		it('of a resumed job are kept on, and the last one is replaced', async () => {
			const { id } = await trained(config(), 'all');
			const before = await jobs.result(id);
			const last = before.artifacts.checkpoints.at(-1).path;
			const old = await bytesAt(last);
			await jobs.edit(id, config({ train: steps(60) }));
			await jobs.resume(id);
			await sandbox.advance(3600);
			const { checkpoints } = (await jobs.result(id)).artifacts;
			assert.deepEqual(names(checkpoints), [
				'portraits_v1_000000010.safetensors',
				'portraits_v1_000000020.safetensors',
				'portraits_v1_000000030.safetensors',
				'portraits_v1_000000050.safetensors',
				'portraits_v1.safetensors',
			]);
			const file = readSafetensors(await bytesAt(checkpoints.at(-1).path));
			assert.deepEqual(JSON.parse(file.metadata.training_info ?? ''), { step: 60, epoch: 0 });
			assert.notDeepEqual(await bytesAt(checkpoints.at(-1).path), old);
		});

		const families: readonly (readonly [string, readonly string[], RegExp])[] = [
			[
				'flux',
				['name_or_path: black-forest-labs/FLUX.1-dev', 'arch: flux', hubToken],
				/^transformer\.single_transformer_blocks\.\d\.attn\.to_[qv]\.lora_[AB]\.weight$/,
			],
			[
				'sdxl',
				['name_or_path: stabilityai/stable-diffusion-xl-base-1.0', 'arch: sdxl'],
				/^lora_unet_.*_to_[qv]\.lora_(down|up)\.weight$/,
			],
			[
				'zimage',
				['name_or_path: Tongyi-MAI/Z-Image', 'arch: zimage'],
				/^diffusion_model\.layers\.\d\.attention\.to_[qv]\.lora_[AB]\.weight$/,
			],
		];
		for (const [arch, model, pattern] of families) {
			it(`of ${arch} are genuine files with the tensors of its family and the facts of the job`, async () => {
				const text = config({ model, process: ['trigger_word: p3rson'] });
				const { artifacts } = await trained(text, 'all');
				const file = readSafetensors(await bytesAt(artifacts.checkpoints[0].path));
				const { metadata, tensors } = file;
				assert.deepEqual(
					[metadata.format, metadata.name, metadata.ss_output_name, metadata.ss_network_dim],
					['pt', 'portraits_v1', 'portraits_v1', '16'],
				);
				assert.deepEqual(JSON.parse(metadata.training_info ?? ''), { step: 10, epoch: 0 });
				assert.deepEqual(JSON.parse(metadata.ss_tag_frequency ?? ''), { '1_p3rson': { p3rson: 1 } });
				assert.ok(tensors.size > 4);
				for (const [name, { shape, values }] of tensors) {
					assert.match(name, pattern);
					assert.ok(shape.includes(16));
					assert.ok(values.every((value) => Number.isFinite(value) && Math.abs(value) < 0.1));
					assert.ok(values.some((value) => value > 0) && values.some((value) => value < 0));
				}
			});
		}

		it('of a 14B model of the second video generation come in two halves', async () => {
			const text = config({ model: textToVideo, datasets: [[videos, 'num_frames: 5', 'resolution: 256']] });
			const { artifacts } = await trained(text, 'all');
			const found = names(artifacts.checkpoints);
			assert.deepEqual(found.slice(-2), [
				'portraits_v1_high_noise.safetensors',
				'portraits_v1_low_noise.safetensors',
			]);
			assert.deepEqual(found.slice(0, 2), [
				'portraits_v1_000000010_high_noise.safetensors',
				'portraits_v1_000000010_low_noise.safetensors',
			]);
			const [high, low] = await Promise.all(
				artifacts.checkpoints.slice(-2).map((each: Body) => bytesAt(each.path)),
			);
			assert.notDeepEqual(high, low);
		});
	});

	describe('the configuration', () => {
		it('is the one of the run, with its names filled in and the fixed folder', async () => {
			const text = `${config({ process: ['# a remark', 'device: cuda:0'] }).replace(
				'      training_folder: /app/ai-toolkit/output\n',
				'',
			)}meta:\n  name: "[name]"\n`;
			const { artifacts } = await trained(text, 5);
			const reply = await sandbox.call('GET', artifacts.config.path, { token: null });
			assert.equal(reply.headers.get('content-type'), 'application/yaml');
			const value = parse(reply.text);
			assert.equal(value.config.name, 'portraits_v1');
			assert.equal(value.config.process[0].training_folder, '/app/ai-toolkit/output');
			assert.equal(value.config.process[0].train.lr, 0.0001);
			assert.equal(value.meta.name, 'portraits_v1');
		});
	});

	describe('samples', () => {
		it('are made for each prompt before the first step, at sample_every, and after the last step', async () => {
			const { artifacts } = await trained(config({ sample: ['sample_every: 15', ...prompts] }), 'all');
			const found = names(artifacts.samples).map((name) =>
				/^\d{13}__(\d{9})_(\d)\.jpg$/.exec(name)?.slice(1),
			);
			assert.deepEqual(
				found.map((each) => each?.map(Number)),
				[0, 15, 30, 40].flatMap((step) => [0, 1].map((index) => [step, index])),
			);
			const times = names(artifacts.samples).map((name) => Number(name.split('__')[0]));
			assert.deepEqual(times, [...times].sort());
		});

		it('are left out according to the configuration', async () => {
			const count = async (name: string, sections: object) => {
				const { artifacts } = await trained(config({ name, ...sections }), 'all');
				return names(artifacts.samples).map((each) => Number(each.split('_')[2]));
			};
			const sample = ['sample_every: 20', 'prompts:', '  - a lighthouse'];
			assert.deepEqual(await count('every', { sample }), [0, 20, 40]);
			assert.deepEqual(
				await count('skipped', { sample, train: [...train, 'skip_first_sample: true'] }),
				[20, 40],
			);
			assert.deepEqual(await count('disabled', { sample, train: [...train, 'disable_sampling: true'] }), []);
			assert.deepEqual(
				await count('late', { sample: ['sample_start_step: 30', 'sample_every: 10', ...sample.slice(1)] }),
				[0, 30, 40],
			);
			assert.deepEqual(await count('none', {}), []);
		});

		it('sharpen with the steps: each is closer to the last one than the one before', async () => {
			const sample = [
				'sample_every: 10',
				'format: png',
				'width: 256',
				'height: 192',
				'prompts:',
				'  - a lighthouse',
			];
			const { artifacts } = await trained(config({ sample }), 'all');
			const pictures = await Promise.all(
				artifacts.samples.map(async ({ path }: Body) => decodePng(await bytesAt(path))),
			);
			const last = pictures.at(-1);
			assert.deepEqual([last.width, last.height], [256, 192]);
			const distances = pictures.slice(0, -1).map((picture) => {
				let sum = 0;
				for (let at = 0; at < last.data.length; at++) sum += Math.abs(picture.data[at] - last.data[at]);
				return sum / last.data.length;
			});
			assert.equal(distances.length, 4);
			for (const [index, distance] of distances.entries()) {
				assert.ok(distance > 1, String(distances));
				if (index > 0) assert.ok(distance < (distances[index - 1] ?? 0) * 0.9, String(distances));
			}
		});

		it('differ by prompt, seed and job, and follow the settings of an item and the flags of a prompt', async () => {
			const sample = [
				'sample_every: 0',
				'format: png',
				'width: 128',
				'height: 128',
				'seed: 7',
				'samples:',
				'  - prompt: a lighthouse',
				'  - prompt: boats in a harbour',
				'  - prompt: a lighthouse',
				'    seed: 8',
				'  - prompt: a lighthouse --w 192 --h 64',
				'  - prompt: a lighthouse --d 8',
			];
			const pictures = async (name: string) => {
				const { artifacts } = await trained(config({ name, sample }), 'all');
				return Promise.all(artifacts.samples.slice(-5).map((each: Body) => bytesAt(each.path)));
			};
			const [plain, prompt, seed, sized, flagged] = await pictures('first');
			const size = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
			assert.deepEqual(
				[size(plain), size(sized)],
				[
					[128, 128],
					[192, 64],
				],
			);
			assert.notDeepEqual(plain, prompt);
			assert.notDeepEqual(plain, seed);
			assert.deepEqual(decodePng(flagged).data, decodePng(seed).data);
			assert.notDeepEqual(plain, (await pictures('second'))[0]);
		});

		it('state in their metadata that a sandbox painted them', async () => {
			const { artifacts } = await jobs.result(demoJobs.finished);
			const picture = await bytesAt(artifacts.samples[0].path);
			assert.ok(picture.includes(Buffer.from('Painted by a sandbox for job harbour_style_v1, step 0')));
		});

		it('of a picture are JPEG files of the size that was asked for', async () => {
			const { artifacts } = await jobs.result(demoJobs.finished);
			const reply = await fetch(artifacts.samples.at(-1).path);
			assert.equal(reply.headers.get('content-type'), 'image/jpeg');
			const file = Buffer.from(await reply.arrayBuffer());
			assert.deepEqual([file.readUInt16BE(0), file.readUInt16BE(file.length - 2)], [0xffd8, 0xffd9]);
			const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
			assert.deepEqual([file.readUInt16BE(frame + 7), file.readUInt16BE(frame + 5)], [768, 512]);
		});

		it('of a video family are animated WebP files', async () => {
			const { artifacts } = await jobs.result(demoJobs.running);
			assert.ok(artifacts.samples.length >= 4);
			const reply = await fetch(artifacts.samples.at(-1).path);
			assert.equal(reply.headers.get('content-type'), 'image/webp');
			const file = Buffer.from(await reply.arrayBuffer());
			assert.equal(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16), 'RIFFWEBPVP8X');
			assert.equal(file.readUInt32LE(4), file.length - 8);
			const frames = file.toString('latin1').split('ANMF').length - 1;
			assert.ok(frames >= 8, String(frames));
		});
	});

	it('samples of a video family are MP4 files if the configuration asks for them', async () => {
		const text = config({
			model: textToVideo,
			datasets: [[videos, 'num_frames: 5', 'resolution: 256']],
			sample: ['format: mp4', 'num_frames: 17', 'width: 832', 'height: 480', ...prompts],
		});
		const { artifacts } = await trained(text, 'all');
		const [first] = artifacts.samples;
		assert.match(fileName(first.path), /\.mp4$/);
		const reply = await fetch(first.path);
		assert.equal(reply.headers.get('content-type'), 'video/mp4');
		const file = Buffer.from(await reply.arrayBuffer());
		assert.equal(file.toString('latin1', 4, 8), 'ftyp');
		assert.ok(file.includes(Buffer.from('avcC')));
	});

	describe('addresses', () => {
		it('are on the storage host in the folder of account and job, signed, and need no token', async () => {
			const { samples, checkpoints } = (await jobs.result(demoJobs.finished)).artifacts;
			const address = new URL(samples[0].path);
			assert.notEqual(address.origin, sandbox.announced.trainerUrl);
			assert.match(
				address.pathname,
				/^\/train\/users\/[0-9a-f-]{36}\/ai-toolkit\/output\/harbour_style_v1\/samples\//,
			);
			assert.match(
				new URL(checkpoints[0].path).pathname,
				/\/output\/harbour_style_v1\/harbour_style_v1_\d{9}\.safetensors$/,
			);
			assert.equal((await fetch(address)).status, 200);
		});

		it('are refused when anything of them was changed', async () => {
			const { samples } = (await jobs.result(demoJobs.finished)).artifacts;
			const [first, second] = [new URL(samples[0].path), new URL(samples[1].path)];
			const changed = (change: (address: URL) => void) => {
				const address = new URL(first);
				change(address);
				return fetch(address);
			};
			const statuses = [
				await changed((address) =>
					address.searchParams.set('signature', second.searchParams.get('signature') ?? ''),
				),
				await changed((address) => address.searchParams.set('expires', '9007199254740000')),
				await changed((address) => address.searchParams.delete('expires')),
				await changed((address) => {
					address.pathname = second.pathname;
				}),
				await changed((address) => {
					address.search = '';
				}),
			].map(({ status }) => status);
			assert.deepEqual(statuses, [403, 403, 403, 403, 403]);
		});

		it('expire after an hour, and a new result has good ones for the same files', async () => {
			const first = (await jobs.result(demoJobs.finished)).artifacts.samples[0].path;
			const bytes = await bytesAt(first);
			await sandbox.advance(3590);
			assert.equal((await fetch(first)).status, 200);
			await sandbox.advance(20);
			const expired = await fetch(first);
			assert.deepEqual(
				[expired.status, ((await expired.json()) as Body).message.includes('expired')],
				[403, true],
			);
			const again = (await jobs.result(demoJobs.finished)).artifacts.samples[0].path;
			assert.equal(fileName(again), fileName(first));
			assert.deepEqual(await bytesAt(again), bytes);
		});

		it('answer ranges, conditions of a download that is continued, and HEAD', async () => {
			const address = (await jobs.result(demoJobs.finished)).artifacts.checkpoints[0].path;
			const whole = await fetch(address);
			const bytes = Buffer.from(await whole.arrayBuffer());
			assert.equal(Number(whole.headers.get('content-length')), bytes.length);
			const part = await fetch(address, { headers: { range: 'bytes=1000-1999' } });
			assert.deepEqual(
				[part.status, part.headers.get('content-range'), part.headers.get('etag')],
				[206, `bytes 1000-1999/${bytes.length}`, whole.headers.get('etag')],
			);
			assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1000, 2000));
			const rest = await fetch(address, { headers: { range: `bytes=${bytes.length - 5}-` } });
			assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(-5));
			const beyond = await fetch(address, { headers: { range: `bytes=${bytes.length}-` } });
			assert.equal(beyond.status, 416);
			const head = await fetch(address, { method: 'HEAD' });
			assert.equal(Number(head.headers.get('content-length')), bytes.length);
		});

		it('are missing under a fault rule, with its status', async () => {
			const { samples, checkpoints } = (await jobs.result(demoJobs.finished)).artifacts;
			await sandbox.control('POST', 'faults', [
				{ kind: 'artifact-gone', match: { path: '*.safetensors' } },
				{ kind: 'artifact-gone', status: 410, match: { path: '*/samples/*' } },
			]);
			assert.equal((await fetch(checkpoints[0].path)).status, 404);
			assert.equal((await fetch(samples[0].path)).status, 410);
			assert.equal((await jobs.call('GET', `/${demoJobs.finished}/status`)).status, 200);
		});

		it('of a deleted job lead nowhere', async () => {
			const address = (await jobs.result(demoJobs.finished)).artifacts.samples[0].path;
			await sandbox.control('DELETE', `jobs/${demoJobs.finished}`);
			assert.equal((await fetch(address)).status, 404);
		});
	});

	it('a job with more samples than anyone lists is answered with the newest', async () => {
		const sample = ['sample_every: 1', 'prompts:', '  - a lighthouse', '  - a harbour'];
		const { artifacts } = await trained(config({ train: steps(8000), sample }), 'all');
		assert.equal(artifacts.samples.length, 10_000);
		assert.match(fileName(artifacts.samples.at(-1).path), /__000008000_1\.jpg$/);
	});
});

describe('Addresses of artifacts on a clock of a broken speed', () => {
	it('are good, and for an hour of real time at the least', async () => {
		const sandbox = await startSandbox('--speed', '1.23456789');
		try {
			const { artifacts } = await new JobCalls(sandbox).result(demoJobs.finished);
			assert.equal((await fetch(artifacts.config.path)).status, 200);
			await sandbox.advance(3700);
			assert.equal((await fetch(artifacts.config.path)).status, 200);
			await sandbox.advance(900);
			assert.equal((await fetch(artifacts.config.path)).status, 403);
		} finally {
			await sandbox.end();
		}
	});
});

interface Tensor {
	readonly shape: readonly number[];
	readonly values: readonly number[];
}

/** Reads `.safetensors` files, written from the description of the format. Asserts that nothing of a file is left over. */
function readSafetensors(file: Buffer): {
	readonly metadata: Readonly<Record<string, string>>;
	readonly tensors: ReadonlyMap<string, Tensor>;
} {
	const length = Number(file.readBigUInt64LE(0));
	assert.ok(length > 0 && length < file.length - 8);
	assert.equal(length % 8, 0);
	const { __metadata__: metadata, ...entries } = JSON.parse(file.toString('utf8', 8, 8 + length));
	assert.ok(Object.values(metadata).every((value) => typeof value === 'string'));
	const data = file.subarray(8 + length);
	const tensors = new Map<string, Tensor>();
	let end = 0;
	for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(
		entries as Record<string, Body>,
	)) {
		assert.equal(dtype, 'F16');
		assert.equal(offsets[0], end, 'tensors follow each other without a gap');
		assert.equal(
			offsets[1] - offsets[0],
			shape.reduce((product: number, side: number) => product * side, 2),
		);
		const values = [];
		for (let at = offsets[0]; at < offsets[1]; at += 2) values.push(half(data.readUInt16LE(at)));
		tensors.set(name, { shape, values });
		end = offsets[1];
	}
	assert.equal(end, data.length);
	return { metadata, tensors };
}

/** Decodes a number of 16 bits: sign, five bits of the exponent, ten of the fraction. */
function half(bits: number): number {
	const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, (bits & 1023) / 1024];
	if (exponent === 0) return sign * fraction * 2 ** -14;
	return exponent === 31 ? Number.NaN : sign * (1 + fraction) * 2 ** (exponent - 15);
}
