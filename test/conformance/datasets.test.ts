import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { compact } from '../../src/core/base/compact.ts';
import { trainerCodeNames } from '../../src/core/wire/trainerCodeNames.ts';
import { encodeMp4 } from '../../src/sandbox/media/formats/mp4.ts';
import { newFolder } from '../support/newFolder.ts';
import {
	assertRefused,
	type Body,
	type Reply,
	type SandboxUnderTest,
	startSandbox,
	suiteSandbox,
} from './support.ts';

const path = '/prod/v1/trainers/datasets';
const largestDirect = 150_000_000;
const demo = {
	photos: 'da7a0000-0000-4000-8000-000000000001',
	videos: 'da7a0000-0000-4000-8000-000000000002',
	failed: 'da7a0000-0000-4000-8000-000000000005',
};

const png = Buffer.from(encode({ width: 4, height: 3, data: new Uint8Array(36).fill(90), channels: 3 }));
/** The first bytes of files of other types, as their formats begin. */
const heads: Readonly<Record<string, Buffer>> = {
	'jpeg.jpg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080003000401011100', 'hex'),
	'webp.webp': Buffer.from('524946461e00000057454250565038200e0000003001009d012a04000300000000', 'hex'),
	'matroska.mkv': Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61', 'hex'),
	'windows.wmv': Buffer.from('3026b2758e66cf11a6d900aa0062ce6c0000000000000000', 'hex'),
	'flash.flv': Buffer.from('464c5601050000000900000000120000aa0000000000', 'hex'),
	'avi.avi': Buffer.from('RIFF\x00\x10\x00\x00AVI LIST\x00\x00\x00\x00hdrl', 'latin1'),
	'iso.mp4': Buffer.from(
		encodeMp4([{ width: 16, height: 16, data: new Uint8ClampedArray(768).fill(80) }], 8),
	),
};

describe('Datasets of the trainer', () => {
	const folder = newFolder();
	const sandbox = suiteSandbox('kept', '--data', folder);
	afterEach(() => sandbox.control('POST', 'faults', []));

	const faults = (...rules: readonly object[]) => sandbox.control('POST', 'faults', rules);
	const create = (name: unknown = `made-${randomUUID().slice(0, 8)}`, token?: string) =>
		sandbox.call('POST', path, { body: { name }, ...compact({ token }) });
	const made = async (): Promise<string> => (await create()).body.dataset_id;
	const status = (id: string) => sandbox.call('GET', `${path}/${id}/status`);
	const state = async (id: string) => (await status(id)).body.status;
	const names = async (id: string) =>
		(await status(id)).body.files.map(({ filename }: { filename: string }) => filename);
	const remove = (id: string) => sandbox.call('DELETE', `${path}/${id}`);
	const announce = (id: string, filenameToByteSize: unknown) =>
		sandbox.call('POST', `${path}/${id}/get-upload-endpoint`, { body: { filenameToByteSize } });
	/** Waits long enough for every validation of a dataset with captions for all media. */
	const rest = () => sandbox.advance(60);

	async function send(address: string, body: FormData | Buffer, headers: Record<string, string> = {}) {
		const reply = await fetch(sandbox.announced.baseUrl + address, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.announced.token}`, ...headers },
			body: body as NonNullable<RequestInit['body']>,
		});
		const text = await reply.text();
		return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text) as Body };
	}

	function upload(id: string, name: string, bytes: Uint8Array | Blob, field = 'file'): Promise<Reply> {
		const form = new FormData();
		form.set(field, bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)]), name);
		return send(`${path}/${id}/upload`, form);
	}

	/** Uploads a form with the given text. */
	function uploadRaw(id: string, text: string): Promise<Reply> {
		const headers = { 'content-type': 'multipart/form-data; boundary="xx yy"' };
		return send(`${path}/${id}/upload`, Buffer.from(text), headers);
	}

	async function put(
		ticket: Body,
		bytes: Uint8Array,
		headers: Record<string, string> = ticket.headers,
	): Promise<Response> {
		const body = new Uint8Array(bytes);
		return fetch(ticket.upload_url, { method: ticket.method, headers, body });
	}

	async function pair(id: string, base = 'one', bytes: Uint8Array = png): Promise<void> {
		assert.equal((await upload(id, `${base}.png`, bytes)).status, 200);
		assert.equal((await upload(id, `${base}.txt`, Buffer.from('a caption'))).status, 200);
	}

	async function ready(): Promise<string> {
		const id = await made();
		await pair(id);
		await rest();
		assert.equal(await state(id), 'READY');
		return id;
	}

	async function failed(): Promise<string> {
		const id = await made();
		await pair(id, 'broken', Buffer.from('this is not a picture'));
		await rest();
		assert.equal(await state(id), 'FAILED');
		return id;
	}

	describe('record', () => {
		it('has id, name, state and times, id and name under both of their names', async () => {
			const { body } = await create('Both_names-1');
			assert.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
			assert.equal(body.dataset_id, body.id);
			assert.deepEqual(
				[body.name, body.dataset_name, body.status],
				['Both_names-1', 'Both_names-1', 'DRAFT'],
			);
			for (const time of [body.created_at, body.updated_at]) assert.ok(!Number.isNaN(Date.parse(time)));
			const own = (await status(body.id)).body;
			assert.deepEqual(
				[own.id, own.dataset_id, own.name, own.dataset_name, own.files],
				[body.id, body.id, 'Both_names-1', 'Both_names-1', []],
			);
		});

		it('gets a name that begins with ds_ when none is given', async () => {
			for (const body of [{}, undefined, { name: null }]) {
				const reply = await sandbox.call('POST', path, compact({ body }));
				assert.equal(reply.status, 200, reply.text);
				assert.match(reply.body.dataset_name, /^ds_[a-z0-9]+$/);
			}
		});

		it('is in the list of its account, without files, and in no other', async () => {
			const id = await made();
			const list = (await sandbox.call('GET', path)).body.datasets;
			const found = list.find((each: Body) => each.dataset_id === id);
			assert.deepEqual([found.status, found.files], ['DRAFT', undefined]);
			const { token } = await sandbox.control('POST', 'accounts', {});
			assert.deepEqual((await sandbox.call('GET', path, { token })).body, { datasets: [] });
		});

		it('frees its name when it is deleted, and the name is unique only within an account', async () => {
			const name = 'reused';
			const first = (await create(name)).body.id;
			const { token } = await sandbox.control('POST', 'accounts', {});
			assert.equal((await create(name, token)).status, 200);
			assert.deepEqual((await remove(first)).body, { id: first, dataset_id: first, deleted: true });
			assert.equal((await create(name)).status, 200);
		});

		it('needs a token for every call', async () => {
			for (const [method, address] of [
				['POST', path],
				['GET', path],
				['GET', `${path}/${demo.photos}/status`],
				['POST', `${path}/${demo.photos}/upload`],
				['POST', `${path}/${demo.photos}/get-upload-endpoint`],
				['DELETE', `${path}/${demo.photos}`],
			] as const) {
				assertRefused(await sandbox.call(method, address, { token: null }), 401, 401_001);
			}
		});
	});

	describe('direct upload', () => {
		it('stores the file and returns its facts', async () => {
			const id = await made();
			const reply = await upload(id, 'one.png', png);
			assert.deepEqual(
				[reply.status, reply.body.filename, reply.body.size_bytes],
				[200, 'one.png', png.length],
			);
			assert.deepEqual((await status(id)).body.files, [{ filename: 'one.png', size_bytes: png.length }]);
		});

		it('overwrites a file of that name', async () => {
			const id = await made();
			await upload(id, 'one.txt', Buffer.from('first'));
			await upload(id, 'one.txt', Buffer.from('the second'));
			assert.deepEqual((await status(id)).body.files, [{ filename: 'one.txt', size_bytes: 10 }]);
			assert.equal(readdirSync(join(folder, 'datasets', id)).length, 1);
		});

		it('keeps every byte, whatever looks like the end of a part in it', async () => {
			const id = await made();
			const text = 'content\r\n--xx y\r\n--xx yz\r\n\r\n--xx \r\n--';
			const head = 'Content-Disposition: form-data; name="file"; filename="odd.txt"';
			const form = `preamble\r\n--xx yy\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--xx yy\r\n${head}\r\n\r\n${text}\r\n--xx yy--\r\n`;
			const reply = await uploadRaw(id, form);
			assert.equal(reply.status, 200, reply.text);
			const dataset = join(folder, 'datasets', id);
			assert.equal(readFileSync(join(dataset, readdirSync(dataset)[0] ?? ''), 'utf8'), text);
		});

		it('refuses a body that is no whole form with a file, and adds nothing', async () => {
			const id = await made();
			const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
			const part = `--xx yy\r\n${head}\r\n\r\nabc\r\n`;
			const forms = [
				'',
				'--xx yy--\r\n',
				`--xx yy\r\n${head}\r\n\r\nabc`,
				part,
				`${part}${part}--xx yy--\r\n`,
				'--xx yy\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--xx yy--\r\n',
				`--xx yy\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\nabc\r\n--xx yy--\r\n`,
			];
			for (const form of forms) assertRefused(await uploadRaw(id, form), 422, 422_001);
			assertRefused(await upload(id, 'a.txt', Buffer.from('abc'), 'files'), 422, 422_001);
			const json = await sandbox.call('POST', `${path}/${id}/upload`, { body: { file: 'abc' } });
			assertRefused(json, 422, 422_001);
			const own = (await status(id)).body;
			assert.deepEqual([own.status, own.files], ['DRAFT', []]);
		});

		it('takes a file of exactly the limit without holding it in memory', async () => {
			const id = await made();
			const before = peakMemory(sandbox);
			const reply = await upload(id, 'large.mp4', new Blob([new Uint8Array(largestDirect)]));
			assert.equal(reply.status, 200, reply.text);
			assert.deepEqual((await status(id)).body.files, [{ filename: 'large.mp4', size_bytes: largestDirect }]);
			assert.ok(peakMemory(sandbox) - before < 120_000_000);
			await remove(id);
		});
	});

	describe('signed upload', () => {
		it('is a map of addresses by file name, with method and headers', async () => {
			const id = await made();
			const { status: code, body } = await announce(id, { 'one.png': png.length, 'ünï 🚢 %.txt': 3 });
			assert.equal(code, 200);
			assert.deepEqual(Object.keys(body.uploads), ['one.png', 'ünï 🚢 %.txt']);
			const ticket = body.uploads['one.png'];
			assert.deepEqual([ticket.method, ticket.headers], ['PUT', { 'Content-Type': 'image/png' }]);
			assert.notEqual(new URL(ticket.upload_url).origin, new URL(sandbox.announced.baseUrl).origin);
			assert.equal((await put(ticket, png)).status, 200);
			assert.equal((await put(body.uploads['ünï 🚢 %.txt'], Buffer.from('abc'))).status, 200);
			assert.deepEqual((await names(id)).sort(), ['one.png', 'ünï 🚢 %.txt'].sort());
		});

		it('takes a body of unknown length that turns out to be right, and an empty caption', async () => {
			const id = await made();
			const { uploads } = (await announce(id, { 'one.png': png.length, 'one.txt': 0 })).body;
			const chunked = ReadableStream.from([
				new Uint8Array(png.subarray(0, 9)),
				new Uint8Array(png.subarray(9)),
			]);
			const init = { method: 'PUT', headers: uploads['one.png'].headers, body: chunked, duplex: 'half' };
			const reply = await fetch(uploads['one.png'].upload_url, init as unknown as RequestInit);
			assert.equal(reply.status, 200);
			assert.equal((await put(uploads['one.txt'], Buffer.alloc(0))).status, 200);
			assert.deepEqual(await names(id), ['one.png', 'one.txt']);
		});

		it('refuses another size than the one that was announced, and leaves the file out', async () => {
			const id = await made();
			const ticket = (await announce(id, { 'one.png': png.length })).body.uploads['one.png'];
			for (const bytes of [png.subarray(1), Buffer.concat([png, png])]) {
				assert.equal((await put(ticket, bytes)).status, 400);
				const body = ReadableStream.from([new Uint8Array(bytes)]);
				const init = { method: 'PUT', headers: ticket.headers, body, duplex: 'half' };
				assert.equal((await fetch(ticket.upload_url, init as unknown as RequestInit)).status, 400);
			}
			assert.deepEqual(await names(id), []);
			assert.deepEqual(leftovers(id), []);
		});

		it('refuses an expired address, and a new one works', async () => {
			const id = await made();
			const ticket = (await announce(id, { 'one.png': png.length })).body.uploads['one.png'];
			await sandbox.advance(16 * 60);
			assert.equal((await put(ticket, png)).status, 403);
			const fresh = (await announce(id, { 'one.png': png.length })).body.uploads['one.png'];
			assert.equal((await put(fresh, png)).status, 200);
		});

		it('is bound to dataset, file name, size, expiry and headers', async () => {
			const [id, other] = [await made(), await made()];
			const ticket = (await announce(id, { 'one.png': png.length })).body.uploads['one.png'];
			const address = new URL(ticket.upload_url);
			const changes: ((url: URL) => void)[] = [
				(url) => (url.pathname = url.pathname.replace(id, other)),
				(url) => (url.pathname = url.pathname.replace('one.png', 'two.png')),
				(url) => url.searchParams.set('size', String(png.length + 1)),
				(url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1)),
				(url) => url.searchParams.set('signature', '0'.repeat(64)),
				(url) => url.searchParams.delete('signature'),
			];
			for (const change of changes) {
				const changed = new URL(address);
				change(changed);
				assert.equal((await put({ ...ticket, upload_url: changed.href }, png)).status, 403, changed.href);
			}
			assert.equal((await put(ticket, png, { 'content-type': 'image/jpeg' })).status, 403);
			assert.equal((await put(ticket, png)).status, 200);
		});

		it('takes files above the limit of direct uploads', async () => {
			const id = await made();
			const size = largestDirect + 1;
			const ticket = (await announce(id, { 'large.mp4': size })).body.uploads['large.mp4'];
			const reply = await fetch(ticket.upload_url, {
				method: 'PUT',
				headers: ticket.headers,
				body: new Blob([new Uint8Array(size)]),
			});
			assert.equal(reply.status, 200);
			assert.deepEqual((await status(id)).body.files, [{ filename: 'large.mp4', size_bytes: size }]);
			await remove(id);
		});

		it('does not accept sizes that are not integers from 0 up', async () => {
			const id = await made();
			for (const size of [-1, 1.5, '12', null, true, 1e300]) {
				assertRefused(await announce(id, { 'one.png': size }), 422, 422_001);
			}
			for (const list of [undefined, [], 'one.png', 4]) assertRefused(await announce(id, list), 422, 422_001);
		});
	});

	describe('states', () => {
		it('DRAFT: after creation, also after requests for addresses', async () => {
			const id = await made();
			assert.equal(await state(id), 'DRAFT');
			await announce(id, { 'one.png': 3 });
			await sandbox.advance(3600);
			assert.equal(await state(id), 'DRAFT');
		});

		it('DRAFT to UPLOADING: with the first file', async () => {
			const [direct, signed] = [await made(), await made()];
			await upload(direct, 'one.png', png);
			assert.equal(await state(direct), 'UPLOADING');
			const ticket = (await announce(signed, { 'one.txt': 2 })).body.uploads['one.txt'];
			await put(ticket, Buffer.from('ab'));
			assert.equal(await state(signed), 'UPLOADING');
		});

		it('UPLOADING to READY: when nothing is awaited, each medium has its caption, and the validation is over', async () => {
			const id = await made();
			await pair(id);
			assert.equal(await state(id), 'UPLOADING');
			await sandbox.advance(5);
			assert.equal(await state(id), 'UPLOADING', 'the validation takes its time');
			await rest();
			assert.equal(await state(id), 'READY');
			assert.deepEqual(await names(id), ['one.png', 'one.txt']);
		});

		it('UPLOADING to READY: for every accepted type of image and video', async () => {
			const id = await made();
			for (const [name, bytes] of Object.entries(heads)) {
				assert.equal((await upload(id, name, bytes)).status, 200, name);
				await upload(id, name.replace(/\.\w+$/, '.txt'), Buffer.from('x'));
			}
			await upload(id, 'upper.PNG', png);
			await upload(id, 'upper.txt', Buffer.from('x'));
			await rest();
			const { status: word, error } = (await status(id)).body;
			assert.deepEqual([word, error], ['READY', undefined]);
		});

		it('UPLOADING: lasts longer for more and larger files', async () => {
			const [few, many] = [await made(), await made()];
			await pair(few);
			await pair(many);
			for (let index = 0; index < 100; index++) await upload(many, `c${index}.txt`, Buffer.from('x'));
			await sandbox.advance(7);
			assert.deepEqual([await state(few), await state(many)], ['READY', 'UPLOADING']);
			await rest();
			assert.equal(await state(many), 'READY');
		});

		it('UPLOADING: stays while an announced file is awaited, and no longer than its address is valid', async () => {
			const id = await made();
			const { uploads } = (await announce(id, { 'one.png': png.length, 'one.txt': 1, 'two.txt': 1 })).body;
			await put(uploads['one.png'], png);
			await put(uploads['one.txt'], Buffer.from('x'));
			await sandbox.advance(600);
			assert.equal(await state(id), 'UPLOADING');
			await sandbox.advance(600);
			assert.equal(await state(id), 'READY');
			assert.deepEqual(await names(id), ['one.png', 'one.txt']);
		});

		it('UPLOADING: stays while an upload is under way', async () => {
			const id = await made();
			await pair(id);
			const { uploads } = (await announce(id, { 'slow.txt': 4 })).body;
			const { upload_url, headers } = uploads['slow.txt'];
			const slow = request(upload_url, { method: 'PUT', headers: { ...headers, 'content-length': 4 } });
			slow.write('ab');
			const reply = once(slow, 'response');
			await sandbox.until(
				async () => leftovers(id).length,
				(count) => count === 3,
			);
			await sandbox.advance(3600);
			assert.equal(await state(id), 'UPLOADING');
			slow.end('cd');
			const [{ statusCode }] = await reply;
			assert.equal(statusCode, 200);
			await rest();
			assert.equal(await state(id), 'READY');
		});

		it('UPLOADING to FAILED: when a medium has no caption for two minutes', async () => {
			const id = await made();
			await pair(id);
			await upload(id, 'two.png', png);
			await upload(id, 'three.JPG', heads['jpeg.jpg'] ?? png);
			await upload(id, 'three.TXT', Buffer.from('under a name that is not looked for'));
			await sandbox.advance(100);
			assert.equal(await state(id), 'UPLOADING');
			await sandbox.advance(60);
			const { status: word, error } = (await status(id)).body;
			assert.equal(word, 'FAILED');
			assert.match(error, /"two\.png" needs "two\.txt"/);
			assert.match(error, /"three\.JPG" needs "three\.txt"/);
			assert.doesNotMatch(error, /one/);
		});

		it('UPLOADING to FAILED: when there is no medium', async () => {
			const id = await made();
			await upload(id, 'one.txt', Buffer.from('x'));
			await sandbox.advance(300);
			assert.match((await status(id)).body.error, /no image and no video/);
		});

		it('UPLOADING to FAILED: when a medium does not decode by its header', async () => {
			const id = await made();
			await pair(id);
			for (const [base, extension] of [
				['text', 'png'],
				['empty', 'webp'],
				['gif', 'png'],
				['video', 'mp4'],
			] as const) {
				const bytes = base === 'empty' ? '' : base === 'gif' ? 'GIF89a\x04\x00\x03\x00'.padEnd(40) : 'text';
				await upload(id, `${base}.${extension}`, Buffer.from(bytes, 'latin1'));
				await upload(id, `${base}.txt`, Buffer.from('x'));
			}
			await rest();
			const { status: word, error } = (await status(id)).body;
			assert.equal(word, 'FAILED');
			for (const name of ['text.png', 'empty.webp', 'gif.png', 'video.mp4']) assert.ok(error.includes(name));
			assert.ok(!error.includes('one.png'));
			const list = (await sandbox.call('GET', path)).body.datasets;
			assert.equal(list.find((each: Body) => each.id === id).error, error);
		});

		it('FAILED: stays, refuses direct uploads, signed addresses and those given before', async () => {
			const id = await made();
			const broken = Buffer.from('this is not a picture');
			const { uploads } = (await announce(id, { 'one.png': broken.length, 'one.txt': 1 })).body;
			await put(uploads['one.png'], broken);
			await put(uploads['one.txt'], Buffer.from('x'));
			await rest();
			assert.equal(await state(id), 'FAILED');
			assert.equal((await put(uploads['one.txt'], Buffer.from('y'))).status, 409);
			assertRefused(await upload(id, 'two.png', png), 422, 42_204);
			assertRefused(await announce(id, { 'two.png': 1 }), 422, 42_204);
			assert.equal(await state(id), 'FAILED');
			assert.deepEqual(await names(id), ['one.png', 'one.txt']);
		});

		it('READY to UPLOADING: with another file, and READY again after its validation', async () => {
			const id = await ready();
			await pair(id, 'two');
			assert.equal(await state(id), 'UPLOADING');
			await rest();
			assert.equal(await state(id), 'READY');
		});

		it('deleted: everything is gone, including files in transfer', async () => {
			const id = await ready();
			const ticket = (await announce(id, { 'late.txt': 1 })).body.uploads['late.txt'];
			assert.equal((await remove(id)).status, 200);
			assert.equal((await put(ticket, Buffer.from('x'))).status, 404);
			assertRefused(await status(id), 404, 40_401);
			assert.deepEqual(leftovers(id), []);
		});
	});

	describe('file names', () => {
		const inside = 'x'.repeat(251);
		for (const [about, name] of [
			['emoji', '🚢⚓️ harbour.png'],
			['right-to-left letters', 'نموذج.png'],
			['the longest that a disk takes', `${inside}.png`],
			['quotes and percent signs', `50% "off" 'now' %22 %2e.png`.replace('%22', '%20')],
			['dots', '..a...b..png'],
			['a name that every object has', 'constructor.png'],
			['a combining accent beside its twin', 'e\u0301.png'],
			['the twin', '\u00e9.png'],
			['letter case', 'A.png'],
			['what another system reserves', 'CON.png'],
			['what a shell would run', '$(id);`id`|&.png'],
		] as const) {
			it(`are kept unchanged: ${about}`, async () => {
				const id = await made();
				const reply = await upload(id, name, png);
				assert.equal(reply.status, 200, reply.text);
				const ticket = (await announce(id, { [name]: png.length })).body.uploads[name];
				assert.equal((await put(ticket, png)).status, 200);
				assert.deepEqual(await names(id), [name]);
			});
		}

		it('that differ in letter case or composition are separate files', async () => {
			const id = await made();
			for (const name of ['a.png', 'A.png', 'e\u0301.png', '\u00e9.png']) await upload(id, name, png);
			assert.equal((await names(id)).length, 4);
		});

		for (const [about, name] of [
			['a way up', '../../escape.png'],
			['a way up in the other system', '..\\..\\escape.png'],
			['an absolute path', '/tmp/escape.png'],
			['a subfolder', 'folder/inside.png'],
			['a drive', 'C:\\escape.png'],
			['a zero byte', 'zero\0.png'],
			['a line end', 'line\n.png'],
			['an escape sequence', '\x1b[2J.png'],
			['more than 255 bytes', `${'é'.repeat(126)}.png`],
			['dots only', '..'],
			['nothing', ''],
		] as const) {
			it(`are refused with a sentence: ${about}`, async () => {
				const id = await made();
				const quoted = name.replaceAll('\\', '\\\\').replaceAll('\n', '%0A');
				const head = `Content-Disposition: form-data; name="file"; filename="${quoted}"`;
				const replies = [
					await uploadRaw(id, `--xx yy\r\n${head}\r\n\r\nabc\r\n--xx yy--\r\n`),
					await announce(id, { [name]: 3 }),
				];
				for (const reply of replies) {
					assertRefused(reply, 422, 422_001);
					assert.match(reply.body.message, /file name|no name/);
				}
				assert.deepEqual((await status(id)).body.files, []);
				assert.deepEqual(
					readdirSync(folder).filter((entry) => /escape|inside/.test(entry)),
					[],
				);
			});
		}

		it('that are not valid Unicode are refused', async () => {
			const body = '{"filenameToByteSize": {"\\ud800.png": 1}}';
			const reply = await sandbox.call('POST', `${path}/${await made()}/get-upload-endpoint`, { body });
			assertRefused(reply, 422, 422_001);
		});
	});

	/** One way to each code of the document's table. */
	const provocations: Readonly<Record<number, () => Promise<Reply | readonly Reply[]>>> = {
		40001: async () => {
			const replies = ['harbour-photos', '1', 'da7a0000-0000-4000-8000-00000000000z'].flatMap((id) => [
				status(id),
				upload(id, 'one.png', png),
				announce(id, { 'one.png': 1 }),
				remove(id),
			]);
			return Promise.all(replies);
		},
		40401: async () => {
			const gone = await made();
			await remove(gone);
			const { token } = await sandbox.control('POST', 'accounts', {});
			const others = (await create('of-another-account', token)).body.id;
			return Promise.all(
				[randomUUID(), gone, others].flatMap((id) => [
					status(id),
					upload(id, 'one.png', png),
					announce(id, { 'one.png': 1 }),
					remove(id),
				]),
			);
		},
		40901: async () => {
			await create('taken');
			return create('taken');
		},
		42201: () =>
			Promise.all(
				['with space', 'dot.', 'a/b', '..', '', 'ünï', '🚢', 'x'.repeat(256), 12, {}, true].map((name) =>
					create(name),
				),
			),
		42202: async () => {
			const id = await made();
			return Promise.all(
				['a.gif', 'a.bmp', 'a.json', 'a.tiff', 'a.png.exe', 'png', '.png', 'a.', '__proto__'].flatMap(
					(name) => [
						upload(id, name, png),
						sandbox.call('POST', `${path}/${id}/get-upload-endpoint`, {
							body: `{"filenameToByteSize": {${JSON.stringify(name)}: 1}}`,
						}),
					],
				),
			);
		},
		42203: async () => {
			const id = await made();
			const reply = await upload(id, 'large.mp4', new Blob([new Uint8Array(largestDirect + 1)]));
			assert.deepEqual(await names(id), []);
			assert.deepEqual(leftovers(id), []);
			return reply;
		},
		42204: async () => {
			const id = await failed();
			return Promise.all([upload(id, 'two.png', png), announce(id, { 'two.png': 1 })]);
		},
		42205: async () => announce(await made(), {}),
		50001: async () => {
			await faults({ kind: 'status', status: 500, match: { path: `${path}*` } });
			return Promise.all([sandbox.call('GET', path), create(), status(demo.photos)]);
		},
		50002: async () => {
			const id = await made();
			// A file is in the place of the folder of the dataset.
			writeFileSync(join(folder, 'datasets', id), '');
			const reply = await upload(id, 'one.png', png);
			rmSync(join(folder, 'datasets', id));
			assert.deepEqual(await names(id), []);
			return reply;
		},
		50003: async () => {
			const id = await ready();
			rmSync(join(folder, 'datasets', id), { recursive: true });
			writeFileSync(join(folder, 'datasets', id), '');
			return status(id);
		},
		50004: async () => {
			await faults({ kind: 'validation-failed', error: '' });
			const id = await made();
			await pair(id);
			await rest();
			return status(id);
		},
	};

	describe('errors', () => {
		const codes = Object.keys(trainerCodeNames)
			.map(Number)
			.filter((code) => code % 100 < 50);
		for (const code of codes) {
			it(`${code} ${trainerCodeNames[code as keyof typeof trainerCodeNames]}`, async () => {
				const replies = [(await provocations[code]?.()) ?? []].flat();
				assert.ok(replies.length > 0, 'nothing provokes it');
				for (const reply of replies) assertRefused(reply, Math.floor(code / 100), code);
			});
		}

		it('are all in the table of the document', () => {
			assert.deepEqual(Object.keys(provocations).map(Number), codes);
			console.log(`      ${codes.length} of ${codes.length} codes of datasets have a test`);
		});
	});

	describe('faults', () => {
		it('refuse an upload half-way, direct or signed, and leave the file out', async () => {
			const id = await made();
			const large = Buffer.alloc(2_000_000);
			const ticket = (await announce(id, { 'b.mp4': large.length })).body.uploads['b.mp4'];
			await faults(
				{ kind: 'upload-refused', match: { path: '*/upload' } },
				{ kind: 'upload-refused', bytes: 1000, match: { host: 'storage' } },
			);
			assertRefused(await upload(id, 'a.mp4', large), 500, 50_002);
			assert.equal((await put(ticket, large)).status, 500);
			assert.deepEqual(await names(id), []);
			assert.deepEqual(leftovers(id), []);
		});

		it('change the reply of an upload that has arrived all the same', async () => {
			const id = await made();
			const ticket = (await announce(id, { 'b.mp4': 300_000 })).body.uploads['b.mp4'];
			await faults(
				{ kind: 'latency', ms: 1 },
				{ kind: 'status', status: 503, when: 'after', match: { path: '*/upload' } },
				{ kind: 'disconnect', when: 'after', match: { host: 'storage' } },
			);
			assert.equal((await upload(id, 'a.mp4', Buffer.alloc(300_000))).status, 503);
			await assert.rejects(put(ticket, Buffer.alloc(300_000)));
			assert.deepEqual((await status(id)).body.files, [
				{ filename: 'a.mp4', size_bytes: 300_000 },
				{ filename: 'b.mp4', size_bytes: 300_000 },
			]);
		});

		it('let an address expire', async () => {
			const id = await made();
			const ticket = (await announce(id, { 'a.txt': 1 })).body.uploads['a.txt'];
			await faults({ kind: 'expired-signature', count: 1, match: { host: 'storage', method: 'PUT' } });
			assert.equal((await put(ticket, Buffer.from('x'))).status, 403);
			assert.equal((await put(ticket, Buffer.from('x'))).status, 200);
		});

		it('take a size for a wrong one', async () => {
			const id = await made();
			const ticket = (await announce(id, { 'a.txt': 1 })).body.uploads['a.txt'];
			await faults({ kind: 'size-refused', count: 1, match: { host: 'storage' } });
			assert.equal((await put(ticket, Buffer.from('x'))).status, 400);
			assert.equal((await put(ticket, Buffer.from('x'))).status, 200);
		});

		it('lose the end of a file silently', async () => {
			const name = `lossy-${randomUUID().slice(0, 8)}`;
			const { id } = (await create(name)).body;
			await faults({ kind: 'bytes-lost', bytes: 4, match: { path: `${name}/a.txt` } });
			assert.equal((await upload(id, 'a.txt', Buffer.from('0123456789'))).status, 200);
			assert.equal((await upload(id, 'b.txt', Buffer.from('0123456789'))).status, 200);
			const sizes = (await status(id)).body.files.map((file: Body) => file.size_bytes);
			assert.deepEqual(sizes, [6, 10]);
		});

		it('keep a dataset in UPLOADING until they are lifted', async () => {
			const id = await made();
			await faults({ kind: 'dataset-stuck' });
			await pair(id);
			await sandbox.advance(24 * 3600);
			assert.equal(await state(id), 'UPLOADING');
			await faults();
			assert.equal(await state(id), 'READY');
		});

		it('let the validation fail for a reason of choice', async () => {
			const id = await made();
			await faults({ kind: 'validation-failed', error: 'The reason of choice.' });
			await pair(id);
			await rest();
			const { body } = await status(id);
			assert.deepEqual([body.status, body.error], ['FAILED', 'The reason of choice.']);
		});

		it('of the wrong form are refused with a sentence', async () => {
			const url = `${sandbox.announced.controlUrl}/faults`;
			for (const rule of [
				{ kind: 'validation-failed', error: 4 },
				{ kind: 'bytes-lost', bytes: -1 },
			]) {
				const reply = await sandbox.call('POST', url, { body: [rule], token: null });
				assert.equal(reply.status, 400);
				assert.match(reply.body.message, /needs a/);
			}
		});
	});

	describe('demo account', () => {
		it('has photographs, videos, an editing pair and a failed dataset, with files that decode', async () => {
			const list = (await sandbox.call('GET', path)).body.datasets.slice(0, 5);
			assert.deepEqual(
				list.map((each: Body) => [each.name, each.status]),
				[
					['harbour-photos', 'READY'],
					['coast-videos', 'READY'],
					['winter-edit', 'READY'],
					['winter-edit-control', 'READY'],
					['scanned-prints', 'FAILED'],
				],
			);
			assert.equal(
				new Set(list.map((each: Body) => each.created_at)).size,
				1,
				'sorted by time they keep this order',
			);
			const [targets, controls] = [list[2], list[3]];
			assert.deepEqual(await names(targets.id), await names(controls.id));
			assert.equal((await names(demo.videos)).filter((name: string) => name.endsWith('.mp4')).length, 3);
			assert.match((await status(demo.failed)).body.error, /"print_002\.png"/);
			// Another file brings another validation, which reads them all.
			for (const id of [demo.photos, demo.videos]) {
				await upload(id, 'more.txt', Buffer.from('x'));
				await rest();
				assert.equal(await state(id), 'READY');
			}
		});
	});

	describe('state on the disk', () => {
		it('keeps exactly the acknowledged files through a kill during uploads', async () => {
			const own = newFolder();
			let killed = await startSandbox('--data', own, '--speed', '0.0001');
			const call = (method: string, address: string, body?: unknown) =>
				killed.call(method, address, compact({ body }));
			try {
				const { id } = (await call('POST', path, { name: 'through-a-kill' })).body;
				const acknowledged = new Map<string, number>();
				for (let round = 0; round < 3; round++) {
					const uploads = Array.from({ length: 16 }, async (_, index) => {
						const name = `f${index % 12}.txt`;
						const size = 1000 * (round + 1) + index + round * 200_000;
						const form = new FormData();
						form.set('file', new Blob([new Uint8Array(size)]), name);
						const headers = { authorization: `Bearer ${killed.announced.token}` };
						const init = { method: 'POST', headers, body: form };
						const reply = await fetch(`${killed.announced.baseUrl}${path}/${id}/upload`, init).catch(
							() => undefined,
						);
						if (reply?.status === 200) acknowledged.set(name, 0);
					});
					await Promise.race([uploads[round * 4], uploads[11]]);
					await killed.end('SIGKILL');
					await Promise.all(uploads);
					killed = await startSandbox('--data', own, '--speed', '0.0001');
				}
				const { files } = (await call('GET', `${path}/${id}/status`)).body;
				const listed = new Set(files.map((file: Body) => file.filename));
				assert.ok(acknowledged.size > 0);
				for (const name of acknowledged.keys()) assert.ok(listed.has(name), name);
				const onDisk = readdirSync(join(own, 'datasets', id));
				assert.equal(onDisk.length, files.length, 'what was half there is gone');
				const sizes = onDisk.map((name) => readFileSync(join(own, 'datasets', id, name)).length);
				assert.deepEqual(
					sizes.sort((a, b) => a - b),
					files.map((file: Body) => file.size_bytes).sort((a: number, b: number) => a - b),
				);
			} finally {
				await killed.end();
			}
		});

		it('continues after a restart: addresses stay valid, validation follows, demo datasets are made once', async () => {
			const own = newFolder();
			let first = await startSandbox('--data', own);
			try {
				const { id } = (await first.call('POST', path, { body: {} })).body;
				const body = { filenameToByteSize: { 'a.png': png.length, 'a.txt': 1 } };
				const { uploads } = (await first.call('POST', `${path}/${id}/get-upload-endpoint`, { body })).body;
				await put(uploads['a.png'], png);
				await first.call('DELETE', `${path}/${demo.photos}`);
				await first.end('SIGKILL');
				first = await startSandbox('--data', own);
				assert.equal((await put(uploads['a.txt'], Buffer.from('x'))).status, 200);
				await first.end('SIGKILL');
				first = await startSandbox('--data', own);
				await first.advance(60);
				assert.equal((await first.call('GET', `${path}/${id}/status`)).body.status, 'READY');
				const list = (await first.call('GET', path)).body.datasets;
				assert.equal(
					list.some((each: Body) => each.id === demo.photos),
					false,
				);
				assert.equal(list.length, 5);
			} finally {
				await first.end();
			}
		});

		it('has only the demo datasets after a reset', async () => {
			const own = newFolder();
			const fresh = await startSandbox('--data', own);
			try {
				const { id } = (await fresh.call('POST', path, { body: { name: 'before' } })).body;
				await fresh.call('DELETE', `${path}/${demo.videos}`);
				mkdirSync(join(own, 'datasets', id), { recursive: true });
				await fresh.control('POST', 'reset');
				const list = (await fresh.call('GET', path)).body.datasets;
				assert.equal(list.length, 5);
				assert.equal(readdirSync(join(own, 'datasets')).includes(id), false);
				assertRefused(await fresh.call('GET', `${path}/${id}/status`), 404, 40_401);
			} finally {
				await fresh.end();
			}
		});
	});

	/** Returns the names of the files on disk for a dataset. */
	function leftovers(id: string): readonly string[] {
		try {
			return readdirSync(join(folder, 'datasets', id));
		} catch {
			return [];
		}
	}
});

/** Returns the peak memory of the process in bytes; 0 if the system does not provide it. */
function peakMemory(sandbox: SandboxUnderTest): number {
	if (process.platform !== 'linux') return 0;
	const text = readFileSync(`/proc/${sandbox.child.pid}/status`, 'utf8');
	return Number(/VmHWM:\s*(\d+)/.exec(text)?.[1]) * 1024;
}
