import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { gradientPng } from './support/media.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const captions: Readonly<Record<string, string>> = {
	'01 harbour': 'ohwx, a red boat in the harbour\r\n',
	'02 #1 100% & more': 'ohwx, a blue boat, calm water',
	'03 😀 café': 'ohwx, a lighthouse on a basalt cliff at dawn, soft light, gulls over the water',
	'more/04 boat': 'a boat in the fog',
};

describe('the captions of a folder', () => {
	let workbench: Workbench;
	let panel: Frame;

	before(async () => {
		const files: Record<string, string | Uint8Array> = {};
		for (const [index, [name, text]] of Object.entries(captions).entries()) {
			files[`dataset/${name}.png`] = gradientPng(index % 2 === 0 ? 480 : 240, 320, index);
			files[`dataset/${name}.txt`] = text;
		}
		files['dataset/05 none.png'] = gradientPng(320, 320, 5);
		workbench = await openWorkbench({ files });
	});

	const path = (name: string) => join(workbench.folder, 'dataset', name);
	const written = (name: string, text: string) =>
		until(
			async () => (await readFile(path(`${name}.txt`), 'utf8').catch(() => undefined)) === text,
			`${name}.txt with "${text}"`,
		);
	const row = (name: string) => panel.locator(`.row[data-id="${name}.txt"]`);
	const field = (name: string) => row(name).locator('textarea').first();
	/** The pictures that the browser has drawn. */
	const drawn = async () => {
		let count = 0;
		for (const image of await panel.locator('.medium img').all())
			if (await image.evaluate((each) => (each as HTMLImageElement).naturalWidth > 0)) count++;
		return count;
	};

	it('are opened from the explorer, edited, changed together, and never overwritten', async () => {
		const { page } = workbench;
		await step('open from the explorer', async () => {
			await workbench.explorerRow('dataset').menu('Edit Captions', workbench.tab('Captions of dataset'));
			panel = await workbench.panel('Captions of dataset');
			await until(async () => (await drawn()) === 5, 'a picture beside each caption, whatever its name');
			await panel.getByText('5 media files · 1 without caption').waitFor();
			await workbench.axe(panel);
			await workbench.pictures('captions');
		});
		await step('edit', async () => {
			await field('02 #1 100% & more').click();
			await page.keyboard.press('Control+End');
			await page.keyboard.type(', gulls');
			await page.keyboard.press('Tab');
			await written('02 #1 100% & more', 'ohwx, a blue boat, calm water, gulls');
			await field('05 none').click();
			await page.keyboard.type('an empty pier');
			await page.keyboard.press('Control+Enter');
			await written('05 none', 'an empty pier');
		});
		await step('filter with the key of the panel, not of the editor', async () => {
			await page.keyboard.press('Control+f');
			await panel.locator('#filter:focus').waitFor();
			await page.keyboard.type('lighthouse');
			await until(async () => (await panel.locator('.row').count()) === 1, 'one row');
			await page.keyboard.press('Escape');
			await row('01 harbour').waitFor();
		});
		await step('show what another program changed', async () => {
			await writeFile(path('03 😀 café.txt'), 'changed elsewhere');
			await until(
				async () => (await field('03 😀 café').inputValue()) === 'changed elsewhere',
				'the new text',
			);
			await field('01 harbour').click();
			await page.keyboard.type('mine ');
			await until(async () => (await field('01 harbour').inputValue()).includes('mine '), 'typed');
			await writeFile(path('01 harbour.txt'), 'theirs');
			await row('01 harbour').getByText('Changed on disk').waitFor();
			await workbench.pictures('captions-conflict');
		});
		await step('show the picture that another program has put in the place of one', async () => {
			const picture = row('more/04 boat').locator('.medium img');
			await picture.waitFor();
			const isWide = () =>
				picture.evaluate((each) => {
					const { naturalWidth, naturalHeight } = each as HTMLImageElement;
					return naturalWidth > naturalHeight;
				});
			assert.equal(await isWide(), false);
			await writeFile(path('more/04 boat.png'), gradientPng(320, 160, 9));
			await until(isWide, 'the new picture');
		});
		await step('keep what is not saved when the panel is closed', async () => {
			await workbench.command('View: Close Editor');
			const note = await workbench.notifications.find('1 caption of "dataset" is not saved.');
			await note.press('Edit Captions');
			panel = await workbench.panel('Captions of dataset');
			assert.match(await field('01 harbour').inputValue(), /mine /);
			assert.equal(await row('01 harbour').locator('.theirs').inputValue(), 'theirs');
			await row('01 harbour').getByRole('button', { name: 'Keep Mine' }).click();
			await until(
				async () => (await readFile(path('01 harbour.txt'), 'utf8')).includes('mine '),
				'mine written',
			);
		});
		await step('come back after a reload with what was being typed', async () => {
			await field('05 none').click();
			await page.keyboard.press('Control+End');
			await page.keyboard.type(' at night');
			await until(async () => (await field('05 none').inputValue()).endsWith('at night'), 'typed');
			await workbench.reload();
			panel = await workbench.panel('Captions of dataset');
			await written('05 none', 'an empty pier at night');
			await until(
				async () => (await field('05 none').inputValue()) === 'an empty pier at night',
				'the text again',
			);
		});
	});
});
