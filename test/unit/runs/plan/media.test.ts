import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FileReader, scanMedia, scanServiceDocument } from '../../../../src/core/runs/plan/media.ts';
import { mediaPlace } from '../../../../src/core/runs/start/mediaPlace.ts';
import { sizeLimits } from '../../../../src/core/wire/limits.ts';
import { sniffMedia } from '../../../../src/core/wire/mediaType.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';

const folder = resolve('/w');
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
const webm = Buffer.concat([Buffer.from('\x1aE\xdf\xa3\x01\x00webm', 'latin1'), Buffer.alloc(20)]);

/** Returns a disk with these files; `reads` counts the reads of each. */
function disk(files: Record<string, Buffer | { size: number }>, links: Record<string, string> = {}) {
	const reads: string[] = [];
	const reader: FileReader = {
		async stat(path) {
			const file = files[path];
			return file && { bytes: Buffer.isBuffer(file) ? file.byteLength : file.size };
		},
		place: (text, folders) => mediaPlace(text, folders, async (path) => links[path]),
		async read(path) {
			reads.push(path);
			const file = files[path];
			if (!Buffer.isBuffer(file)) throw new Error('EACCES');
			return file;
		},
	};
	return { reader, reads };
}

function loading(value: string, input = 'image', classType = 'LoadImage') {
	return parseWorkflow(
		JSON.stringify({
			1: { class_type: classType, inputs: { [input]: value } },
			2: { class_type: 'SaveImage', inputs: { images: ['1', 0] } },
		}),
	);
}

describe('media of a document from the service', () => {
	it('are never files of this computer', () => {
		assert.deepEqual(scanServiceDocument(loading(resolve(folder, 'a.png'))), { files: [], warnings: [] });
	});

	it('are reported if large', () => {
		const { warnings } = scanServiceDocument(loading(`data:image/png;base64,${'A'.repeat(400_000)}`));
		assert.match(warnings[0]?.text ?? '', /300 KB, more than the 256 KB recommended/);
	});
});

describe('local media of a document', () => {
	const at = (name: string) => resolve(folder, name);

	for (const [what, value] of [
		['a name beside the document', 'a.png'],
		['a relative path', './sub/../a.png'],
		['an absolute path', at('a.png')],
		['a file address', pathToFileURL(at('a.png')).href],
	] as const) {
		it(`${what} is embedded with its actual type`, async () => {
			const { reader } = disk({ [at('a.png')]: png });
			const { files, warnings } = await scanMedia(loading(value), { document: folder }, reader);
			assert.deepEqual(warnings, []);
			assert.deepEqual(
				files.map(({ nodeId, input, path, name, mediaType, bytes }) => [
					nodeId,
					input,
					path,
					name,
					mediaType,
					bytes,
				]),
				[['1', 'image', at('a.png'), 'a.png', 'image/png', png.byteLength]],
			);
			assert.deepEqual(
				Buffer.from(files[0]?.dataUri.slice('data:image/png;base64,'.length) ?? '', 'base64'),
				png,
			);
		});
	}

	it('names each file once while reading, and stops reading on request', async () => {
		const names = ['a.png', 'b.png', 'c.png'];
		const nodes = [...names, 'a.png'].map((image, index) => [
			index,
			{ class_type: 'LoadImage', inputs: { image } },
		]);
		const document = parseWorkflow(JSON.stringify(Object.fromEntries(nodes)));
		const { reader, reads } = disk(Object.fromEntries(names.map((name) => [at(name), png])));
		const said: string[] = [];
		await scanMedia(document, { document: folder }, reader, { onFile: (name) => said.push(name) });
		assert.deepEqual(said, names);
		const abort = new AbortController();
		const before = reads.length;
		const onFile = (name: string) => name === 'b.png' && abort.abort();
		await scanMedia(document, { document: folder }, reader, { signal: abort.signal, onFile });
		assert.equal(reads.length - before, 2);
	});

	it('goes by the bytes, not by the name', async () => {
		const { reader } = disk({ [at('a.png')]: webm });
		const { files } = await scanMedia(loading('a.png'), { document: folder }, reader);
		assert.match(files[0]?.dataUri ?? '', /^data:video\/webm;base64,/);
	});

	it('sends only media files, whatever their names', async () => {
		const { reader } = disk({ [at('a.png')]: Buffer.from('-----BEGIN PRIVATE KEY-----') });
		const { files, warnings } = await scanMedia(loading('a.png'), { document: folder }, reader);
		assert.deepEqual(files, []);
		assert.match(warnings[0]?.text ?? '', /not a picture, video or sound/);
	});

	for (const [what, value] of [
		['a web address', 'https://example.com/a.png'],
		['a data URI', 'data:image/png;base64,AAAA'],
		['a file of the instance', 'a.png [output]'],
		['a name without a media extension', 'a.safetensors'],
		['text of several lines', 'a\n.png'],
	] as const) {
		it(`keeps ${what} unchanged, without disk access`, async () => {
			const { reader, reads } = disk({ [at('a.png')]: png, [at(value)]: png });
			assert.deepEqual(await scanMedia(loading(value), { document: folder }, reader), {
				files: [],
				warnings: [],
			});
			assert.deepEqual(reads, []);
		});
	}

	it('finds the same file with the mark of the input folder', async () => {
		const { reader } = disk({ [at('pier.png')]: png, [at('clipspace/mask.png')]: png });
		for (const name of ['pier.png', 'clipspace/mask.png']) {
			const [plain, marked] = await Promise.all(
				[name, `${name} [input]`].map((value) => scanMedia(loading(value), { document: folder }, reader)),
			);
			assert.equal(plain?.files.length, 1);
			assert.deepEqual(marked, plain);
		}
		const [plain, marked] = await Promise.all(
			['gone.png', 'gone.png [input]'].map((value) =>
				scanMedia(loading(value), { document: folder }, reader),
			),
		);
		assert.equal(plain?.warnings.length, 1);
		assert.deepEqual(marked, plain);
	});

	it('leaves a missing marked name to a local engine', async () => {
		const { reader } = disk({});
		const scan = (value: string) =>
			scanMedia(loading(value), { document: folder }, reader, { forEngine: true });
		assert.deepEqual(await scan('clipspace/mask.png [input]'), { files: [], warnings: [] });
		assert.equal((await scan('clipspace/mask.png')).warnings.length, 1);
	});

	it('knows which files a machine started for the run surely lacks', async () => {
		const { reader } = disk({ [at('note.png')]: Buffer.from('text') });
		const fails = async (value: string, input?: string, classType?: string) => {
			const { warnings } = await scanMedia(loading(value, input, classType), { document: folder }, reader);
			assert.equal(warnings.length, 1, value);
			return warnings[0]?.fails === true;
		};
		for (const value of [
			'sub/gone.png',
			resolve('/gone.png'),
			'sub\\gone.png',
			'note.png',
			'//host/share/a.png',
		])
			assert.equal(await fails(value), true, value);
		assert.equal(await fails('gone.png'), false, 'its image may have a file of this name');
		assert.equal(
			await fails('/workspace/gone.mp4', 'video', 'VHS_LoadVideoPath'),
			false,
			'it reads any folder of the machine',
		);
	});

	it('accepts any input that names an existing media file, but no prompt or output name', async () => {
		const { reader } = disk({ [at('a.png')]: png });
		const found = async (input: string, classType: string) =>
			(await scanMedia(loading('a.png', input, classType), { document: folder }, reader)).files.length;
		assert.equal(await found('reference', 'SomeCustomNode'), 1);
		assert.equal(await found('text', 'CLIPTextEncode'), 0);
		assert.equal(await found('filename_prefix', 'AnyNode'), 0);
		assert.equal(await found('path', 'SaveImageTo'), 0);
	});

	for (const address of [
		'file://host/share/a.png',
		'file:\\\\host\\share\\a.png',
		'FILE://HOST/a.png',
		'\\\\host\\share\\a.png',
		'//host/share/a.png',
		'\\/host/share/a.png',
		'file:////host/share/a.png',
	]) {
		it(`opens nothing on another computer (${address}), and warns`, async () => {
			const opened: string[] = [];
			const note = async (path: string) => void opened.push(path);
			const reader: FileReader = {
				place: (text, folders) => mediaPlace(text, folders, note as never),
				stat: note as never,
				read: note as never,
			};
			for (const folders of [{ document: folder, workspace: folder }, {}]) {
				const { files, warnings } = await scanMedia(loading(address), folders, reader);
				assert.deepEqual(files, []);
				assert.match(warnings[0]?.text ?? '', /a\.png.*is a file on another computer.*does not open it/i);
			}
			assert.ok(opened.every((path) => !/host/i.test(path)));
		});
	}

	it('embeds files outside the workspace folder only with a warning that names the file', async () => {
		const elsewhere = resolve('/secret/a.png');
		const { reader } = disk({ [elsewhere]: png, [at('deep/b.png')]: png, [at('c.png')]: png });
		const folders = { document: at('deep'), workspace: folder };
		const scan = (name: string) => scanMedia(loading(name), folders, reader);
		for (const name of [elsewhere, '../../secret/a.png', pathToFileURL(elsewhere).href]) {
			const { files, warnings } = await scan(name);
			assert.equal(files.length, 1);
			assert.match(
				warnings[0]?.text ?? '',
				/a\.png \(.*secret.*is outside the workspace folder\. Its bytes are sent/,
			);
		}
		assert.deepEqual((await scan('b.png')).warnings, []);
		assert.deepEqual((await scan('../c.png')).warnings, []);
		const unsaved = await scanMedia(loading(at('c.png')), {}, reader);
		assert.match(unsaved.warnings[0]?.text ?? '', /outside the workspace folder/);
	});

	it('resolves links: warns about one that leads out, and follows none to another computer', async () => {
		const links = {
			[at('out')]: resolve('/secret'),
			[at('near.png')]: 'a.png',
			[at('far.png')]: '\\\\host\\share\\a.png',
			[at('circle.png')]: 'circle.png',
		};
		const { reader, reads } = disk(
			{ [at('out/a.png')]: png, [at('near.png')]: png, [at('far.png')]: png },
			links,
		);
		const scan = (name: string) => scanMedia(loading(name), { document: folder }, reader);
		assert.match(
			(await scan('out/a.png')).warnings[0]?.text ?? '',
			/is outside the workspace folder, because its path contains a link/,
		);
		assert.deepEqual((await scan('near.png')).warnings, []);
		const far = await scan('far.png');
		assert.deepEqual(far.files, []);
		assert.match(far.warnings[0]?.text ?? '', /is a file on another computer/);
		assert.ok(!reads.includes(at('far.png')));
		await scan('circle.png');
	});

	it('accepts a workspace folder that is itself a link', async () => {
		const { reader } = disk({ [at('a.png')]: png }, { [folder]: resolve('/real') });
		assert.deepEqual((await scanMedia(loading('a.png'), { document: folder }, reader)).warnings, []);
	});

	it('warns about a missing file: a name may be on the instance, a path will fail', async () => {
		const { reader } = disk({});
		const name = await scanMedia(loading('a.png'), { document: folder }, reader);
		assert.match(name.warnings[0]?.text ?? '', /a\.png next to the document.*if the instance has/);
		const path = await scanMedia(loading('in/a.png'), { document: folder }, reader);
		assert.match(path.warnings[0]?.text ?? '', /in\/a\.png.*most likely fail/);
		const elsewhere = await scanMedia(
			loading('a.png', 'reference', 'SomeCustomNode'),
			{ document: folder },
			reader,
		);
		assert.deepEqual(elsewhere.warnings, []);
	});

	it('does not look for names from a document without a folder', async () => {
		const { reader, reads } = disk({ [at('a.png')]: png });
		assert.deepEqual(await scanMedia(loading('a.png'), {}, reader), { files: [], warnings: [] });
		assert.deepEqual(reads, []);
	});

	it('warns above the recommended sizes, and embeds no oversized file', async () => {
		const { reader } = disk({
			[at('fits.png')]: Buffer.concat([png, Buffer.alloc(256_000 - png.byteLength)]),
			[at('large.png')]: Buffer.concat([png, Buffer.alloc(256_001 - png.byteLength)]),
			[at('large.webm')]: Buffer.concat([webm, Buffer.alloc(1_000_000)]),
			[at('huge.png')]: { size: 60_000_000 },
		});
		const scan = (name: string) => scanMedia(loading(name), { document: folder }, reader);
		assert.deepEqual((await scan('fits.png')).warnings, []);
		assert.match(
			(await scan('large.png')).warnings[0]?.text ?? '',
			/256 KB recommended for an embedded image/,
		);
		assert.match(
			(await scan('large.webm')).warnings[0]?.text ?? '',
			/1\.0 MB recommended for an embedded video/,
		);
		const huge = await scan('huge.png');
		assert.deepEqual(huge.files, []);
		assert.match(huge.warnings[0]?.text ?? '', /60\.0 MB.*too large/);
	});

	it('embeds no more than fits one request, and names the omitted files', async () => {
		const { reader } = disk({ [at('large.png')]: Buffer.concat([png, Buffer.alloc(35_000_000)]) });
		const nodes = Object.fromEntries(
			['1', '2', '3', '4'].map((id) => [id, { class_type: 'LoadImage', inputs: { image: 'large.png' } }]),
		);
		const { files, warnings } = await scanMedia(
			parseWorkflow(JSON.stringify(nodes)),
			{ document: folder },
			reader,
		);
		assert.deepEqual(
			files.map(({ nodeId }) => nodeId),
			['1', '2'],
		);
		assert.ok(files.reduce((sum, { dataUri }) => sum + dataUri.length, 0) < sizeLimits.body);
		assert.match(warnings.at(-1)?.text ?? '', /not embedded.*exceed 73\.4 MB.*sent as is/);
	});

	it('warns about embedded media above the recommended size', async () => {
		const { reader } = disk({});
		const { warnings } = await scanMedia(
			loading(`data:image/png;base64,${'A'.repeat(400_000)}`),
			{ document: folder },
			reader,
		);
		assert.match(warnings[0]?.text ?? '', /300 KB/);
	});

	it('reads a file once for several inputs, and reports an unreadable one', async () => {
		const { reader, reads } = disk({ [at('a.png')]: png, [at('locked.png')]: { size: 5 } });
		const document = parseWorkflow(
			JSON.stringify({
				1: { class_type: 'LoadImage', inputs: { image: 'a.png' } },
				2: { class_type: 'LoadImage', inputs: { image: './a.png' } },
				3: { class_type: 'LoadImage', inputs: { image: 'locked.png' } },
			}),
		);
		const { files, warnings } = await scanMedia(document, { document: folder }, reader);
		assert.deepEqual(
			files.map(({ nodeId }) => nodeId),
			['1', '2'],
		);
		assert.deepEqual(reads.filter((path) => path === at('a.png')).length, 1);
		assert.match(warnings[0]?.text ?? '', /locked\.png could not be read/);
	});
});

describe('the type of media by its first bytes', () => {
	for (const [bytes, expected] of [
		['\x89PNG\r\n\x1a\n', 'image/png'],
		['\xff\xd8\xff\xe0', 'image/jpeg'],
		['GIF89a', 'image/gif'],
		['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
		['BM\x10\0\0\0\0\0\0\0', 'image/bmp'],
		['II*\0', 'image/tiff'],
		['\0\0\0\x1cftypavif', 'image/avif'],
		['\0\0\0\x18ftypmp42', 'video/mp4'],
		['\0\0\0\x14ftypqt  ', 'video/quicktime'],
		['\0\0\0\x20ftypM4A ', 'audio/mp4'],
		['\x1aE\xdf\xa3....matroska', 'video/x-matroska'],
		['RIFF\x10\0\0\0AVI ', 'video/x-msvideo'],
		['RIFF\x10\0\0\0WAVE', 'audio/wav'],
		['RF64\xff\xff\xff\xffWAVE', 'audio/wav'],
		['MM\0+\0\x08', 'image/tiff'],
		['\0\0\0\x08wide', 'video/quicktime'],
		['ID3\x04', 'audio/mpeg'],
		['\xff\xfb\x90', 'audio/mpeg'],
		['\xff\xf1\x50', 'audio/aac'],
		['fLaC', 'audio/flac'],
		['OggS', 'audio/ogg'],
		['<svg xmlns', undefined],
		['Not free', undefined],
		['', undefined],
		['\xff\xff', undefined],
		['%PDF-1.7', undefined],
	] as const) {
		it(`${JSON.stringify(bytes)} is ${expected ?? 'no known media'}`, () => {
			assert.equal(sniffMedia(Buffer.from(bytes, 'latin1'))?.mediaType, expected);
		});
	}
});
