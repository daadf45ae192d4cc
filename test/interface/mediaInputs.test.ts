import assert from 'node:assert/strict';
import { gradientPng } from './support/media.ts';
import { leadsTo, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const workflow = JSON.stringify(
	{
		'1': { class_type: 'LoadImage', inputs: { image: '' } },
		'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'harbour' } },
	},
	undefined,
	2,
);

describe('a media input of a document', () => {
	let workbench: Workbench;

	before(async () => {
		workbench = await openWorkbench({
			files: {
				'flow.json': workflow,
				'pictures/the pier.png': gradientPng(320, 200, 3),
				'sound.wav': 'no picture',
			},
		});
	});
	after(() => workbench?.close());

	it('is completed with the pictures of the workspace, shows its own under the pointer, and leads to it', async () => {
		const { page } = workbench;
		await workbench.openFile('flow.json');
		const lines = workflow.split('\n');
		const line = lines.findIndex((text) => text.includes('"image"'));
		const column = (lines[line] ?? '').indexOf('""') + 2;
		await workbench.goTo(line + 1, column);
		await workbench.suggestion('pictures/the pier.png');
		const list = page.locator('.suggest-widget');
		assert.equal(await list.getByText('sound.wav').count(), 0);
		await workbench.pictures('media-completion');
		const value = page
			.locator('.view-line span')
			.filter({ hasText: /^"?pictures\/the\s?pier\.png"?$/ })
			.last();
		await workbench.acceptSuggestion('pictures/the pier.png', value);
		const hover = page.locator('.monaco-hover', { hasText: '320 × 200' });
		// The card closes automatically when anything changes.
		const point = async (timeout: number) => {
			await page.mouse.move(1, 1);
			await value.hover({ timeout });
		};
		await leadsTo(hover, point, 'the card of the picture');
		const picture = hover.locator('img');
		await until(
			async () => (await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)) === 320,
			'the picture in the hover',
		);
		await workbench.pictures('media-hover');
		await page.keyboard.press('Escape');
		// The command has no effect if the editor has not yet received the change of the text and the place of its
		// link.
		const openLink = async () => {
			await workbench.goTo(line + 1, column + 3);
			await workbench.command('Open Link');
		};
		await leadsTo(workbench.tab(/the pier\.png/), openLink, 'the picture in a tab');
	});
});
