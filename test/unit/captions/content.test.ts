import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	bytesOf,
	converted,
	missing,
	readContent,
	shownText,
	withText,
} from '../../../src/core/captions/content.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const change = (file: string, text: string) => decode(bytesOf(withText(readContent(encode(file)), text)));

/** Files as they occur: with and without mark, with any mixture of line ends. */
const files = fc
	.tuple(
		fc.boolean(),
		fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\r\n', '\r', ''))),
	)
	.map(([mark, parts]) => (mark ? '\uFEFF' : '') + parts.flat().join(''));
const typed = fc.array(fc.constantFrom('a', 'b, c', 'ohwx', 'é', '😀', '')).map((lines) => lines.join('\n'));

describe('a caption file', () => {
	it('keeps byte order mark, line endings and final line ending when its text is changed', () => {
		assert.equal(change('\uFEFFa cat\r\nb\r\n', 'a dog\nb'), '\uFEFFa dog\r\nb\r\n');
		assert.equal(change('a cat', 'a dog'), 'a dog');
		assert.equal(change('a cat\n', 'a dog'), 'a dog\n');
		assert.equal(change('a cat', 'a dog\n'), 'a dog');
		assert.equal(change('a cat\n', 'a dog\n'), 'a dog\n\n');
		assert.equal(change('a\r\nb\nc\rd', 'a\nb\nx\nd'), 'a\r\nb\nx\nd');
		assert.equal(change('a\r\nb\r\nc', 'a\nnew\nb\nc'), 'a\r\nnew\r\nb\r\nc');
		assert.equal(change('a\r\nb', 'a'), 'a');
		assert.equal(change('a\r\r \n', 'a\n'), 'a\n\n');
	});

	it('returns every byte it was read from', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
				assert.deepEqual(Buffer.from(bytesOf(readContent(bytes)) ?? []), Buffer.from(bytes));
			}),
		);
	});

	it('is unchanged, byte for byte, when its own text is written', () => {
		fc.assert(
			fc.property(files, (file) => {
				const content = readContent(encode(file));
				assert.equal(withText(content, shownText(content)), content);
			}),
		);
	});

	it('shows the input, except for empty last lines, which it cannot keep', () => {
		fc.assert(
			fc.property(files, typed, (file, text) => {
				const after = shownText(readContent(encode(change(file, text))));
				if (after !== text) assert.equal(after, text.replace(/\n*$/, ''));
				const content = readContent(encode(file));
				if (/[\r\n]$/.test(file) || shownText(content) === text) assert.equal(after, text);
			}),
			{ numRuns: 500 },
		);
	});

	it('keeps the line endings of unchanged lines when lines around them change', () => {
		fc.assert(
			fc.property(fc.constantFrom('\n', '\r\n', '\r'), typed, typed, (end, before, after) => {
				const file = `${before.replaceAll('\n', end)}${end}`;
				const written = change(file, after);
				const others = written.replaceAll(end, '');
				if (before.includes('\n') || end === '\n') assert.doesNotMatch(others, /[\r\n]/);
				assert.ok(written.endsWith(end));
			}),
		);
	});

	it('is plain UTF-8 without a mark and a final line ending if new', () => {
		assert.equal(decode(bytesOf(withText(missing, '\uFEFFa cat\r\nb\n'))), 'a cat\nb');
	});

	it('other than UTF-8 is shown in its likely encoding, and converted only on request', () => {
		const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
		const content = readContent(latin);
		assert.ok(content.kind === 'foreign');
		assert.equal(content.encoding, 'windows-1252');
		assert.equal(shownText(content), 'café');
		assert.equal(decode(bytesOf(converted(content))), 'café');
		const wide = readContent(Buffer.from('\uFEFFa cat', 'utf16le'));
		assert.ok(wide.kind === 'foreign');
		assert.equal(shownText(wide), 'a cat');
	});
});
