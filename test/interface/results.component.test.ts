import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { resultsState, stripRun } from '../../src/core/runs/results/view.ts';
import type { Run, RunFile } from '../../src/core/runs/run.ts';
import { gradientPng } from './support/media.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

/** Returns silence: 8,000 bytes for each second. */
function wav(seconds: number): Uint8Array {
	const bytes = Buffer.alloc(44 + 8000 * seconds, 0x80);
	bytes.write('RIFF', 0);
	bytes.writeUInt32LE(bytes.length - 8, 4);
	bytes.write('WAVEfmt ', 8);
	bytes.writeUInt32LE(16, 16);
	bytes.writeUInt16LE(1, 20);
	bytes.writeUInt16LE(1, 22);
	bytes.writeUInt32LE(8000, 24);
	bytes.writeUInt32LE(8000, 28);
	bytes.writeUInt16LE(1, 32);
	bytes.writeUInt16LE(8, 34);
	bytes.write('data', 36);
	bytes.writeUInt32LE(bytes.length - 44, 40);
	return bytes;
}

const now = Date.now();
const prompt = 'A lighthouse on a basalt cliff at dawn';

function run(more: Partial<Run> = {}): Run {
	return {
		id: 'run-1',
		connectionId: 'sandbox',
		accountId: 'me',
		target: { kind: 'deployment', id: 'd', name: 'flux-portrait' },
		documentName: 'lighthouse.json',
		documentUri: 'file:///lighthouse.json',
		requestId: '5c8d1f0e-7f3a-4f24-9b1a-2d6f5f6f0c11',
		instanceId: 'inst-1',
		state: 'running',
		summary: {
			mode: 'overrides',
			prompt,
			seed: '18446744073709551615',
			changed: [{ nodeId: '3', nodeTitle: 'KSampler', input: 'steps', from: '20', to: '30' }],
			outputTitles: { '9': 'Save Image', '38:42': 'Upscaled' },
		},
		submittedAt: now - 75_000,
		startedAt: now - 41_000,
		files: [],
		texts: [],
		...more,
	};
}

function ended(more: Partial<Run> = {}): Run {
	return run({ state: 'succeeded', endedAt: now - 9_000, expiresAt: now + 6.5 * 86_400_000, ...more });
}

/** Returns a file without local bytes. */
function missing(index: number, more: Partial<RunFile> = {}): RunFile {
	return {
		key: `9/images/${index}`,
		nodeId: '9',
		channel: 'images',
		index,
		filename: `image_${index + 1}.png`,
		subfolder: '',
		type: 'output',
		...more,
	};
}

function image(index: number, more: Partial<RunFile> = {}): RunFile {
	return missing(index, { archivedAs: `p${index % 4}.png`, bytes: 120_000, ...more });
}

function images(count: number): RunFile[] {
	return Array.from({ length: count }, (_, index) => image(index));
}

/** The memory of a view with open details. */
const detailsOpen = { identity: { runId: 'run-1' }, memory: { details: true } };

describe('results panel in a browser', () => {
	const server = ViewServer.ofSuite('results', { runId: 'run-1' }, true);

	before(() => {
		for (let index = 0; index < 4; index++) {
			server.files.set(`p${index}.png`, gradientPng(index === 3 ? 320 : 640, 480, index));
		}
		server.files.set('waves.wav', wav(2.5));
		server.files.set('broken.mp4', new Uint8Array([1, 2, 3]));
	});

	const stateOf = (sample: Run) => resultsState(sample, (name) => server.address(name), Date.now());

	async function show(
		sample: Run | undefined,
		more: { width?: number; height?: number; saved?: unknown } = {},
	): Promise<ViewPage> {
		const state = sample === undefined ? { now, opensOutside: true } : stateOf(sample);
		return server.open({ state, ...more });
	}

	/** The runs of one document, oldest first; every fifth one failed. */
	const runOf = (at: number): Run =>
		ended({
			id: `run-${at}`,
			submittedAt: now - (12 - at) * 240_000,
			summary: { ...run().summary, seed: String(1000 + at) },
			files: at % 5 === 4 ? [] : images(1 + (at % 3)),
			...(at % 5 === 4 ? { state: 'failed' as const } : {}),
		});
	const amongOthers = (sample: Run, at: number, count: number, revision = 1) => ({
		...stateOf(sample),
		runs: { of: 'document', count, at, revision },
	});

	/** Shows one of the runs of a document. The host knows the first hundred. */
	async function showAmongOthers(
		at: number,
		count: number,
		more: { width?: number; height?: number } = {},
	): Promise<ViewPage> {
		const runs = Array.from({ length: Math.min(count, 100) }, (_, place) =>
			stripRun(place, runOf(place), (name) => server.address(name), place === 1),
		);
		const state = amongOthers(runOf(at), at, count);
		return server.open({ state, answers: { runs: { runs } }, ...more });
	}
	/** Returns the messages of the view to its host, without its questions. */
	const asked = async (view: ViewPage) => (await view.sent()).filter(({ kind }) => kind !== 'request');
	const strip = (view: ViewPage) => view.page.getByRole('listbox', { name: 'Runs of This Document' });

	const facts = (view: ViewPage) => view.page.locator('easel-item-bar .facts');
	const cells = (view: ViewPage) => view.page.getByRole('option');
	const scale = (view: ViewPage) => view.page.locator('easel-item-bar .scale');
	const kinds = async (view: ViewPage) => (await view.sent()).map((message) => message.kind);
	const percent = async (view: ViewPage) => Number.parseInt(await scale(view).innerText(), 10);

	async function waitForFacts(view: ViewPage, words: RegExp): Promise<void> {
		await view.until(async () => words.test(await facts(view).innerText()), String(words));
	}

	it('shows the picture with its size and its prompt', async () => {
		const view = await show(ended({ files: images(2) }));
		await waitForFacts(view, /640 × 480/);
		const [red, green, blue] = await view.colorAt(view.page.locator('easel-picture'));
		assert.ok(
			Math.abs((red ?? 0) - 40) < 8 && (green ?? 0) > 100 && (blue ?? 0) > 100,
			`${red} ${green} ${blue}`,
		);
		const details = view.page.locator('aside');
		for (const words of [prompt, '18446744073709551615', 'KSampler', 'inst-1', 'In 6 days']) {
			await details.getByText(words).first().waitFor();
		}
		assert.equal(await details.locator('del').innerText(), '20');
		assert.equal(await details.locator('ins').innerText(), '30');
	});

	it('describes the current state of a waiting run as text', async () => {
		const waiting = run({ state: 'queued', serviceStatus: 'in_queue' });
		const summary = { ...waiting.summary, changed: [] };
		const view = await show({ ...waiting, summary }, { saved: detailsOpen });
		const details = view.page.locator('aside');
		await details.getByText('Queued', { exact: true }).waitFor();
		await details.getByText('None: the workflow as saved in the deployment.').waitFor();
		assert.doesNotMatch(await details.innerText(), /in_queue|in_progress|it ran/);
	});

	it('zooms and pans by key, button and wheel, and finds back', async () => {
		const view = await show(ended({ files: images(1) }));
		await waitForFacts(view, /640 × 480/);
		await view.page.keyboard.press('1');
		await view.until(async () => (await percent(view)) === 100, 'actual size');
		await view.page.keyboard.press('+');
		await view.until(async () => (await percent(view)) === 125, 'one step in');
		await view.page.getByRole('button', { name: 'Zoom In' }).click();
		await view.until(async () => (await percent(view)) === 156, 'two steps in');
		const picture = view.page.locator('easel-picture');
		await picture.hover();
		await view.page.mouse.wheel(0, -800);
		await view.until(async () => (await percent(view)) > 300, 'more by wheel');
		const drawn = view.page.locator('easel-picture img.full');
		const before = await view.boxOf(drawn);
		await view.page.mouse.down();
		await view.page.mouse.move(before.x + 200, before.y + 200, { steps: 4 });
		await view.page.mouse.up();
		await view.until(
			async () => !isDeepStrictEqual(await view.boxOf(drawn), before),
			'the picture in another place',
		);
		await view.page.getByRole('button', { name: 'Fit' }).click();
		await view.until(async () => (await percent(view)) <= 100, 'fit');
	});

	it('walks the filmstrip by keys alone and remembers the place', async () => {
		const view = await show(ended({ files: images(6) }));
		await waitForFacts(view, /1 of 6/);
		await cells(view).first().focus();
		await view.page.keyboard.press('ArrowRight');
		await waitForFacts(view, /image_2\.png[\s\S]*2 of 6/);
		assert.equal(await view.page.locator('[role="option"]:focus').getAttribute('aria-selected'), 'true');
		await view.page.keyboard.press('End');
		await waitForFacts(view, /6 of 6/);
		await view.page.keyboard.press('Enter');
		await view.page.locator('easel-filmstrip').waitFor({ state: 'hidden' });
		await view.until(
			async () => (await view.boxOf(view.page.locator('easel-picture'))).height > 650,
			'a picture that has the height of the panel',
		);
		await view.page.keyboard.press('Escape');
		await view.page.locator('easel-filmstrip').waitFor();
		const saved = (await view.saved()) as { identity: unknown };
		assert.deepEqual(saved.identity, { runId: 'run-1' });
		await view.close();
		const again = await show(ended({ files: images(6) }), { saved });
		await waitForFacts(again, /6 of 6/);
	});

	it('keeps prompt and seed visible without room for the details', async () => {
		const view = await show(ended({ files: images(1) }), { width: 460 });
		const summary = view.page.getByRole('button', { name: /A lighthouse[\s\S]*Seed 18446744073709551615/ });
		await summary.click();
		await view.page.locator('aside').getByText('KSampler').waitFor();
		await summary.waitFor({ state: 'detached' });
	});

	for (const [width, height] of [
		[640, 480],
		[889, 556],
		[1280, 800],
	] as const) {
		it(`gives the picture at least half of the height with the details open at ${width} x ${height}`, async () => {
			const view = await show(ended({ files: images(6) }), { width, height, saved: detailsOpen });
			await view.page.locator('aside').getByText('KSampler').waitFor();
			const drawn = view.page.locator('easel-picture img.full');
			await view.until(
				async () => ((await drawn.boundingBox())?.height ?? 0) >= height / 2,
				'a picture half as high as the panel',
			);
		});
	}

	for (const [width, height] of [
		[220, 380],
		[300, 400],
		[520, 690],
		[620, 700],
	] as const) {
		it(`keeps half of a panel of ${width} x ${height} for the picture, and every button within it`, async () => {
			const view = await show(ended({ files: images(6) }), { width, height, saved: detailsOpen });
			await view.page.locator('aside').getByText('KSampler').waitFor();
			const stage = view.page.locator('easel-stage');
			await view.until(
				async () => ((await stage.boundingBox())?.height ?? 0) >= height / 2,
				'a stage half as high as the panel',
			);
			await takePicture(view.page, 'results-dark', `small-${width}x${height}`);
			assert.deepEqual(await view.cutButtons(width, height), []);
			await view.assertAccessible();
		});
	}

	it('moves actions that do not fit the toolbar into a menu', async () => {
		const view = await show(ended({ files: images(3) }), { width: 300, height: 400 });
		await view.page.getByRole('button', { name: 'Run with New Seed' }).click();
		await view.page.getByRole('button', { name: 'More Actions' }).click();
		await view.page.getByRole('menuitem', { name: 'Open Folder' }).click();
		assert.deepEqual(await kinds(view), ['runAgain', 'openFolder']);
		await view.focused(view.page.getByRole('button', { name: 'More Actions' }));
		await view.page.getByText(/Succeeded.*1 of 3/).waitFor();
	});

	it('puts two pictures side by side and moves them together', async () => {
		const view = await show(ended({ files: images(3) }));
		await waitForFacts(view, /640 × 480/);
		await view.page.keyboard.press('c');
		await view.page.locator('easel-picture.other').waitFor();
		await waitForFacts(view, /2 of 3/);
		// A wheel over a picture that is not loaded zooms nothing.
		for (const side of ['main', 'other']) await view.page.locator(`easel-picture.${side} img.full`).waitFor();
		await view.page.locator('easel-picture.main').hover();
		await view.page.mouse.wheel(0, -1200);
		const width = async (side: string) =>
			(await view.page.locator(`easel-picture.${side} img.full`).boundingBox())?.width ?? 0;
		await view.until(async () => (await width('other')) > 640, 'the other picture zoomed');
		assert.ok(Math.abs((await width('other')) - (await width('main'))) < 1);
		await view.page.keyboard.press('Escape');
		await view.page.locator('easel-picture.other').waitFor({ state: 'detached' });
	});

	it('keeps few elements for 500 pictures and reaches the last', async () => {
		const view = await show(ended({ files: images(500) }));
		await waitForFacts(view, /1 of 500/);
		await view.until(async () => (await cells(view).count()) > 5, 'cells');
		assert.ok((await cells(view).count()) < 60);
		await view.page.locator('easel-filmstrip img').first().waitFor();
		await cells(view).first().focus();
		await view.page.keyboard.press('End');
		await waitForFacts(view, /image_500\.png/);
		assert.equal(await view.page.locator('[role="option"]:focus').getAttribute('aria-posinset'), '500');
		assert.ok((await cells(view).count()) < 60);
	});

	it('offers to compare two pictures only for a run with two', async () => {
		const compare = (view: Awaited<ReturnType<typeof show>>) =>
			view.page.getByRole('button', { name: 'Compare with Another Picture of This Run' });
		const one = await show(ended({ files: images(1) }));
		await waitForFacts(one, /640 × 480/);
		assert.equal(await compare(one).count(), 0);
		await one.page.getByRole('button', { name: 'Compare With...' }).waitFor();
		const two = await show(ended({ files: images(2) }));
		await waitForFacts(two, /640 × 480/);
		await compare(two).waitFor();
	});

	it('copies the picture as PNG', async () => {
		const view = await show(ended({ files: images(1) }));
		await waitForFacts(view, /640 × 480/);
		await view.page.getByRole('button', { name: 'Copy Image' }).click();
		await view.page.getByText('Copied the picture.').waitFor();
		const types = await view.page.evaluate(async () => (await navigator.clipboard.read())[0]?.types);
		assert.deepEqual(types, ['image/png']);
	});

	it('asks its host for actions of the host', async () => {
		const view = await show(ended({ files: images(2) }));
		await waitForFacts(view, /640 × 480/);
		for (const name of [
			'Save',
			'Copy URL',
			'Open Externally',
			'Save All',
			'Open Folder',
			'Run Again',
			'Run with New Seed',
			'Write Seed into Document',
		]) {
			await view.page.getByRole('button', { name, exact: true }).click();
		}
		await view.page.getByRole('button', { name: 'Copy request ID' }).click();
		const expected = [
			'save',
			'copyUrl',
			'openExternally',
			'saveAll',
			'openFolder',
			'runAgain',
			'runAgain',
			'writeSeedBack',
			'copyText',
		];
		assert.deepEqual(await kinds(view), expected);
		const [save, , , , , again, seed, written, copied] = await view.sent();
		assert.deepEqual(save?.payload, { run: 'run-1', id: '["file","9/images/0"]' });
		assert.deepEqual(
			[again?.payload, seed?.payload],
			[
				{ run: 'run-1', newSeed: false },
				{ run: 'run-1', newSeed: true },
			],
		);
		assert.deepEqual(written?.payload, { run: 'run-1' });
		assert.deepEqual(copied?.payload, { text: run().requestId, what: 'requestId' });
	});

	it('moves from the queue to the pictures as the host reports', async () => {
		const view = await show(run({ state: 'queued', queuePosition: 3 }));
		await view.page.getByRole('heading', { name: /Waiting in the queue \(position 3\)/ }).waitFor();
		await view.page.getByRole('button', { name: 'Cancel' }).click();
		assert.deepEqual(await kinds(view), ['cancel']);
		await view.post('state', stateOf(run()));
		await view.page.getByRole('heading', { name: 'Running' }).waitFor();
		await view.post('state', stateOf(run({ state: 'fetching', files: [image(0), missing(1)] })));
		await waitForFacts(view, /640 × 480/);
		assert.match((await cells(view).nth(1).getAttribute('aria-label')) ?? '', /downloading/);
		await view.post('state', stateOf(ended({ files: images(2) })));
		await view.page
			.getByRole('status')
			.filter({ hasText: /succeeded after/ })
			.waitFor();
		await view.page.getByRole('button', { name: 'Run Again' }).waitFor();
	});

	it('leads from a run that is not found to looking again, and gives it up only on request', async () => {
		const notice = 'The service cannot find this run at the moment. This may be temporary.';
		const view = await show(run({ missingSince: now - 60_000, notice }));
		await view.page.getByRole('heading', { name: 'Not found for now' }).waitFor();
		await view.page.getByText(notice).waitFor();
		assert.equal(await view.page.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
		await view.assertAccessible();
		await takePicture(view.page, 'results-dark', 'run-not-found');
		await view.page.getByRole('button', { name: 'Look Again' }).click();
		await view.page.getByRole('button', { name: 'Give Up...' }).click();
		await view.post('state', stateOf(ended({ state: 'lost', notice: 'You gave up this run.' })));
		await view.page.getByRole('heading', { name: 'Not found on the service' }).waitFor();
		await view.page.getByRole('button', { name: 'Look Again' }).click();
		assert.deepEqual(await kinds(view), ['lookForRun', 'giveUpRun', 'lookForRun']);
		await view.post('state', stateOf(run()));
		await view.page.getByRole('heading', { name: 'Running' }).waitFor();
		await view.page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
	});

	it('leads to the place to find an uncertain run, and accepts its ID, before it is resent', async () => {
		const view = await show(ended({ state: 'uncertain', notice: 'The connection broke.' }));
		await view.page.getByRole('heading', { name: 'Unknown whether the service received the run' }).waitFor();
		assert.deepEqual(
			await view.page.locator('vscode-button:not([secondary])').allInnerTexts(),
			['Open Web Console'],
			'the first button does not run again',
		);
		await view.page.getByRole('button', { name: 'Open Web Console' }).click();
		await view.page.getByRole('button', { name: 'This Is Request...' }).click();
		await view.page.getByRole('button', { name: 'Run Again...' }).click();
		assert.equal(await view.page.getByRole('button', { name: 'Run with New Seed' }).count(), 0);
		await takePicture(view.page, 'results-dark', 'run-in-doubt');
		assert.deepEqual(await kinds(view), ['openWebConsole', 'thisIsRequest', 'runAgain']);
	});

	it('leads from a failure to the node in the document', async () => {
		const error = { error: 'RuntimeError', details: 'Node 8 (VAEDecode): no vae', debugInfo: '' };
		const view = await show(ended({ state: 'failed', error }));
		const button = view.page.locator('vscode-button', { hasText: 'Show in Document' });
		const first = view.page.locator('vscode-button:not([secondary])');
		assert.deepEqual(await first.allInnerTexts(), ['Show in Document']);
		assert.equal(await button.count(), 1, 'one button for one way');
		await button.click();
		await view.assertAccessible();
		await takePicture(view.page, 'results-dark', 'run-failed-at-node');
		const notice = 'The run was not sent. The service refused the request. (8.inputs.vae: no vae)';
		await view.post('state', stateOf(ended({ state: 'unsent', notice, refusedAt: ['8.inputs.vae'] })));
		await view.page.getByRole('heading', { name: 'Not sent' }).waitFor();
		assert.deepEqual(await first.allInnerTexts(), ['Show in Document']);
		await button.click();
		await view.assertAccessible();
		await takePicture(view.page, 'results-dark', 'run-refused-at-node');
		assert.deepEqual(await kinds(view), ['openDocument', 'openDocument']);
	});

	it('leads first to the page of the account from a run that was refused because of the balance', async () => {
		const notice =
			'The run did not start. The balance or plan of this account does not allow runs. Top up the balance on the profile page, then try again.';
		const view = await show(ended({ state: 'unsent', notice, refusal: 'balance' }));
		await view.page.getByRole('heading', { name: 'Refused' }).waitFor();
		const first = view.page.locator('vscode-button:not([secondary])');
		assert.deepEqual(await first.allInnerTexts(), ['Open Profile Page']);
		await first.click();
		assert.deepEqual(await kinds(view), ['openProfilePage']);
		await view.assertAccessible();
		await takePicture(view.page, 'results', 'run-refused-for-balance');
	});

	it('shows a failure with its details and the debug text folded away', async () => {
		const error = {
			error: 'OutOfMemoryError',
			details: '<img src=x onerror="document.title=1"> Allocation would exceed memory.',
			debugInfo: 'File "execution.py", line 300',
			errorCode: 50013,
		};
		const view = await show(ended({ state: 'failed', error }));
		await view.page.getByText('OutOfMemoryError, code 50013').waitFor();
		await view.page.getByText(error.details).waitFor();
		assert.equal(await view.page.locator('img').count(), 0);
		const debug = view.page.getByText('execution.py');
		assert.equal(await debug.isVisible(), false);
		await view.page.getByText('Debug text of the service').click();
		await debug.waitFor();
		await view.page.getByRole('button', { name: 'Copy Error' }).click();
		assert.deepEqual(await kinds(view), ['copyText']);
	});

	it('offers the same by a menu on any picture, from pointer and keyboard', async () => {
		const view = await show(ended({ files: images(3) }));
		await waitForFacts(view, /640 × 480/);
		await cells(view).nth(2).click({ button: 'right' });
		const menu = view.page.getByRole('menu');
		await menu.waitFor();
		await view.assertAccessible();
		await menu.getByRole('menuitem', { name: /^Save(?! with)/ }).click();
		await menu.waitFor({ state: 'detached' });
		assert.deepEqual(await view.sent(), [
			{ kind: 'save', payload: { run: 'run-1', id: '["file","9/images/2"]' } },
		]);
		await cells(view).first().focus();
		await view.page.keyboard.press('Shift+F10');
		await menu.waitFor();
		await view.page.keyboard.press('ArrowDown');
		assert.equal(await view.page.locator('[role="menuitem"]:focus').innerText(), 'Save with Sidecar...');
		await view.page.keyboard.press('Enter');
		await menu.waitFor({ state: 'detached' });
		assert.deepEqual((await view.sent()).at(-1), {
			kind: 'saveWithSidecar',
			payload: { run: 'run-1', id: '["file","9/images/0"]' },
		});
		await cells(view).first().focus();
		await view.page.keyboard.press('Shift+F10');
		await menu.waitFor();
		await view.page.keyboard.press('Escape');
		await menu.waitFor({ state: 'detached' });
		assert.equal(await view.page.locator('[role="option"]:focus').getAttribute('aria-posinset'), '1');
		await cells(view).nth(2).click({ button: 'right' });
		await menu.getByRole('menuitem', { name: /^Compare with the/ }).click();
		await view.page.locator('easel-picture.other').waitFor();
		await waitForFacts(view, /3 of 3/);
	});

	it('shows the results of a failed run below its failure', async () => {
		const error = { error: 'UpscaleError', details: 'The second output failed.', debugInfo: '' };
		const view = await show(ended({ state: 'failed', error, files: images(1) }));
		await view.page.getByText('UpscaleError').waitFor();
		await waitForFacts(view, /640 × 480/);
	});

	it('offers another program for media that the editor cannot play', async () => {
		const clip = image(0, { filename: 'clip.mp4', archivedAs: 'broken.mp4' });
		const view = await show(ended({ files: [clip] }));
		await view.page.getByText(/does not have the codec/).waitFor();
		await view.page.locator('easel-player').getByRole('button', { name: 'Open Externally' }).click();
		assert.deepEqual(await kinds(view), ['openExternally']);
	});

	it('names the engine, not the service, for a run on an engine', async () => {
		const target = { kind: 'engine', id: 'engine', name: 'My ComfyUI' } as const;
		const error = { error: 'RuntimeError', details: 'Node 3 (ImageBlend): no.', debugInfo: 'line 300' };
		const view = await show(ended({ state: 'failed', error, target }));
		await view.page.getByText('Debug text of the engine').waitFor();
		await view.post('state', stateOf(run({ target })));
		await view.page.getByTitle('Ask the engine to stop this run').waitFor();
	});

	it('plays a sound and shows its duration', async () => {
		const sound = image(0, { filename: 'waves.wav', archivedAs: 'waves.wav', channel: 'audio' });
		const view = await show(ended({ files: [sound] }));
		await view.page.locator('audio').waitFor();
		await waitForFacts(view, /waves\.wav[\s\S]*2\.5 s/);
	});

	it('shows why a file is missing, and tries again on request', async () => {
		const view = await show(
			ended({ files: [missing(0, { problem: 'The service has deleted this file.' })] }),
		);
		await view.page.getByText('The service has deleted this file.').waitFor();
		await view.page.getByRole('button', { name: 'Download Again' }).click();
		assert.deepEqual(await kinds(view), ['fetchAgain']);
	});

	it('reports that a run is no longer in the history', async () => {
		const view = await show(undefined);
		await view.page.getByRole('heading', { name: 'This run is no longer in the history' }).waitFor();
	});

	it('walks the runs of the document by button, key and strip', async () => {
		const view = await showAmongOthers(2, 12);
		await waitForFacts(view, /640 × 480/);
		await view.page.getByText('run 3 of 12').waitFor();
		await view.page.getByRole('button', { name: 'Previous Run' }).click();
		await view.page.keyboard.press('Shift+ArrowRight');
		await strip(view)
			.getByRole('option', { name: /seed 1005/ })
			.click();
		await strip(view).locator('[aria-selected="true"]').focus();
		await view.page.keyboard.press('End');
		assert.deepEqual(await asked(view), [
			{ kind: 'stepRun', payload: { by: -1 } },
			{ kind: 'stepRun', payload: { by: 1 } },
			{ kind: 'showRunAt', payload: { at: 5 } },
			{ kind: 'showRunAt', payload: { at: 11 } },
		]);
		assert.match(
			(await strip(view).getByRole('option').nth(1).getAttribute('aria-label')) ?? '',
			/seed 1001, succeeded, starred/,
		);
		await view.post('state', amongOthers(runOf(11), 11, 12, 2));
		await view.page.getByText('run 12 of 12').waitFor();
		assert.equal(await view.page.getByRole('button', { name: 'Next Run' }).isDisabled(), true);
		assert.deepEqual(await view.saved(), {
			identity: { runId: 'run-1' },
			memory: { runId: 'run-11' },
		});
	});

	it('keeps the chosen output and the look at it from run to run', async () => {
		const view = await showAmongOthers(2, 12);
		await waitForFacts(view, /1 of 3/);
		await view.page.keyboard.press('ArrowRight');
		await waitForFacts(view, /2 of 3/);
		await view.page.locator('easel-picture img.full').waitFor();
		await view.page.keyboard.press('1');
		await view.page.keyboard.press('+');
		await view.until(async () => (await percent(view)) === 125, 'one step in');
		await view.post('state', amongOthers(runOf(5), 5, 12));
		await view.page.getByText('run 6 of 12').waitFor();
		await waitForFacts(view, /2 of 3/);
		assert.equal(await percent(view), 125);
	});

	it('keeps few elements for 10,000 runs, and asks only for the visible ones', async () => {
		const view = await showAmongOthers(9999, 10_000);
		await strip(view).locator('[aria-selected="true"]').waitFor();
		const options = strip(view).getByRole('option');
		assert.equal(await options.last().getAttribute('aria-posinset'), '10000');
		assert.ok((await options.count()) < 40, `${await options.count()}`);
		const starts = await view.page.evaluate(() =>
			(
				window as unknown as {
					playedHost: { sent: { kind: string; payload: { params: { start: number } } }[] };
				}
			).playedHost.sent
				.filter(({ kind }) => kind === 'request')
				.map(({ payload }) => payload.params.start),
		);
		assert.ok(starts.length > 0 && starts.length < 4 && starts.every((start) => start > 9000), starts.join());
	});

	it('stars, notes and pins the run in view', async () => {
		const view = await showAmongOthers(0, 2);
		await view.page.keyboard.press('f');
		await view.page.getByRole('textbox', { name: 'Note' }).fill('Best so far, p is for pin');
		await view.page.keyboard.press('Tab');
		await view.page.getByRole('button', { name: /^Pin/ }).click();
		assert.deepEqual(await asked(view), [
			{ kind: 'star', payload: { run: 'run-0', on: true } },
			{ kind: 'note', payload: { run: 'run-0', text: 'Best so far, p is for pin' } },
			{ kind: 'pin', payload: { run: 'run-0', on: true } },
		]);
		await view.post('state', { ...stateOf(runOf(0)), pinned: true });
		await view.page.getByRole('button', { name: /^Unpin/ }).waitFor();
		await strip(view).waitFor({ state: 'detached' });
		assert.deepEqual(((await view.saved()) as { memory: unknown }).memory, { runId: 'run-0', pinned: true });
	});

	it('keeps a note that is being typed when another run or nothing takes its place', async () => {
		const view = await showAmongOthers(0, 2);
		const note = view.page.getByRole('textbox', { name: 'Note' });
		await note.fill('About the first');
		await view.post('state', amongOthers(runOf(1), 1, 2));
		await view.page.getByText('run 2 of 2').waitFor();
		await view.until(async () => (await note.inputValue()) === '', 'the note of the second run');
		await note.fill('About the second');
		await view.page.getByRole('button', { name: /Details/ }).click();
		await note.waitFor({ state: 'hidden' });
		assert.deepEqual(
			(await asked(view)).filter(({ kind }) => kind === 'note'),
			[
				{ kind: 'note', payload: { run: 'run-0', text: 'About the first' } },
				{ kind: 'note', payload: { run: 'run-1', text: 'About the second' } },
			],
		);
	});

	it('still leads to the other runs when the one in view was removed', async () => {
		const open = await server.open({
			state: { now, opensOutside: true, runs: { of: 'model', count: 3, at: -1, revision: 1 } },
		});
		await open.page.getByRole('heading', { name: 'This run is no longer in the history' }).waitFor();
		const others = open.page.getByRole('listbox', { name: 'Runs of This Model' });
		await others.getByRole('option').last().click();
		assert.deepEqual(await asked(open), [{ kind: 'showRunAt', payload: { at: 2 } }]);
	});

	it('gives the picture half of a panel of 640 x 480, also with a strip of runs', async () => {
		const view = await showAmongOthers(2, 12, { width: 640, height: 480 });
		const drawn = view.page.locator('easel-picture img.full');
		await view.until(
			async () => ((await drawn.boundingBox())?.height ?? 0) >= 240,
			'a picture half as high as the panel',
		);
		await takePicture(view.page, 'results-dark', 'strip-small');
		assert.deepEqual(await view.cutButtons(640, 480), []);
		await view.assertAccessible();
	});

	it('is accessible with a strip of runs in every theme', async () => {
		const view = await showAmongOthers(5, 12);
		await waitForFacts(view, /640 × 480/);
		await strip(view).locator('img').nth(3).waitFor();
		assert.deepEqual(await view.cutButtons(1100), []);
		await view.inEachTheme(async (theme) => {
			await takePicture(view.page, `results-${theme}`, 'strip');
			await view.assertAccessible();
		});
	});

	const nodes = {
		runId: 'run-1',
		nodeId: '3',
		nodeTitle: 'KSampler',
		step: { value: 12, max: 20 },
		done: ['6', '7'],
		cached: ['4'],
		total: 9,
	};

	/** Sends progress as the host does, with a picture in bytes. */
	const postProgress = (view: ViewPage, progress: object, picture?: Uint8Array) =>
		view.page.evaluate(
			({ progress, base64 }) => {
				const bytes =
					base64 === undefined ? undefined : Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
				const preview = bytes === undefined ? {} : { preview: { bytes, mediaType: 'image/png' } };
				window.postMessage({ kind: 'progress', payload: { progress: { nodes: progress, ...preview } } }, '*');
			},
			{ progress, base64: picture === undefined ? undefined : Buffer.from(picture).toString('base64') },
		);

	it('shows the node at work as soon as it opens, then the picture so far, and the result at the end', async () => {
		const open = await server.open({ state: { ...stateOf(run()), progress: { nodes } } });
		await open.page.getByRole('main').getByText('KSampler 12 of 20, node 4 of 9').waitFor();
		const preview = open.page.getByRole('img', { name: 'Preview of the result, KSampler 13 of 20' });
		await postProgress(open, { ...nodes, step: { value: 13, max: 20 } }, gradientPng(64, 48, 1));
		await preview.waitFor();
		assert.match((await preview.getAttribute('src')) ?? '', /^blob:/);
		const first = await preview.getAttribute('src');
		await postProgress(open, { ...nodes, step: { value: 13, max: 20 } }, gradientPng(64, 48, 2));
		await open.until(async () => (await preview.getAttribute('src')) !== first, 'the next picture');
		await open.until(
			async () =>
				preview.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 64),
			'a picture that is drawn',
		);
		await open.post('state', stateOf(ended({ files: images(1) })));
		await preview.waitFor({ state: 'detached' });
		await waitForFacts(open, /640 × 480/);
	});

	it('takes no progress of another run, of one that was canceled, or of none', async () => {
		const open = await server.open({
			state: { ...stateOf(run()), progress: { nodes: { ...nodes, runId: 'other' } } },
		});
		await open.page.getByText('The workflow is running.').waitFor();
		await postProgress(open, nodes);
		await open.page.getByRole('main').getByText('KSampler 12 of 20, node 4 of 9').waitFor();
		await open.post('progress', {});
		await open.page.getByText('The workflow is running.').waitFor();
		await open.post('state', { ...stateOf(run({ cancelRequested: true })), progress: { nodes } });
		await open.page.getByRole('heading', { name: 'Canceling' }).waitFor();
	});

	it('is accessible with progress and a preview in every theme', async () => {
		const open = await server.open({
			state: { ...stateOf(run()), progress: { nodes } },
			width: 800,
			height: 560,
		});
		await open.page.getByRole('main').getByText('KSampler 12 of 20, node 4 of 9').waitFor();
		await open.inEachTheme(async (theme) => {
			await takePicture(open.page, `results-${theme}`, 'progress');
			await open.assertAccessible();
		});
		await postProgress(open, nodes, gradientPng(64, 48, 1));
		await open.page.getByRole('img', { name: /^Preview/ }).waitFor();
		await open.inEachTheme(async (theme) => {
			await takePicture(open.page, `results-${theme}`, 'progress-preview');
			await open.assertAccessible();
		});
	});

	const looks: readonly [name: string, sample: Run, width: number][] = [
		['pictures', ended({ files: [...images(5), image(5, { nodeId: '38:42' })] }), 1100],
		['narrow', ended({ files: images(3) }), 300],
		['running', run(), 800],
		[
			'failed',
			ended({ state: 'failed', error: { error: 'Failed', details: 'Because.', debugInfo: 'trace' } }),
			640,
		],
		['text', ended({ texts: [{ nodeId: '4', channel: 'text', index: 0, text: 'A caption.' }] }), 640],
	];
	for (const [name, sample, width] of looks) {
		it(`is accessible in every theme, and keeps within its width: ${name}`, async () => {
			const view = await show(sample, { width });
			if (sample.files.length > 0) await waitForFacts(view, /640 × 480/);
			assert.deepEqual(await view.cutButtons(width), [], 'buttons that the panel cuts off');
			await view.inEachTheme(async (theme) => {
				await takePicture(view.page, `results-${theme}`, name);
				await view.assertAccessible();
			});
		});
	}
});
