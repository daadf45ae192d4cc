import assert from 'node:assert/strict';
import type { SessionSource } from '../../../../src/core/account/session.ts';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { failed, type Result, success } from '../../../../src/core/base/failure.ts';
import { lazy } from '../../../../src/core/base/lazy.ts';
import type { Dataset } from '../../../../src/core/datasets/dataset.ts';
import { createDatasetStore } from '../../../../src/core/datasets/datasetStore.ts';
import { reportNotReady } from '../../../../src/core/datasets/report/view.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import { type DatasetCommandDeps, datasetCommands } from '../../../../src/editor/datasets/commands.ts';
import { FakeDatasets } from '../../datasets/fakeDatasets.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { editor, window } from '../../support/vscode.ts';

describe('the commands of the Datasets view', () => {
	let fake: FakeDatasets;
	beforeEach(() => {
		fake = new FakeDatasets();
		return fake.start();
	});
	afterEach(() => {
		editor.reset();
		return fake.stop();
	});

	async function setUp(
		moving: readonly (Pick<Upload, 'id' | 'datasetId' | 'state'> & Partial<Upload>)[] = [],
	) {
		const session: SessionSource = new SessionStore(fake.session('a'));
		const store = createDatasetStore({ session });
		await store.refresh();
		const canceled: string[] = [];
		const retried: string[] = [];
		const service = {
			uploads: () => moving,
			files: async () => [
				{ path: '/photos/a.png', name: 'a.png', bytes: 1, modifiedAt: 1 },
				{ path: '/photos/a.txt', name: 'a.txt', bytes: 1, modifiedAt: 1, text: 'written' },
			],
			cancel: async (id: string) => {
				canceled.push(id);
				return success(part<Upload>({ id }));
			},
			upload: () => undefined,
			retryFailed: async (id: string): Promise<Result<Upload>> => {
				retried.push(id);
				const files = { count: 2, done: 2, skipped: 0, failed: 0, bytes: 2, doneBytes: 2 };
				return success(
					part<Upload>({
						id,
						datasetName: 'harbour',
						state: 'validating',
						files,
						failed: [],
					}),
				);
			},
		};
		const commands = datasetCommands(
			part<DatasetCommandDeps>({
				acts: actsOf(session, { datasets: async () => store, uploads: async () => service }),
				session,
				signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
				datasetStore: lazy(async () => store),
				uploads: {
					opened: service,
					open: async () => service,
					onDidChange: () => ({ dispose: () => undefined }),
				},
				documents: {},
				tree: () => undefined,
			}),
		);
		const dataset = (): Dataset => {
			const [first] = store.items;
			assert.ok(first);
			return first;
		};
		return { commands, store, canceled, retried, service, dataset };
	}

	it('delete after a question that names the dataset, and not if it is declined', async () => {
		fake.add('harbour');
		const { commands, store, dataset } = await setUp();
		await commands['easel.deleteDataset']({ dataset: dataset() });
		assert.equal(fake.datasets.size, 1);
		const [question] = editor.messages;
		assert.equal(question?.text, 'Delete the dataset "harbour"?');
		assert.equal(question.modal, true);
		assert.match(question.detail ?? '', /permanently removed/);
		editor.answer = ([first]) => first;
		await commands['easel.deleteDataset']({ dataset: dataset() });
		assert.equal(fake.datasets.size, 0);
		assert.deepEqual(store.items, []);
	});

	it('delete an already deleted dataset without an error, and report a failed deletion', async () => {
		fake.add('harbour');
		const { commands, store, dataset } = await setUp();
		editor.answer = (buttons) => buttons.find((button) => button === 'Delete');
		fake.before = ({ kind }) =>
			kind === 'delete' ? { status: 500, body: { error_code: 50001 } } : undefined;
		await commands['easel.deleteDataset']({ dataset: dataset() });
		assert.equal(editor.messages.at(-1)?.kind, 'error');
		assert.equal(store.items.length, 1);
		fake.before = () => undefined;
		fake.datasets.clear();
		await commands['easel.deleteDataset']({ dataset: dataset() });
		assert.equal(editor.messages.at(-1)?.modal, true, 'nothing after the question');
		assert.deepEqual(store.items, []);
	});

	it('cancel an upload in progress to a deleted dataset, and announce it first', async () => {
		fake.add('harbour');
		const { commands, canceled, dataset } = await setUp([
			{ id: 'other', datasetId: 'x', state: 'sending' },
			{ id: 'mine', datasetId: 'dataset-1', state: 'sending' },
		]);
		editor.answer = ([first]) => first;
		await commands['easel.deleteDataset']({ dataset: dataset() });
		assert.match(editor.messages[0]?.detail ?? '', /upload .* is canceled/);
		assert.deepEqual(canceled, ['mine']);
	});

	it('send the files that the latest upload skipped, and explain if that is impossible', async () => {
		fake.add('harbour');
		const incomplete = { datasetId: 'dataset-1', state: 'incomplete' } as const;
		const { commands, dataset, retried, service } = await setUp([
			{ ...incomplete, id: 'u1', startedAt: 1 },
			{ ...incomplete, id: 'u2', startedAt: 2 },
		]);
		await commands['easel.retryUpload']({ dataset: dataset() });
		assert.deepEqual(retried, ['u2']);
		service.retryFailed = async () => failed({ ...reportNotReady, message: 'The upload is gone.' });
		await commands['easel.retryUpload']({ dataset: dataset() });
		assert.match(editor.messages.at(-1)?.text ?? '', /^The upload is gone\./);
	});

	it('send the files that an earlier upload skipped, even after a successful one', async () => {
		fake.add('harbour');
		const failed = [{ name: 'a.png', reason: 'It was gone.' }];
		const { commands, dataset, retried } = await setUp([
			{ datasetId: 'dataset-1', id: 'u2', state: 'ready', startedAt: 2 },
			{ datasetId: 'dataset-1', id: 'u1', state: 'incomplete', startedAt: 1, failed },
		]);
		await commands['easel.retryUpload']({ dataset: dataset() });
		assert.deepEqual(retried, ['u1']);
	});

	it('copy the name, the configuration path and the file list', async () => {
		fake.add('harbour', { 'a.png': 'x', 'a.txt': 'x' });
		const { commands, dataset } = await setUp();
		await commands['easel.copyDatasetName']({ dataset: dataset() });
		await commands['easel.copyDatasetPath']({ dataset: dataset() });
		await commands['easel.copyDatasetFileList']({ dataset: dataset() });
		assert.deepEqual(editor.copied, ['harbour', '/app/ai-toolkit/datasets/harbour', 'a.png\na.txt\n']);
	});

	it('ask for the dataset if no row is selected', async () => {
		fake.add('harbour');
		fake.add('coast');
		const { commands } = await setUp();
		editor.pick = (rows) => {
			assert.deepEqual(
				rows.map(({ label }) => label),
				['harbour', 'coast'],
			);
			return rows[1];
		};
		await commands['easel.copyDatasetName']();
		assert.deepEqual(editor.copied, ['coast']);
	});

	it('create a dataset with a valid name, and reject invalid ones during input', async () => {
		fake.add('harbour');
		const { commands, store } = await setUp();
		const answers: (string | undefined)[] = [];
		Object.assign(window, {
			showInputBox: async ({ validateInput }: { validateInput(text: string): string | undefined }) => {
				for (const name of ['', 'two words', 'harbour', 'coast']) answers.push(validateInput(name));
				return 'coast';
			},
		});
		await commands['easel.newDataset']();
		assert.deepEqual(
			answers.map((answer) => answer !== undefined),
			[true, true, true, false],
		);
		assert.deepEqual(
			store.items.map(({ name, state }) => [name, state]),
			[
				['coast', 'DRAFT'],
				['harbour', 'READY'],
			],
		);
	});

	it('offer the files of a failed upload again, except generated ones', async () => {
		fake.add('harbour', {}, 'FAILED');
		const { commands, dataset } = await setUp([{ id: 'u', datasetId: 'dataset-1', state: 'failed' }]);
		const asked: unknown[][] = [];
		editor.handlers.set('easel.uploadDataset', (...args) => asked.push(args));
		await commands['easel.uploadDatasetAgain']({ dataset: dataset() });
		assert.deepEqual(
			asked.map(([row, uris]) => [row, (uris as { path: string }[]).map(({ path }) => path)]),
			[[undefined, ['/photos/a.png']]],
		);
	});

	it('explain which file to open first if no editor is open', async () => {
		fake.add('harbour');
		const { commands, dataset } = await setUp();
		editor.answer = ([first]) => first;
		await commands['easel.insertDataset']({ dataset: dataset() });
		assert.match(editor.messages[0]?.text ?? '', /"harbour"/);
		assert.deepEqual(editor.copied, ['/app/ai-toolkit/datasets/harbour']);
	});
});
