import assert from 'node:assert/strict';
import { openSample } from '../../../../src/editor/shell/openSample.ts';
import { editor, type PickRow, Uri, window, workspace } from '../../support/vscode.ts';

type SampleRow = PickRow & { readonly sample?: { readonly file: string } };

const extension = Uri.file('/installed/easel');
const samples = '/installed/easel/media/samples';

describe('Open a Sample', () => {
	/** Files by path, of the package and of the workspace. */
	let files: Map<string, string>;
	let copies: string[];

	beforeEach(() => {
		files = new Map([
			[`${samples}/text-to-image-sdxl.json`, '{"1": {}}'],
			[`${samples}/image-to-image.json`, '{"1": {"image": "harbour.png"}}'],
			[`${samples}/harbour.png`, 'the picture'],
		]);
		copies = [];
		Object.assign(workspace, {
			workspaceFolders: [{ uri: Uri.file('/boats'), name: 'boats' }],
			fs: {
				stat: async ({ path }: Uri) => assert.ok(files.has(path)),
				readFile: async ({ path }: Uri) => Buffer.from(files.get(path) ?? ''),
				copy: async (from: Uri, to: Uri, { overwrite }: { readonly overwrite: boolean }) => {
					assert.ok(!overwrite && !files.has(to.path));
					copies.push(to.path);
					files.set(to.path, files.get(from.path) ?? '');
					editor.open(to.toString(), 'json', files.get(to.path) ?? '');
				},
			},
		});
	});
	afterEach(() => editor.reset());

	/** Chooses a sample, as the person, and accepts the offered name or enters another one. */
	async function open(
		file: string,
		name?: (offered: string) => string | undefined,
	): Promise<string | undefined> {
		editor.pick = (rows: readonly SampleRow[]) => rows.find(({ sample }) => sample?.file === file);
		editor.ask = (options) => {
			const { value } = options as { readonly value: string };
			return name === undefined ? value : name(value);
		};
		await openSample(extension as never);
		return editor.shown.at(-1)?.document.uri.toString();
	}

	it('creates a new file in the workspace under the chosen name', async () => {
		assert.equal(await open('text-to-image-sdxl.json'), 'file:///boats/text-to-image-sdxl.json');
		assert.equal(await open('text-to-image-sdxl.json'), 'file:///boats/text-to-image-sdxl%20(1).json');
		assert.equal(await open('text-to-image-sdxl.json', () => 'mine'), 'file:///boats/mine.json');
		assert.equal(files.get('/boats/text-to-image-sdxl.json'), '{"1": {}}');
	});

	it('creates nothing without a name', async () => {
		assert.equal(await open('text-to-image-sdxl.json', () => undefined), undefined);
		assert.deepEqual(copies, []);
	});

	it('rejects an existing name, or one that points elsewhere', async () => {
		files.set('/boats/taken.json', 'mine');
		let validate: (text: string) => Promise<string | undefined> = async () => undefined;
		window.showInputBox = async (options: { validateInput: typeof validate }) => {
			validate = options.validateInput;
			return undefined;
		};
		editor.pick = (rows: readonly SampleRow[]) => rows.find(({ sample }) => sample !== undefined);
		await openSample(extension as never);
		assert.match((await validate('taken')) ?? '', /^"taken\.json" already exists/);
		for (const bad of ['', '../a.json', 'a\\b.json']) assert.ok(await validate(bad), bad);
		assert.equal(await validate('free.json'), undefined);
	});

	it('copies the picture of a sample next to it, unless one with its name exists', async () => {
		await open('image-to-image.json');
		assert.deepEqual(copies, ['/boats/image-to-image.json', '/boats/harbour.png']);
		await open('image-to-image.json', () => 'again.json');
		assert.deepEqual(copies.slice(2), ['/boats/again.json']);
	});

	it('opens an untitled document without a folder', async () => {
		Object.assign(workspace, { workspaceFolders: undefined });
		assert.match((await open('image-to-image.json')) ?? '', /^untitled:/);
		assert.deepEqual(copies, []);
		const text = editor.shown.at(-1)?.document.getText() ?? '';
		assert.deepEqual(JSON.parse(text), { 1: { image: `${samples}/harbour.png` } });
	});
});
