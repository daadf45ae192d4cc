import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import files, { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encode } from 'fast-png';
import { compact } from '../../../src/core/base/compact.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { lazyTransport } from '../../../src/core/http/lazyTransport.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import { isCut } from '../../../src/core/transfers/content.ts';
import { downloadFile, type PartialFile } from '../../../src/core/transfers/download.ts';
import { mediaEndings } from '../../../src/core/wire/mediaType.ts';
import { connectionTo } from '../../support/connection.ts';
import { newFolder } from '../../support/newFolder.ts';
import { avi, jpeg, mp4, webpAnimated, webpLossless, webpLossy } from '../datasets/report/mediaFiles.ts';

const bytes = Buffer.concat([Buffer.from('GIF89a'), randomBytes(300_000)]);
const partial = '.one.part';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toUTCString();

describe('a download', () => {
	let folder: string;
	let server: Server;
	let url: string;
	let transport: Transport;
	let answer: (request: IncomingMessage, response: ServerResponse) => void;
	let ranges: (string | undefined)[];
	let remembered: PartialFile | undefined;

	before(async () => {
		server = createServer((request, response) => {
			ranges.push(request.headers.range);
			assert.equal(request.headers.authorization, undefined);
			answer(request, response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/out/a.png?signature=5ecret`;
	});
	after(() => new Promise((resolve) => server.close(resolve)));
	beforeEach(() => {
		folder = newFolder();
		ranges = [];
		remembered = undefined;
		transport = lazyTransport({
			connection: connectionTo('http://127.0.0.1:1'),
			token: () => 'secret-token',
			network: { environment: {} },
			log: silentLog,
			retry: { attempts: 1 },
		});
	});
	afterEach(() => transport.close());

	const download = (more: Partial<Parameters<typeof downloadFile>[0]> = {}) =>
		downloadFile({
			transport,
			url,
			folder,
			name: 'a.png',
			partial,
			remember: async (kept) => {
				remembered = kept;
			},
			...more,
		});

	/** Does something once the client has that many bytes of the file on disk. */
	async function whenOnDisk(length: number, act: () => void): Promise<void> {
		while ((await stat(join(folder, partial)).catch(() => undefined))?.size !== length) await pause(2);
		act();
	}

	/** Serves `bytes`, ranges included; `cutAfter` ends each reply early. */
	function serve(options: { etag?: string; cutAfter?: number; ranges?: boolean; length?: boolean } = {}) {
		answer = (request, response) => {
			const asked = options.ranges === false ? undefined : /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
			const valid = request.headers['if-range'] === undefined || request.headers['if-range'] === options.etag;
			const start = asked && valid ? Number(asked[1]) : 0;
			if (start >= bytes.length) {
				response.writeHead(416).end();
				return;
			}
			response.writeHead(start > 0 ? 206 : 200, {
				...(options.length === false ? {} : { 'content-length': bytes.length - start }),
				...(options.etag ? { etag: options.etag } : {}),
				...(start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
			});
			if (options.cutAfter === undefined) {
				response.end(bytes.subarray(start));
			} else {
				response.write(bytes.subarray(start, start + options.cutAfter));
				void whenOnDisk(start + options.cutAfter, () => response.destroy());
			}
		};
	}

	const whole = async (name = 'a.png') => assert.deepEqual(await readFile(join(folder, name)), bytes);

	it('writes the bytes under the name, without leftovers', async () => {
		serve();
		assert.deepEqual(await download(), { ok: true, value: { name: 'a.png', bytes: bytes.length } });
		await whole();
		assert.deepEqual(await readdir(folder), ['a.png']);
	});

	it('accepts a body of unknown length', async () => {
		serve({ length: false });
		assert.ok((await download()).ok);
		await whole();
	});

	it('never replaces a file, and keeps the name inside the folder', async () => {
		serve();
		await writeFile(join(folder, 'a.png'), 'mine');
		const first = await download({ name: '../a.png' });
		const second = await download();
		assert.deepEqual(
			[first, second].map((result) => result.ok && result.value.name),
			['_a.png', 'a (1).png'],
		);
		assert.equal(await readFile(join(folder, 'a.png'), 'utf8'), 'mine');
		await whole('a (1).png');
	});

	it('continues a cut body if the server allows it', async () => {
		serve({ etag: '"v1"', cutAfter: 100_000 });
		assert.ok((await download()).ok);
		await whole();
		assert.deepEqual(ranges[0], undefined);
		assert.ok(ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range ?? '')));
	});

	it('shows no file before it is complete, and continues at the next call', async () => {
		serve({ cutAfter: 100_000 });
		const cut = await download();
		assert.ok(!cut.ok);
		assert.equal(cut.failure.kind, 'network');
		assert.deepEqual(await readdir(folder), [partial]);
		serve();
		assert.ok((await download(remembered ? { previous: remembered } : {})).ok);
		await whole();
		assert.equal(ranges.at(-1), undefined, 'without a validator the file is fetched again');
	});

	it('continues across calls from remembered facts', async () => {
		serve({ etag: '"v1"' });
		await writeFile(join(folder, partial), bytes.subarray(0, 1234));
		assert.ok((await download({ previous: { validator: '"v1"', total: bytes.length } })).ok);
		assert.deepEqual(ranges, ['bytes=1234-']);
		await whole();
	});

	for (const [name, headers, continued] of [
		[
			'a date of change that was well before the reply',
			{ 'last-modified': daysAgo(1), date: daysAgo(0) },
			true,
		],
		['a date of change at the time of the reply', { 'last-modified': daysAgo(0), date: daysAgo(0) }, false],
		['a date of change without a date of the reply', { 'last-modified': daysAgo(1), date: '' }, false],
		[
			'a weak tag beside an old date',
			{ etag: 'W/"v1"', 'last-modified': daysAgo(0), date: daysAgo(0) },
			false,
		],
		['a text that is not a tag', { etag: 'v1' }, false],
	] as const) {
		it(`${continued ? 'continues' : 'starts over'} with ${name}`, async () => {
			let calls = 0;
			answer = (request, response) => {
				calls += 1;
				const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
				response.sendDate = false;
				for (const [header, value] of Object.entries(headers))
					if (value !== '') response.setHeader(header, value);
				if (start > 0)
					response.setHeader('content-range', `bytes ${start}-${bytes.length - 1}/${bytes.length}`);
				response.writeHead(start > 0 ? 206 : 200, { 'content-length': bytes.length - start });
				if (calls > 1) response.end(bytes.subarray(start));
				else {
					response.write(bytes.subarray(0, 1000));
					void whenOnDisk(1000, () => response.destroy());
				}
			};
			const first = await download();
			if (!first.ok) assert.ok((await download(remembered ? { previous: remembered } : {})).ok);
			await whole();
			assert.deepEqual(ranges, [undefined, continued ? 'bytes=1000-' : undefined]);
		});
	}

	it('does not trust a weak validator kept by an earlier version', async () => {
		serve();
		await writeFile(join(folder, partial), randomBytes(bytes.length));
		assert.ok((await download({ previous: { validator: 'W/"v1"', total: bytes.length } })).ok);
		await whole();
		assert.deepEqual(ranges, [undefined]);
	});

	it('reports the bytes as they reach the disk', async () => {
		serve();
		const reports: (readonly [number, number | undefined])[] = [];
		assert.ok((await download({ onProgress: (done, total) => reports.push([done, total]) })).ok);
		assert.deepEqual(reports.at(-1), [bytes.length, bytes.length]);
	});

	it('starts over if the file has changed meanwhile', async () => {
		serve({ etag: '"v2"' });
		await writeFile(join(folder, partial), randomBytes(1234));
		assert.ok((await download({ previous: { validator: '"v1"', total: bytes.length } })).ok);
		await whole();
	});

	it('starts over if the server ignores ranges, or rejects this one', async () => {
		for (const options of [{ ranges: false, etag: '"v1"' }, { etag: '"v1"' }]) {
			serve(options);
			await writeFile(join(folder, partial), randomBytes(options.ranges === false ? 10 : bytes.length + 5));
			assert.ok((await download({ previous: { validator: '"v1"' } })).ok);
			await rm(join(folder, 'a.png'));
		}
		serve();
		await writeFile(join(folder, partial), randomBytes(10));
		assert.ok((await download({ previous: { validator: 'W/"weak"' } })).ok);
		await whole();
	});

	it('does not trust an unrequested part', async () => {
		let calls = 0;
		answer = (_request, response) => {
			calls++;
			response.writeHead(206, { 'content-range': `bytes 7-${bytes.length - 1}/${bytes.length}` });
			response.end(bytes.subarray(7));
		};
		const result = await download();
		assert.ok(!result.ok);
		assert.equal(result.failure.kind, 'protocol');
		assert.equal(calls, 1);
	});

	it('finishes a complete but unrenamed file without a call', async () => {
		await writeFile(join(folder, partial), bytes);
		assert.ok((await download({ previous: { validator: '"v1"', total: bytes.length } })).ok);
		assert.deepEqual(ranges, []);
		await whole();
	});

	it('recognizes an expired address by its status, without the address', async () => {
		for (const status of [403, 404, 410]) {
			answer = (_request, response) => response.writeHead(status).end('<Error>5ecret</Error>');
			const result = await download();
			assert.ok(!result.ok);
			assert.equal(result.failure.status, status);
			assert.equal(JSON.stringify(result).includes('signature'), false);
		}
		assert.deepEqual(await readdir(folder), []);
	});

	it('discards obviously wrong content, and starts over at the first byte', async () => {
		const replies: readonly (readonly [status: number, type: string, body: string])[] = [
			[200, 'text/html', '<!doctype html><title>Sign in</title>'],
			[200, 'image/png', '\n<HTML><body>expired</body>'],
			[200, 'text/html; charset=utf-8', 'Forbidden'],
			[200, 'application/xml', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
			[200, 'application/json', '{"message":"expired"}'],
			[200, 'image/png', ''],
			[204, 'image/png', ''],
		];
		for (const [status, type, body] of replies) {
			answer = (_, response) => response.writeHead(status, { 'content-type': type, etag: '"1"' }).end(body);
			const result = await download();
			assert.ok(!result.ok, body);
			assert.equal(result.failure.kind, 'upstream', body);
			assert.match(result.failure.message, /instead of a\.png/);
			assert.deepEqual(await readdir(folder), []);
		}
		answer = (_, response) => response.end(bytes);
		assert.ok((await download({ ...compact({ previous: remembered }) })).ok);
		assert.equal(ranges.at(-1), undefined);
	});

	it('keeps plausible content: media of another kind, texts, pages without a file name', async () => {
		const files: readonly (readonly [name: string, type: string, body: string | Buffer])[] = [
			['a.png', 'application/octet-stream', webpLossy(4, 4)],
			['b.png', 'text/html', jpeg(4, 4)],
			['c.html', 'text/html', '<!doctype html>'],
			['d.json', 'application/json', '{}'],
			['e.txt', 'text/plain', ''],
			['f', 'text/html', '<html></html>'],
		];
		for (const [name, type, body] of files) {
			answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body);
			const result = await download({ name });
			assert.ok(result.ok, name);
			assert.deepEqual(await readFile(join(folder, name)), Buffer.from(body));
		}
		answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
		assert.ok(!(await download({ name: 'g', isMedia: true })).ok);
	});

	describe('of other content in place of the file', () => {
		const bom = Buffer.from([0xfe, 0xff]);
		const swapped = (text: string) => Buffer.concat([bom, Buffer.from(text, 'utf16le').swap16()]);
		const page = '<html>sign in</html>';
		const others: readonly (readonly [what: string, body: string | Buffer])[] = [
			['a page that begins with a comment', `<!-- edge --><!-- 2 -->${page}`],
			['a page after a long comment', `<!-- ${'edge '.repeat(300)}-->${page}`],
			['a page in UTF-16', Buffer.from(`\ufeff${page}`, 'utf16le')],
			['a page in UTF-16 with the high byte first', swapped(page)],
			['a page in XML', `<?xml version="1.0"?>\n${page}`],
			['words', 'Service temporarily unavailable'],
			['words that look like a box', 'Not free: sign in'],
			['words in Latin-1', Buffer.from('Zugriff nicht m\xf6glich', 'latin1')],
			['a script', '<script>location="/login"</script>'],
			['an element', '<div>Please wait</div>'],
			['a picture as text', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
			['zeros', Buffer.alloc(500)],
			['one byte', Buffer.from([0x89])],
			['compressed bytes', Buffer.from('1f8b0800000000000003', 'hex')],
			['a number', '404'],
		];
		const loose = new Set(['mp3', 'aac', 'bmp']);
		for (const ending of Object.values(mediaEndings).flat()) {
			it(`keeps none in place of a .${ending}`, async () => {
				for (const [what, body] of others) {
					if (loose.has(ending) && /Latin-1|one byte|compressed/.test(what)) continue;
					answer = (_, response) => response.end(body);
					const result = await download({ name: `a.${ending}` });
					assert.ok(!result.ok, what);
					assert.equal(result.failure.kind, 'upstream', what);
				}
				assert.deepEqual(await readdir(folder), []);
			});
		}

		it('keeps none in place of an image or a video without an extension', async () => {
			for (const [what, body] of others) {
				if (/Latin-1|one byte|compressed|picture/.test(what)) continue;
				for (const type of ['image/png', 'video/mp4']) {
					answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body);
					assert.ok(!(await download({ name: 'view' })).ok, what);
				}
				answer = (_, response) => response.end(body);
				assert.ok(!(await download({ name: 'view', isMedia: true })).ok, what);
			}
			assert.deepEqual(await readdir(folder), []);
		});

		it('keeps none in place of a model, an archive or a scene', async () => {
			for (const ending of ['safetensors', 'latent', 'glb', 'zip', 'npz', 'exr', 'psd'])
				for (const [what, body] of others) {
					answer = (_, response) => response.end(body);
					assert.ok(!(await download({ name: `a.${ending}` })).ok, `${what} ${ending}`);
				}
			for (const name of ['a.ckpt', 'a.bin'])
				for (const [what, body] of others.filter(([what]) => what.includes('page'))) {
					answer = (_, response) => response.end(body);
					assert.ok(!(await download({ name })).ok, `${what} ${name}`);
				}
			answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('Sign in');
			assert.ok(!(await download({ name: 'a.ckpt' })).ok);
		});

		it('keeps a plausible file of its kind', async () => {
			const files: readonly (readonly [name: string, body: string | Buffer])[] = [
				['old.mov', Buffer.from('\0\0\0\x08wide\0\0\0\x08mdat', 'latin1')],
				['big.tif', Buffer.from('II+\0\x08\0\0\0', 'latin1')],
				['long.wav', Buffer.from('RF64\xff\xff\xff\xffWAVEds64', 'latin1')],
				['stream.mp3', Buffer.from([0, 0, 0x12, 0xff, 0xfd, 0x90])],
				['a.exr', Buffer.from('v/1\x01\x02\0\0\0', 'latin1')],
				['a.hdr', '#?RADIANCE\n'],
				['a.bin', Buffer.alloc(100)],
				['drawing', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
			];
			for (const [name, body] of files) {
				answer = (_, response) => response.end(body);
				assert.ok((await download({ name, isMedia: true })).ok, name);
			}
		});
	});

	describe('of a truncated file', () => {
		const photo = (width: number) => {
			const data = Buffer.from(Array.from({ length: width * width * 3 }, (_, at) => (at * 31) % 251));
			return Buffer.from(encode({ width, height: width, channels: 3, depth: 8, data }));
		};
		/** Returns a scan of entropy-coded data after the header of `jpeg`, preceded by a preview with its own end. */
		const scanned = () => {
			const preview = Buffer.from('ffe1000affd8ffd900000000', 'hex');
			const [start, frame] = [jpeg(4, 4).subarray(0, 2), jpeg(4, 4).subarray(2, -2)];
			const scan = Buffer.from('ffda0008010100003f00', 'hex');
			const data = Buffer.alloc(3_000_000, Buffer.from('ff00a5', 'hex'));
			return Buffer.concat([start, preview, frame, scan, data, Buffer.from('ffd9', 'hex')]);
		};
		const safetensors = () => {
			const tensors = { a: { dtype: 'F32', shape: [8], data_offsets: [0, 32] } };
			const header = Buffer.from(JSON.stringify({ __metadata__: { note: 'x' }, ...tensors }));
			const length = Buffer.alloc(8);
			length.writeBigUInt64LE(BigInt(header.length));
			return Buffer.concat([length, header, Buffer.alloc(32)]);
		};
		/** The 64-bit size of a large box. */
		const largeMp4 = () => {
			const head = Buffer.from('000000016d6461740000000000000050', 'hex');
			return Buffer.concat([mp4(4, 4), head, Buffer.alloc(64)]);
		};
		const files: readonly (readonly [name: string, whole: Buffer])[] = [
			['a.png', photo(64)],
			['a.jpg', scanned()],
			['a.webp', webpLossy(4, 4)],
			['b.webp', webpLossless(4, 4)],
			['c.webp', webpAnimated(4, 4)],
			['a.avi', avi(4, 4)],
			['a.mp4', mp4(4, 4)],
			['b.mp4', mp4(4, 4, { indexLast: true })],
			['c.mp4', largeMp4()],
			['a.avif', mp4(4, 4, { brand: 'avif' })],
			['a.safetensors', safetensors()],
		];
		const get = (name: string, body: Buffer) => {
			answer = (_, response) => response.writeHead(200, { 'content-length': body.length }).end(body);
			return download({ name });
		};
		for (const [name, whole] of files) {
			it(`reports ${name} cut at any point, and keeps it whole or with trailing data`, async () => {
				const ends = new Set([1, 2, 5, 9, Math.floor(whole.length / 3), Math.floor(whole.length / 2)]);
				for (const missing of ends) {
					const result = await get(name, whole.subarray(0, -missing));
					assert.ok(!result.ok, `${missing} bytes less`);
					assert.ok(isCut(result.failure), result.failure.message);
					assert.match(result.failure.message, new RegExp(`sent only a part of ${name}`));
					assert.deepEqual(await readdir(folder), []);
				}
				for (const body of [whole, Buffer.concat([whole, Buffer.alloc(40)])])
					assert.ok((await get(name, body)).ok, `${body.length} of ${whole.length} bytes`);
			});
		}

		it('keeps files written without a known length', async () => {
			const stream = webpLossy(4, 4);
			stream.writeUInt32LE(0xffffffff, 4);
			const open = Buffer.concat([mp4(4, 4), Buffer.from('000000006d646174', 'hex'), Buffer.alloc(64)]);
			for (const [name, body] of [
				['a.webp', stream],
				['a.mp4', open],
			] as const)
				assert.ok((await get(name, body)).ok, name);
		});
	});

	it('ends a body without a length before the disk is full', async () => {
		answer = (_, response) => {
			const more = () => {
				while (!response.destroyed && response.write(bytes));
				if (!response.destroyed) response.once('drain', more);
			};
			more();
		};
		const result = await download({ mostBytes: 2_000_000 });
		assert.ok(!result.ok);
		assert.match(result.failure.message, /stopped after 2(\.0)? MB/);
		assert.deepEqual(await readdir(folder), []);
	});

	describe('on a disk with little room', () => {
		const { statfs } = files;
		/** Sets the free megabytes at each look; the last stays. */
		function leave(...megabytes: number[]): void {
			const left = [...megabytes];
			files.statfs = (async () => ({
				bavail: (left.length > 1 ? left.shift() : left[0]) ?? 0,
				bsize: 1_000_000,
			})) as unknown as typeof statfs;
			syncBuiltinESMExports();
		}
		afterEach(() => {
			files.statfs = statfs;
			syncBuiltinESMExports();
		});

		it('does not start a file that does not fit, and keeps nothing of it', async () => {
			leave(1);
			answer = (_, response) => {
				response.writeHead(200, { 'content-length': 2_000_000, etag: '"1"' });
				response.write(bytes);
			};
			const result = await download();
			assert.ok(!result.ok);
			assert.match(result.failure.message, /disk is full/);
			assert.deepEqual(await readdir(folder), []);
		});

		it('stops a body of unknown length when others fill the disk', async () => {
			leave(1000, 99);
			answer = (_, response) => {
				const more = () => {
					while (!response.destroyed && response.write(bytes));
					if (!response.destroyed) response.once('drain', more);
				};
				more();
			};
			const result = await download();
			assert.ok(!result.ok);
			assert.match(result.failure.message, /stopped after 3\d(\.\d)? MB/);
			assert.deepEqual(await readdir(folder), []);
		});
	});

	it('does not join its part with the rest of another file', async () => {
		await writeFile(join(folder, partial), 'AAAA');
		answer = (request, response) => {
			const [status, head, body] = request.headers.range
				? ([206, { etag: '"new"', 'content-range': 'bytes 4-9/10' }, 'BBBBBB'] as const)
				: ([200, { etag: '"new"' }, 'GIF89aBBBB'] as const);
			response.writeHead(status, head).end(body);
		};
		const result = await download({ previous: { validator: '"old"', total: 10 } });
		assert.ok(result.ok);
		assert.equal(await readFile(join(folder, 'a.png'), 'utf8'), 'GIF89aBBBB');
		assert.deepEqual(ranges, ['bytes=4-', undefined]);
	});

	it('never writes through a link in place of its temporary file', async () => {
		const other = join(folder, 'other.txt');
		await writeFile(other, 'kept');
		await symlink(other, join(folder, partial));
		answer = (_, response) => response.end(bytes);
		assert.ok((await download({ previous: { validator: '"1"', total: 300_000 } })).ok);
		assert.equal(await readFile(other, 'utf8'), 'kept');
		assert.deepEqual(await readFile(join(folder, 'a.png')), bytes);
	});

	it('stops on request, and keeps its part', async () => {
		const stop = new AbortController();
		answer = (_request, response) => {
			response.writeHead(200, { 'content-length': bytes.length });
			response.write(bytes.subarray(0, 5000));
			void whenOnDisk(5000, () => stop.abort());
		};
		const result = await download({ signal: stop.signal });
		assert.ok(!result.ok);
		assert.equal(result.failure.kind, 'canceled');
		assert.deepEqual(await readdir(folder), [partial]);
	});

	it('reports an unwritable folder', async () => {
		serve();
		await writeFile(join(folder, 'file'), '');
		const result = await download({ folder: join(folder, 'file', 'deeper') });
		assert.ok(!result.ok);
		assert.match(result.failure.message, /a\.png could not be written/);
	});
});
