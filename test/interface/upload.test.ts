import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { png } from '../unit/datasets/report/mediaFiles.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { scenePng } from './support/scenes.ts';
import { happens, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const count = 12;
const stem = (index: number) => `boat_${String(index).padStart(2, '0')}`;

/** Returns twelve pictures, two without a caption and one with an empty one, and a cache of the toolkit. */
function boats(): Readonly<Record<string, string | Uint8Array>> {
	const files: Record<string, string | Uint8Array> = { 'boats/_latent_cache/a.safetensors': 'x' };
	for (let index = 0; index < count; index++) {
		files[`boats/${stem(index)}.png`] = Buffer.concat([png(64, 64), Buffer.alloc(100_000 + index)]);
		if (index > 1) files[`boats/${stem(index)}.txt`] = index === 2 ? '' : `a boat, number ${index}`;
	}
	return files;
}

/** Returns three pictures; one is a smaller copy. */
function scenes(): Readonly<Record<string, string | Uint8Array>> {
	const pictures = {
		'harbor.png': scenePng(1, 640, 480),
		'pier.png': scenePng(2, 640, 480),
		'pier small.png': scenePng(2, 320, 240),
	};
	return Object.fromEntries(
		Object.entries(pictures).flatMap(([name, bytes]) => [
			[`scenes/${name}`, bytes],
			[`scenes/${name.replace('.png', '.txt')}`, 'a scene'],
		]),
	);
}

interface ListedFile {
	readonly filename: string;
	readonly size_bytes: number;
}

describe('an upload from the explorer', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;
	let panel: Frame;

	/** Returns the state of a dataset at the service. */
	const onService = async (name: string) => {
		const ask = async (path: string) => {
			const headers = { authorization: `Bearer ${sandbox.token}` };
			return (await fetch(`${sandbox.trainerUrl}/prod/v1/trainers/datasets${path}`, { headers })).json();
		};
		const { datasets } = (await ask('')) as { datasets: { id: string; name: string }[] };
		const id = datasets.find((dataset) => dataset.name === name)?.id;
		return (await ask(`/${id}/status`)) as { status: string; files: readonly ListedFile[] };
	};
	const tree = () => workbench.tree('Datasets');
	const button = (name: string | RegExp) => panel.getByRole('button', { name });

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
			files: { ...boats(), ...scenes(), 'piers/pier.png': png(64, 64), 'piers/pier.txt': 'a pier' },
			settings: { 'files.simpleDialog.enable': true },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(() => workbench.tidy());

	it('shows problems, applies a fix, sends the files and ends when the dataset is ready', async () => {
		await step('open the report on a folder', async () => {
			await workbench.command('View: Show Explorer');
			await workbench.explorerRow('boats').menu('Upload as Dataset...', workbench.tab(/^Upload to /));
			panel = await workbench.panel('Upload to "boats"');
			await button(/Error: Missing captions 2/).waitFor();
			await button(/Warning: Empty captions 1/).waitFor();
			await button(/Information: Caches of the toolkit 1/).waitFor();
			await panel.getByText('Creates a new dataset.').waitFor();
			await panel.getByRole('option', { name: /boat_01\.png/ }).waitFor();
			await workbench.axe(panel);
			await workbench.pictures('upload report');
		});
		await step('send nothing where a caption was written on disk after a fix', async () => {
			await panel.getByRole('textbox', { name: 'Dataset name' }).fill('fleet');
			await panel.getByText('Creates a new dataset.').waitFor();
			panel = await workbench.panel('Upload to "fleet"');
			await button('Write Captions...').click();
			await panel.getByRole('textbox', { name: 'Caption' }).fill('a boat');
			await panel.getByRole('checkbox', { name: 'Also write the captions next to the files' }).uncheck();
			await button('Write 2 Captions').click();
			await button(/Missing captions/).waitFor({ state: 'detached' });
			const caption = join(workbench.folder, 'boats', 'boat_00.txt');
			await writeFile(caption, 'a red boat');
			await button('Upload 24 Files').click();
			await workbench.notifications.find('1 caption changed on disk after the report was made.');
			await button('Upload 24 Files').waitFor();
			await workbench.pictures('a caption changed before the upload');
			await workbench.notifications.closeCenter();
			await rm(caption);
			await button('Read Again').click();
			await button('Undo: Write 2 Captions').click();
			await button(/Error: Missing captions 2/).waitFor();
		});
		await step('write the captions in the upload only', async () => {
			await button('Write Captions...').click();
			await panel.getByRole('textbox', { name: 'Caption' }).fill('{trigger}, a boat');
			await panel.getByRole('textbox', { name: 'Trigger word' }).fill('ohwx');
			await panel.getByRole('checkbox', { name: 'Also write the captions next to the files' }).uncheck();
			await button('Write 2 Captions').click();
			await button(/Missing captions/).waitFor({ state: 'detached' });
			await button('Undo: Write 2 Captions').waitFor();
			await button('Upload 24 Files, 1.2 MB').waitFor();
		});
		await step('see the files go up', async () => {
			await sandbox.control('/faults', [{ kind: 'latency', ms: 1500, match: { path: '*/upload' } }]);
			await button('Upload 24 Files').click();
			await panel.getByText('Uploading', { exact: true }).waitFor();
			await panel.getByText(/^[1-9]\d* of 24 files/).waitFor();
			await workbench.notifications.find('Uploading to "fleet"');
			await workbench.pictures('upload progress');
			await sandbox.control('/faults', []);
		});
		await step('have a dataset that is ready', async () => {
			await panel.getByText('Ready', { exact: true }).waitFor();
			await button('New Training Configuration').waitFor();
			await workbench.axe(panel);
			await workbench.pictures('upload ready');
			const { status, files } = await onService('fleet');
			assert.equal(status, 'READY');
			const sizes = Object.fromEntries(files.map(({ filename, size_bytes }) => [filename, size_bytes]));
			assert.equal(files.length, 2 * count);
			assert.equal(sizes['boat_00.txt'], 'ohwx, a boat'.length);
			for (let index = 0; index < count; index++)
				assert.equal(sizes[`${stem(index)}.png`], 57 + 100_000 + index);
		});
		await step('find the folder as it was', async () => {
			const names = await readdir(join(workbench.folder, 'boats'));
			assert.ok(!names.includes('boat_00.txt'));
			assert.equal(names.length, 2 * count - 2 + 1);
		});
		await step('be offered to add to the dataset, with what would be replaced', async () => {
			await button('Back to the Report').click();
			await panel
				.getByText(/Adds to the dataset "fleet", which has 24 files\. \d+ of its files are replaced/)
				.waitFor();
		});
	});

	describe('with the datasets next to the explorer', () => {
		before(async () => {
			await workbench.tidy();
			await workbench.openContainer('Easel');
			await workbench.tree('Datasets').unfold();
			// Next to the explorer, since one side bar shows one of the two.
			await workbench.command('View: Move View');
			await workbench.quickInput.choose('Datasets', workbench.quickInput.row('New Secondary Side Bar Entry'));
			await workbench.quickInput.choose('New Secondary Side Bar Entry');
			await workbench.openContainer('Explorer');
			await tree().item('harbour-photos').row.waitFor();
		});

		it('has a folder as its source that is dropped from the explorer onto the view, and it is uploaded as a new dataset', async () => {
			const list = tree().pane.locator('.monaco-list');
			await drag(
				workbench.explorerRow('scenes').row,
				list,
				list.and(workbench.page.locator('.drop-target')),
				'a folder over the datasets',
			);
			panel = await workbench.panel('Upload to "scenes"');
			await panel.getByText('Creates a new dataset.').waitFor();
			await workbench.axe(panel);
			await workbench.pictures('a folder dropped on the datasets');
			await button(/^Upload 6 Files/).click();
			await panel.getByText('Ready', { exact: true }).waitFor();
			await tree().item('scenes').row.waitFor();
			// The state arrives a moment before the files are counted.
			await until(
				async () => /^Dataset scenes, ready, 6 files, /.test(await tree().item('scenes').label()),
				'the dataset with its 6 files',
			);
		});

		it('goes to the dataset that a folder is dropped on', async () => {
			const { row } = tree().item('harbour-photos');
			await drag(workbench.explorerRow('piers').row, row, row.and(workbench.page.locator('.drop-target')));
			panel = await workbench.panel('Upload to "harbour-photos"');
			await panel
				.getByText(/Adds to the dataset "harbour-photos", which has 12 files\. No file is replaced\./)
				.waitFor();
			await button(/^Upload 2 Files/).waitFor();
		});

		it('rejects a file that the window has only as content, with the reason', async () => {
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

		it('has a folder as its source that is chosen in the file dialog', async () => {
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
				await panel.getByText('Creates a new dataset.').waitFor();
				assert.equal(await panel.getByText(/Upload to "scenes"/).count(), 0);
			});
		});
	});
});
