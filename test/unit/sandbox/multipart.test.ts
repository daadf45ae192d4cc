import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormProblem, formBoundary, formParts } from '../../../src/sandbox/datasets/multipart.ts';

const boundary = 'b-1';

describe('the reader of uploaded forms', () => {
	it('returns every part byte by byte, however the body is split', async () => {
		const near = fc.constantFrom('\r\n', '--', boundary, `\r\n--${boundary.slice(0, 2)}`, 'x', '\r', '\n');
		const content = fc.array(near, { maxLength: 12 }).map((pieces) => pieces.join(''));
		const harmless = content.filter((text) => !`\r\n${text}\r\n`.includes(`\r\n--${boundary}`));
		await fc.assert(
			fc.asyncProperty(
				fc.array(harmless, { maxLength: 3 }),
				fc.integer({ min: 1, max: 40 }),
				async (texts, size) => {
					const read = [];
					for await (const part of formParts(cut(form(texts), size), boundary)) {
						read.push([part.name, part.fileName, await whole(part.content)]);
					}
					assert.deepEqual(
						read,
						texts.map((text, index) => [`f${index}`, `n "${index}".txt`, text]),
					);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('skips unread parts', async () => {
		const names = [];
		for await (const part of formParts(cut(form(['a', 'b', 'c']), 7), boundary)) names.push(part.name);
		assert.deepEqual(names, ['f0', 'f1', 'f2']);
	});

	it('rejects a body that ends early, wherever it ends', async () => {
		const body = form(['some text', 'more']);
		for (let length = 0; length < body.length - 2; length++) {
			await assert.rejects(async () => {
				for await (const part of formParts(cut(body.subarray(0, length), 11), boundary))
					await whole(part.content);
			}, FormProblem);
		}
	});

	it('finds the boundary of a form, and none elsewhere', () => {
		assert.equal(formBoundary('multipart/form-data; boundary=abc'), 'abc');
		assert.equal(formBoundary('Multipart/Form-Data; charset=utf-8; boundary="a b"'), 'a b');
		for (const other of [
			undefined,
			'',
			'application/json',
			'multipart/form-data',
			'multipart/form-data; boundary=',
		]) {
			assert.equal(formBoundary(other), undefined);
		}
	});
});

function form(texts: readonly string[]): Buffer {
	const parts = texts.map(
		(text, index) =>
			`--${boundary}\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name="f${index}"; filename="n %22${index}\\".txt"\r\n\r\n${text}\r\n`,
	);
	return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<string> {
	const parts = [];
	for await (const part of content) parts.push(Buffer.from(part));
	return Buffer.concat(parts).toString();
}
