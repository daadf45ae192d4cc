import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { readSidecar } from '../../src/core/runs/archive/sidecar.ts';
import { newFolder } from '../support/newFolder.ts';
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
	const folder = newFolder();
	const saved = newFolder();
	let workbench: Workbench;
	let panel: Frame;

	const bar = () => panel.locator('easel-item-bar');
	const notice = (words: RegExp) => panel.getByRole('status').filter({ hasText: words });
	before(async () => {
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		workbench = await openWorkbench({
			folder,
			settings: {
				'files.simpleDialog.enable': true,
				'easel.save.pattern': '{seed}-{index}',
				'easel.notifyWhenRunEnds': false,
			},
		});
		await workbench.openContainer('Easel');
		await workbench.tree('Deployments').begin('Try the Sandbox', 'Lighthouse');
		await workbench.openFile(sample);
		await workbench.run('Lighthouse');
		await workbench.result(sample, 'Succeeded');
	});

	describe('in its panel', () => {
		beforeEach(async () => {
			await workbench.command('Easel: Show the Latest Result');
			panel = await workbench.result(sample, 'Succeeded');
			await panel.locator('easel-picture img.full').waitFor();
		});

		it('shows the picture of the archive, and loads nothing else', async () => {
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
			await workbench.axe(panel);
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
	});

	it('is taken into the contact sheet of its document as it ends, starred and saved there, and run again from its sidecar', async () => {
		await workbench.tidy();
		await workbench.openFile(sample);
		await workbench.command('Easel: Show Contact Sheet');
		await workbench.quickInput.choose('This Document');
		const sheet = await workbench.panel(/^Contact Sheet of text-to-image-flux/);
		const cells = sheet.getByRole('gridcell');
		await until(async () => (await cells.count()) === 1, 'the picture of the first run');

		await workbench.command('Easel: Run with New Seed');
		await until(async () => (await cells.count()) === 2, 'the picture of the second run, in the open sheet');
		await until(async () => (await sheet.locator('.face img').count()) === 2, 'both pictures drawn');

		await cells.first().click();
		await sheet.getByRole('button', { name: 'Star', exact: true }).click();
		await sheet.getByRole('gridcell', { name: /starred/ }).waitFor();
		await workbench.axe(sheet);
		await workbench.pictures('contact-sheet');
		await cells.first().click({ button: 'right' });
		await sheet.getByRole('menuitem', { name: 'Save Selected with Sidecars...' }).click();
		const chosen = join(folder, 'saved');
		await mkdir(chosen);
		await workbench.quickInput.answerFileDialog('Save Here', `${chosen}/`);
		await sheet.getByRole('status').filter({ hasText: 'Saved 1 file' }).waitFor();
		const names = (await readdir(chosen)).sort();
		assert.equal(names.length, 2, names.join());
		const [picture = '', sidecarName = ''] = names;
		assert.match(picture, /^\d+-1\.png$/);
		assert.equal(sidecarName, `${picture}.easel.json`);
		const sidecar = readSidecar(await readFile(join(chosen, sidecarName), 'utf8'));
		assert.ok(sidecar.ok);
		assert.match(sidecar.value.document?.text ?? '', new RegExp(picture.replace(/-1\.png$/, '')));

		await workbench.openFile(sidecarName);
		await workbench.openContainer('Explorer');
		await workbench.explorerRow(sidecarName).menu('Open Sidecar as Form');
		const form = await workbench.panel(/\(Form\)$/);
		await form.getByRole('button', { name: 'Run', exact: true }).waitFor();
		await workbench.picture('sidecar-form');

		await workbench.openFile(sidecarName);
		await workbench.command('Easel: Run from Sidecar');
		await workbench.quickInput.row('the saved workflow').waitFor();
		await workbench.picture('sidecar-review');
		// It is the same as the second run.
		await workbench.quickInput.choose('Run Anyway');
		await workbench.result(sample, 'Succeeded');
		await workbench.command('Easel: Show Contact Sheet');
		await workbench.quickInput.choose('All Runs');
		// The panel of the run may still come to the front, and the sheet gets another frame when it comes back.
		await until(async () => {
			const all = await workbench.panel(/^Contact Sheet of All Runs/);
			return (await all.getByRole('gridcell').count()) === 3;
		}, 'the picture of the third run');
	});
});
