import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding, Fix } from '../../../src/core/base/findings.ts';
import { applyEdits, fixAllEdits, fixesForAll } from '../../../src/core/base/fixAll.ts';

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
	it('uses the preferred fix of each finding and skips those that need a choice', () => {
		assert.deepEqual(titles(finding([fix(0, 2, 'no', false), fix(0, 2, 'yes')])), ['yes']);
		assert.deepEqual(titles(finding([fix(0, 2, 'no', false)]), finding([])), []);
	});

	it('applies a shared fix of several findings once, and two additions at one place both', () => {
		assert.deepEqual(titles(finding([fix(4, 4, 'both')]), finding([fix(4, 4, 'both')])), ['both']);
		assert.deepEqual(titles(finding([fix(4, 4, 'one')]), finding([fix(4, 4, 'two')])), ['one', 'two']);
	});

	it('takes a fix with an edit for each of very many lines', () => {
		const edits = Array.from({ length: 300_000 }, (_, line) => fix(2 * line, 2 * line, ' ').edits).flat();
		assert.deepEqual(titles(finding([{ title: 'indent', edits, preferred: true }])), ['indent']);
	});

	it('skips changes that overlap a chosen one, in any order of findings', () => {
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

describe('fixing everything repeatedly', () => {
	const fixable = (start: number, end: number, newText: string): Finding =>
		finding([{ title: 'Fix', preferred: true, edits: [{ range: { start, end }, newText }] }]);

	it('continues with findings revealed by a fix, as edits of the first text', () => {
		const check = (text: string): readonly Finding[] => {
			const [at, word, next] = [
				[text.indexOf('one'), 'one', 'two'] as const,
				[text.indexOf('two'), 'two', 'three'] as const,
			].find(([index]) => index >= 0) ?? [-1, '', ''];
			return at < 0 ? [] : [fixable(at, at + word.length, next)];
		};
		const text = 'a one, b one, c';
		const edits = fixAllEdits(text, check(text), check);
		assert.equal(applyEdits(text, edits), 'a three, b three, c');
		assert.deepEqual(
			edits.map(({ range }) => range),
			[
				{ start: 2, end: 5 },
				{ start: 9, end: 12 },
			],
		);
	});

	it('ends if fixes undo each other', () => {
		const check = (text: string) => [fixable(0, 1, text === 'a' ? 'b' : 'a')];
		assert.ok(fixAllEdits('a', check('a'), check).length > 0);
	});

	it('combines any rounds of edits into one set of edits', () => {
		const piece = fc.tuple(fc.nat(40), fc.nat(6), fc.stringMatching(/^[a-z]{0,5}$/));
		fc.assert(
			fc.property(
				fc.stringMatching(/^[A-Z]{0,40}$/),
				fc.array(fc.array(piece, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
				(text, rounds) => {
					let wanted = text;
					const inText = (current: string, round: (typeof rounds)[number]) =>
						round.map(([start, length, newText]) => {
							const from = Math.min(start, current.length);
							return fixable(from, Math.min(from + length, current.length), newText);
						});
					const all = rounds.map((round) => {
						const findings = inText(wanted, round);
						const edits = fixesForAll(findings)
							.flatMap((fix) => fix.edits)
							.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
						wanted = applyEdits(wanted, edits);
						return findings;
					});
					let round = 0;
					const edits = fixAllEdits(text, all[0] ?? [], () => all[++round] ?? []);
					assert.equal(applyEdits(text, edits), wanted);
					let reach = 0;
					for (const { range } of edits) {
						assert.ok(range.start >= reach && range.end >= range.start && range.end <= text.length);
						reach = range.end;
					}
				},
			),
			{ numRuns: 2000 },
		);
	});
});
