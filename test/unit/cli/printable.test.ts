import assert from 'node:assert/strict';
import { printable, printableJson } from '../../../src/cli/terminal/printable.ts';

describe('a text in a terminal', () => {
	it('escapes invisible characters, and stays the same as JSON', () => {
		const tag = String.fromCodePoint(0xe0041);
		assert.equal(printable(`a${tag}b\u200bc\u202ed\n`), 'a\\udb40\\udc41b\\u200bc\\u202ed\\n');
		const value = { name: `a${tag}\u2060\u{1f469}\u200d\u{1f4bb}` };
		assert.ok(!printableJson(value).includes(tag));
		assert.deepEqual(JSON.parse(printableJson(value)), value);
	});

	it('keeps emoji', () => {
		const emoji = '\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f';
		assert.equal(printable(emoji), emoji);
	});
});
