import assert from 'node:assert/strict';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import { WindowUploads } from '../../../../src/editor/datasets/upload/windowUploads.ts';
import type { WindowParts } from '../../../../src/editor/shell/lazyService.ts';
import { FakeDatasets } from '../../datasets/fakeDatasets.ts';
import { Computer } from '../../datasets/uploadWindow.ts';
import { expectValue } from '../../http/support.ts';
import { fastClock } from '../../runs/clocks.ts';
import { FakeSession } from '../../runs/fakeService.ts';
import { until } from '../../support/until.ts';
import { editor } from '../../support/vscode.ts';
import { windowParts } from '../../support/windowParts.ts';

describe('the upload service of a window', () => {
	let service: FakeDatasets;
	let computer: Computer;
	let session: FakeSession;
	let uploads: WindowUploads;
	let opened: number;
	let parts: WindowParts;

	beforeEach(async () => {
		service = new FakeDatasets();
		await service.start();
		computer = new Computer(service, fastClock(50));
		opened = 0;
		const signedIn = service.session('lazy');
		session = new FakeSession({ state: 'signedOut', connection: signedIn.connection });
		const history = () => {
			opened++;
			return computer.openParts(session);
		};
		parts = windowParts(session, { folder: computer.folder, history });
		uploads = new WindowUploads(parts, session);
	});

	afterEach(async () => {
		uploads.dispose();
		editor.reset();
		await computer.shutDown();
		await service.stop();
	});

	it('opens on sign-in, and continues the uploads of an earlier window', async () => {
		const earlier = await computer.open();
		service.before = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const files = computer.files({ 'a.jpg': 'picture' });
		expectValue(await earlier.uploads.start({ dataset: { newName: 'cats' }, files }));
		await until('the call', () => service.of('upload').length === 1);
		await earlier.close();
		service.before = ({ kind }) => (kind === 'upload' ? { status: 503 } : undefined);

		const seen: Upload[] = [];
		uploads.onDidChange((upload) => seen.push(upload));
		assert.deepEqual([opened, uploads.opened], [0, undefined]);
		session.replace(service.session('lazy'));
		const datasets = await parts.opened.datasets.get();
		await datasets.refresh();
		assert.deepEqual(
			datasets.items.map(({ name, state }) => [name, state]),
			[['cats', 'DRAFT']],
		);
		service.before = () => undefined;
		await until('the end', () => seen.at(-1)?.state === 'ready');
		await uploads.open();
		assert.equal(opened, 1);
		// Read once: the rest is from the answers to the upload.
		assert.equal(service.of('list').length, 1);
		assert.deepEqual(
			datasets.items.map(({ name, state }) => [name, state]),
			[['cats', 'READY']],
		);
	});

	it('sends as many files in parallel as the setting allows', async () => {
		editor.set('easel.uploads.parallel', 2);
		session.replace(service.session('lazy'));
		service.before = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const files = computer.files(Object.fromEntries('abcdef'.split('').map((name) => [`${name}.jpg`, name])));
		expectValue(await (await uploads.open()).start({ dataset: {}, files }));
		await until('two calls', () => service.of('upload').length === 2);
		await new Promise((resolve) => setTimeout(resolve, 50));
		assert.equal(service.of('upload').length, 2);
	});
});
