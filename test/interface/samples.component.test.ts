import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { encode } from 'fast-png';
import type { Locator } from 'playwright-core';
import type { Failure } from '../../src/core/base/failure.ts';
import type { SampledJob, SampleFile } from '../../src/core/jobs/samples/jobSamples.ts';
import type { SamplesMemory } from '../../src/core/jobs/samples/messages.ts';
import type { SamplePrompt } from '../../src/core/jobs/samples/prompts.ts';
import { samplesJob } from '../../src/core/jobs/samples/view.ts';
import { sharedBrowser } from './support/browser.ts';
import { recordedVideo } from './support/media.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

/** Returns a picture that sharpens: bands of a unique color that get narrower with the step. */
function png(hue: number, sharpness: number, width = 96, height = 96): Uint8Array {
	const data = new Uint8Array(width * height * 3);
	for (let index = 0; index < width * height; index++) {
		const band = Math.floor(((index % width) * (sharpness + 1)) / width) % 2;
		data.set([band * 200, (hue * 61) % 255, 40 + sharpness * 20], index * 3);
	}
	return encode({ width, height, data, channels: 3 });
}

const made = Date.UTC(2026, 10, 21, 9);
const nameOf = (step: number, index: number, end = 'png', at = made + step * 1000) =>
	`${at}__${String(step).padStart(9, '0')}_${index}.${end}`;

const texts = [
	'a red fox in the snow, looking into the camera, shallow depth of field',
	'fox on a skateboard',
	'an oil painting of a fox reading a newspaper in a café in Lisbon, in the style of the old masters',
];
const prompts: readonly SamplePrompt[] = texts.map((text, index) => ({
	text,
	seed: String(42 + index),
	settings: [
		{ label: 'Width', value: '1024' },
		{ label: 'Height', value: '1024' },
		{ label: 'Guidance scale', value: '4' },
	],
}));

const running: SampledJob = {
	id: 'job-1',
	name: 'fox_lora',
	phase: 'moving',
	state: 'RUNNING',
	attempt: 1,
	progress: { step: 620, totalSteps: 2000 },
};

interface Played {
	readonly files?: readonly SampleFile[];
	readonly prompts?: readonly SamplePrompt[];
	readonly checkpoints?: readonly string[];
	readonly listed?: 'asking' | 'yes' | 'no';
	readonly failure?: Failure;
	readonly reachable?: boolean;
	readonly elsewhere?: string;
}

describe('samples panel in a browser', () => {
	const server = ViewServer.ofSuite('samples', { jobId: 'job-1' }, true);

	before(async () => {
		for (const step of [0, 250, 500, 750]) {
			for (const index of [0, 1, 2]) server.files.set(nameOf(step, index), png(index + 1, step / 125));
		}
		server.files.set(nameOf(250, 0, 'png', made + 9_000_000), png(9, 3));
		const video = await recordedVideo(await sharedBrowser());
		for (const step of [0, 250]) server.files.set(nameOf(step, 0, 'webm'), video);
		server.files.set('broken', new Uint8Array([1]));
	});

	const jobOf = (job: SampledJob, played: Played = {}) =>
		samplesJob(
			job,
			{
				files: () => played.files ?? grid(),
				prompts: played.prompts ?? prompts,
				checkpoints: played.checkpoints ?? [
					'fox_lora_000000500.safetensors',
					'fox_lora_000000250.safetensors',
				],
				listed: played.listed ?? 'yes',
				failure: played.failure,
			},
			server.address('').replace(/\/$/, ''),
			played.reachable ?? true,
			played.elsewhere,
		);
	const ready = (name: string): SampleFile => ({ name, file: name });
	const grid = (steps: readonly number[] = [0, 250, 500]): SampleFile[] =>
		steps.flatMap((step) => [0, 1, 2].map((index) => ready(nameOf(step, index))));

	async function show(
		state: unknown,
		more: { width?: number; height?: number; memory?: SamplesMemory } = {},
	): Promise<ViewPage> {
		const { memory, ...rest } = more;
		const saved = memory && { identity: { jobId: 'job-1' }, memory };
		return server.open({ state, ...rest, saved });
	}

	const cell = (view: ViewPage, words: RegExp | string) => view.page.getByRole('gridcell', { name: words });
	const at = (view: ViewPage, step: string, prompt = 0) =>
		cell(view, new RegExp(`^${texts[prompt]?.slice(0, 12)}.*step ${step}(?:,|$)`));
	const title = (view: ViewPage) => view.page.getByRole('heading', { level: 2 });
	const press = (view: ViewPage, ...keys: readonly string[]) =>
		keys.reduce((before, key) => before.then(() => view.page.keyboard.press(key)), Promise.resolve());
	const pictured = (view: ViewPage, where: Locator) =>
		view.until(async () => (await where.locator('img').count()) > 0, 'a picture in the cell');

	it('shows steps across and prompts down, with state and progress', async () => {
		const view = await show({ job: jobOf(running) });
		const { page } = view;
		await page.getByRole('heading', { name: 'fox_lora' }).waitFor();
		await page.getByText('Running · step 620 of 2,000, 31%').waitFor();
		assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '620');
		assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['Prompt', '0', '250', '500']);
		assert.equal(await page.getByRole('rowheader').count(), 3);
		assert.match(await page.getByRole('rowheader').nth(1).innerText(), /fox on a skateboard\s+Seed 43/);
		await pictured(view, at(view, '500'));
	});

	it('requests the missing copies of visible samples, and shows them on arrival', async () => {
		const names = [nameOf(0, 0), nameOf(250, 0)];
		const view = await show({ job: jobOf(running, { files: names.map((name) => ({ name })) }) });
		await at(view, '0').and(view.page.locator('.waiting')).waitFor();
		await view.until(async () => (await view.payloads('want')).length > 0, 'what is wanted');
		assert.deepEqual(await view.payloads('want'), [{ job: 'job-1', names }]);
		await view.post('state', {
			job: jobOf(running, { files: [ready(nameOf(0, 0)), { name: nameOf(250, 0) }] }),
		});
		await pictured(view, at(view, '0'));
		await view.until(
			async () =>
				isDeepStrictEqual((await view.payloads('want')).at(-1), { job: 'job-1', names: [nameOf(250, 0)] }),
			'the one that is left is wanted',
		);
	});

	it('grows and announces new samples while the job runs, and keeps the scroll position', async () => {
		const view = await show({ job: jobOf(running) });
		await at(view, '500').focus();
		await press(view, 'ArrowLeft', 'ArrowDown');
		await view.focused(at(view, '250', 1));
		await view.post('state', {
			job: jobOf(
				{ ...running, progress: { step: 760, totalSteps: 2000 } },
				{ files: grid([0, 250, 500, 750]) },
			),
		});
		await pictured(view, at(view, '750', 2));
		await view.page.getByText('New samples, the latest at step 750.').waitFor();
		await view.focused(at(view, '250', 1));
		await view.post('state', {
			job: jobOf({ ...running, state: 'STOPPED', progress: { step: 2000, totalSteps: 2000 } }),
		});
		await view.page.getByText('Finished · step 2,000 of 2,000, 100%').waitFor();
		assert.equal(await view.page.getByRole('progressbar').count(), 0);
	});

	it('leads from the grid to the large sample and through steps and prompts by keys alone', async () => {
		const sent = Promise.withResolvers<void>();
		server.held.set(nameOf(250, 1), sent.promise);
		const view = await show({ job: jobOf(running) });
		const { page } = view;
		await at(view, '0').waitFor();
		// The toolbar is one stop, the grid the next.
		await press(view, 'Tab', 'Tab');
		await page.locator('[role="gridcell"]:focus').waitFor();
		await press(view, 'End', 'Enter');
		await view.until(
			async () => (await title(view).innerText()) === 'Step 500 of 2,000 · Prompt 1 of 3',
			'the sample',
		);
		const prompt = page.getByRole('complementary', { name: 'Prompt' });
		for (const words of [texts[0] ?? '', '42', '1024', nameOf(500, 0)]) {
			await prompt.getByText(words, { exact: true }).first().waitFor();
		}
		await press(view, 'ArrowLeft', 'ArrowDown');
		await view.until(async () => /^Step 250 .* Prompt 2/.test(await title(view).innerText()), 'the neighbor');
		// Keys pressed before there is a picture take effect as soon as there is one.
		await press(view, '1', '+');
		sent.resolve();
		await view.until(async () => {
			const box = await page.locator('easel-picture img.full').boundingBox();
			return Math.round(box?.width ?? 0) === 120;
		}, 'a picture zoomed to 125%');
		await press(view, 's');
		assert.deepEqual(await view.payloads('saveAs'), [{ job: 'job-1', name: nameOf(250, 1) }]);
		await press(view, 'Escape');
		await view.focused(at(view, '250', 1));
	});

	it('compares two steps with a divider that keys and the pointer move', async () => {
		const view = await show({ job: jobOf(running) });
		const { page } = view;
		await at(view, '500').click();
		await page.getByRole('button', { name: 'Compare Steps' }).click();
		const divider = page.getByRole('slider', { name: 'Divider' });
		await view.focused(divider);
		assert.match((await divider.getAttribute('aria-valuetext')) ?? '', /^50% Step 0, 50% Step 500$/);
		const wipe = page.locator('easel-compare-slider');
		await view.until(async () => {
			const [left, right] = [await view.colorAt(wipe, 0.47, 0.5), await view.colorAt(wipe, 0.53, 0.5)];
			// The blue of a picture encodes its step.
			return left[2] === 40 && right[2] === 120;
		}, 'both pictures, each on its side');
		await press(view, 'ArrowRight', 'PageUp');
		assert.equal(await divider.getAttribute('aria-valuenow'), '62');
		await press(view, 'End');
		await view.until(async () => (await view.colorAt(wipe, 0.53, 0.5))[2] === 40, 'only the left picture');
		const box = await view.boxOf(wipe);
		await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
		await page.mouse.down();
		await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 3 });
		await page.mouse.up();
		assert.equal(await divider.getAttribute('aria-valuenow'), '25');
		const left = page.getByRole('slider', { name: 'Left' });
		await left.focus();
		await press(view, 'ArrowRight');
		await view.until(
			async () => /Step 250, /.test((await divider.getAttribute('aria-valuetext')) ?? ''),
			'another step',
		);
		await press(view, 'c');
		await divider.waitFor({ state: 'detached' });
	});

	it('compares the first step with the last one', async () => {
		const view = await show({ job: jobOf(running) });
		await at(view, '0').click();
		await press(view, 'c');
		const divider = view.page.getByRole('slider', { name: 'Divider' });
		await view.until(
			async () => /Step 0, .* Step 500$/.test((await divider.getAttribute('aria-valuetext')) ?? ''),
			'both ends',
		);
	});

	it('aligns another job with this one by its prompts', async () => {
		const other = jobOf(
			{ ...running, id: 'job-2', name: 'fox_lora_2', state: 'STOPPED' },
			{
				prompts: [{ text: 'something else', settings: [] }, prompts[0] as SamplePrompt],
				files: [ready(nameOf(250, 1)), ready(nameOf(750, 1))],
			},
		);
		const view = await show({ job: jobOf(running) });
		const { page } = view;
		await at(view, '0').waitFor();
		await page.getByRole('button', { name: 'Compare with Another Job...' }).click();
		assert.deepEqual((await view.sent()).at(-1)?.kind, 'chooseOther');
		await view.post('state', { job: jobOf(running), other });
		await page.getByRole('heading', { name: 'fox_lora and fox_lora_2' }).waitFor();
		await page
			.getByText(/fox_lora: .*fox_lora_2: /)
			.first()
			.waitFor();
		const heads = await page.getByRole('rowheader').allInnerTexts();
		assert.match(heads[1] ?? '', /^fox_lora_2\s+a red fox/);
		assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
			'Prompt',
			'0',
			'250',
			'500',
			'750',
		]);
		await at(view, '500').first().click();
		await page.getByRole('button', { name: 'Compare with "fox_lora_2"' }).click();
		const divider = page.getByRole('slider', { name: 'Divider' });
		await view.until(
			async () =>
				/fox_lora_2, step 250, .* fox_lora, step 500$/.test(
					(await divider.getAttribute('aria-valuetext')) ?? '',
				),
			'the nearest step of the same prompt',
		);
		const prompt = page.getByRole('complementary', { name: 'Prompt' });
		for (const name of ['fox_lora', 'fox_lora_2']) await prompt.getByText(name, { exact: true }).waitFor();
		assert.deepEqual(
			(await view.saved()) && ((await view.saved()) as { memory: SamplesMemory }).memory.otherJob,
			'job-2',
		);
		await page.getByRole('button', { name: 'End Comparison of Jobs' }).click();
		assert.deepEqual(await view.payloads('setOther'), [{}]);
		await view.post('state', { job: jobOf(running) });
		await divider.waitFor({ state: 'detached' });
		await press(view, 'Escape');
		// The host forgets the requests of a job that is no longer shown.
		const wants = async () =>
			(await view.payloads('want')).filter((want) => (want as { job: string }).job === 'job-2');
		for (const times of [1, 2]) {
			await view.post('state', {
				job: jobOf(running),
				other: { ...other, samples: other.samples.map(({ file: _, ...rest }) => rest) },
			});
			await view.until(async () => (await wants()).length === times, `what is wanted, ${times}`);
			await view.post('state', { job: jobOf(running) });
			await page.getByRole('heading', { name: 'fox_lora', exact: true }).waitFor();
		}
	});

	it('comes back as it was after it was hidden', async () => {
		const memory: SamplesMemory = {
			place: { step: 250, index: 1 },
			large: true,
			beside: 'step',
			otherJob: 'job-2',
			cell: 136,
		};
		const view = await show({ job: jobOf(running) }, { memory });
		await view.until(async () => /^Step 250 .* Prompt 2/.test(await title(view).innerText()), 'the sample');
		await view.page.getByRole('slider', { name: 'Divider' }).waitFor();
		assert.deepEqual(await view.payloads('setOther'), [{ job: 'job-2' }]);
		await press(view, 'Escape');
		await view.until(
			async () => Math.round((await at(view, '250', 1).boundingBox())?.width ?? 0) === 136,
			'large cells',
		);
	});

	it('remembers a comparison of jobs from its beginning to its end', async () => {
		const view = await show({ job: jobOf(running) });
		const otherJob = async () => ((await view.saved()) as { memory?: SamplesMemory }).memory?.otherJob;
		const other = jobOf({ ...running, id: 'job-2', name: 'fox_lora_2' });
		await view.post('state', { job: jobOf(running), other });
		await view.until(async () => (await otherJob()) === 'job-2', 'the other job, kept');
		await view.page.getByRole('button', { name: 'End Comparison of Jobs' }).click();
		await view.post('state', { job: jobOf(running) });
		await view.until(async () => (await otherJob()) === undefined, 'no other job');
	});

	it('keeps both samples of a step that a resumed job sampled again', async () => {
		const later = nameOf(250, 0, 'png', made + 9_000_000);
		const view = await show({ job: jobOf(running, { files: [...grid(), ready(later)] }) });
		const twice = at(view, '250');
		assert.match((await twice.getAttribute('aria-label')) ?? '', /sampled 2 times$/);
		await twice.click();
		const prompt = view.page.getByRole('complementary', { name: 'Prompt' });
		await prompt.getByText(later).waitFor();
		await prompt.getByRole('radio', { name: /^Earlier/ }).check();
		await prompt.getByText(nameOf(250, 0), { exact: true }).waitFor();
	});

	it('offers the actions on a sample, also in a menu by the keyboard', async () => {
		const view = await show({ job: jobOf(running) });
		const { page } = view;
		await at(view, '250', 1).click({ button: 'right' });
		const menu = page.getByRole('menu');
		assert.deepEqual(await menu.getByRole('menuitem').locator('span:first-child').allInnerTexts(), [
			'Save As...',
			'Open in Editor',
			'Copy Prompt',
			'Use the Checkpoint of Step 250',
		]);
		await press(view, 'ArrowDown', 'Enter');
		await at(view, '250', 1).click({ button: 'right' });
		await press(view, 'ArrowDown', 'ArrowDown', 'Enter');
		await at(view, '500', 1).click({ button: 'right' });
		await press(view, 'End', 'Enter');
		const actions = (await view.sent()).filter(({ kind }) => kind !== 'want');
		assert.deepEqual(actions, [
			{ kind: 'openInEditor', payload: { job: 'job-1', name: nameOf(250, 1) } },
			{ kind: 'copyPrompt', payload: { job: 'job-1', index: 1 } },
			{ kind: 'useCheckpoint', payload: { job: 'job-1', name: 'fox_lora_000000500.safetensors' } },
		]);
	});

	it('plays a video only under the pointer or with the focus, and never with reduced motion', async () => {
		const files = [ready(nameOf(0, 0, 'webm')), ready(nameOf(250, 0, 'webm'))];
		const view = await show({ job: jobOf(running, { files }) });
		const { page } = view;
		await pictured(view, at(view, '0'));
		await pictured(view, at(view, '250'));
		await at(view, '0').hover();
		assert.equal(await page.locator('easel-sample-grid video').count(), 0);
		await page.emulateMedia({ reducedMotion: 'no-preference' });
		await at(view, '250').hover();
		await view.until(
			async () => (await at(view, '250').locator('video').count()) === 1,
			'a video that plays',
		);
		await view.until(
			async () =>
				at(view, '250')
					.locator('video')
					.evaluate((video: HTMLVideoElement) => video.currentTime > 0),
			'a video that moves',
		);
		await at(view, '0').hover();
		await view.until(async () => (await at(view, '0').locator('video').count()) === 1, 'the other video');
		assert.equal(await page.locator('easel-sample-grid video').count(), 1);
		await at(view, '0').click();
		await page.locator('easel-player video').waitFor();
	});

	it('draws only the visible ones of 2,000 cells and reaches the last one by keys', async () => {
		const many = Array.from({ length: 20 }, (_, index) => ({ text: `prompt number ${index}`, settings: [] }));
		const steps = Array.from({ length: 100 }, (_, index) => index * 50);
		const files = steps.flatMap((step) => many.map((_, index) => ({ name: nameOf(step, index) })));
		const view = await show({ job: jobOf(running, { prompts: many, files }) });
		const { page } = view;
		// It begins with the latest step.
		await page.getByRole('columnheader', { name: '4,950' }).waitFor();
		const newest = cell(view, /^prompt number 0, step 4,950/);
		await view.until(async () => {
			const { x, width } = await view.boxOf(newest);
			return x + width <= 1100;
		}, 'the latest step entirely in sight');
		await newest.focus();
		assert.ok((await page.getByRole('gridcell').count()) < 200);
		await press(view, 'Control+End');
		const last = cell(view, /^prompt number 19, step 4,950/);
		await view.focused(last);
		assert.ok((await page.getByRole('gridcell').count()) < 200);
		const box = await view.boxOf(last);
		assert.ok(box.x + box.width <= 1100 && box.y + box.height <= 760, 'the last cell is entirely visible');
		const head = await view.boxOf(page.getByRole('columnheader', { name: 'Prompt' }));
		assert.equal(head.x, 0, 'the prompts stay at the left edge');
		await view.until(async () => {
			const wanted = (await view.payloads('want')).at(-1) as { names: string[] };
			return wanted.names.includes(nameOf(4950, 19)) && !wanted.names.includes(nameOf(0, 0));
		}, 'only what is visible is wanted');
		// Someone at the latest step is led to the next one.
		await view.post('state', {
			job: jobOf(running, { prompts: many, files: [...files, { name: nameOf(5000, 19) }] }),
		});
		await view.until(async () => {
			const next = await page.getByRole('columnheader', { name: '5,000' }).boundingBox();
			return next !== null && next.x + next.width <= 1100;
		}, 'the new step');
	});

	it('reports a copy that cannot be loaded, and shows why a sample is missing', async () => {
		const failure: Failure = {
			kind: 'network',
			message: 'The network is gone.',
			nextStep: 'Check it.',
			fixer: 'you',
		};
		const files: SampleFile[] = [
			{ name: nameOf(0, 0), file: 'broken' },
			{ name: nameOf(250, 0), problem: { kind: 'gone' } },
			{ name: nameOf(500, 0), problem: { kind: 'failed', failure } },
		];
		const view = await show({ job: jobOf(running, { files }) });
		await view.until(async () => (await view.payloads('unreadable')).length > 0, 'the report');
		assert.deepEqual((await view.payloads('unreadable'))[0], { job: 'job-1', name: nameOf(0, 0) });
		assert.match(
			(await at(view, '250').getAttribute('aria-label')) ?? '',
			/The service has deleted this file/,
		);
		assert.match((await at(view, '500').getAttribute('aria-label')) ?? '', /The network is gone/);
		await view.page.getByText('1 sample could not be downloaded.').waitFor();
		await view.page.getByRole('button', { name: 'Try Again' }).click();
		assert.deepEqual(await view.payloads('tryAgain'), [{ job: 'job-1' }]);
	});

	it('lists files with unknown names as text', async () => {
		const odd = '<img src=x onerror=alert(1)>.png';
		const view = await show({
			job: jobOf(running, { files: [...grid(), { name: odd }, { name: '../up.bin' }] }),
		});
		await view.page.getByText('2 other files').click();
		await view.page.getByText(odd).waitFor();
		await view.page.getByRole('button', { name: 'Save "../up.bin" As...' }).click();
		assert.deepEqual(await view.payloads('saveAs'), [{ job: 'job-1', name: '../up.bin' }]);
	});

	const failure: Failure = {
		kind: 'notFound',
		message: 'The job does not exist.',
		nextStep: 'Check its id.',
		fixer: 'you',
	};
	const states: readonly (readonly [string, () => unknown, RegExp])[] = [
		['a job that was removed', () => ({}), /no longer in the list/],
		[
			'the question under way',
			() => ({ job: jobOf(running, { files: [], listed: 'asking' }) }),
			/Loading the samples/,
		],
		[
			'a service that does not answer',
			() => ({ job: jobOf(running, { files: [], listed: 'no', failure }) }),
			/The job does not exist. Check its id./,
		],
		[
			'a job at another connection',
			() => ({ job: jobOf(running, { files: [], listed: 'no', failure, elsewhere: 'Sandbox' }) }),
			/This job is at Sandbox[\s\S]*Switch to Sandbox/,
		],
		[
			'a job that waits',
			() => ({ job: jobOf({ ...running, state: 'IN_QUEUE' }, { files: [] }) }),
			/has not started yet/,
		],
		['a job that runs', () => ({ job: jobOf(running, { files: [] }) }), /No samples yet/],
		[
			'a job that failed',
			() => ({ job: jobOf({ ...running, state: 'FAILED', error: 'Out of memory.' }, { files: [] }) }),
			/failed before it made a sample[\s\S]*Out of memory/,
		],
		[
			'a job without samples',
			() => ({ job: jobOf({ ...running, state: 'STOPPED' }, { files: [] }) }),
			/made no samples/,
		],
	];
	for (const [what, state, words] of states) {
		it(`shows the problem and the next step: ${what}`, async () => {
			const view = await show(state());
			await view.until(async () => words.test(await view.page.locator('main').innerText()), String(words));
			await view.assertAccessible();
		});
	}

	it('reports above the samples that new ones cannot be listed', async () => {
		const view = await show({ job: jobOf(running, { failure, reachable: false }) });
		await view.page
			.getByText('New samples cannot be listed. The job does not exist. Check its id.')
			.waitFor();
		await pictured(view, at(view, '0'));
	});

	it('switches to the connection of the job from above its samples', async () => {
		const view = await show({ job: jobOf(running, { failure, reachable: false, elsewhere: 'Sandbox' }) });
		await view.page.getByText('This job is at Sandbox, and another connection is in use.').waitFor();
		assert.equal(await view.page.getByText('cannot be listed').count(), 0);
		await view.page.getByRole('button', { name: 'Switch to Sandbox' }).click();
		assert.deepEqual(await view.payloads('switchConnection'), [{ job: 'job-1' }]);
		await takePicture(view.page, 'dark', 'samples-elsewhere');
	});

	it('is accessible in every theme', async () => {
		const files: SampleFile[] = [
			...grid([0, 250]),
			{ name: nameOf(500, 0) },
			{ name: nameOf(500, 1), problem: { kind: 'gone' } },
			{ name: 'odd.bin' },
		];
		const view = await show({ job: jobOf(running, { files }) });
		const accessible = (name: string) =>
			view.inEachTheme(async (theme) => {
				await view.assertAccessible();
				await takePicture(view.page, theme, name);
			});
		await pictured(view, at(view, '250', 2));
		await accessible('samples-grid');
		await at(view, '250').click();
		await view.page.locator('easel-picture').waitFor();
		await accessible('samples-large');
		await press(view, 'c');
		await view.page.locator('easel-compare-slider easel-picture.right').waitFor();
		await accessible('samples-compared');
	});

	it('keeps to its width in a narrow editor group', async () => {
		const view = await show({ job: jobOf(running) }, { width: 240, height: 500 });
		await at(view, '0').waitFor();
		await takePicture(view.page, 'dark', 'samples-narrow-grid');
		await at(view, '0').click();
		await view.page.locator('easel-picture').waitFor();
		await takePicture(view.page, 'dark', 'samples-narrow-large');
		const widths = await view.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
		assert.equal(widths[0], widths[1]);
	});
});
