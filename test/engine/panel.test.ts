import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { mochaHooks as windowHooks } from '../interface/support/hooks.ts';
import { until } from '../interface/support/waiting.ts';
import { closeEverything, type Workbench } from '../interface/support/workbench.ts';
import { type Case, cases } from './support/cases.ts';
import { documentOf } from './support/documents.ts';
import { media } from './support/media.ts';
import { openPanelWindow, runDocument } from './support/panelWindow.ts';
import { filesOf } from './support/realEngine.ts';
import { engine } from './support/underTest.ts';

/** The count in the header of the panel, by document that succeeds. */
const counted: Readonly<Record<string, string>> = {
	image: '1 image',
	batch: '4 images',
	severalOutputs: '3 images',
	oddIds: '2 images',
	video: '1 video',
	webm: '1 video',
	animation: '1 image',
	animatedPng: '1 image',
	audio: '1 sound',
	mp3: '1 sound',
	latent: '1 file',
	text: '1 text',
	listOutputs: '3 images',
	largeSeed: '1 image',
	partial: '1 image',
	loadImage: '1 image',
	loadMask: '1 image',
	loadAudio: '1 sound',
};

/** Documents with a picture of their end. */
const pictured = new Set(['batch', 'video', 'audio', 'latent', 'text', 'partial', 'failing', 'refused']);

const hashes = (all: readonly Uint8Array[]) =>
	all.map((bytes) => createHash('sha256').update(bytes).digest('hex')).sort();

describe('documents in a window, on a real engine', () => {
	let workbench: Workbench;

	before(async () => {
		const documents = Object.keys(cases).map((name) => [`${name}.json`, documentOf(name)] as const);
		const files = Object.entries(media).map(([name, { bytes }]) => [name, bytes] as const);
		workbench = await openPanelWindow(
			Object.fromEntries<string | Uint8Array>([...documents, ...files, ['again.json', documentOf('image')]]),
		);
	});
	afterEach(async function () {
		const [name = ''] = this.currentTest?.title.split(':') ?? [];
		if (pictured.has(name)) await workbench.pictures(`real-engine-${name}`);
		await windowHooks.afterEach.call(this);
		await workbench.tidy();
		await engine.tidy();
	});
	after(closeEverything);

	const run = (name: string) => runDocument(workbench, `${name}.json`);

	/** The one run that the engine has ended since. */
	const endedSince = (before: readonly string[]) =>
		until(async () => {
			const fresh = (await engine.ended()).filter((id) => !before.includes(id));
			assert.ok(fresh.length < 2, fresh.join());
			return fresh[0];
		}, 'the run in the history of the engine');

	/** Asserts that the files that the window keeps of a run are those of the engine's view route. */
	async function assertSameBytes(id: string, count: number): Promise<void> {
		const folder = join(workbench.editor.dataFolder, 'data/User/globalStorage/easel.easel/runs', id);
		const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
		const kept = await Promise.all(names.map((name) => readFile(join(folder, name))));
		const theirs = await Promise.all(filesOf(await engine.history(id)).map((file) => engine.view(file)));
		assert.equal(kept.length, count, names.join());
		assert.ok(kept.every(({ length }) => length > 0));
		assert.deepEqual(hashes(kept), hashes(theirs));
	}

	/** Asserts that the item in view is shown, or its name if the editor cannot show it. */
	async function assertShown(panel: Frame, name: string): Promise<void> {
		if (cases[name]?.texts !== undefined) {
			for (const text of Object.values(cases[name].texts).flat())
				await panel.locator('easel-stage pre').filter({ hasText: text }).waitFor();
			return;
		}
		await until(async () => {
			const stage = panel.locator('easel-stage');
			if ((await stage.locator('.card').count()) > 0)
				return /latent/.test(await stage.locator('.card').innerText());
			if ((await stage.locator('easel-player').count()) > 0)
				return stage.locator('easel-player').evaluate((player) => {
					const playing = player.shadowRoot?.querySelector<HTMLMediaElement>('video, audio');
					return (playing?.readyState ?? 0) > 0 || player.shadowRoot?.querySelector('.unplayable') !== null;
				});
			return stage.locator('img.full').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
		}, `the result of ${name} in view`);
	}

	async function assertSucceeds(name: string, expected: Case): Promise<void> {
		const before = await engine.ended();
		await run(name);
		const panel = await workbench.result(name, /Succeeded/);
		const id = await endedSince(before);
		const count = Object.values(expected.files ?? {}).reduce((sum, one) => sum + one, 0);
		await assertSameBytes(id, count);
		await panel
			.locator('easel-run-header .state')
			.filter({ hasText: counted[name] ?? '' })
			.waitFor();
		await assertShown(panel, name);
		for (const node of expected.dropped ?? [])
			await panel
				.locator('.notice')
				.getByText(new RegExp(`node ${node}\\b`))
				.waitFor();
	}

	async function assertFails(name: string, says: readonly RegExp[]): Promise<void> {
		await run(name);
		const panel = await workbench.result(name, /Failed/);
		const said = await panel.locator('easel-outcome .said').innerText();
		for (const words of says) assert.match(said, words);
	}

	async function assertRefused(name: string, says: readonly RegExp[]): Promise<void> {
		const before = await engine.ended();
		await run(name);
		const message = await workbench.notifications.find(/My ComfyUI refused the run/);
		const short = await message.text();
		await message.press('Details');
		const panel = await workbench.result(name, /Not sent/);
		const said = await panel.locator('easel-outcome .card').innerText();
		for (const words of says) assert.match(`${short}\n${said}`, words);
		assert.deepEqual(await engine.ended(), before, 'nothing has run');
	}

	const refusals = /^\^?(prompt_|\(invalid_prompt)/;
	for (const [name, expected] of Object.entries(cases)) {
		const { error } = expected;
		if (error === undefined)
			it(`${name}: its results, byte for byte as the engine has them`, () => assertSucceeds(name, expected));
		else if (refusals.test(error.type.source))
			it(`${name}: rejected, with the place`, () => assertRefused(name, error.says));
		else it(`${name}: failed, with the reason of the engine`, () => assertFails(name, error.says));
	}

	it('the same again: the files that the engine has in its cache', async () => {
		await run('again');
		await workbench.result('again', /Succeeded/);
		const before = await engine.ended();
		await workbench.codeLens('Run on My ComfyUI').click();
		await workbench.dialog.getByText(/would produce nothing new/).waitFor();
		await workbench.dialog.getByRole('button', { name: 'Run Anyway' }).click();
		await workbench.result('again', /Succeeded.*1 image.*run 2 of 2/);
		const id = await endedSince(before);
		await assertSameBytes(id, 1);
		const { status } = await engine.history(id);
		const [, cached] = status.messages.find(([type]: [string]) => type === 'execution_cached');
		assert.ok(cached.nodes.includes('1'), 'nothing was computed a second time');
	});
});
