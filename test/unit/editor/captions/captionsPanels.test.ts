import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { CaptionDraft, CaptionsState } from '../../../../src/core/captions/messages.ts';
import type { CaptionRow } from '../../../../src/core/captions/row.ts';
import { UploadCaptions } from '../../../../src/core/captions/uploadCaptions.ts';
import { CaptionsPanel, type CaptionsPanelParts } from '../../../../src/editor/captions/panel.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { part } from '../../support/part.ts';
import { real } from '../../support/real.ts';
import { until } from '../../support/until.ts';
import { editor, Uri } from '../../support/vscode.ts';
import { FakeWebviewPanel } from '../../support/webviewPanel.ts';

describe('the captions panel of a folder', () => {
	let home: string;
	/** A folder on a disk that may be away. */
	let root: string;
	/** The state that the workspace keeps. */
	let kept: Map<string, unknown>;
	/** The number of times that its state was saved or cleared. */
	let updates: number;
	let uploads: UploadCaptions;

	beforeEach(() => {
		home = newFolder();
		root = join(home, 'disk');
		kept = new Map();
		updates = 0;
		uploads = new UploadCaptions();
	});
	afterEach(() => {
		editor.reset();
	});

	const key = (): string => `captions.unsaved:${Uri.file(root)}`;
	const mine: readonly CaptionDraft[] = [{ id: 'a.txt', text: 'a cat that is not saved' }];

	/** Opens the panel, as its command does. */
	async function open(): Promise<FakeWebviewPanel> {
		const panel = new FakeWebviewPanel('', undefined);
		await CaptionsPanel.create(
			part<CaptionsPanelParts>({
				context: {
					extensionUri: Uri.file('/easel'),
					workspaceState: {
						get: (id: string) => kept.get(id),
						update: async (id: string, value: unknown) => {
							updates++;
							if (value === undefined) kept.delete(id);
							else kept.set(id, value);
						},
					},
				},
				log: silentLog,
				folder: Uri.file(root),
				uploads,
				place: { restored: real(panel) },
			}),
		);
		return panel;
	}
	/** Returns the state that it shows in a view that begins. */
	function shown(panel: FakeWebviewPanel): CaptionsState {
		panel.say('ready');
		return panel.last('state') as CaptionsState;
	}
	const unsaved = (rows: readonly CaptionRow[]) => rows.map(({ id, unsaved }) => [id, unsaved?.text]);
	/** Closes it, and waits until its state is saved. */
	async function close(panel: FakeWebviewPanel): Promise<void> {
		const before = updates;
		panel.dispose();
		await until('what is not saved is kept', () => updates > before);
	}

	it('keeps an unsaved text while the folder is missing, however often it is opened, and shows it later', async () => {
		kept.set(key(), mine);
		for (const _ of ['once', 'twice']) {
			const panel = await open();
			const { rows, problem } = shown(panel);
			assert.deepEqual(rows, []);
			assert.match(
				problem ?? '',
				/^The folder cannot be read\. .* 1 caption is not saved and is kept until its media file is back in this folder\.$/,
			);
			assert.deepEqual(kept.get(key()), mine);
			await close(panel);
			assert.deepEqual(kept.get(key()), mine);
		}
		await mkdir(root);
		await writeFile(join(root, 'a.png'), '');
		const panel = await open();
		const { rows, problem } = shown(panel);
		assert.deepEqual(unsaved(rows), [['a.txt', mine[0]?.text]]);
		assert.equal(problem, undefined);
		panel.say('takeTheirs', { id: 'a.txt' });
		await close(panel);
		assert.equal(kept.get(key()), undefined);
	});

	it('shows the text of an upload instead of the one on disk, until both match or the upload is removed', async () => {
		await mkdir(root);
		for (const name of ['a.png', 'b.png', 'c.png', 'c.txt']) await writeFile(join(root, name), '');
		await writeFile(join(root, 'b.txt'), 'a river');
		await writeFile(join(root, 'c.txt'), Buffer.from('Fluß', 'latin1'));
		const panel = await open();
		const inUpload = () => shown(panel).rows.map(({ id, inUpload }) => [id, inUpload]);
		const none = [
			['a.txt', undefined],
			['b.txt', undefined],
			['c.txt', undefined],
		];
		assert.deepEqual(inUpload(), none);
		const upload = {};
		const texts = { 'a.txt': 'a boat', 'b.txt': 'a river', 'c.txt': 'Fluß' };
		const paths = Object.entries(texts).map(([name, text]) => [join(root, name), text] as const);
		uploads.note(upload, new Map(paths));
		assert.deepEqual(inUpload(), [
			['a.txt', 'a boat'],
			['b.txt', undefined],
			['c.txt', 'Fluß'],
		]);
		uploads.note(upload, new Map());
		assert.deepEqual(inUpload(), none);
		panel.dispose();
	});

	it('shows and edits the caption that an upload reads from a differently named file, until the upload is removed', async () => {
		await mkdir(root);
		for (const name of ['Boat.PNG', 'b.png', 'c.png', 'c.txt']) await writeFile(join(root, name), '');
		await writeFile(join(root, 'boat-1.txt'), 'a boat');
		const panel = await open();
		const upload = {};
		const elsewhere = { path: join(root, '..', 'elsewhere.txt'), name: 'b.txt' };
		const own = { path: join(root, 'c.txt'), name: 'b.txt' };
		const sources = (path: string) =>
			new Map([
				[join(root, 'Boat.txt'), { path: join(root, path), name: 'Boat.txt' }],
				[join(root, 'b.txt'), path === 'boat-1.txt' ? elsewhere : own],
			]);
		const untilShown = (caption: string) =>
			until(`the caption ${caption}`, () => {
				const row = shown(panel).rows.find(({ id }) => id === 'Boat.txt');
				return row !== undefined && row.caption.kind === (caption === '' ? 'missing' : 'text') && row;
			});
		uploads.note(upload, new Map(), sources('boat-1.txt'));
		const { caption, source } = await untilShown('a boat');
		assert.deepEqual(caption, { kind: 'text', text: 'a boat' });
		assert.deepEqual(source, { path: 'boat-1.txt', name: 'Boat.txt' });
		// A file outside of the folder is not shown, and one that another row has stays with that row.
		const without = () => shown(panel).rows.find(({ id }) => id === 'b.txt');
		assert.deepEqual([without()?.caption, without()?.source], [{ kind: 'missing' }, undefined]);

		panel.say('commit', { id: 'Boat.txt', text: 'a red boat' });
		await until('what was typed', () => readFileSync(join(root, 'boat-1.txt'), 'utf8') === 'a red boat');
		assert.ok(!(await readdir(root)).includes('Boat.txt'));
		uploads.note(upload, new Map([[join(root, 'boat-1.txt'), 'a blue boat']]), sources('boat-1.txt'));
		await until('the text of the upload', () =>
			shown(panel).rows.some(({ id, inUpload }) => id === 'Boat.txt' && inUpload === 'a blue boat'),
		);

		uploads.note(upload, new Map(), sources('not there.txt'));
		assert.equal((await untilShown('')).source, undefined);
		assert.deepEqual([without()?.caption, without()?.source], [{ kind: 'missing' }, undefined]);
		panel.dispose();
	});

	it('keeps captions without a media file in addition to unsaved ones in existing rows', async () => {
		await mkdir(root);
		for (const name of ['b.png', 'b.txt']) await writeFile(join(root, name), '');
		kept.set(key(), [...mine, { id: 'b.txt', text: 'a dog' }]);
		const panel = await open();
		assert.deepEqual(unsaved(shown(panel).rows), [['b.txt', 'a dog']]);
		await close(panel);
		assert.deepEqual(kept.get(key()), [{ id: 'b.txt', text: 'a dog' }, ...mine]);
		await until('it is said', () => editor.messages.length > 0);
		assert.match(editor.messages[0]?.text ?? '', /^1 caption of "disk" is not saved\./);
	});
});
