import assert from 'node:assert/strict';
import type { Dataset } from '../../../../src/core/datasets/dataset.ts';
import type { Upload } from '../../../../src/core/datasets/upload/upload.ts';
import { WindowUploads } from '../../../../src/editor/datasets/upload/windowUploads.ts';
import { FakeDatasets } from '../../datasets/fakeDatasets.ts';
import { Computer } from '../../datasets/uploadWindow.ts';
import { expectValue } from '../../http/support.ts';
import { fastClock } from '../../runs/clocks.ts';
import { FakeSession } from '../../runs/fakeService.ts';
import { until } from '../../support/until.ts';
import { editor } from '../../support/vscode.ts';
import { windowParts } from '../../support/windowParts.ts';

describe("the window's way to uploads", () => {
	let service: FakeDatasets;
	let computer: Computer;
	let session: FakeSession;
	let uploads: WindowUploads;
	let opened: number;

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
		uploads = new WindowUploads(windowParts(session, { folder: computer.folder, history }), session);
	});

	afterEach(async () => {
		uploads.dispose();
		editor.reset();
		await computer.shutDown();
		await service.stop();
	});

	it('opens with the sign-in, and continues what an earlier window left behind', async () => {
		const earlier = await computer.open();
		service.before = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const files = computer.files({ 'a.jpg': 'picture' });
		expectValue(await earlier.uploads.start({ dataset: { newName: 'cats' }, files }));
		await until('the call', () => service.of('upload').length === 1);
		await earlier.close();
		service.before = () => undefined;

		const seen: Upload[] = [];
		const described: Dataset[] = [];
		uploads.onDidChange((upload) => seen.push(upload));
		uploads.onDidDescribe((dataset) => described.push(dataset));
		assert.deepEqual([opened, uploads.opened], [0, undefined]);
		session.replace(service.session('lazy'));
		await until('the end', () => seen.at(-1)?.state === 'ready');
		await uploads.open();
		assert.equal(opened, 1);
		assert.deepEqual(
			described.map(({ name, state }) => [name, state]),
			[['cats', 'READY']],
		);
	});

	it('sends as many files at the same time as the setting says', async () => {
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
