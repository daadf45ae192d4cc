import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-flux.json';
const pngSignature = '89504e470d0a1a0a';

/** Returns the number of colors in a locator's picture on screen, up to 64: an empty pane has one or two. */
async function colors(workbench: Workbench, target: Locator): Promise<number> {
	const shot = (await target.screenshot()).toString('base64');
	return workbench.page.evaluate(async (encoded) => {
		const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
		const picture = await createImageBitmap(new Blob([bytes]));
		const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
		context?.drawImage(picture, 0, 0);
		const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] };
		const found = new Set<number>();
		for (let index = 0; index < data.length && found.size < 64; index += 4 * 97) {
			found.add(((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0));
		}
		return found.size;
	}, shot);
}

describe('the result of a run', () => {
	let folder: string;
	let saved: string;
	let workbench: Workbench;
	let panel: Frame;

	const bar = () => panel.locator('easel-item-bar');
	const notice = (words: RegExp) => panel.getByRole('status').filter({ hasText: words });
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-results-'));
		saved = await mkdtemp(join(tmpdir(), 'easel-saved-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		workbench = await openWorkbench({ folder, settings: { 'files.simpleDialog.enable': true } });
		await workbench.openContainer('Easel');
		await workbench.tree('Deployments').begin('Try the Sandbox', 'Lighthouse');
		await workbench.openFile(sample);
		await workbench.run('Lighthouse');
		await workbench.result(sample, 'Succeeded');
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.command('Easel: Show the Latest Result');
		panel = await workbench.result(sample, 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
	});
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
		await rm(saved, { recursive: true, force: true });
	});

	it('shows the picture of the archive, and loads nothing else', async () => {
		await panel.locator('easel-picture img.full').waitFor();
		await bar()
			.getByText(/\d+ × \d+/)
			.waitFor();
		await until(
			async () => (await colors(workbench, panel.locator('easel-picture'))) > 20,
			'the colors of the picture',
		);
		const sources = await panel
			.locator('img, video, audio')
			.evaluateAll((elements) =>
				elements.map((element) => element.getAttribute('src')).filter((src) => src !== null),
			);
		for (const src of sources)
			assert.match(src, /^blob:|^https:\/\/[^/]+\.vscode-resource\.vscode-cdn\.net\//);
	});

	it('saves it under the name and in the folder that the person chooses', async () => {
		await bar().getByRole('button', { name: 'Save', exact: true }).click();
		await workbench.quickInput.answerFileDialog('OK', join(saved, 'mine.png'));
		await notice(/^Saved as/).waitFor();
		const bytes = await readFile(join(saved, 'mine.png'));
		assert.equal(bytes.subarray(0, 8).toString('hex'), pngSignature);
	});

	it('saves all into a folder twice, and overwrites nothing', async () => {
		const all = join(saved, 'all');
		await mkdir(all);
		const saveAll = async () => {
			await panel.getByRole('button', { name: 'Save All' }).click();
			await workbench.quickInput.answerFileDialog('Save Here', `${all}/`);
			await notice(/^Saved \d+ files? in the folder "all"/).waitFor();
		};
		// A file that is still being written has a temporary name.
		const files = async () => (await readdir(all)).filter((name) => !name.endsWith('.part'));
		await saveAll();
		const first = await files();
		assert.ok(first.length > 0);
		await saveAll();
		// The first message may still be visible.
		const second = await until(async () => {
			const names = await files();
			return names.length === 2 * first.length && names;
		}, `twice ${first.length} files in the folder`);
		assert.ok(
			second.some((name) => name.endsWith(' (1).png')),
			second.join(', '),
		);
	});

	it('copies a fresh URL that the panel itself never sees', async () => {
		await bar().getByRole('button', { name: 'Copy URL' }).click();
		await notice(/^Copied the URL/).waitFor();
		const url = await workbench.clipboard(/^http:/);
		const reply = await fetch(url);
		assert.equal(reply.status, 200);
		assert.equal(
			Buffer.from(await reply.arrayBuffer())
				.subarray(0, 8)
				.toString('hex'),
			pngSignature,
		);
		assert.equal((await panel.content()).includes(new URL(url).host), false);
	});

	it('is there again after a reload of the window', async () => {
		await workbench.reload();
		panel = await workbench.result(sample, 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
		await bar()
			.getByText(/\d+ × \d+/)
			.waitFor();
		await until(
			async () => (await colors(workbench, panel.locator('easel-picture'))) > 20,
			'the colors of the picture',
		);
		await workbench.axe(panel);
	});
});
