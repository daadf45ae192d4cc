import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding, Fix } from '../../../src/core/findings.ts';
import { fixesForAll } from '../../../src/core/fixAll.ts';

const finding = (fixes: readonly Fix[]): Finding => ({
	code: 'rule',
	severity: 'error',
	message: 'Something is wrong.',
	range: { start: 0, end: 1 },
	fixes,
});
const fix = (start: number, end: number, newText: string, preferred = true): Fix => ({
	title: newText,
	edits: [{ range: { start, end }, newText }],
	preferred,
});
const titles = (...findings: readonly Finding[]): readonly string[] =>
	fixesForAll(findings).map(({ title }) => title);

describe('fixing everything at once', () => {
	it('takes the preferred fix of each finding and leaves those for a person to choose', () => {
		assert.deepEqual(titles(finding([fix(0, 2, 'no', false), fix(0, 2, 'yes')])), ['yes']);
		assert.deepEqual(titles(finding([fix(0, 2, 'no', false)]), finding([])), []);
	});

	it('applies a fix that several findings offer once, and two additions at one place both', () => {
		assert.deepEqual(titles(finding([fix(4, 4, 'both')]), finding([fix(4, 4, 'both')])), ['both']);
		assert.deepEqual(titles(finding([fix(4, 4, 'one')]), finding([fix(4, 4, 'two')])), ['one', 'two']);
	});

	it('leaves out what touches a change already chosen, in whatever order findings come', () => {
		assert.deepEqual(titles(finding([fix(5, 9, 'late')]), finding([fix(0, 6, 'early')])), ['early']);
		const place = fc.tuple(fc.nat(40), fc.nat(6), fc.string({ maxLength: 2 }));
		fc.assert(
			fc.property(fc.array(place, { maxLength: 30 }), (places) => {
				const chosen = fixesForAll(
					places.map(([start, length, text]) => finding([fix(start, start + length, text)])),
				);
				const edits = chosen.flatMap(({ edits: [edit] }) => (edit ? [edit.range] : []));
				for (const [index, { start }] of edits.entries()) {
					assert.ok(start >= (edits[index - 1]?.end ?? 0));
				}
				assert.equal(chosen.length > 0, places.length > 0);
			}),
		);
	});
});
