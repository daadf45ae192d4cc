import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { AccountDatasets } from '../../../src/core/datasets/accountDatasets.ts';
import { createDatasetStore } from '../../../src/core/datasets/datasetStore.ts';
import { UploadTable } from '../../../src/core/datasets/upload/table.ts';
import type { UploadTarget } from '../../../src/core/datasets/upload/target.ts';
import type { Upload, UploadFile } from '../../../src/core/datasets/upload/upload.ts';
import { expectFailure, expectValue } from '../http/support.ts';
import { fastClock } from '../runs/clocks.ts';
import { until } from '../support/until.ts';
import { type Call, FakeDatasets } from './fakeDatasets.ts';
import { Computer, untilEnded, type Window } from './uploadWindow.ts';

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

async function start(
	window: Window,
	files: readonly UploadFile[],
	dataset: UploadTarget = { newName: 'cats' },
): Promise<Upload> {
	return expectValue(await window.uploads.start({ dataset, files }));
}

/** Uploads files in a separate window and waits for the end. */
async function upload(files: readonly UploadFile[], dataset?: UploadTarget): Promise<Upload> {
	const window = await computer.open();
	return untilEnded(window, (await start(window, files, dataset)).id);
}

/** Names with a text of their own for each. */
const named = (...names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, `content of ${name}`]));

/** `count` pictures with their captions. */
const pairs = (count: number) =>
	named(...Array.from({ length: count }, (_, index) => [`${index}.jpg`, `${index}.txt`]).flat());

const isFile = ({ kind }: Call) => kind === 'upload' || kind === 'put';

/** Returns an answer for the first call that fits. */
function once<T>(fits: (call: Call) => boolean, answer: T): (call: Call) => T | undefined {
	let left = 1;
	return (call) => (fits(call) && left-- > 0 ? answer : undefined);
}

const contents = () =>
	Object.fromEntries([...service.only.files].map(([name, content]) => [name, content.toString()]));

describe('an upload', () => {
	it('creates the dataset, sends each file once, and ends when the dataset is ready', async () => {
		const window = await computer.open();
		const wanted = { 'a.jpg': 'picture', 'a.txt': 'a cat', 'b.jpg': 'other picture', 'b.txt': '' };
		const started = await start(window, computer.files(wanted));
		assert.deepEqual(
			[started.state, started.datasetName, started.files.count, started.files.bytes],
			['sending', 'cats', 4, 25],
		);
		const end = await untilEnded(window, started.id);
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual(end.files, { count: 4, done: 4, skipped: 0, failed: 0, bytes: 25, doneBytes: 25 });
		assert.deepEqual(contents(), wanted);
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
		assert.ok(window.seen.some(({ state }) => state === 'validating'));
		assert.equal(window.seen.at(-1)?.state, 'ready');
	});

	it('sends texts in place of files verbatim, even when another window continues', async () => {
		const text = 'a cät, see https://cats.test/?token=abc#x\r\n"quoted"';
		const first = await computer.open();
		service.before = () => 'hang';
		const file = { path: 'made up', name: 'a.txt', bytes: 1, modifiedAt: 0, text };
		service.before = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const { id, files } = await start(first, [file]);
		assert.equal(files.bytes, Buffer.byteLength(text));
		await until('the call', () => service.of('upload').length === 1);
		first.vanish();
		service.before = () => undefined;
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		assert.deepEqual(contents(), { 'a.txt': text });
	});

	it('is rejected without files, with duplicate names, and without a sign-in', async () => {
		const window = await computer.open();
		const files = computer.files(named('a.jpg'));
		const failure = async (some: readonly UploadFile[]) =>
			expectFailure(await window.uploads.start({ dataset: {}, files: some }));
		assert.equal((await failure([])).kind, 'input');
		assert.match((await failure([...files, ...files])).message, /"a\.jpg"/);
		window.session.replace({ state: 'signedOut', connection: window.session.current.connection });
		assert.equal((await failure(files)).kind, 'auth');
		assert.equal(service.calls.length, 0);
	});

	it('gives a dataset without a requested name one that begins with ds_', async () => {
		assert.equal((await upload(computer.files(named('a.jpg')), {})).state, 'ready');
		assert.match(service.only.name, /^ds_[0-9a-f]{12}$/);
	});

	it('returns a name in use as a conflict', async () => {
		service.add('cats');
		const window = await computer.open();
		const files = computer.files(named('a.jpg'));
		const failure = expectFailure(await window.uploads.start({ dataset: { newName: 'cats' }, files }));
		assert.deepEqual([failure.kind, failure.code], ['conflict', 40901]);
		assert.deepEqual(window.uploads.uploads(), []);
	});

	it('makes one dataset even if the reply is lost', async () => {
		service.after = once(({ kind }) => kind === 'create', 'cut' as const);
		assert.equal((await upload(computer.files(named('a.jpg')))).state, 'ready');
		assert.deepEqual(
			[...service.datasets.values()].map(({ name }) => name),
			['cats'],
		);
	});

	it('sends a caption right before its medium', async () => {
		const window = await computer.open(undefined, 1);
		const files = computer.files(named('a.jpg', 'b.mp4', 'b.txt', 'c.png', 'a.txt', 'lonely.txt'));
		await untilEnded(window, (await start(window, files)).id);
		assert.deepEqual(
			service.of('upload').map(({ file }) => file),
			['a.txt', 'a.jpg', 'b.txt', 'b.mp4', 'c.png', 'lonely.txt'],
		);
	});

	it('sends no medium whose caption cannot be sent', async () => {
		service.before = ({ file }) =>
			file === 'a.txt' ? { status: 422, body: { error_code: 42202, message: 'type' } } : undefined;
		const end = await upload(computer.files(named('a.jpg', 'a.txt', 'b.jpg')));
		assert.equal(end.state, 'incomplete');
		assert.deepEqual(Object.keys(contents()), ['b.jpg']);
		assert.deepEqual(end.failed, [
			{ name: 'a.jpg', reason: 'Its caption could not be sent, so the file was not sent without it.' },
			{ name: 'a.txt', reason: 'The file is of a type that datasets do not accept.' },
		]);
	});

	it('sends as many files at once as allowed', async () => {
		const window = await computer.open(undefined, 6);
		let hold = true;
		service.before = (call) => (hold && isFile(call) ? 'hang' : undefined);
		const { id } = await start(
			window,
			computer.files(named(...'abcdefghij'.split('').map((name) => `${name}.jpg`))),
		);
		await until('six calls', () => service.of('upload').length === 6);
		await new Promise((resolve) => setTimeout(resolve, 50));
		assert.equal(service.of('upload').length, 6);
		hold = false;
		await window.uploads.cancel(id);
	});
});

describe('an upload to a dataset with files', () => {
	it('skips existing media, and sends captions, which may differ at the same length', async () => {
		const { id } = service.add('cats', {
			'a.jpg': 'same',
			'a.txt': 'a dog',
			'b.jpg': 'old',
			'z.jpg': 'stays',
		});
		const files = computer.files({ 'a.jpg': 'same', 'a.txt': 'a cat', 'b.jpg': 'newer' });
		const end = await upload(files, { id });
		assert.equal(end.state, 'ready');
		assert.deepEqual(end.files, { count: 3, done: 3, skipped: 1, failed: 0, bytes: 14, doneBytes: 14 });
		assert.deepEqual(contents(), { 'a.jpg': 'same', 'a.txt': 'a cat', 'b.jpg': 'newer', 'z.jpg': 'stays' });
		assert.deepEqual([...service.sendings().keys()].sort(), ['a.txt', 'b.jpg']);
	});

	it('is rejected if the dataset has failed or is missing', async () => {
		const window = await computer.open();
		const files = computer.files(named('a.jpg'));
		const { id } = service.add('cats', {}, 'FAILED');
		const failure = expectFailure(await window.uploads.start({ dataset: { id }, files }));
		assert.deepEqual([failure.kind, failure.codeName], ['conflict', 'UPLOAD_TO_FAILED_DATASET']);
		assert.equal(
			expectFailure(await window.uploads.start({ dataset: { id: 'none' }, files })).kind,
			'notFound',
		);
	});

	it('resends only the replaced caption whose call had no reply', async () => {
		const { id } = service.add('cats', { 'a.txt': 'a dog', 'b.jpg': 'x' });
		service.before = once((call) => call.file === 'a.txt', 'cut' as const);
		const end = await upload(computer.files({ 'a.txt': 'a cat', 'b.jpg': 'longer' }), { id });
		assert.equal(end.state, 'ready');
		assert.equal(contents()['a.txt'], 'a cat');
	});
});

describe('an upload of large files', () => {
	/** Returns a sparse file, one byte above the limit of the direct upload. */
	function large(): UploadFile {
		const path = join(computer.folder, 'large.mp4');
		writeFileSync(path, '');
		truncateSync(path, 150_000_001);
		return { path, name: 'large.mp4', bytes: 150_000_001, modifiedAt: statSync(path).mtimeMs };
	}

	it('uses a signed address, without the token and with its headers', async () => {
		const end = await upload([large(), ...computer.files(named('large.txt'))]);
		assert.equal(end.state, 'ready', end.notice);
		const [put] = service.of('put');
		assert.equal(put?.content.length, 150_000_001);
		assert.equal(put?.headers.authorization, undefined);
		assert.equal(put?.headers['x-signed'], '1');
		assert.deepEqual(
			service.of('upload').map(({ file }) => file),
			['large.txt'],
		);
		assert.equal(
			service.of('endpoint')[0]?.content.toString(),
			'{"filenameToByteSize":{"large.mp4":150000001}}',
		);
	});

	it('arrives unchanged, even if read in pieces', async () => {
		const path = join(computer.folder, 'noise.mp4');
		const content = randomBytes(30_000_000);
		writeFileSync(path, content);
		const file = { path, name: 'noise.mp4', bytes: content.length, modifiedAt: statSync(path).mtimeMs };
		assert.equal((await upload([file])).state, 'ready');
		assert.ok(service.only.files.get('noise.mp4')?.equals(content));
	});

	it('uses a signed address if the service rejects a file as too large', async () => {
		service.before = ({ kind }) =>
			kind === 'upload' ? { status: 422, body: { error_code: 42203, message: 'large' } } : undefined;
		assert.equal((await upload(computer.files(named('a.mp4')))).state, 'ready');
		assert.deepEqual([service.of('upload').length, service.of('put').length], [1, 1]);
	});

	for (const status of [403, 410, 307]) {
		it(`requests a fresh address after one has expired (${status}), and stores none`, async () => {
			service.before = ({ kind, url }) =>
				kind === 'upload'
					? { status: 413 }
					: kind === 'put' && /5ecret-[12]$/.test(url)
						? { status, body: `expired: ${url}` }
						: undefined;
			const window = await computer.open();
			const end = await untilEnded(window, (await start(window, computer.files(named('a.mp4')))).id);
			assert.equal(end.state, 'ready', end.notice);
			assert.deepEqual(
				service.of('put').map(({ url }) => url.slice(-8)),
				['5ecret-1', '5ecret-2', '5ecret-3'],
			);
			const everything = [...computer.logged, JSON.stringify(window.seen)].join('\n');
			assert.doesNotMatch(everything, /5ecret/);
			assert.doesNotMatch(everything, /token-/);
			assert.doesNotMatch(computer.logged.join('\n'), /a\.mp4|easel-uploads-/);
			await window.close();
			for (const file of ['history.db', 'history.db-wal']) {
				const path = join(computer.folder, file);
				if (statSync(path, { throwIfNoEntry: false })) assert.ok(!readFileSync(path).includes('5ecret'));
			}
		});
	}

	it('gives up a file if all its addresses are rejected', async () => {
		service.before = ({ kind }) =>
			kind === 'upload' ? { status: 413 } : kind === 'put' ? { status: 403 } : undefined;
		const end = await upload(computer.files(named('a.mp4')));
		assert.equal(end.state, 'incomplete');
		assert.deepEqual([end.failed.length, service.of('put').length], [1, 4]);
	});
});

describe('an upload on a poor connection', () => {
	it('resends a file after temporary trouble', async () => {
		const answers = [
			{ status: 429, headers: { 'retry-after': '1' } },
			{ status: 500 },
			{ status: 503, body: 'not JSON' },
			{ status: 500, body: { error_code: 50002, message: 'storage' } },
		];
		service.before = (call) => (isFile(call) ? answers.shift() : undefined);
		const end = await upload(computer.files(named('a.jpg')));
		assert.equal(end.state, 'ready', end.notice);
		// After several failed writes of the storage, by a signed address.
		assert.deepEqual([service.of('upload').length, service.of('put').length], [4, 1]);
	});

	it('resends a file that a proxy has rejected', async () => {
		const answers = [
			{ status: 403, body: '<html>not from here</html>' },
			{ status: 403, body: '' },
		];
		service.before = (call) => (isFile(call) ? answers.shift() : undefined);
		const end = await upload(computer.files(named('a.jpg')));
		assert.equal(end.state, 'ready', JSON.stringify(end.failed));
		assert.equal(answers.length, 0);
	});

	it('does not resend a file that arrived although its reply was lost', async () => {
		service.after = (call) =>
			isFile(call) && Number.parseInt(call.file ?? '', 10) % 2 === 0 ? 'cut' : undefined;
		const end = await upload(computer.files(pairs(6)));
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
		assert.equal(service.sendings().size, 12);
	});

	it('resends a file that did not arrive and had no reply', async () => {
		service.before = once(isFile, 'cut' as const);
		const end = await upload(computer.files(pairs(3)));
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual([...service.sendings().values()].toSorted(), [1, 1, 1, 1, 1, 2]);
	});

	it('sends no medium before its caption has certainly arrived', async () => {
		const cut = once(({ file }) => file === '0.txt', 'cut' as const);
		const alone: string[] = [];
		service.before = (call) => {
			const [base, extension] = call.file?.split('.') ?? [];
			if (extension === 'jpg' && !service.only.files.has(`${base}.txt`)) alone.push(`${base}.jpg`);
			return cut(call);
		};
		const end = await upload(computer.files(pairs(3)));
		assert.deepEqual([end.state, alone], ['ready', []]);
		assert.deepEqual(contents(), pairs(3));
		assert.deepEqual([...service.sendings().values()].toSorted(), [1, 1, 1, 1, 1, 2]);
	});

	it('sends no medium if the arrival of its caption stays uncertain', async () => {
		service.before = ({ file }) => (file === '1.txt' ? 'cut' : undefined);
		const end = await upload(computer.files(pairs(2)));
		assert.equal(end.state, 'incomplete');
		assert.deepEqual(contents(), pairs(1));
		assert.deepEqual(end.failed, [
			{ name: '1.jpg', reason: 'Its caption could not be sent, so the file was not sent without it.' },
			{
				name: '1.txt',
				reason: 'The service did not keep the file, although it was sent several times.',
			},
		]);
	});

	it('resends files that are acknowledged but not listed, or listed with another size', async () => {
		let kept = 0;
		service.after = ({ kind, file = '' }) => {
			if (kind !== 'upload' || ++kept > 3) return undefined;
			if (file === '0.jpg') service.only.files.set(file, Buffer.from('cut'));
			else service.only.files.delete(file);
			return undefined;
		};
		const end = await upload(computer.files(pairs(3)));
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual(contents(), pairs(3));
	});

	it('waits for files listed a little later, without resending them', async () => {
		const late = { status: 200, body: { status: 'UPLOADING', files: [] } };
		let asked = 0;
		service.before = ({ kind }) => (kind === 'status' && ++asked < 6 ? late : undefined);
		const end = await upload(computer.files(pairs(3)));
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});

	it('ends by the state of the dataset if its list is unrecognizable', async () => {
		const odd = [{ key: 'folder/x', weight: 1 }];
		service.after = ({ kind }) =>
			kind === 'status' ? { status: 200, body: { status: service.only.status, files: odd } } : undefined;
		const end = await upload(computer.files(pairs(3)));
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});

	it('gives up and reports files the service never keeps', async () => {
		service.after = ({ kind, file = '' }) => {
			if (kind === 'upload' && file === '1.jpg') service.only.files.delete(file);
			return undefined;
		};
		const end = await upload(computer.files(pairs(2)));
		assert.equal(end.state, 'incomplete');
		assert.deepEqual(end.failed, [
			{
				name: '1.jpg',
				reason: 'The service did not keep the file, although it was sent several times.',
			},
		]);
		assert.equal(end.files.done, 3);
		assert.ok((service.sendings().get('1.jpg') ?? 0) < 10);
	});

	it('gives up all files soon if the service accepts none', async () => {
		service.before = (call) => (isFile(call) ? { status: 500 } : undefined);
		const window = await computer.open(undefined, 2);
		const { id } = await start(window, computer.files(pairs(20)));
		const end = await untilEnded(window, id);
		assert.equal(end.state, 'incomplete');
		assert.equal(end.failed.length, 40);
		assert.ok(service.of('upload').length < 200, `${service.of('upload').length} calls`);
	});

	it('waits while the network is down, with a notice, and continues automatically', async () => {
		const window = await computer.open();
		service.before = ({ file }) => (file === '3.jpg' ? 'hang' : undefined);
		const { id } = await start(window, computer.files(pairs(8)));
		await until('the fourth picture', () => service.calls.some(({ file }) => file === '3.jpg'));
		await service.vanish();
		service.before = () => undefined;
		await until('a notice', () => /continues automatically/.test(window.uploads.upload(id)?.notice ?? ''));
		assert.equal(window.uploads.upload(id)?.state, 'sending');
		await service.start();
		const end = await untilEnded(window, id);
		assert.deepEqual([end.state, end.notice], ['ready', undefined]);
		assert.deepEqual(contents(), pairs(8));
	});
});

describe('changed or failed files', () => {
	it('are not sent, with a reason for each, and sent alone on request', async () => {
		const files = computer.files(named('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'good.jpg'));
		const path = (name: string) => join(computer.folder, name);
		writeFileSync(path('a.jpg'), 'now longer than before');
		utimesSync(path('b.jpg'), 1, 1);
		rmSync(path('c.jpg'));
		const folder = { ...files[3], path: computer.folder } as UploadFile;
		const window = await computer.open();
		const { id } = await start(window, [...files.slice(0, 3), folder, ...files.slice(4)]);
		const end = await untilEnded(window, id);
		assert.equal(end.state, 'incomplete');
		const changed = 'The file changed after it was selected. Send it again to upload its current version.';
		assert.deepEqual(
			end.failed.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
			[
				{ name: 'a.jpg', reason: changed },
				{ name: 'b.jpg', reason: changed },
				{ name: 'c.jpg', reason: 'The file is no longer there.' },
				{ name: 'd.jpg', reason: 'This is no longer a file.' },
			],
		);
		assert.deepEqual(Object.keys(contents()), ['good.jpg']);

		writeFileSync(path('c.jpg'), 'back again');
		const again = expectValue(await window.uploads.retryFailed(id));
		assert.deepEqual([again.state, again.files.failed], ['sending', 0]);
		const second = await untilEnded(window, id);
		assert.deepEqual([second.state, second.failed.map(({ name }) => name)], ['incomplete', ['d.jpg']]);
		assert.deepEqual(contents(), {
			'a.jpg': 'now longer than before',
			'b.jpg': 'content of b.jpg',
			'c.jpg': 'back again',
			'good.jpg': 'content of good.jpg',
		});
		assert.equal(service.sendings().get('good.jpg'), 1);
	});

	it('are missing in the dataset until a later upload sends them', async () => {
		const window = await computer.open();
		const [a, b, c] = computer.files(named('a.jpg', 'b.jpg', 'c.jpg')) as [
			UploadFile,
			UploadFile,
			UploadFile,
		];
		writeFileSync(b.path, 'longer than it was');
		const first = await untilEnded(window, (await start(window, [a, b])).id);
		const store = createDatasetStore({ session: window.session });
		const signedIn = service.session('asker');
		const datasets = new AccountDatasets(signedIn, store, () => window.uploads.uploads());
		const missing = async (...files: UploadFile[]) => {
			const { datasetId: id } = first;
			if (files.length > 0) await untilEnded(window, (await start(window, files, { id })).id);
			await datasets.refresh();
			const found = await datasets.find(first.datasetName);
			assert.ok(typeof found === 'object');
			return datasets.missingFiles(found);
		};
		assert.deepEqual([first.state, await missing()], ['incomplete', 1]);
		assert.equal(await missing(c), 1, 'the later upload has not sent it');
		const [now] = computer.files({ 'b.jpg': 'as it is now' }) as [UploadFile];
		assert.equal(await missing(now), undefined);
		store.dispose();
	});

	it('are noticed even if changed during sending, when too large to be read at once', async () => {
		const [file] = computer.files({ 'a.jpg': 'x'.repeat(2_000_000) });
		assert.ok(file);
		service.after = (call) => {
			if (isFile(call)) utimesSync(file.path, 1, 1);
			return undefined;
		};
		const window = await computer.open();
		const { id } = await start(window, [file]);
		const end = await untilEnded(window, id);
		assert.deepEqual([end.state, end.failed.length], ['incomplete', 1]);
		// The service lists its file like the one that is on disk now.
		service.after = () => undefined;
		const now = 'y'.repeat(2_000_000);
		writeFileSync(file.path, now);
		expectValue(await window.uploads.retryFailed(id));
		const second = await untilEnded(window, id);
		assert.deepEqual([second.state, second.files.done], ['ready', 1]);
		assert.ok(service.only.files.get('a.jpg')?.equals(Buffer.from(now)));
	});

	it('are sent on request even if the dataset has a file of their current size', async () => {
		const { id: dataset } = service.add('cats', { 'a.txt': 'a cat', 'b.jpg': 'b old' });
		const files = computer.files({ 'a.txt': 'something else', 'b.jpg': 'something else' });
		computer.files({ 'a.txt': 'a dog', 'b.jpg': 'b new' });
		const window = await computer.open();
		const { id } = await start(window, files, { id: dataset });
		assert.equal((await untilEnded(window, id)).failed.length, 2);
		expectValue(await window.uploads.retryFailed(id));
		assert.equal((await untilEnded(window, id)).state, 'ready');
		assert.deepEqual(contents(), { 'a.txt': 'a dog', 'b.jpg': 'b new' });
	});

	it('are not resent if unchanged and already in the dataset', async () => {
		const window = await computer.open();
		service.after = (call) => (isFile(call) ? { status: 422, body: { message: 'no' } } : undefined);
		const { id } = await start(window, computer.files(named('a.jpg')));
		assert.equal((await untilEnded(window, id)).state, 'incomplete');
		service.after = () => undefined;
		expectValue(await window.uploads.retryFailed(id));
		assert.equal((await untilEnded(window, id)).state, 'ready');
		assert.deepEqual([...service.sendings()], [['a.jpg', 1]]);
	});

	it('are resent at once, since nothing else is on its way', async () => {
		const window = await computer.open();
		service.before = (call) => (isFile(call) ? { status: 422, body: { message: 'no' } } : undefined);
		const { id } = await start(window, computer.files(pairs(3)));
		assert.equal((await untilEnded(window, id)).state, 'incomplete');
		service.before = () => undefined;
		const asked = service.calls.length;
		expectValue(await window.uploads.retryFailed(id));
		assert.equal((await untilEnded(window, id)).state, 'ready');
		const after = service.calls.slice(asked).map(({ kind }) => kind);
		assert.equal(after.slice(0, after.indexOf('upload')).filter((kind) => kind === 'status').length, 1);
	});

	it('are sent in their current state by the window that chose them, after another has sent the rest', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		service.before = ({ file }) => (file === 'other.jpg' ? 'hang' : undefined);
		// Keeps the first window the sending one.
		await start(first, computer.files(named('other.jpg')), { newName: 'other' });
		await until('the first window sends', () => service.of('upload').length === 1);
		const files = computer.files(named('a.jpg', 'b.jpg'));
		computer.files({ 'a.jpg': 'another length' });
		const { id } = await start(second, files);
		assert.deepEqual((await untilEnded(second, id)).failed.length, 1);
		first.vanish();
		expectValue(await second.uploads.retryFailed(id));
		const end = await untilEnded(second, id);
		assert.deepEqual([end.state, end.failed], ['ready', []]);
	});

	it('are sent in their current state even if another window requests it', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		second.uploads.resume();
		service.before = ({ file }) => (file === 'other.jpg' ? 'hang' : undefined);
		// Keeps the first window the sending one.
		await start(first, computer.files(named('other.jpg')), { newName: 'other' });
		const [file] = computer.files(named('a.jpg'));
		assert.ok(file);
		rmSync(file.path);
		const { id } = await start(first, [file]);
		await untilEnded(second, id);
		writeFileSync(file.path, 'another length');
		expectValue(await second.uploads.retryFailed(id));
		const end = await untilEnded(second, id);
		assert.deepEqual([end.state, end.failed], ['ready', []]);
		assert.equal(end.files.bytes, 'another length'.length);
	});

	it('cannot be retried in a complete or unknown upload', async () => {
		const window = await computer.open();
		const end = await untilEnded(window, (await start(window, computer.files(named('a.jpg')))).id);
		assert.equal(expectFailure(await window.uploads.retryFailed(end.id)).kind, 'input');
		assert.equal(expectFailure(await window.uploads.retryFailed('none')).kind, 'notFound');
	});
});

describe('the end of an upload', () => {
	it('follows the state of the dataset on the service', async () => {
		service.settle = (dataset) => {
			dataset.error = { message: 'b.jpg has no caption', url: 'https://s.test/?sig=1' };
			return 'FAILED';
		};
		service.before = once(({ kind }) => kind === 'status', {
			status: 200,
			body: { status: 'UPLOADING', files: [{ filename: 'b.jpg', size_bytes: 16 }] },
		});
		const end = await upload(computer.files(named('b.jpg')));
		assert.equal(end.state, 'failed');
		assert.match(
			end.notice ?? '',
			/^The dataset has failed: b\.jpg has no caption\. It accepts no more files\./,
		);
	});

	it('comes at once if the dataset has failed (42204), with its reason', async () => {
		service.before = (call) => {
			if (isFile(call)) Object.assign(service.only, { status: 'FAILED', error: 'a virus' });
			return undefined;
		};
		const end = await upload(computer.files(pairs(10)));
		assert.equal(end.state, 'failed');
		assert.match(end.notice ?? '', /a virus/);
		assert.ok(service.of('upload').length <= 4);
	});

	it('comes when the dataset is deleted', async () => {
		service.before = (call) => {
			if (call.file === '2.jpg') service.datasets.clear();
			return undefined;
		};
		const end = await upload(computer.files(pairs(10)));
		assert.deepEqual(
			[end.state, end.notice],
			['failed', 'The dataset no longer exists, so nothing can be sent to it.'],
		);
	});

	it('comes after minutes of failed processing of the dataset (50004)', async () => {
		const broken = { status: 500, body: { error_code: 50004, message: 'Processing failed' } };
		service.before = ({ kind }) => (kind === 'status' && service.only.files.size === 2 ? broken : undefined);
		const end = await upload(computer.files(named('a.jpg', 'a.txt')));
		assert.equal(end.state, 'failed');
		assert.match(end.notice ?? '', /could not process the dataset.*new dataset/i);
	});

	it('is postponed as long as a proxy reports the dataset as not found', async () => {
		const window = await computer.open();
		let isAway = true;
		service.before = ({ kind }) =>
			isAway && kind === 'status' ? { status: 404, body: '<html>no such host</html>' } : undefined;
		const { id } = await start(window, computer.files(named('a.jpg', 'a.txt')));
		await until('a notice', () =>
			/cannot find this dataset at the moment/.test(window.uploads.upload(id)?.notice ?? ''),
		);
		isAway = false;
		const end = await untilEnded(window, id);
		assert.deepEqual([end.state, end.notice], ['ready', undefined]);
	});

	for (const state of ['sending', 'checking', 'validating'] as const)
		it(`does not come with isolated 404 replies amid other trouble, while ${state}`, async () => {
			const window = await computer.open();
			const answers = [
				{ status: 503 },
				{ status: 404, body: 'no such route' },
				{ status: 503 },
				{ status: 404 },
			];
			const kind = state === 'sending' ? 'upload' : 'status';
			service.before = (call) => {
				const [upload] = window.uploads.uploads();
				return call.kind === kind && upload?.state === state ? answers.shift() : undefined;
			};
			const { id } = await start(window, computer.files(named('a.jpg')));
			const end = await untilEnded(window, id);
			assert.deepEqual([end.state, end.notice, answers], ['ready', undefined, []]);
		});

	it('is awaited with a notice while the dataset stays in UPLOADING', async () => {
		service.settle = () => 'UPLOADING';
		await computer.shutDown();
		computer = new Computer(service, fastClock(500));
		const window = await computer.open();
		const { id } = await start(window, computer.files(named('a.jpg')));
		await until('a notice', () =>
			/has been checking the files for/.test(window.uploads.upload(id)?.notice ?? ''),
		);
		assert.equal(window.uploads.upload(id)?.state, 'validating');
		service.settle = () => 'READY';
		assert.deepEqual(
			[(await untilEnded(window, id)).state, window.uploads.upload(id)?.notice],
			['ready', undefined],
		);
	});

	it('is reported by one window, and again after failed files were resent', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		second.uploads.resume();
		const [file] = computer.files(named('a.jpg'));
		assert.ok(file);
		rmSync(file.path);
		const { id } = await start(first, [file]);
		const claims = () => Promise.all([first, second].map(({ uploads }) => uploads.claimNotification(id)));
		await untilEnded(first, id);
		await until('the other window', () => second.seen.at(-1)?.state === 'incomplete');
		assert.deepEqual(await claims(), [true, false]);
		writeFileSync(file.path, 'back');
		expectValue(await second.uploads.retryFailed(id));
		await until('the first window', () => first.seen.at(-1)?.state === 'ready');
		assert.deepEqual(await claims(), [false, true]);
	});

	it('stays in the list next to a record with an impossible number of files', async () => {
		const window = await computer.open();
		const { id } = await start(window, computer.files(named('a.jpg')));
		await untilEnded(window, id);
		const table = new UploadTable(window.ledger);
		const [record] = table.of({ connectionId: window.session.current.connection.id });
		assert.ok(record);
		for (const count of [1e12, -1, 0.5])
			assert.ok(await table.put({ ...record, id: `with ${count}`, count }));
		assert.deepEqual(
			window.uploads.uploads().map((upload) => upload.id),
			[id],
		);
	});

	it('can be removed from the history, with its files', async () => {
		const window = await computer.open();
		service.before = (call) => (isFile(call) ? { status: 422 } : undefined);
		const { id } = await start(window, computer.files(named('a.jpg')));
		assert.equal(expectFailure(await window.uploads.remove(id)).kind, 'input');
		await untilEnded(window, id);
		assert.deepEqual(
			(await window.uploads.files(id)).map(({ name }) => name),
			['a.jpg'],
		);
		expectValue(await window.uploads.remove(id));
		assert.deepEqual([window.uploads.upload(id), await window.uploads.files(id)], [undefined, []]);
	});
});

describe('a canceled upload', () => {
	/** Returns an upload with some files that have arrived and others that never will. */
	async function half(window: Window): Promise<string> {
		service.before = ({ file = '' }) => (/^[5-9]/.test(file) ? 'hang' : undefined);
		const { id } = await start(window, computer.files(pairs(10)));
		await until('half of the files', () => service.only.files.size === 10);
		return id;
	}

	it('ends at once, and reports the files on the service', async () => {
		const window = await computer.open();
		const id = await half(window);
		const canceled = expectValue(await window.uploads.cancel(id));
		assert.equal(canceled.state, 'canceled');
		assert.match(canceled.notice ?? '', /10 of 20 files \(.+\) are in the dataset\./);
		const calls = service.calls.length;
		await new Promise((resolve) => setTimeout(resolve, 100));
		assert.equal(service.calls.length, calls);
	});

	it('ends even if canceled by another window', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		const id = await half(first);
		second.uploads.resume();
		expectValue(await second.uploads.cancel(id));
		await until('the window that sends', () => first.seen.at(-1)?.state === 'canceled');
		service.before = () => undefined;
		const calls = service.of('upload').length;
		await new Promise((resolve) => setTimeout(resolve, 100));
		assert.equal(service.of('upload').length, calls);
		assert.equal(service.only.files.size, 10);
	});

	it('counts files arriving from the sending window while another one cancels it', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		const id = await half(first);
		second.uploads.resume();
		service.after = ({ kind }) => {
			if (kind === 'status') service.only.files.set('5.txt', Buffer.from('content of 5.txt'));
			return undefined;
		};
		// The window that sends may have asked already.
		assert.match(expectValue(await second.uploads.cancel(id)).notice ?? '', /1[01] of 20 files/);
		for (const { seen } of [first, second])
			await until('the other number', () => /11 of 20 files/.test(seen.at(-1)?.notice ?? ''));
	});
});

describe('uploads of several windows and sessions', () => {
	it('continue in another window when theirs has closed, and resend at most files on their way', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		second.uploads.resume();
		service.before = ({ file = '' }) => (/^1[5-9]/.test(file) ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(40)));
		await until(
			'half of the files',
			() => service.only.files.size >= 20 && service.calls.some(({ file }) => file === '15.txt'),
		);
		await until(
			'four that hang',
			() => service.of('upload').filter(({ file = '' }) => /^1[5-9]/.test(file)).length >= 4,
		);
		first.vanish();
		const before = new Map(service.sendings());
		service.before = () => undefined;
		const end = await untilEnded(second, id);
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual(contents(), pairs(40));
		const twice = [...service.sendings()].filter(([, count]) => count > 1);
		assert.ok(twice.length <= 4, JSON.stringify(twice));
		for (const [name, count] of twice) assert.ok(count === 2 && before.has(name), name);
	});

	it('wait in another window for a late list, and send only files missing from it at the end', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		service.before = ({ file = '' }) => (/^1[5-9]/.test(file) ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(40)));
		await until(
			'four that hang',
			() => service.of('upload').filter(({ file = '' }) => /^1[5-9]/.test(file)).length >= 4,
		);
		await until('what arrived in the history', () => second.uploads.upload(id)?.files.done === 30);
		first.vanish();
		// All files in transit have arrived, and the list does not show them, nor those shortly before, for three requests.
		for (const file of service.of('upload')) service.only.files.set(file.file ?? '', file.content);
		const old = [...service.only.files].slice(0, 20);
		const files = old.map(([filename, { length }]) => ({ filename, size_bytes: length }));
		let asked = 0;
		service.before = ({ kind }) =>
			kind === 'status' && ++asked <= 3 ? { status: 200, body: { status: 'UPLOADING', files } } : undefined;
		second.uploads.resume();
		const end = await untilEnded(second, id);
		assert.equal(end.state, 'ready', end.notice);
		assert.deepEqual(contents(), pairs(40));
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});

	it('wait in another window for files on their way even if the list shows all acknowledged ones', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		service.before = ({ file = '' }) => (/^1[5-9]/.test(file) ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(40)));
		await until(
			'four that hang',
			() => service.of('upload').filter(({ file = '' }) => /^1[5-9]/.test(file)).length >= 4,
		);
		await until('what arrived in the history', () => second.uploads.upload(id)?.files.done === 30);
		first.vanish();
		const files = [...service.only.files].map(([filename, { length }]) => ({ filename, size_bytes: length }));
		// The files in transit have arrived, and each is listed late separately.
		for (const file of service.of('upload')) service.only.files.set(file.file ?? '', file.content);
		let asked = 0;
		service.before = ({ kind }) =>
			kind === 'status' && ++asked <= 4 ? { status: 200, body: { status: 'UPLOADING', files } } : undefined;
		second.uploads.resume();
		await until('why it waits', () => /up to a minute/.test(second.uploads.upload(id)?.notice ?? ''));
		const end = await untilEnded(second, id);
		assert.equal(end.state, 'ready', end.notice);
		assert.equal(end.notice, undefined);
		assert.deepEqual(contents(), pairs(40));
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});

	it('continue the next day without waiting for a late list', async () => {
		await computer.shutDown();
		const clock = fastClock(50);
		let laterMs = 0;
		computer = new Computer(service, { ...clock, now: () => clock.now() + laterMs });
		const first = await computer.open();
		service.after = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(3)));
		await until('three on their way', () => service.of('upload').length === 3);
		first.vanish();
		service.after = () => undefined;
		// The files on their way did not arrive.
		service.only.files.clear();
		laterMs = 24 * 60 * 60 * 1000;
		const asked = service.calls.length;
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		assert.deepEqual(contents(), pairs(3));
		const after = service.calls.slice(asked).map(({ kind }) => kind);
		assert.equal(after.slice(0, after.indexOf('upload')).filter((kind) => kind === 'status').length, 1);
		assert.ok(!second.seen.some(({ notice = '' }) => /up to a minute/.test(notice)));
	});

	it('wait from the last moment that a file was on its way, even if nothing else was recorded', async () => {
		const first = await computer.open();
		service.before = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(3)));
		await until('three on their way', () => service.of('upload').length === 3);
		const { startedAt } = first.uploads.upload(id) ?? assert.fail();
		const records = new UploadTable(first.ledger);
		await until('half a minute', () => (records.get(id)?.activeAt ?? 0) - startedAt > 30_000);
		first.vanish();
		for (const file of service.of('upload')) service.only.files.set(file.file ?? '', file.content);
		let asked = 0;
		service.before = ({ kind }) =>
			kind === 'status' && ++asked <= 2
				? { status: 200, body: { status: 'UPLOADING', files: [] } }
				: undefined;
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});

	it('wait in another window for a late list even if nothing was recorded as sent', async () => {
		const first = await computer.open();
		service.after = ({ kind }) => (kind === 'upload' ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(3)));
		await until('three on their way', () => service.of('upload').length === 3);
		first.vanish();
		service.after = () => undefined;
		let asked = 0;
		service.before = ({ kind }) =>
			kind === 'status' && ++asked <= 3
				? { status: 200, body: { status: 'UPLOADING', files: [] } }
				: undefined;
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		assert.deepEqual(contents(), pairs(3));
		assert.deepEqual([...new Set(service.sendings().values())], [1]);
	});

	it('send possibly sent files last in another window', async () => {
		const first = await computer.open();
		service.before = ({ file = '' }) => (/^[0-3]\./.test(file) ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(100)));
		await until('four on their way', () => service.of('upload').length === 4);
		first.vanish();
		service.before = () => undefined;
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		const order = service
			.of('upload')
			.slice(4)
			.map(({ file = '' }) => Number.parseInt(file, 10));
		assert.ok(
			order.slice(0, 72).every((number) => number >= 64),
			JSON.stringify(order),
		);
	});

	it('do not resend replaced captions, which the list of the service cannot show', async () => {
		const names = Array.from({ length: 100 }, (_, index) => `${index}.txt`);
		const { id: datasetId } = service.add('cats', Object.fromEntries(names.map((name) => [name, 'a dog'])));
		await computer.shutDown();
		// Slow enough for many calls between two writes of the history.
		computer = new Computer(service, fastClock(5));
		const first = await computer.open();
		const files = computer.files(Object.fromEntries(names.map((name) => [name, 'a cat'])));
		const { id } = await start(first, files, { id: datasetId });
		await until('half of the files', () => service.of('upload').length >= 50);
		first.vanish();
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		assert.ok(Object.values(contents()).every((text) => text === 'a cat'));
		const twice = [...service.sendings().values()].filter((count) => count > 1);
		assert.ok(twice.length <= 4, `${twice.length} were sent twice`);
	});

	it('continue after a restart of the only window', async () => {
		const first = await computer.open();
		service.before = ({ file = '' }) => (/^[3-9]/.test(file) ? 'hang' : undefined);
		const { id } = await start(first, computer.files(pairs(10)));
		await until('some files', () => service.only.files.size === 6);
		await first.close();
		service.before = () => undefined;
		const second = await computer.open();
		second.uploads.resume();
		assert.equal((await untilEnded(second, id)).state, 'ready');
		assert.deepEqual(contents(), pairs(10));
		for (const [name, count] of service.sendings()) if (/^[0-2]/.test(name)) assert.equal(count, 1, name);
	});

	it('pause with a sentence while their account is not in use', async () => {
		const window = await computer.open();
		service.before = ({ file = '' }) => (/^[3-9]/.test(file) ? 'hang' : undefined);
		const { id } = await start(window, computer.files(pairs(10)));
		await until('some files', () => service.only.files.size === 6);
		const { current } = window.session;
		window.session.replace({ state: 'signedOut', connection: current.connection });
		service.before = () => undefined;
		assert.match(window.uploads.upload(id)?.notice ?? '', /signed out, so this upload is paused/);
		assert.equal(window.uploads.uploads().length, 1);
		window.session.replace(service.session('other', 'someone else'));
		assert.match(window.uploads.upload(id)?.notice ?? '', /another connection or account/);
		assert.deepEqual(window.uploads.uploads(), []);
		// The account in use works meanwhile, and nothing of the paused upload is sent with it.
		const own = await start(window, computer.files(named('z.jpg')), { newName: 'dogs' });
		assert.equal((await untilEnded(window, own.id)).state, 'ready');
		const cats = service.only.id;
		assert.deepEqual(
			service.calls.filter((call) => call.window === 'other' && call.datasetId === cats),
			[],
		);
		window.session.replace(service.session('w'));
		assert.equal((await untilEnded(window, id)).state, 'ready');
		assert.deepEqual(contents(), pairs(10));
	});

	it('pause when the sign-in is rejected, and continue with the next session', async () => {
		const window = await computer.open();
		service.before = (call) => (isFile(call) ? { status: 401 } : undefined);
		const { id } = await start(window, computer.files(pairs(3)));
		await until('a notice', () =>
			/does not accept the sign-in/.test(window.uploads.upload(id)?.notice ?? ''),
		);
		await new Promise((resolve) => setTimeout(resolve, 100));
		assert.ok(service.of('upload').length <= 8, 'it does not ask in a loop');
		service.before = () => undefined;
		window.session.replace(service.session('w'));
		const end = await untilEnded(window, id);
		assert.deepEqual([end.state, end.notice], ['ready', undefined]);
	});

	it('show their progress in every window', async () => {
		const [first, second] = [await computer.open(), await computer.open()];
		second.uploads.resume();
		const { id } = await start(first, computer.files(pairs(30)));
		await untilEnded(second, id);
		assert.deepEqual(second.uploads.upload(id)?.files, first.uploads.upload(id)?.files);
		await until('the end in the other window', () => second.seen.at(-1)?.state === 'ready');
	});
});
