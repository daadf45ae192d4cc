import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { expectValue } from '../http/support.ts';
import { fastClock } from '../runs/clocks.ts';
import { FakeDatasets } from './fakeDatasets.ts';
import { Computer, untilEnded } from './uploadWindow.ts';

describe('an upload', () => {
	let service: FakeDatasets;
	let computer: Computer;

	beforeEach(async () => {
		service = new FakeDatasets();
		await service.start();
		computer = new Computer(service, fastClock(50));
	});

	afterEach(async () => {
		await computer.shutDown();
		await service.stop();
	});

	it('creates the dataset, sends each file once, and ends when the dataset is ready', async () => {
		const window = await computer.open();
		const files = computer.files({
			'a.jpg': 'picture',
			'a.txt': 'a cat',
			'b.jpg': 'other picture',
			'b.txt': '',
		});
		const started = expectValue(await window.uploads.start({ dataset: { newName: 'cats' }, files }));
		assert.deepEqual(
			[started.state, started.datasetName, started.files.count, started.files.bytes],
			['sending', 'cats', 4, 25],
		);
		const end = await untilEnded(window, started.id);
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual(end.files, { count: 4, done: 4, skipped: 0, failed: 0, bytes: 25, doneBytes: 25 });
		assert.deepEqual([...service.only.files].map(([name, content]) => [name, content.toString()]).sort(), [
			['a.jpg', 'picture'],
			['a.txt', 'a cat'],
			['b.jpg', 'other picture'],
			['b.txt', ''],
		]);
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});
});
