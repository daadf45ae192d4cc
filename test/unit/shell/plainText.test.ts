import assert from 'node:assert/strict';
import fc from 'fast-check';
import { labelText, markdownText, messageText } from '../../../src/editor/shell/plainText.ts';

/** Returns a text as a reader of Markdown shows its character references. */
const read = (markdown: string) =>
	markdown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe('text from the service', () => {
	it('is one short line in a label, without icons and marks that change the reading direction', () => {
		assert.equal(labelText('A\r\n\tB\u202e\u0000C'), 'A B C');
		assert.equal(labelText('$(flame) hot'), '$ (flame) hot');
		assert.equal(labelText('Harbour (SD 1.5)'), 'Harbour (SD 1.5)');
		assert.equal(labelText('x'.repeat(10_000), 60).length, 60);
		assert.ok(labelText('🙂'.repeat(10_000), 60).isWellFormed());
	});

	it('creates no link in a notification', () => {
		const text = messageText('[Click](command:workbench.action.quit) and\n[here](https://elsewhere.test)');
		assert.doesNotMatch(text, /\]\(/);
		assert.match(text, /Click.*command:workbench.action.quit.*here/);
	});

	it('contains only letters, digits, spaces and character references in Markdown, and reads the same', () => {
		for (const text of [
			'**bold** _it_ `code` | pipe | <b>html</b> &lt; ~~gone~~',
			'[link](command:x) ![](https://elsewhere.test/x.png) <https://elsewhere.test> https://elsewhere.test www.a.test a@b.test',
			'$(flame) \\| # heading - item 1. item',
			'日本語 café 🙂',
		]) {
			const markdown = markdownText(text);
			assert.match(markdown, /^(?:[\p{L}\p{M}\p{N} ]|&#\d+;)*$/u);
			assert.equal(read(markdown), labelText(text));
		}
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				assert.match(markdownText(text), /^(?:[\p{L}\p{M}\p{N} ]|&#\d+;)*$/u);
			}),
		);
	});
});
