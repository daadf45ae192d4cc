import assert from 'node:assert/strict';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { numberedName, safeFileName } from '../../../src/core/transfers/names.ts';
import { placeInside } from '../../../src/core/transfers/placeInside.ts';

/** Names as an unfriendly service might make them: pieces that mean something somewhere, mixed with anything. */
const hostileName = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				'..',
				'/',
				'\\',
				':',
				'.',
				' ',
				'\0',
				'\n',
				'CON',
				'nul',
				'COM1',
				'lpt¹',
				'.png',
				'~',
				'%2e%2e',
			),
			fc.constantFrom('\u202e', '\u200b', '\ufeff', '\ud800', '\u0301', '🖼️', 'é', '日本'),
			fc.string({ unit: 'binary', maxLength: 20 }),
			fc.string({ unit: 'grapheme', minLength: 100, maxLength: 400 }),
		),
		{ maxLength: 8 },
	)
	.map((pieces) => pieces.join(''));

/** Names of 1 to 400 letters. */
const longName = fc
	.tuple(
		fc.constantFrom('a', 'é', '日', '🖼️', 'e\u0301', 'x.', ' '),
		fc.integer({ min: 1, max: 400 }),
		fc.constantFrom('', '_00001_', '_00002_', 'b'),
		fc.constantFrom('', '.png', '.12345678901234567890123'),
	)
	.map(([letter, length, end, ending]) => `${letter.repeat(length)}${end}${ending}`);

describe('file names from the service', () => {
	it('stay inside the folder, whatever they contain', () => {
		const folder = resolve('some', 'folder');
		fc.assert(
			fc.property(hostileName, (name) => {
				assert.equal(dirname(placeInside(folder, safeFileName(name))), folder);
			}),
			{ numRuns: 2000 },
		);
	});

	it('become one visible segment that every file system accepts', () => {
		fc.assert(
			fc.property(hostileName, (name) => {
				const safe = safeFileName(name);
				assert.ok(safe.length > 0);
				assert.ok(Buffer.byteLength(numberedName(safe, 9999)) <= 255);
				assert.equal(safe.toWellFormed(), safe);
				// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
				assert.doesNotMatch(safe, /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/);
				assert.doesNotMatch(safe, /^[\s.]|[\s.]$/);
				assert.doesNotMatch(safe, /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i);
			}),
			{ numRuns: 2000 },
		);
	});

	it('are unchanged if already safe', () => {
		fc.assert(
			fc.property(hostileName, (name) => {
				const safe = safeFileName(name);
				assert.equal(safeFileName(safe), safe);
			}),
			{ numRuns: 2000 },
		);
	});

	for (const [name, expected] of [
		['ComfyUI_00001_.png', 'ComfyUI_00001_.png'],
		['../../etc/passwd', '_.._etc_passwd'],
		['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
		['.bashrc', 'bashrc'],
		['nul.png', '_nul.png'],
		['CON', '_CON'],
		['com¹.txt', '_com¹.txt'],
		['con .png', '_con .png'],
		['photo\u202egnp.exe', 'photognp.exe'],
		['a\u0000b.png', 'a_b.png'],
		['e\u0301.png', 'é.png'],
		['picture. . ', 'picture'],
		['', 'file'],
		['...', 'file'],
		['日本の港.webp', '日本の港.webp'],
	] as const) {
		it(`${JSON.stringify(name)} becomes ${expected}`, () => assert.equal(safeFileName(name), expected));
	}

	it('keep their extension when truncated', () => {
		const safe = safeFileName(`${'日'.repeat(300)}.png`);
		assert.match(safe, /^日+~日+\.png$/);
		assert.ok(Buffer.byteLength(safe) <= 180);
	});

	it('keep the counter at the end when truncated', () => {
		const names = [1, 2, 3].map((number) => `${'a photo of a lighthouse, '.repeat(20)}_0000${number}_.png`);
		const safe = names.map((name) => safeFileName(name));
		assert.equal(new Set(safe).size, 3);
		for (const [index, name] of safe.entries())
			assert.match(name, new RegExp(`^a photo .*~.*_0000${index + 1}_\\.png$`));
	});

	it('stay safe and distinct after numbering', () => {
		fc.assert(
			fc.property(
				longName,
				fc.integer({ min: 1, max: 9999 }),
				fc.integer({ min: 0, max: 9999 }),
				(name, one, other) => {
					const safe = safeFileName(name);
					const numbered = numberedName(safe, one);
					assert.ok(Buffer.byteLength(numbered) <= 180);
					assert.equal(safeFileName(numbered), numbered);
					if (one !== other) assert.notEqual(numbered, numberedName(safe, other));
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('have their number before the extension', () => {
		assert.equal(numberedName('picture.png', 0), 'picture.png');
		assert.equal(numberedName('picture.png', 2), 'picture (2).png');
		assert.equal(numberedName('picture', 1), 'picture (1)');
		assert.throws(() => placeInside('/a', 'x/y'), RangeError);
		assert.throws(() => placeInside('/a', '..'), RangeError);
		assert.equal(placeInside('/a', 'x'), join(resolve('/a'), 'x'));
	});
});
