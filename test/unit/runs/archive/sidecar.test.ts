import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sameJson } from '../../../../src/core/json/canonical.ts';
import { keptBody } from '../../../../src/core/requests/keptInputs.ts';
import { keepDocument, keepInputs, runFolder } from '../../../../src/core/runs/archive/runFolder.ts';
import { type FileToSave, saveFiles } from '../../../../src/core/runs/archive/saveFiles.ts';
import { readSidecar, type SavedFile, writeSidecar } from '../../../../src/core/runs/archive/sidecar.ts';
import type { Run, RunFile } from '../../../../src/core/runs/run.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { runRecord } from '../../support/runRecord.ts';

const file: RunFile = {
	key: 'k',
	nodeId: '9',
	channel: 'images',
	index: 0,
	filename: 'ComfyUI_1.png',
	subfolder: '',
	type: 'output',
	archivedAs: 'ComfyUI_1.png',
};
const saved: SavedFile = { name: 'ComfyUI_1.png', bytes: 3, sha256: 'ab'.repeat(32) };
const run = runRecord({
	state: 'succeeded',
	requestId: 'request-1',
	submittedAt: Date.UTC(2026, 4, 7, 12),
	endedAt: Date.UTC(2026, 4, 7, 12, 1),
	summary: {
		mode: 'overrides',
		seed: '18446744073709551615',
		changed: [{ nodeId: '3', nodeTitle: 'Sampler', input: 'seed', from: '1', to: '18446744073709551615' }],
		outputTitles: {},
	},
	files: [file],
});
const document =
	'{ "3": { "class_type": "KSampler", "inputs": { "seed": 18446744073709551615, "cfg": 7.0 } } }';

const read = (text: string) => {
	const result = readSidecar(text);
	assert.ok(result.ok, JSON.stringify(result));
	return result.value;
};

describe('sidecars of saved results', () => {
	it('contain document, overrides, target, request, times and digest, with numbers in original spelling', () => {
		const text = writeSidecar(run, file, saved, document);
		assert.match(text, /18446744073709551615/);
		assert.match(text, /"cfg": 7\.0/);
		assert.match(text, /"submittedAt": "2026-05-07T12:00:00.000Z"/);
		const sidecar = read(text);
		assert.ok(sameJson(sidecar.document?.text ?? '', document));
		assert.deepEqual(sidecar.file, saved);
		assert.deepEqual(sidecar.target, run.target);
		assert.equal(sidecar.requestId, 'request-1');
		assert.equal(sidecar.submittedAt, run.submittedAt);
		assert.equal(sidecar.document?.name, 'lighthouse.json');
		assert.equal(sidecar.document?.shortened, false);
		assert.equal(JSON.parse(text).run.overrides[0].to, '18446744073709551615');
	});

	it('contain the drawn values of dynamic prompts, so that a run from them draws nothing', () => {
		const drawn = [
			{ nodeId: '6', nodeTitle: 'Prompt', input: 'text', from: '"a {red|blue} fox"', to: '"a red fox"' },
		];
		const text = writeSidecar({ ...run, summary: { ...run.summary, drawn } }, file, saved, document);
		assert.deepEqual(read(text).drawn, drawn);
		assert.deepEqual(read(writeSidecar(run, file, saved, document)).drawn, []);
	});

	it('contain no signed address and no apparent key, and mention the omission', () => {
		const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
		const signed = 'https://user:pass@files.example/a.png?X-Amz-Signature=0123abcd';
		const text = writeSidecar(
			{
				...run,
				summary: {
					...run.summary,
					prompt: signed,
					changed: [{ nodeId: '1', nodeTitle: 't', input: 'i', from: `"${signed}"`, to: '1' }],
				},
			},
			file,
			saved,
			JSON.stringify({ '1': { class_type: 'LoadImage', inputs: { image: signed, api_key: secret } } }),
		);
		for (const part of ['0123abcd', 'pass', secret]) assert.ok(!text.includes(part), part);
		assert.equal(read(text).document?.shortened, true);
	});

	it('restore any document as the same JSON', () => {
		const name = fc.string({ maxLength: 12 }).filter((key) => key !== '__proto__');
		const leaf = fc.oneof(
			fc.integer(),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.boolean(),
			fc.constant(null),
			fc.constantFrom('', 'a "quote"', 'line\nline', '\u2028', '😀', '}\n}', '</script>'),
		);
		const nodes = fc.dictionary(
			name,
			fc.record({
				class_type: fc.constantFrom('KSampler', 'SaveImage'),
				inputs: fc.dictionary(fc.constantFrom('seed', 'cfg', 'text', 'steps'), leaf),
			}),
		);
		fc.assert(
			fc.property(nodes, (value) => {
				const text = JSON.stringify(value);
				assert.ok(sameJson(read(writeSidecar(run, file, saved, text)).document?.text ?? '', text));
			}),
		);
	});

	it('contain form values with numbers in their original spelling, and mention omissions', () => {
		const form = {
			...run,
			target: { kind: 'model' as const, id: 'vendor/flash', name: 'Flash' },
			summary: { ...run.summary, mode: 'inputs' as const },
		};
		const whole = read(
			writeSidecar(form, file, saved, '{"prompt": "a harbor", "seed": 18446744073709551615}'),
		);
		assert.equal(whole.document, undefined);
		assert.deepEqual(whole.target, form.target);
		assert.match(whole.inputs?.text ?? '', /18446744073709551615/);
		assert.equal(whole.inputs?.shortened, false);
		const signed = '{"image": "https://files.example/a.png?X-Amz-Signature=0123abcd"}';
		const cut = writeSidecar(form, file, saved, signed);
		assert.doesNotMatch(cut, /0123abcd/);
		assert.equal(read(cut).inputs?.shortened, true);
		for (const text of [signed, '{"hf_token": "5ecret"}', '{"loader": {"hf_token": ["5ecret"]}}']) {
			const kept = writeSidecar(form, file, saved, keptBody(text).text);
			assert.equal(read(kept).inputs?.shortened, true, 'left out when the run was kept');
			assert.doesNotMatch(kept, /5ecret/);
		}
	});

	it('are rejected with a sentence if invalid, newer or without a document', () => {
		const refusal = (text: string) => {
			const result = readSidecar(text);
			assert.equal(result.ok, false);
			return result.ok ? '' : result.failure.message;
		};
		for (const text of ['', 'null', '[]', '{', '{"format":"other"}', '"easel-sidecar"', '\u0000'])
			assert.match(refusal(text), /not a sidecar/);
		assert.match(refusal('{"format":"easel-sidecar","version":2,"document":{}}'), /later version/);
		assert.match(refusal('{"format":"easel-sidecar","document":{}}'), /later version/);
		assert.match(refusal(writeSidecar(run, file, saved, undefined)), /no workflow document/);
		assert.match(refusal(writeSidecar(run, file, saved, '{ broken')), /no workflow document/);
		const form = { ...run, summary: { ...run.summary, mode: 'inputs' as const } };
		assert.match(refusal(writeSidecar(form, file, saved, undefined)), /values of a form/);
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				readSidecar(
					JSON.stringify({ format: 'easel-sidecar', version: 1, file: value, run: value, document: value }),
				);
			}),
		);
	});

	it('name no file outside their folder', () => {
		for (const name of ['../secret.png', '/etc/passwd', 'a\\b.png', '..']) {
			const text = writeSidecar(run, file, { ...saved, name }, document);
			assert.equal(read(text).file, undefined);
		}
	});
});

describe('saving results', () => {
	let root: string;
	const bytes = new Uint8Array([1, 2, 3]);

	beforeEach(async () => {
		root = newFolder();
		await mkdir(runFolder(join(root, 'runs'), run.id), { recursive: true });
		await writeFile(join(runFolder(join(root, 'runs'), run.id), 'ComfyUI_1.png'), bytes);
	});
	afterEach(() => chmod(join(root, 'shut'), 0o700).catch(() => undefined));

	const save = (
		files: readonly FileToSave[],
		more: { sidecar?: boolean; folder?: string; pattern?: string } = {},
	) =>
		saveFiles(files, {
			archive: join(root, 'runs'),
			folder: join(root, 'out'),
			pattern: '{name}',
			sidecar: false,
			...more,
		});
	const one: FileToSave = { run: run as Run, file };

	it('never overwrites a file or its sidecar, and writes the digest of the saved file', async () => {
		await keepDocument(join(root, 'runs'), run.id, document);
		await save([one], { sidecar: true });
		const again = await save([one], { sidecar: true });
		assert.ok(again.ok);
		assert.deepEqual((await readdir(join(root, 'out'))).sort(), [
			'ComfyUI_1 (1).png',
			'ComfyUI_1 (1).png.easel.json',
			'ComfyUI_1.png',
			'ComfyUI_1.png.easel.json',
		]);
		const sidecar = read(await readFile(join(root, 'out', 'ComfyUI_1 (1).png.easel.json'), 'utf8'));
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		assert.deepEqual(sidecar.file, { name: 'ComfyUI_1 (1).png', bytes: 3, sha256 });
	});

	it('keeps the whole picture name in the name of its sidecar, however long', async () => {
		await keepDocument(join(root, 'runs'), run.id, document);
		const filename = `${'a prompt, '.repeat(40)}_00001_.png`;
		for (let time = 0; time < 2; time++)
			await save([{ run, file: { ...file, filename } }], { sidecar: true });
		const names = (await readdir(join(root, 'out'))).sort();
		const pictures = names.filter((name) => name.endsWith('.png'));
		assert.equal(pictures.length, 2);
		assert.deepEqual(names, pictures.flatMap((name) => [name, `${name}.easel.json`]).sort());
	});

	it('writes the values of a form into the sidecar of its result', async () => {
		await keepInputs(join(root, 'runs'), run.id, '{"prompt":"a harbor"}');
		const form = { ...run, summary: { ...run.summary, mode: 'inputs' as const } };
		assert.ok((await save([{ run: form, file }], { sidecar: true })).ok);
		const sidecar = read(await readFile(join(root, 'out', 'ComfyUI_1.png.easel.json'), 'utf8'));
		assert.deepEqual(JSON.parse(sidecar.inputs?.text ?? ''), { prompt: 'a harbor' });
	});

	it('omits files without a copy and saves the rest', async () => {
		const gone = { ...file, key: 'other', archivedAs: 'gone.png' };
		const { archivedAs: _, ...never } = file;
		const result = await save([{ run, file: gone }, { run, file: never }, one]);
		assert.ok(result.ok);
		assert.equal(result.value.missing.length, 2);
		assert.deepEqual(await readdir(join(root, 'out')), ['ComfyUI_1.png']);
	});

	it('reports a wrong pattern before writing anything', async () => {
		const result = await save([one], { pattern: '../{name}' });
		assert.equal(result.ok, false);
		assert.deepEqual(await readdir(root), ['runs']);
	});

	it('reports an unwritable folder, and keeps files saved so far', async () => {
		await writeFile(join(root, 'blocked'), 'a file where a folder should be');
		const result = await save([one], { folder: join(root, 'blocked') });
		assert.ok(result.ok && result.value.failure);
		assert.match(result.value.failure.message, /could not be written/);
		const halfway = await save([one, one], { pattern: '{name}', folder: join(root, 'half') });
		assert.ok(halfway.ok && halfway.value.failure === undefined);
		assert.equal((await readdir(join(root, 'half'))).length, 2);
	});
});
