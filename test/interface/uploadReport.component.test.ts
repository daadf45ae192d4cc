import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { fileRows } from '../../src/core/datasets/report/rows.ts';
import { UploadReport } from '../../src/core/datasets/report/uploadReport.ts';
import {
	isFindingKind,
	isFix,
	type UploadReportContext,
	uploadReportState,
} from '../../src/core/datasets/report/view.ts';
import type { Upload } from '../../src/core/datasets/upload/upload.ts';
import { folderWith, removeFolders } from '../unit/datasets/report/folders.ts';
import { mp4, png, webpAnimated } from '../unit/datasets/report/mediaFiles.ts';
import { sharedBrowser } from './support/browser.ts';
import { takePicture } from './support/pictures.ts';
import { scenePng } from './support/scenes.ts';
import { ViewPage, ViewServer } from './support/viewPage.ts';
import { until } from './support/waiting.ts';

const picture = png(1024, 768);

/** A folder with an example of nearly everything that a report can contain. */
const troubled: Readonly<Record<string, string | Uint8Array>> = {
	...Object.fromEntries(
		Array.from({ length: 30 }, (_, index) => [`boat_${String(index).padStart(3, '0')}.png`, picture]),
	),
	...Object.fromEntries(
		Array.from({ length: 24 }, (_, index) => [`boat_${String(index).padStart(3, '0')}.txt`, 'a boat']),
	),
	'harbor.png': picture,
	'harbor.TXT': 'a harbor',
	'empty.png': picture,
	'empty.txt': '',
	'old.png': picture,
	'old.txt': Buffer.from('Flu\u00df', 'latin1'),
	'moving.webp': webpAnimated(64, 64),
	'moving.txt': 'waves',
	'clip.mp4': mp4(640, 480),
	'clip.txt': 'a clip',
	'broken.png': 'not a picture',
	'line\nbreak.png': picture,
	'photo.heic': 'x',
	'_latent_cache/x.safetensors': 'x',
	'more/boat_000.png': picture,
	'more/boat_000.txt': 'another boat',
};

/** The panel in a page, with the host's part played over a real report. */
class Played {
	readonly view: ViewPage;
	readonly uploadReport: UploadReport;
	context: UploadReportContext;
	readonly #server: ViewServer;
	#answered = 0;
	#compared = 0;
	#serving = true;
	readonly #serve: Promise<void>;

	private constructor(
		view: ViewPage,
		uploadReport: UploadReport,
		context: UploadReportContext,
		server: ViewServer,
	) {
		this.#server = server;
		this.view = view;
		this.uploadReport = uploadReport;
		this.context = context;
		this.#serve = this.#answer();
	}

	static async open(
		server: ViewServer,
		{
			files = troubled,
			width = 1100,
			height = 820,
			saved,
			...more
		}: {
			files?: typeof troubled;
			width?: number;
			height?: number;
			saved?: unknown;
		} & Partial<UploadReportContext> = {},
	): Promise<Played> {
		const uploadReport = new UploadReport([await folderWith(files)]);
		await uploadReport.scan();
		const context: UploadReportContext = {
			uploadReport,
			families: [
				{ id: 'flux', label: 'FLUX.1' },
				{ id: 'qwen_image_edit', label: 'Qwen-Image-Edit' },
			],
			name: 'boats',
			fixedName: false,
			loading: false,
			connection: 'Studio',
			controls: { value: '', options: [{ value: '', label: 'Not chosen' }] },
			starting: false,
			revision: 1,
			...more,
		};
		const view = await ViewPage.open(await sharedBrowser(), server, {
			state: uploadReportState(context),
			width,
			height,
			saved,
		});
		return new Played(view, uploadReport, context, server);
	}

	/** Sends the state of the panel, after a change. */
	async refresh(change: Partial<UploadReportContext> = {}): Promise<void> {
		this.context = { ...this.context, ...change, revision: this.context.revision + 1 };
		await this.view.post('state', uploadReportState(this.context));
	}

	async close(): Promise<void> {
		this.#serving = false;
		await this.#serve;
		assert.deepEqual(this.view.complaints, []);
		await this.view.close();
		this.uploadReport.dispose();
	}

	async picture(name: string): Promise<void> {
		await takePicture(this.view.page, 'upload report', name);
	}

	/** Examines the page in each theme, and takes its pictures. */
	async readable(name: string): Promise<void> {
		await this.view.inEachTheme(async (theme) => {
			await this.view.assertAccessible();
			await this.picture(`${name} ${theme}`);
		});
	}

	async show(name: string | RegExp): Promise<void> {
		const head = this.view.page.locator('easel-finding .head', { hasText: name });
		if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
	}

	async #answer(): Promise<void> {
		while (this.#serving) {
			const compared = (await this.view.payloads('compared')) as {
				pictures: { id: string; likeness?: string }[];
			}[];
			for (const { pictures } of compared.slice(this.#compared)) {
				this.#compared++;
				this.uploadReport.setCompared(pictures);
				await this.refresh();
			}
			const asked = (await this.view.payloads('request')) as { id: number; name: string; params: never }[];
			for (const { id, name, params } of asked.slice(this.#answered)) {
				this.#answered++;
				await this.view.post('answer', { id, ok: true, value: await this.#value(name, params) });
				if (name !== 'files') await this.refresh();
			}
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	async #value(
		name: string,
		params: {
			kind: string;
			fix: string;
			onDisk: boolean;
			template?: string;
			filter: string;
			from: number;
			count: number;
		},
	): Promise<unknown> {
		const { state } = this.uploadReport;
		assert.equal(state.kind, 'ready');
		if (name === 'files') return fileRows(state.report, params, this.uploadReport.family);
		if (name === 'pictures')
			return {
				rows: this.uploadReport.uncompared
					.slice(0, params.count)
					.map((id) => ({ id, address: this.#server.address(basename(id)) })),
			};
		if (name === 'undo') return { sentence: await this.uploadReport.undo() };
		if (name === 'fixAllThatIsSafe') return { sentence: await this.uploadReport.fixAllThatIsSafe() };
		const { kind, fix, ...input } = params;
		assert.ok(isFindingKind(kind) && isFix(fix));
		return { sentence: await this.uploadReport.fix({ kind, fix, ...input }) };
	}
}

function upload(more: Partial<Upload> = {}): Upload {
	return {
		id: 'u1',
		connectionId: 'studio',
		accountId: 'me',
		datasetId: 'd1',
		datasetName: 'boats',
		state: 'sending',
		files: { count: 824, done: 412, skipped: 0, failed: 0, bytes: 2_400_000_000, doneBytes: 1_100_000_000 },
		failed: [],
		rate: 12_000_000,
		secondsLeft: 108,
		startedAt: Date.now() - 90_000,
		...more,
	};
}

describe('the panel before an upload', () => {
	const server = ViewServer.ofSuite('uploadReport', { paths: ['/pictures/boats'] }, true);
	let played: Played;

	after(removeFolders);
	afterEach(() => played.close());

	const page = () => played.view.page;
	const button = (name: string | RegExp) => page().getByRole('button', { name });

	it('shows findings with counts, left-out files, and the effect of Upload, readable in every theme', async () => {
		played = await Played.open(server);
		await button('Missing captions').waitFor();
		await button(/Error: Missing captions 6/).waitFor();
		await button(/Warning: Animated WebP 1/).waitFor();
		await page().getByText('service is expected to mark this dataset as failed').waitFor();
		await button(/^Upload \d+ Files, /).waitFor();
		await played.show('Missing captions');
		await page()
			.getByRole('option', { name: /boat_025\.png/ })
			.waitFor();
		await played.readable('findings');
	});

	it('finds copies that are smaller and darker, on request', async () => {
		const scenes = Array.from({ length: 40 }, (_, seed) => seed);
		const pictures = Object.fromEntries(
			scenes.flatMap((seed) => [
				[`scene_${seed}.png`, scenePng(seed, 320, 240)],
				...(seed % 4 === 0 ? [[`scene_${seed}_small.png`, scenePng(seed, 160, 120, 0.85)] as const] : []),
			]),
		);
		for (const [name, bytes] of Object.entries(pictures)) server.files.set(name, bytes);
		const captions = Object.keys(pictures).map((name) => [name.replace('.png', '.txt'), 'a scene']);
		played = await Played.open(server, {
			files: { ...pictures, ...Object.fromEntries(captions), 'broken.png': picture, 'broken.txt': 'b' },
		});
		server.files.set('broken.png', picture);
		await button('Find Similar Pictures').click();
		await Promise.all([
			button(/Information: Similar pictures 10/).waitFor(),
			page().getByText('10 pictures look like another one.').waitFor(),
		]);
		for (const seed of [0, 12])
			await page()
				.getByRole('option', {
					name: new RegExp(`scene_${seed}_small\\.png.*Looks like "scene_${seed}\\.png"`, 's'),
				})
				.waitFor();
		await button('Find Similar Pictures').waitFor({ state: 'detached' });
		await played.picture('similar pictures');
		await button('Leave Out').click();
		await button('Undo: Leave Out 10 Files').waitFor();
	});

	it('keeps its name and its model to train over a reload of the window', async () => {
		played = await Played.open(server);
		await page().getByRole('textbox', { name: 'Dataset name' }).fill('boats at sea');
		await page().getByRole('combobox', { name: 'Model to train' }).selectOption('FLUX.1');
		const saved = await played.view.saved();
		await played.close();
		played = await Played.open(server, { saved });
		const sent = async () => (await played.view.sent()).filter(({ kind }) => kind.startsWith('set'));
		await played.view.until(async () => (await sent()).length >= 2, 'the name and the model');
		assert.deepEqual(await sent(), [
			{ kind: 'setName', payload: { name: 'boats at sea' } },
			{ kind: 'setFamily', payload: { family: 'flux' } },
		]);
	});

	it('stops a comparison on request, and continues from there', async () => {
		server.files.clear();
		const names = Array.from({ length: 12 }, (_, at) => `wait_${at}.png`);
		played = await Played.open(server, {
			files: Object.fromEntries(
				names.flatMap((name) => [
					[name, picture],
					[name.replace('.png', '.txt'), 'x'],
				]),
			),
		});
		await page().route('**/wait_*.png', () => undefined);
		await button('Find Similar Pictures').click();
		await button('Stop Comparing (0 of 12)').click();
		await page().unrouteAll();
		for (const name of names) server.files.set(name, picture);
		await button('Find Similar Pictures').click();
		await page().getByText('No similar pictures found.').waitFor();
	});

	it('writes captions from a template after a look at one, and takes that back', async () => {
		played = await Played.open(server);
		await played.show('Missing captions');
		await button('Write Captions...').click();
		const caption = page().getByRole('textbox', { name: 'Caption' });
		await caption.waitFor();
		await caption.fill('{trigger}, {name} at sea');
		await page().getByRole('textbox', { name: 'Trigger word' }).fill('ohwx');
		await page()
			.getByText(/^(\w+)\.txt: ohwx, \1 at sea$/)
			.waitFor();
		await page().getByRole('checkbox', { name: 'Also write the captions next to the files' }).uncheck();
		await played.picture('template');
		await button('Write 6 Captions').click();
		await button('Missing captions').waitFor({ state: 'detached' });
		await page().getByText('Applied to the upload only').waitFor();
		await button('Undo: Write 6 Captions').click();
		await button(/Missing captions 6/).waitFor();
		await page().getByText('Undone: Write 6 Captions.').waitFor();
	});

	it('shows the trigger word in captions once set, and writes captions next to their files', async () => {
		played = await Played.open(server);
		await played.show('Missing captions');
		await button('Write Captions...').click();
		await page().getByRole('textbox', { name: 'Trigger word' }).fill('ohwx');
		await page()
			.getByText(/^\w+\.txt: ohwx$/)
			.waitFor();
		await button('Write 6 Captions').click();
		await page().getByText('and to the files on disk', { exact: false }).first().waitFor();
		const asked = (await played.view.payloads('request')) as { name: string; params: { onDisk?: boolean } }[];
		assert.equal(asked.find(({ name }) => name === 'fix')?.params.onDisk, true);
	});

	it('changes other files on disk only on request', async () => {
		played = await Played.open(server);
		await played.show('Captions that differ in spelling');
		await button('Rename').first().click();
		await button('Undo: Rename 1 File').waitFor();
		const asked = (await played.view.payloads('request')) as { name: string; params: { onDisk?: boolean } }[];
		assert.equal(asked.find(({ name }) => name === 'fix')?.params.onDisk, false);
		await played.show('Captions that are not UTF-8 text');
		await page().getByRole('checkbox', { name: 'Also change the files on disk' }).check();
		await button('Convert to UTF-8').click();
		await page().getByText('and to the files on disk', { exact: false }).first().waitFor();
		await button('Captions that are not UTF-8 text').waitFor({ state: 'detached' });
	});

	it('applies all fixes without a decision at once, with counts before and the rest after', async () => {
		played = await Played.open(server);
		await page()
			.getByText('Names that cannot be sent: 1, Equal names in different folders: 2', { exact: false })
			.waitFor();
		await played.view.assertAccessible();
		assert.equal(await button('Undo').isDisabled(), true, 'as a screen reader hears it, too');
		const filterTop = () =>
			page()
				.locator('#filter')
				.evaluate((field) => field.getBoundingClientRect().top);
		const top = await filterTop();
		await button('Apply All Safe Fixes').press('Enter');
		await page().getByText('Remaining: Missing captions: 7', { exact: false }).first().waitFor();
		await page().getByText('No safe fixes are left.').waitFor();
		assert.equal(await button('Apply All Safe Fixes').isDisabled(), true);
		assert.equal(await filterTop(), top, 'the content below does not move');
		await played.view.focused(button(/^Undo: /));
		await played.picture('all safe fixes');
		await button(/^Undo: Rename \d+ Files/).click();
		await until(
			async () => (await button('Apply All Safe Fixes').isDisabled()) === false,
			'the safe fixes again',
		);
	});

	it('names small pictures without a finding', async () => {
		const files = { 'a.png': png(320, 240), 'a.txt': 'a', 'b.png': picture, 'b.txt': 'b' };
		played = await Played.open(server, { files });
		await page().getByText('1 of 2 pictures is smaller than 512 × 512 pixels').waitFor();
		await page().getByText('No problems found in these files.').waitFor();
		await played.show('Files of this upload');
		await page()
			.getByRole('option', { name: /320 × 240, smaller than 512 × 512: not enlarged/ })
			.waitFor();
	});

	it('lists any number of files by keyboard, and filters them', async () => {
		const files = Object.fromEntries(
			Array.from({ length: 3000 }, (_, index) => [`${String(index).padStart(4, '0')}.png`, picture]),
		);
		played = await Played.open(server, { files });
		await played.show('Missing captions');
		const list = page().getByRole('listbox', { name: 'Files: Missing captions' });
		await list.getByRole('option', { name: /0000\.png/ }).waitFor();
		await list.focus();
		await page().keyboard.press('End');
		await page()
			.getByRole('option', { name: /2999\.png/, selected: true })
			.waitFor();
		await page().keyboard.press('PageUp');
		await page().keyboard.press('ArrowUp');
		await page().keyboard.press('Enter');
		await played.view.until(
			async () => (await played.view.payloads('showFile')).length === 1,
			'the file to be opened',
		);
		assert.ok((await list.getByRole('option').count()) < 60);
		await page().getByRole('textbox', { name: 'Filter files' }).fill('12');
		await played.view.until(
			async () => (await list.getByRole('option').first().innerText()).includes('0012.png'),
			'the first file with 12 in its name',
		);
		await page().getByRole('textbox', { name: 'Filter files' }).fill('no such file');
		await page().getByText('No file matches.').waitFor();
	});

	it('shows characters of names that cannot be seen', async () => {
		played = await Played.open(server);
		await played.show('Names that cannot be sent');
		await page().getByText('line<U+000A>break.png').waitFor();
	});

	it('checks the name during typing, and warns of the files that an existing dataset loses', async () => {
		played = await Played.open(server);
		const name = page().getByRole('textbox', { name: 'Dataset name' });
		await name.fill('two words');
		await played.view.until(
			async () => (await played.view.payloads('setName')).length > 0,
			'the name to be sent',
		);
		assert.deepEqual((await played.view.payloads('setName')).at(-1), { name: 'two words' });
		await played.refresh({ name: 'two words' });
		await page().getByText('Use only letters from a to z').waitFor();
		assert.ok(await button(/^Upload \d+ Files/).isDisabled());
		const files = [
			{ name: 'boat_001.png', bytes: 12 },
			{ name: 'else.png', bytes: 12 },
		];
		played.uploadReport.setExisting(files);
		await name.fill('fleet');
		await played.refresh({ name: 'fleet', dataset: { id: 'd1', name: 'fleet', state: 'READY', files } });
		await page()
			.getByText('Adds to the dataset "fleet", which has 2 files. 1 of its files is replaced.')
			.waitFor();
		await button(/^Upload \d+ Files/).click();
		await played.view.until(
			async () => (await played.view.payloads('upload')).length === 1,
			'the upload to be asked for',
		);
	});

	it('is disabled while nothing can be uploaded, with the reason', async () => {
		played = await Played.open(server, { files: { 'notes.pdf': 'x' } });
		await page().getByText('Nothing in the selection can be uploaded.').waitFor();
		assert.ok(await page().getByRole('button', { name: 'Upload', exact: true }).isDisabled());
		await played.picture('nothing');
	});

	it('reports a folder without problems, also in a narrow panel', async () => {
		played = await Played.open(server, {
			files: { 'a.png': picture, 'a.txt': 'a' },
			width: 260,
			height: 700,
		});
		await page().getByText('No problems found in these files.').waitFor();
		await button('Upload 2 Files, 58 bytes').waitFor();
		await played.show('Files of this upload');
		await page()
			.getByRole('option', { name: /a\.txt/ })
			.waitFor();
		const overflow = await page().evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
		assert.equal(overflow, false);
		await played.picture('narrow');
	});

	it('asks for control images if a family needs them', async () => {
		const files = { 'a.png': picture, 'a.txt': 'a', 'control/a.png': picture };
		played = await Played.open(server, { files });
		await page().getByRole('combobox', { name: 'Model to train' }).selectOption('qwen_image_edit');
		await played.view.until(
			async () => (await played.view.payloads('setFamily')).length === 1,
			'the family to be sent',
		);
		assert.deepEqual(await played.view.payloads('setFamily'), [{ family: 'qwen_image_edit' }]);
		played.uploadReport.setFamily({
			id: 'qwen_image_edit',
			label: 'Qwen-Image-Edit',
			media: 'image',
			control: 'required',
			readsJson: false,
		});
		const options = [
			{ value: '', label: 'Not chosen' },
			{ value: 'folder:control', label: 'Folder "control" of the selection' },
		];
		await played.refresh({ controls: { value: 'folder:control', options } });
		await page().getByRole('combobox', { name: 'Control images' }).waitFor();
		await played.show('Control images in a separate folder');
		await button('Upload as a Separate Dataset...').click();
		await played.view.until(
			async () => (await played.view.payloads('uploadControls')).length === 1,
			'the second upload',
		);
	});

	it('shows an upload until it is ready, readable in every theme', async () => {
		played = await Played.open(server, { upload: upload() });
		await page().getByText('412 of 824 files, 1.1 GB of 2.4 GB').waitFor();
		await page().getByText('12.0 MB/s, about 1 min 48 s left').waitFor();
		assert.equal(
			await page().getByRole('progressbar', { name: 'Bytes uploaded' }).getAttribute('aria-valuenow'),
			'45',
		);
		await played.readable('uploading');
		await button('Cancel').click();
		await played.view.until(async () => (await played.view.payloads('cancel')).length === 1, 'the cancel');
		const files = { ...upload().files, done: 822, failed: 2, doneBytes: 2_300_000_000 };
		const failed = [
			{ name: 'boat_003.png', reason: 'The file has changed since it was chosen.' },
			{ name: 'boat_009.mp4', reason: 'The service refused it.' },
		];
		await played.refresh({
			upload: upload({ state: 'incomplete', files, failed, notice: '2 files are missing.' }),
		});
		await page().getByText('2 files were not uploaded').waitFor();
		await played.readable('incomplete');
		await button('Retry').click();
		await played.view.until(async () => (await played.view.payloads('retry')).length === 1, 'the retry');
		const done = { ...files, done: 824, failed: 0, doneBytes: 2_400_000_000 };
		await played.refresh({ upload: upload({ state: 'ready', files: done }) });
		await page().getByText('Ready', { exact: true }).waitFor();
		await played.readable('ready');
		await button('Insert into Configuration').click();
		await played.view.until(async () => (await played.view.payloads('insert')).length === 1, 'the insertion');
		await button('New Training Configuration').click();
		await played.view.until(
			async () => (await played.view.payloads('newConfiguration')).length === 1,
			'the next step',
		);
		await button('Back to the Report').click();
		await played.view.until(
			async () => (await played.view.payloads('backToReport')).length === 1,
			'the report',
		);
	});
});
