import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import { mediaDrop, mediaPaste } from '../../../../src/editor/workflow/mediaDrop.ts';
import { mediaCompletion, mediaHover, mediaLinks } from '../../../../src/editor/workflow/mediaFiles.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { double, real } from '../../support/real.ts';
import { editor, type TextDocument, Uri, workspace } from '../../support/vscode.ts';

const sample = new URL('../../../../media/samples/harbour.png', import.meta.url);
const workflowWith = (image: string) =>
	JSON.stringify({
		'1': { class_type: 'LoadImage', inputs: { image } },
		'2': { class_type: 'LoadAudio', inputs: { audio: '' } },
		'3': { class_type: 'KSampler', inputs: { seed: 7, sampler_name: 'euler' } },
	});
type MediaEdit = Parameters<NonNullable<ReturnType<typeof mediaDrop>['resolveDocumentDropEdit']>>[0];
const token = { isCancellationRequested: false } as vscode.CancellationToken;

describe('the media inputs of a document', () => {
	let folder: string;
	let documents: Documents;
	/** The workspace folder; undefined for a single file. */
	let root: Uri | undefined;
	let found: readonly string[];
	let pattern: { readonly base: unknown; readonly pattern: string } | undefined;

	beforeEach(async () => {
		folder = newFolder();
		mkdirSync(join(folder, 'flows', 'near'), { recursive: true });
		for (const name of ['flows/harbour.png', 'flows/near/pier & sea (1).png', 'far.PNG'])
			copyFileSync(sample, join(folder, name));
		documents = new Documents();
		await documents.workflows.load();
		root = Uri.file(folder);
		found = ['far.PNG', 'flows/near/pier & sea (1).png', 'flows/harbour.png', 'flows/a.wav', 'flows/b.txt'];
		Object.assign(workspace, {
			getWorkspaceFolder: () => root && { uri: root },
			findFiles: async (asked: typeof pattern) => {
				pattern = asked;
				return found.map((name) => Uri.file(join(folder, name)));
			},
			fs: { readFile: async ({ fsPath }: Uri) => readFileSync(fsPath) },
		});
	});
	afterEach(() => {
		documents.dispose();
		editor.reset();
	});

	const open = (image: string, name = 'flows/a_api.json') =>
		editor.open(Uri.file(join(folder, name)).toString(), 'json', workflowWith(image));
	/** Returns the place after the first letter of some words. */
	const at = (document: TextDocument, words: string) =>
		document.positionAt(document.getText().indexOf(words) + 1) as vscode.Position;

	describe('during completion of their value', () => {
		const complete = async (document: TextDocument, words: string) => {
			const provider = mediaCompletion(documents.workflows);
			const items = await provider.provideCompletionItems(
				real(document),
				at(document, words),
				token,
				{} as vscode.CompletionContext,
			);
			return { provider, items: items as vscode.CompletionItem[] | undefined };
		};
		const names = (items: readonly vscode.CompletionItem[] | undefined) =>
			items?.map(({ label }) => (label as vscode.CompletionItemLabel).label);

		it('offer matching files of the workspace folder, relative to the document, nearest first', async () => {
			const document = open('');
			const { items: images } = await complete(document, '""}');
			const sorted = [...(images ?? [])].sort((one, other) =>
				(one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1,
			);
			assert.deepEqual(names(sorted), ['harbour.png', 'near/pier & sea (1).png', '../far.PNG']);
			assert.match(pattern?.pattern ?? '', /\bpng\b.*\bPNG\b/);
			assert.deepEqual(
				[images?.[2]?.insertText, document.getText(images?.[2]?.range as never)],
				['"harbour.png"', '""'],
			);
		});

		it('offer only the supported kind', async () => {
			const document = open('harbour.png');
			const { items } = await complete(document, '""');
			assert.deepEqual(names(items), ['a.wav']);
			assert.equal((await complete(document, '"euler"')).items, undefined, 'no media input');
			assert.equal((await complete(document, '7')).items, undefined);
		});

		it('show the picture next to the focused file', async () => {
			const { provider, items } = await complete(open(''), '""}');
			const item = items?.find(({ insertText }) => String(insertText).includes('harbour'));
			assert.ok(item);
			await provider.resolveCompletionItem?.(item, token);
			assert.match((item.documentation as vscode.MarkdownString).value, /768 × 512.*harbour\.png\|width=/s);
		});
	});

	describe('in hovers', () => {
		const hover = async (image: string, words = image) => {
			const document = open(image);
			const shown = await mediaHover(documents.workflows).provideHover(
				real(document),
				at(document, words),
				token,
			);
			return (shown?.contents as unknown as vscode.MarkdownString | undefined)?.value;
		};

		it('show the recommended size for addresses', async () => {
			const document = open('https://example.com/a.png');
			const shown = await mediaHover(documents.workflows).provideHover(
				real(document),
				at(document, 'https://example.com/a.png'),
				token,
			);
			assert.match(String(shown?.contents), /50 MB or less .* picture, 100 MB or less .* video/);
		});

		it('show their picture with name and size', async () => {
			const text = await hover('harbour.png');
			assert.match(
				text ?? '',
				/^\*\*harbour&#46;png\*\* · .* · 768 × 512\n\n!\[harbour&#46;png\]\(file:.*harbour\.png\|width=240\)$/,
			);
		});

		it('never render a name as Markdown', async () => {
			const text = await hover('near/pier & sea (1).png');
			assert.match(text ?? '', /768 × 512/);
			assert.equal(text?.split('](').length, 2);
			assert.doesNotMatch(text?.split('](')[1] ?? '', / /, 'the address ends at a space');
		});

		it('do not show a picture outside the workspace folder, and announce the question of a run', async () => {
			root = Uri.file(join(folder, 'flows'));
			const text = await hover('../far.PNG');
			assert.match(text ?? '', /outside the workspace folder, so a run asks/);
			assert.doesNotMatch(text ?? '', /!\[/);
		});

		it('open no file on another computer', async () => {
			assert.match((await hover('//box/share/a.png')) ?? '', /on another computer\. Easel does not open it/);
		});

		it('show nothing for a missing file, or for a non-media input', async () => {
			assert.equal(await hover('gone.png'), undefined);
			assert.equal(await hover('harbour.png', 'euler'), undefined);
		});
	});

	it('are links to their files if these are present and local', async () => {
		const links = async (image: string) => {
			const document = open(image);
			const all = (await mediaLinks(documents.workflows).provideDocumentLinks(real(document), token)) ?? [];
			return all.map(({ range, target }) => [document.getText(range as never), target?.fsPath]);
		};
		assert.deepEqual(await links('near/pier & sea (1).png'), [
			['near/pier & sea (1).png', join(folder, 'flows/near/pier & sea (1).png')],
		]);
		assert.deepEqual(await links('gone.png'), []);
		assert.deepEqual(await links('//box/share/a.png'), []);
		assert.deepEqual(await links('https://files.example/a.png'), []);
	});

	describe('with an inserted file', () => {
		/** Returns the data that is dragged or pasted, by type. */
		const transfer = (
			entries: Readonly<Record<string, string | { readonly name: string; readonly bytes: Uint8Array }>>,
		) =>
			new Map(
				Object.entries(entries).map(([type, value]) => [
					type,
					{
						asString: async () => (typeof value === 'string' ? value : ''),
						asFile: () =>
							typeof value === 'string' ? undefined : { name: value.name, data: async () => value.bytes },
					},
				]),
			) as unknown as vscode.DataTransfer;
		const list = (...paths: readonly string[]) =>
			transfer({ 'text/uri-list': paths.map((path) => Uri.file(path).toString()).join('\r\n') });
		const bitmap = (name = 'image.png') => transfer({ 'image/png': { name, bytes: readFileSync(sample) } });
		const imageOf = (document: TextDocument): string => JSON.parse(document.getText())['1'].inputs.image;

		/** Drops on the image of the document, as the editor does. Returns the title of the edit; undefined for none. */
		async function drop(
			document: TextDocument,
			data: vscode.DataTransfer,
			words = '"LoadImage","inputs":{"image":"',
		) {
			const provider = mediaDrop(documents.workflows);
			const place = document.positionAt(document.getText().indexOf(words) + words.length) as vscode.Position;
			const edit = (await provider.provideDocumentDropEdits(real(document), place, data, token)) as
				| MediaEdit
				| undefined;
			if (edit === undefined) return undefined;
			await provider.resolveDocumentDropEdit?.(edit, token);
			assert.equal(edit.insertText, '');
			if (edit.additionalEdit) await workspace.applyEdit(double(edit.additionalEdit));
			return edit.title;
		}

		it('use its path relative to the document after a drop', async () => {
			const document = open('old.png');
			assert.equal(
				await drop(document, list(join(folder, 'flows/near/pier & sea (1).png'))),
				'Insert File Name',
			);
			assert.equal(imageOf(document), 'near/pier & sea (1).png');
			await drop(document, list(join(folder, 'far.PNG')));
			assert.equal(imageOf(document), '../far.PNG');
			assert.deepEqual(editor.messages, [], 'nothing is copied, so nothing is asked');
		});

		it('use the first suitable one of several, and ignore others', async () => {
			writeFileSync(join(folder, 'notes.txt'), 'a');
			const document = open('old.png');
			await drop(
				document,
				list(join(folder, 'notes.txt'), join(folder, 'gone.png'), join(folder, 'far.PNG')),
			);
			assert.equal(imageOf(document), '../far.PNG');
			assert.equal(await drop(document, list(join(folder, 'notes.txt'))), undefined);
			assert.equal(await drop(document, list(join(folder, 'far.PNG')), '"audio":"'), undefined);
			assert.equal(await drop(document, list(join(folder, 'far.PNG')), '"sampler_name":"'), undefined);
		});

		it('from outside the workspace folder copy it next to the document after confirmation', async () => {
			root = Uri.file(join(folder, 'flows'));
			const document = open('old.png');
			const title = await drop(document, list(join(folder, 'far.PNG')));
			assert.equal(title, 'Copy File Next to Document');
			assert.equal(editor.messages[0]?.text, 'Copy the file to "media/far.PNG", next to the document?');
			assert.deepEqual([imageOf(document), existsSync(join(folder, 'flows/media'))], ['old.png', false]);
			editor.answer = ([yes]) => yes;
			await drop(document, list(join(folder, 'far.PNG')));
			await drop(document, list(join(folder, 'far.PNG')));
			assert.deepEqual(readdirSync(join(folder, 'flows/media')).sort(), ['far (1).PNG', 'far.PNG']);
			assert.equal(imageOf(document), 'media/far (1).PNG');
			assert.deepEqual(readFileSync(join(folder, 'flows/media/far.PNG')), readFileSync(sample));
		});

		it('use a bitmap from the clipboard after a paste', async () => {
			editor.answer = ([yes]) => yes;
			const document = open('old.png');
			const provider = mediaPaste(documents.workflows);
			const place = at(document, 'old.png');
			const [edit] =
				(await provider.provideDocumentPasteEdits?.(
					real(document),
					[{ start: place, end: place } as vscode.Range],
					bitmap('../../image'),
					{} as vscode.DocumentPasteEditContext,
					token,
				)) ?? [];
			assert.ok(edit);
			await provider.resolveDocumentPasteEdit?.(edit, token);
			assert.ok(edit.additionalEdit);
			await workspace.applyEdit(double(edit.additionalEdit));
			const [copy = ''] = readdirSync(join(folder, 'flows/media'));
			assert.match(copy, /^[^/\\]+\.png$/);
			assert.equal(imageOf(document), `media/${copy}`);
			assert.deepEqual(readdirSync(folder).sort(), ['far.PNG', 'flows'], 'no name leads out of the folder');
		});

		it('copy nothing that is no picture, whatever its name', async () => {
			editor.answer = (buttons) => buttons[0];
			const document = open('old.png');
			await drop(document, transfer({ 'image/png': { name: 'a.png', bytes: new Uint8Array([1, 2, 3]) } }));
			assert.match(editor.messages.at(-1)?.text ?? '', /not a picture, video or sound that Easel supports/);
			assert.deepEqual([imageOf(document), existsSync(join(folder, 'flows/media'))], ['old.png', false]);
		});

		it('stay unchanged in a document that is not a file', async () => {
			const document = editor.open('untitled:Untitled-1', 'json', workflowWith('old.png'));
			assert.equal(await drop(document, bitmap()), undefined);
		});
	});
});
