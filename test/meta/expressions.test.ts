import assert from 'node:assert/strict';
import { expressionsOf, growsFaster } from './support/expressions.ts';

describe('regular expressions', () => {
	it('take time in proportion to the text', async () => {
		const all = await expressionsOf('src');
		assert.ok(all.length > 200, 'the sources are searched');
		const slow = all.filter(growsFaster);
		assert.deepEqual(
			slow.map((each) => `${each.file}: /${each.source}/${each.flags}`),
			[],
			'scan by hand, or let no two repetitions take the same character',
		);
	});

	it('are known to be slow where they are', () => {
		for (const expression of [/\s+$/, /\s+#.*$/, /^(\w+)*$/, /\d+\.?\d*x/, /^\s+:/m])
			assert.ok(growsFaster(expression), String(expression));
		for (const expression of [/^\s+/, /"class_type"\s*:/, /^(?:[^']|'')*$/])
			assert.ok(!growsFaster(expression), String(expression));
	});
});
