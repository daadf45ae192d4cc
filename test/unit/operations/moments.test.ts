import assert from 'node:assert/strict';
import { momentOf } from '../../../src/core/operations/moments.ts';

describe('a moment as text', () => {
	const now = new Date(2026, 2, 1, 15, 30).getTime();

	for (const [text, expected] of [
		['today', new Date(2026, 2, 1)],
		['yesterday', new Date(2026, 1, 28)],
		['2h', new Date(now - 7_200_000)],
		['30m', new Date(now - 1_800_000)],
		['3d', new Date(now - 259_200_000)],
		['1w', new Date(now - 604_800_000)],
		['2026-02-03', new Date(2026, 1, 3)],
		['2026-02-03T04:05', new Date(2026, 1, 3, 4, 5)],
		['2026-02-03T04:05:06Z', new Date(Date.UTC(2026, 1, 3, 4, 5, 6))],
		['2024-02-29', new Date(2024, 1, 29)],
	] as const)
		it(`can be ${text}`, () => assert.equal(momentOf(text, now), expected.getTime()));

	for (const text of [
		'',
		'2',
		'h',
		'-2h',
		'2y',
		'tomorrow',
		'2026-02-30',
		'2026-13-01',
		'03.02.2026',
		'2026',
	])
		it(`cannot be "${text}"`, () => assert.equal(momentOf(text, now), undefined));
});
