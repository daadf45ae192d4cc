import assert from 'node:assert/strict';
import { compact } from '../../../src/core/base/compact.ts';
import type { Failure } from '../../../src/core/base/failure.ts';
import { Absence, isAbsence } from '../../../src/core/records/absence.ts';
import { serviceCodes } from '../../../src/core/wire/codes.ts';

const hour = 3_600_000;

function reply(status: number | undefined, code?: number, kind: Failure['kind'] = 'input'): Failure {
	const words = { message: 'No.', nextStep: '', fixer: 'nobody' } as const;
	return {
		kind,
		...words,
		...compact({
			status,
			code,
			codeName: code === undefined ? undefined : serviceCodes.meaningOf(code, 'catalog')?.name,
		}),
	};
}

/** Polls as often as its verdicts require, and returns the times of the answers and the last verdict. */
function ask(answer: (atMs: number) => Failure, lengthMs: number) {
	const absence = new Absence();
	const moments: number[] = [];
	for (let now = 0; now <= lengthMs; ) {
		const verdict = absence.take(answer(now), now);
		moments.push(now);
		if (verdict.kind === 'gone') return { gone: true, moments };
		now += verdict.inMs;
	}
	return { gone: false, moments };
}

describe('a missing record', () => {
	it('is recognized by its reply', () => {
		for (const failure of [
			reply(404),
			reply(410),
			reply(403, 403003),
			reply(200, 403001),
			reply(undefined, undefined, 'notFound'),
		])
			assert.ok(isAbsence(failure), JSON.stringify(failure));
		for (const failure of [reply(403), reply(500), reply(401), reply(undefined, undefined, 'network')])
			assert.ok(!isAbsence(failure), JSON.stringify(failure));
	});

	it('is polled less and less often for over a day if no reply has a code of the service', () => {
		const { gone, moments } = ask((at) => reply(at % 3 === 0 ? 404 : 410), 6 * 24 * hour);
		assert.equal(gone, false);
		assert.ok(moments.length < 300, `${moments.length} questions in six days`);
		const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
		assert.deepEqual(
			gaps,
			gaps.toSorted((a, b) => a - b),
			'each pause is at least as long as the one before',
		);
		assert.ok(Math.max(...gaps) <= hour);
		assert.ok(moments.filter((at) => at < 60_000).length >= 8, 'at first it may be a matter of seconds');
	});

	it('is polled slightly longer than the service keeps results, and then abandoned', () => {
		const { gone, moments } = ask(() => reply(404), 30 * 24 * hour);
		assert.equal(gone, true);
		assert.ok((moments.at(-1) ?? 0) >= 7 * 24 * hour);
	});

	it('is lost once reported missing with a code of the service for five minutes, never sooner', () => {
		const { gone, moments } = ask(() => reply(404, 40451), hour);
		assert.equal(gone, true);
		const end = moments.at(-1) ?? 0;
		assert.ok(end >= 5 * 60_000 && end < 10 * 60_000, `${end} ms`);
	});

	it('is not lost after one reply with a code among pages without', () => {
		const { gone } = ask((at) => (at === 0 ? reply(404, 40451) : reply(404)), 24 * hour);
		assert.equal(gone, false);
	});

	it('is reported from the second reply on, since the first one', () => {
		const absence = new Absence();
		assert.deepEqual(absence.take(reply(404), 1000), { kind: 'absent', inMs: 2000 });
		assert.deepEqual(absence.take(reply(404), 3000), { kind: 'absent', inMs: 2000, since: 1000 });
		const later = new Absence();
		later.take(reply(404), 5 * hour, hour);
		const verdict = later.take(reply(404), 5 * hour + 2000, hour);
		assert.ok(verdict.kind === 'absent' && verdict.since === hour && verdict.inMs === hour);
	});
});
