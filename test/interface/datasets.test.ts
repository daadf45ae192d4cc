import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { png } from '../unit/datasets/report/mediaFiles.ts';
import { browserStorage, filesBelow, viewOf } from './support/leaks.ts';
import { gradientPng } from './support/media.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { scenePng } from './support/scenes.ts';
import { happens, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const configuration = `job: extension
config:
  name: two_places
  process:
    - type: diffusion_trainer
      training_folder: /app/ai-toolkit/output
      datasets:
        - folder_path: /app/ai-toolkit/datasets/harbour-photos
      train:
        batch_size: 1
        steps: 600
        lr: 0.0001
      model:
        name_or_path: stabilityai/stable-diffusion-xl-base-1.0
        arch: sdxl
`;

/** A job of the demo account that has ended. */
const job = { name: 'harbour_style_v1', id: '7a100000-0000-4000-8000-000000000001' };

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

const captions: Readonly<Record<string, string>> = {
	'01 harbour': 'ohwx, a red boat in the harbour\r\n',
	'02 #1 100% & more': 'ohwx, a blue boat, calm water',
	'03 😀 café': 'ohwx, a lighthouse on a basalt cliff at dawn, soft light, gulls over the water',
	'more/04 boat': 'a boat in the fog',
};

/** Returns the pictures and captions of a folder; one has no caption. */
function captioned(): Readonly<Record<string, string | Uint8Array>> {
	const files: Record<string, string | Uint8Array> = { 'dataset/05 none.png': gradientPng(320, 320, 5) };
	for (const [index, [name, text]] of Object.entries(captions).entries()) {
		files[`dataset/${name}.png`] = gradientPng(index % 2 === 0 ? 480 : 240, 320, index);
		files[`dataset/${name}.txt`] = text;
	}
	return files;
}

describe('datasets and their media in the window', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Datasets');
	const jobs = () => workbench.tree('Training Jobs');
	/** Returns the row of a dataset once its accessible name contains these words. */
	const dataset = (name: string, words = '') => {
		const label = `Dataset ${name}, ${words}`;
		return {
			...tree().item(name),
			row: tree().pane.locator(`.monaco-list-row[aria-label^="${label}"]`).first(),
		};
	};

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({
			sandbox,
			files: {
				'two_places.yaml': configuration,
				'piers/pier.png': png(64, 64),
				'piers/pier.txt': 'a pier',
				...boats(),
				...scenes(),
				...captioned(),
			},
			settings: { 'files.simpleDialog.enable': true },
			size: { width: 1280, height: 1100 },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(() => workbench.tidy());

	it('are described, expanded into their files, and failed for a reason that is shown', async () => {
		await workbench.openContainer('Easel');
		await tree().takeAllRoom();
		await dataset('harbour-photos', 'ready, 12 files, ').row.waitFor();
		await dataset('coast-videos', 'ready, 6 files, ').row.waitFor();
		await dataset('scanned-prints', 'failed, 6 files, ').row.waitFor();
		await tree()
			.item('harbour-photos')
			.expand(tree().item(/harbour_006\.png.*with caption/).row);
		await workbench.pictures('datasets');
		await tree().item('harbour-photos').collapse();
		await tree().item('harbour_006.png').row.waitFor({ state: 'detached' });
		await tree()
			.item('scanned-prints')
			.expand(tree().item(/cannot be decoded: "print_002\.png"/).row);
		await tree().item('Upload to a New Dataset...').row.waitFor();
		await workbench.pictures('a failed dataset');
		await workbench.axe(undefined, '.sidebar .pane-body');
	});

	it('are put into the configuration that is open', async () => {
		await workbench.openFile('two_places.yaml');
		await workbench.openContainer('Easel');
		await tree().takeAllRoom();
		await dataset('winter-edit-control').row.waitFor();
		const line = workbench.page
			.locator('.editor-instance .view-line')
			.filter({ hasText: '- folder_path: "/app/ai-toolkit/datasets/winter-edit-control"' });
		await tree().item('winter-edit-control').action('Insert Dataset into Configuration', line.first());
		assert.equal(await line.count(), 1);
		await workbench.pictures('a dataset in a configuration');
	});

	it('has a checkpoint of a job as the LoRA of a model, from its row to the picture that the model made with it', async () => {
		let form: Frame | undefined;
		const shown = (): Frame => form ?? assert.fail('There is no form.');
		const file = (place: Frame) => place.getByRole('textbox', { name: /^LoRA: File/ });
		let reference = '';
		await step('track the job', async () => {
			await workbench.command('Easel: Track a Training Job');
			await workbench.quickInput.box.waitFor();
			await workbench.quickInput.enter(job.id);
			await workbench.openContainer('Easel');
			await jobs().takeAllRoom();
			await jobs().item(job.name).row.waitFor();
		});
		await step('choose a model that takes one', async () => {
			const row = jobs().item(/\.safetensors/);
			await jobs().item(job.name).expand(jobs().item('Checkpoints').row);
			await jobs().item('Checkpoints').expand(row.row);
			const name = await row.row.locator('.label-description').innerText();
			reference = `checkpoint:${job.name}/${name}`;
			await workbench.pictures('a checkpoint in the tree');
			await row.menu('Use as LoRA in a Model...', workbench.quickInput.row(/lora/i));
			await workbench.quickInput.type('juniper');
			await workbench.quickInput.row(/juniper\/sketch\/1\/lora/).waitFor();
			for (const text of await workbench.quickInput.rows()) assert.match(text, /lora/i);
			await workbench.pictures('a model for a checkpoint');
			await workbench.quickInput.choose(/juniper\/sketch\/1\/lora/);
		});
		await step('see it in the form', async () => {
			form = await workbench.panel(/Sketch.*LoRA/);
			await until(async () => (await file(shown()).inputValue()) === reference, reference);
			await shown()
				.getByRole('textbox', { name: /^Prompt/ })
				.fill('A harbor in the morning');
			await workbench.axe(shown());
			await workbench.pictures('a form with a checkpoint');
		});
		await step('run it', async () => {
			await shown().getByRole('button', { name: 'Run', exact: true }).click();
			await shown()
				.locator('easel-input-run .words')
				.filter({ hasText: /^Succeeded.* USD$/ })
				.waitFor();
			await shown().locator('easel-stage easel-picture').first().waitFor();
			await workbench.pictures('a picture made with a checkpoint');
		});
		await step('find the address of the file nowhere but in the request', async () => {
			assert.equal(await file(shown()).inputValue(), reference);
			const signed = /signature(?:=|%3D)[0-9a-f]{32}/i;
			const places = [
				...(await filesBelow(workbench.editor.dataFolder)),
				...(await browserStorage(workbench.page)),
				...(await viewOf(shown())),
			]
				.filter(({ text }) => signed.test(text))
				.map(({ place }) => place);
			assert.deepEqual(places, []);
		});
	});

	describe('whose captions are edited', () => {
		let panel: Frame;

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
				await workbench.openContainer('Explorer');
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

	describe('that are uploaded from the explorer', () => {
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
				await workbench.quickInput.choose(
					'Datasets',
					workbench.quickInput.row('New Secondary Side Bar Entry'),
				);
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
						target?.dispatchEvent(
							new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
						);
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
});
