import assert from 'node:assert/strict';
import { trainerCodeNames } from '../../src/core/wire/trainerCodeNames.ts';
import {
	config,
	demoJobs,
	edits,
	hubToken,
	JobCalls,
	jobsPath,
	photos,
	train,
	videos,
} from './jobsSupport.ts';
import { assertRefused, type Reply, suiteSandbox } from './support.ts';

const flux = ['name_or_path: black-forest-labs/FLUX.1-dev', 'arch: flux', hubToken];
const flux2 = ['name_or_path: black-forest-labs/FLUX.2-dev', 'arch: flux2', hubToken];
const editing = ['name_or_path: Qwen/Qwen-Image-Edit-2509', 'arch: qwen_image_edit_plus'];
const imageToVideo = ['name_or_path: ai-toolkit/Wan2.2-I2V-A14B-Diffusers-bf16', 'arch: wan22_14b_i2v'];
const textToVideo = ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b:t2v'];
const ltx = ['name_or_path: Lightricks/LTX-2', 'arch: ltx2'];
const batch = (size: number) => [`batch_size: ${size}`, ...train.slice(1)];
const sample = (...more: readonly string[]) => [
	'samples:',
	'  - prompt: a dancer',
	...more.map((line) => `    ${line}`),
];
const control = '/app/ai-toolkit/datasets/winter-edit-control/place_001.png';

interface Row {
	readonly code: number;
	/** The statement of the document about it, in short. */
	readonly when: string;
	readonly breaks: string;
	/** One step on the good side. */
	readonly keeps: string;
	/** Members of the body that break the rule, and that keep it. */
	readonly body?: Readonly<Record<string, unknown>>;
	readonly goodBody?: Readonly<Record<string, unknown>>;
	/** The key in the reply. */
	readonly key?: string;
}

const plain = config();
const process = 'config.process[0]';

/** The rules of a submission that a configuration decides: trainer-service.md, "Job errors". */
const rows: readonly Row[] = [
	{
		code: 42251,
		when: 'config_file_format is not yaml',
		breaks: plain,
		keeps: plain,
		body: { config_file_format: 'json' },
		key: 'config_file_format',
	},
	{
		code: 42252,
		when: 'gpu_type is unsupported',
		breaks: plain,
		keeps: plain,
		body: { gpu_type: 'AMPERE_24' },
		goodBody: { gpu_type: 'HOPPER_141' },
		key: 'gpu_type',
	},
	{
		code: 42253,
		when: 'config_file is not valid YAML',
		breaks: plain.replace('job: extension', 'job: "extension'),
		keeps: plain.replace('job: extension', 'job: "extension"'),
	},
	{
		code: 42254,
		when: 'the dataset does not exist',
		breaks: config({ datasets: [['folder_path: /app/ai-toolkit/datasets/nothing-here']] }),
		keeps: plain,
		key: `${process}.datasets[0].folder_path`,
	},
	{
		code: 42255,
		when: 'the dataset is not READY',
		breaks: config({ datasets: [['folder_path: /app/ai-toolkit/datasets/scanned-prints']] }),
		keeps: plain,
		key: `${process}.datasets[0].folder_path`,
	},
	{
		code: 42256,
		when: 'the dataset has no usable training files',
		breaks: config({
			model: [
				'name_or_path: ostris/ace_step_1.5_ComfyUI_files/ace_step_1.5_base_aio.safetensors',
				'arch: ace_step_15',
			],
		}),
		keeps: plain,
		key: `${process}.datasets[0].folder_path`,
	},
	{
		code: 42257,
		when: 'the large image-model family has no model-hub token',
		breaks: config({ model: flux.slice(0, 2) }),
		keeps: config({ model: flux }),
		key: `${process}.model`,
	},
	{
		code: 42258,
		when: 'batch_size x (max_res/1024)^2 is 6 for the second generation',
		breaks: config({ model: flux2, train: batch(6), datasets: [[photos, 'resolution: [512, 1024]']] }),
		keeps: config({ model: flux2, train: batch(5), datasets: [[photos, 'resolution: [512, 1024]']] }),
		key: `${process}.train.batch_size`,
	},
	{
		code: 42259,
		when: 'an editing model has no control images in the dataset',
		breaks: config({ model: editing, datasets: [edits.slice(0, 1)] }),
		keeps: config({ model: editing, datasets: [edits] }),
		key: `${process}.datasets[0]`,
	},
	{
		code: 42260,
		when: 'a sample prompt of an editing model has no control image',
		breaks: config({ model: editing, datasets: [edits], sample: sample() }),
		keeps: config({ model: editing, datasets: [edits], sample: sample(`ctrl_img_1: ${control}`) }),
		key: `${process}.sample.samples[0]`,
	},
	{
		code: 42261,
		when: 'a sample prompt of an image-to-video model has no control image',
		breaks: config({ model: imageToVideo, datasets: [[videos, 'num_frames: 5']], sample: sample() }),
		keeps: config({
			model: imageToVideo,
			datasets: [[videos, 'num_frames: 5']],
			sample: sample(`ctrl_img: ${control}`),
		}),
		key: `${process}.sample.samples[0]`,
	},
	{
		code: 42262,
		when: 'the job name has invalid characters',
		breaks: config({ name: 'my portraits' }),
		keeps: config({ name: 'my-portraits_2' }),
		key: 'config.name',
	},
	{
		code: 42263,
		when: 'num_frames above 1 with cache_latents_to_disk',
		breaks: config({
			model: textToVideo,
			datasets: [[videos, 'num_frames: 5', 'cache_latents_to_disk: true']],
		}),
		keeps: config({
			model: textToVideo,
			datasets: [[videos, 'num_frames: 5', 'cache_latents_to_disk: false']],
		}),
		key: `${process}.datasets[0].cache_latents_to_disk`,
	},
	{
		code: 42264,
		when: 'diff_output_preservation without trigger_word',
		breaks: config({ train: [...train, 'diff_output_preservation: true'] }),
		keeps: config({
			process: ['trigger_word: p3rson'],
			train: [...train, 'diff_output_preservation: true'],
		}),
		key: `${process}.train.diff_output_preservation`,
	},
	{
		code: 42265,
		when: 'a dataset with videos and num_frames of 1',
		breaks: config({ model: textToVideo, datasets: [[videos]] }),
		keeps: config({ model: textToVideo, datasets: [[videos, 'num_frames: 5']] }),
		key: `${process}.datasets[0].num_frames`,
	},
	{
		code: 42266,
		when: 'a dataset of images only and num_frames above 1',
		breaks: config({ model: textToVideo, datasets: [[photos, 'num_frames: 5']] }),
		keeps: config({ model: textToVideo, datasets: [[photos, 'num_frames: 1']] }),
		key: `${process}.datasets[0].num_frames`,
	},
	{
		code: 42268,
		when: 'that video family with num_frames above 1 and a batch',
		breaks: config({ model: ltx, datasets: [[videos, 'num_frames: 9', 'do_i2v: false']], train: batch(2) }),
		keeps: config({ model: ltx, datasets: [[videos, 'num_frames: 9', 'do_i2v: false']] }),
		key: `${process}.train.batch_size`,
	},
	{
		code: 42269,
		when: 'diff_output_preservation and cache_text_embeddings together',
		breaks: config({
			process: ['trigger_word: p3rson'],
			train: [...train, 'diff_output_preservation: true', 'cache_text_embeddings: true'],
		}),
		keeps: config({
			process: ['trigger_word: p3rson'],
			train: [...train, 'diff_output_preservation: true', 'cache_text_embeddings: false'],
		}),
		key: `${process}.train.diff_output_preservation`,
	},
	{
		code: 42270,
		when: 'a large image model without gradient checkpointing',
		breaks: config({ model: flux, train: [...train, 'gradient_checkpointing: false'] }),
		keeps: config({ model: flux, train: [...train, 'gradient_checkpointing: true'] }),
		key: `${process}.train.gradient_checkpointing`,
	},
	{
		code: 42271,
		when: 'the first generation with a batch of 8',
		breaks: config({ model: flux, train: batch(8) }),
		keeps: config({ model: flux, train: batch(7) }),
		key: `${process}.train.batch_size`,
	},
	{
		code: 42272,
		when: 'a 14B video model with 81 frames at a high resolution',
		breaks: config({ model: textToVideo, datasets: [[videos, 'num_frames: 81', 'resolution: 1024']] }),
		keeps: config({ model: textToVideo, datasets: [[videos, 'num_frames: 77', 'resolution: 1024']] }),
		key: `${process}.datasets[0].num_frames`,
	},
	{
		code: 42273,
		when: 'eight GPUs of another type than ADA_80_PLUS',
		breaks: plain,
		keeps: plain,
		body: { gpu_type: 'HOPPER_141', gpu_count: 8 },
		goodBody: { gpu_type: 'ADA_80_PLUS', gpu_count: 8 },
		key: 'gpu_count',
	},
	{
		code: 42274,
		when: 'train.lr is not positive',
		breaks: config({ train: [...train.slice(0, 3), 'lr: 0'] }),
		keeps: config({ train: [...train.slice(0, 3), 'lr: 0.0000001'] }),
		key: `${process}.train.lr`,
	},
	{
		code: 42275,
		when: 'model.arch is missing',
		breaks: config({ model: ['name_or_path: someone/some-model'] }),
		keeps: config({ model: ['name_or_path: someone/some-model', 'arch: chroma'] }),
		key: `${process}.model.arch`,
	},
];

/** The codes of jobs among those of the trainer: their last two digits are 51 and more, from 42251 on only jobs. */
const jobCodes = Object.keys(trainerCodeNames)
	.map(Number)
	.filter((code) => code % 100 > 50);

describe('Training jobs: rejections', () => {
	const provoked = new Set<number>();
	const sandbox = suiteSandbox('reset');
	const jobs = new JobCalls(sandbox);

	function assertCode(reply: Reply, code: number): void {
		assertRefused(reply, Math.floor(code / 100), code);
		provoked.add(code);
	}

	describe('by the configuration', () => {
		for (const { code, when, breaks, keeps, body, goodBody, key } of rows) {
			it(`${code}: ${when}`, async () => {
				const refused = await jobs.offer(breaks, body);
				assertCode(refused, code);
				if (key !== undefined) {
					assert.ok(refused.body.message.startsWith(`${key}: `), refused.body.message);
					const loc = refused.body.detail[0].loc.join('.');
					assert.ok(
						loc.endsWith(
							key
								.split(/[[\].]+/)
								.filter(Boolean)
								.join('.'),
						),
						loc,
					);
				}
				const accepted = await jobs.offer(keeps, goodBody);
				assert.equal(accepted.status, 200, accepted.text);
			});
		}

		it('the same rules hold for an edit, which keeps the name', async () => {
			const id = await jobs.submit(plain);
			await jobs.cancel(id);
			for (const { code, breaks, keeps, body, goodBody } of rows) {
				const refused = await jobs.edit(id, breaks, body);
				if (code === 42262) assert.ok([42262, 42277].includes(refused.body.error_code), refused.text);
				else assertCode(refused, code);
				if (code === 42262) continue;
				const accepted = await jobs.edit(id, keeps, goodBody);
				assert.equal(accepted.status, 200, `${code}: ${accepted.text}`);
			}
		});

		it('42251 also without a format, 42252 and 42273 also for values of another type', async () => {
			assertCode(await jobs.offer(plain, { config_file_format: undefined }), 42251);
			assertCode(await jobs.offer(plain, { gpu_type: 80 }), 42252);
			for (const count of [0, 2, 4, 7, 9, 16, -1, 1.5, '8', true]) {
				assertCode(await jobs.offer(plain, { gpu_count: count }), 42273);
			}
		});

		it('42253 for a text that is no mapping, and for an empty one', async () => {
			for (const text of ['', '- a list', 'a sentence', '[1, 2', 'job: extension\n\tconfig: 1']) {
				assertCode(await jobs.offer(text), 42253);
			}
		});

		it('42254 for another account’s dataset, for an id, for no folder and for one outside of the datasets', async () => {
			const other = new JobCalls(sandbox, (await sandbox.control('POST', 'accounts', {})).token);
			assertCode(await other.offer(plain), 42254);
			const list = await sandbox.call('GET', '/prod/v1/trainers/datasets');
			const { id } = list.body.datasets.find((each: { name: string }) => each.name === 'harbour-photos');
			for (const folder of [`/app/ai-toolkit/datasets/${id}`, '/data/photos', './photos']) {
				assertCode(await jobs.offer(config({ datasets: [[`folder_path: ${folder}`]] })), 42254);
			}
			assertCode(await jobs.offer(config({ datasets: [['resolution: 512']] })), 42254);
		});

		it('42255 for a dataset without files, which is a draft', async () => {
			const body = { name: 'empty-yet' };
			assert.equal((await sandbox.call('POST', '/prod/v1/trainers/datasets', { body })).status, 200);
			const text = config({ datasets: [['folder_path: /app/ai-toolkit/datasets/empty-yet']] });
			assertCode(await jobs.offer(text), 42255);
		});

		it('42256 for a configuration without a dataset', async () => {
			assertCode(await jobs.offer(config({ datasets: [] })), 42256);
		});

		it('42262 for a configuration without a name; that of the metadata is as good', async () => {
			const nameless = plain.replace('  name: portraits_v1\n', '');
			assertCode(await jobs.offer(nameless), 42262);
			const reply = await jobs.offer(`${nameless}meta:\n  name: from_meta\n`);
			assert.equal(reply.body.name ?? reply.text, 'from_meta');
		});

		it('42274 for a learning rate that is missing, negative or a text', async () => {
			for (const lr of ['steps_more: 1', 'lr: -0.1', 'lr: fast', 'lr: "0.0001"', 'lr:']) {
				assertCode(await jobs.offer(config({ train: [...train.slice(0, 3), lr] })), 42274);
			}
		});

		it('42275 for a configuration without a process', async () => {
			assertCode(await jobs.offer('job: extension\nconfig:\n  name: nothing\n'), 42275);
		});

		it('the output folder is fixed: another one is refused with its key', async () => {
			const reply = await jobs.offer(plain.replace('/app/ai-toolkit/output', '/data/output'));
			assertRefused(reply, 422, 422_001);
			assert.deepEqual(reply.body.detail[0].loc.slice(-3), ['process', 0, 'training_folder']);
		});

		it('without an output folder the fixed one is used', async () => {
			const id = await jobs.submit(plain.replace('      training_folder: /app/ai-toolkit/output\n', ''));
			await sandbox.advance(600);
			assert.equal(await jobs.at(id), 'STOPPED 40');
		});

		it('only certain errors are rejected: a family that is only likely is accepted', async () => {
			const klein = ['name_or_path: black-forest-labs/FLUX.2-klein-base-4B', 'arch: flux2_klein_4b'];
			const reply = await jobs.offer(config({ model: klein, train: batch(24) }));
			assert.equal(reply.status, 200, reply.text);
		});

		it('warnings refuse nothing', async () => {
			const reply = await jobs.offer(config({ train: [...train, 'gradient_chekpointing: true'] }));
			assert.equal(reply.status, 200, reply.text);
		});
	});

	it('40051 for a job id that is not a UUID, on every path', async () => {
		for (const [method, action] of actions) {
			assertCode(await jobs.call(method, `/portraits_v1/${action}`, bodyFor(method)), 40051);
		}
	});

	it('40451 for a job that is missing, of another account, or deleted, on every path', async () => {
		const other = new JobCalls(sandbox, (await sandbox.control('POST', 'accounts', {})).token);
		const deleted = await jobs.submit(plain);
		await sandbox.control('DELETE', `jobs/${deleted}`);
		const missing = '11111111-2222-4333-8444-555555555555';
		for (const [method, action] of actions) {
			assertCode(await jobs.call(method, `/${missing}/${action}`, bodyFor(method)), 40451);
			assertCode(await jobs.call(method, `/${deleted}/${action}`, bodyFor(method)), 40451);
			assertCode(await other.call(method, `/${demoJobs.finished}/${action}`, bodyFor(method)), 40451);
		}
	});

	it('40951 for a name that another job of the account has; a deleted one and other accounts give it free', async () => {
		const id = await jobs.submit(plain);
		assertCode(await jobs.offer(plain), 40951);
		await jobs.cancel(id);
		assertCode(await jobs.offer(plain), 40951);
		await sandbox.control('DELETE', `jobs/${id}`);
		await jobs.submit(plain);
		assertCode(await jobs.offer(plain), 40951);
	});

	it('42267 for a resume of a job that is queued, running or failed', async () => {
		const queued = await jobs.submit(plain);
		for (const id of [queued, demoJobs.running, demoJobs.failed]) {
			assertCode(await jobs.call('POST', `/${id}/resume`, {}), 42267);
		}
	});

	it('42276 for an edit of a job that is queued or running, whatever it brings', async () => {
		const queued = await jobs.submit(plain);
		for (const id of [queued, demoJobs.running]) {
			assertCode(await jobs.edit(id, plain), 42276);
			assertCode(await jobs.edit(id, ''), 42276);
		}
	});

	it('42277 for an edit under another name', async () => {
		const id = await jobs.submit(plain);
		await jobs.cancel(id);
		const renamed = await jobs.edit(id, config({ name: 'portraits_v2' }));
		assertCode(renamed, 42277);
		assert.equal((await jobs.status(id)).name, 'portraits_v1');
		const beside = (name: string) => `${plain}meta:\n  name: ${name}\n`;
		assertCode(await jobs.edit(id, beside('portraits_v2')), 42277);
		assert.equal((await jobs.edit(id, beside('portraits_v1'))).status, 200);
		const alone = (name: string) => beside(name).replace('  name: portraits_v1\n', '');
		assertCode(await jobs.edit(id, alone('portraits_v2')), 42277);
		assert.equal((await jobs.edit(id, alone('portraits_v1'))).status, 200);
	});

	it('42277 for an edit that renames a job which only its metadata names', async () => {
		const named = (name: string) => `${plain.replace('  name: portraits_v1\n', '')}meta:\n  name: ${name}\n`;
		const id = await jobs.submit(named('from_meta'));
		await jobs.cancel(id);
		assertCode(await jobs.edit(id, named('renamed')), 42277);
		assert.equal((await jobs.edit(id, named('from_meta'))).status, 200);
	});

	it('42264 for trigger words of datasets alone, 42271 for a batch size as text or in a dataset', async () => {
		const preserved = config({
			datasets: [[photos, 'trigger_word: p3rson']],
			train: [...train, 'diff_output_preservation: true'],
		});
		assertCode(await jobs.offer(preserved), 42264);
		assertCode(
			await jobs.offer(config({ model: flux, train: ['batch_size: "8"', ...train.slice(1)] })),
			42271,
		);
		assertCode(await jobs.offer(config({ model: flux, datasets: [[photos, 'batch_size: 8']] })), 42271);
	});

	it('42257 for a variable, which nothing fills in, and for a token in a comment; any key may hold it', async () => {
		const variable = '$' + '{HF_TOKEN}';
		for (const line of [`hf_token: ${variable}`, `# ${variable}`, `# ${hubToken}`, 'hf_token: ""']) {
			assertCode(await jobs.offer(config({ model: [...flux.slice(0, 2), line] })), 42257);
		}
		const elsewhere = `${config({ model: flux.slice(0, 2) })}secrets:\n  any_${hubToken}\n`;
		assert.equal((await jobs.offer(elsewhere)).status, 200);
	});

	it('42275 for an architecture that is not a text', async () => {
		for (const arch of ['5', 'true', '[chroma]']) {
			assertCode(await jobs.offer(config({ model: ['name_or_path: a/b', `arch: ${arch}`] })), 42275);
		}
	});

	it('50051 and 50052 come from fault rules', async () => {
		const fault = (code: number, path: string) =>
			sandbox.control('POST', 'faults', [
				{
					kind: 'status',
					status: 500,
					body: { error_code: code, error_message: 'Injected.', message: 'Injected.' },
					count: 1,
					match: { path },
				},
			]);
		await fault(50_051, `${jobsPath}/*/status`);
		assertCode(await jobs.call('GET', `/${demoJobs.finished}/status`), 50051);
		await fault(50_052, jobsPath);
		assertCode(await jobs.offer(plain), 50052);
		assert.equal((await jobs.offer(plain)).status, 200);
	});

	it('401001 without a token and 422001 for a body that is none', async () => {
		for (const [method, action] of actions) {
			const path = `${jobsPath}/${demoJobs.finished}/${action}`;
			assertRefused(await sandbox.call(method, path, { token: null }), 401, 401_001);
		}
		assertRefused(await sandbox.call('POST', jobsPath, { token: null, body: {} }), 401, 401_001);
		for (const body of [
			'',
			'job: extension',
			'[]',
			'{}',
			'{"config_file": 3, "config_file_format": "yaml"}',
		]) {
			assertRefused(await jobs.call('POST', '', body), 422, 422_001);
		}
	});

	it('10001 below 0.50 USD, for a submission and for a resume', async () => {
		const id = await jobs.submit(plain);
		await jobs.cancel(id);
		await sandbox.control('POST', 'balance', { microdollars: 499_999 });
		assertRefused(await jobs.offer(config({ name: 'another' })), 400, 10_001);
		assertRefused(await jobs.call('POST', `/${id}/resume`, {}), 400, 10_001);
		await sandbox.control('POST', 'balance', { microdollars: 500_000 });
		assert.equal((await jobs.offer(config({ name: 'another' }))).status, 200);
		await jobs.resume(id);
	});

	describe('by the document', () => {
		it('every code of the document has been provoked', () => {
			const missing = jobCodes.filter((code) => !provoked.has(code));
			assert.deepEqual(missing, []);
			console.log(`      ${jobCodes.length} codes of training jobs provoked over HTTP`);
		});
	});
});

const actions = [
	['GET', 'status'],
	['GET', 'result'],
	['POST', 'result'],
	['POST', 'cancel'],
	['POST', 'resume'],
	['POST', 'edit'],
] as const;

const bodyFor = (method: string) => (method === 'GET' ? undefined : {});
