import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { png } from '../unit/datasets/report/mediaFiles.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { happens, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** Two folders of pictures, each with its caption. */
function shoots(): Readonly<Record<string, string | Uint8Array>> {
	const files: Record<string, string | Uint8Array> = {};
	for (const folder of ['boats', 'piers']) {
		for (let index = 0; index < 4; index++) {
			files[`${folder}/${folder}_${index}.png`] = Buffer.concat([png(64, 64), Buffer.alloc(2000 + index)]);
			files[`${folder}/${folder}_${index}.txt`] = `one of the ${folder}, number ${index}`;
		}
	}
	return files;
}

describe('the source of an upload', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Datasets');
	const button = (panel: Frame, name: string | RegExp) => panel.getByRole('button', { name });

	/** Drags with the mouse until the target shows that it accepts the data, and drops there. */
	async function drag(from: Locator, to: Locator, accepts: Locator, pictures?: string): Promise<void> {
		const { mouse } = workbench.page;
		const middle = async (of: Locator) => {
			const box = (await of.boundingBox()) ?? assert.fail('Nothing to drag is visible.');
			return [box.x + box.width / 2, box.y + box.height / 2] as const;
		};
		await from.waitFor();
		await mouse.move(...(await middle(from)));
		await mouse.down();
		await until(async (patience) => {
			const [x, y] = await middle(to);
			await mouse.move(x, y - 2, { steps: 4 });
			await mouse.move(x, y, { steps: 2 });
			return happens(accepts.waitFor({ timeout: patience / 4 }));
		}, 'a place that takes what is dragged');
		if (pictures !== undefined) await workbench.pictures(pictures);
		await mouse.up();
	}

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({
			sandbox,
			files: shoots(),
			settings: { 'files.simpleDialog.enable': true },
		});
		await workbench.openContainer('Easel');
		await workbench.tree('Datasets').unfold();
		await workbench.signInToStudio(sandbox);
		// Next to the explorer, since one side bar shows one of the two.
		await workbench.command('View: Move View');
		await workbench.quickInput.choose('Datasets', workbench.quickInput.row('New Secondary Side Bar Entry'));
		await workbench.quickInput.choose('New Secondary Side Bar Entry');
		await workbench.openContainer('Explorer');
		await tree().item('harbour-photos').row.waitFor();
	});
	beforeEach(() => workbench.tidy());
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
	});

	it('is a folder that is dropped from the explorer onto the view, and it is uploaded as a new dataset', async () => {
		const list = tree().pane.locator('.monaco-list');
		await drag(
			workbench.explorerRow('boats').row,
			list,
			list.and(workbench.page.locator('.drop-target')),
			'a folder over the datasets',
		);
		const panel = await workbench.panel('Upload to "boats"');
		await panel.getByText('Creates a new dataset.').waitFor();
		await workbench.axe(panel);
		await workbench.pictures('a folder dropped on the datasets');
		await button(panel, /^Upload 8 Files/).click();
		await panel.getByText('Ready', { exact: true }).waitFor();
		await tree().item('boats').row.waitFor();
		// The state arrives a moment before the files are counted.
		await until(
			async () => /^Dataset boats, ready, 8 files, /.test(await tree().item('boats').label()),
			'the dataset with its 8 files',
		);
	});

	it('is added to the dataset that a folder is dropped on', async () => {
		const { row } = tree().item('harbour-photos');
		await drag(workbench.explorerRow('piers').row, row, row.and(workbench.page.locator('.drop-target')));
		const panel = await workbench.panel('Upload to "harbour-photos"');
		await panel
			.getByText(/Adds to the dataset "harbour-photos", which has 12 files\. No file is replaced\./)
			.waitFor();
		await button(panel, /^Upload 8 Files/).waitFor();
	});

	it('is not a file of which the window has only the content, and that is said', async () => {
		const list = await tree().pane.locator('.monaco-list').elementHandle();
		await workbench.page.evaluate((target) => {
			const data = new DataTransfer();
			data.items.add(new File(['x'], 'from elsewhere.png', { type: 'image/png' }));
			for (const type of ['dragenter', 'dragover', 'drop'])
				target?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
		}, list);
		await workbench.notifications.find('Only files and folders on the computer where Easel runs');
		assert.equal(await workbench.tab(/^Upload/).count(), 0);
	});

	it('is a folder that is chosen in the file dialog', async () => {
		let panel: Frame | undefined;
		const shown = (): Frame => panel ?? assert.fail('There is no report.');
		await step('give it up', async () => {
			await workbench.command('Easel: Upload as Dataset...');
			await workbench.quickInput.box.getByText('Select a Folder with Images or Videos').waitFor();
			await workbench.pictures('a folder to be chosen');
			await workbench.quickInput.cancel();
		});
		await step('choose it', async () => {
			await workbench.command('Easel: Upload as Dataset...');
			await workbench.quickInput.answerFileDialog('Check Before Upload', join(workbench.folder, 'piers'));
			panel = await workbench.panel('Upload to "piers"');
			await shown().getByText('Creates a new dataset.').waitFor();
			assert.equal(
				await shown()
					.getByText(/Upload to "boats"/)
					.count(),
				0,
			);
		});
		await step('upload it', async () => {
			await button(shown(), /^Upload 8 Files/).click();
			await shown().getByText('Ready', { exact: true }).waitFor();
			await tree().item('piers').row.waitFor();
		});
	});
});
