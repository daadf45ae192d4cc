import assert from 'node:assert/strict';
import { describeMoment, describeMomentBriefly, describeTime } from '../../../src/core/base/ages.ts';
import { parseHistory } from '../../../src/core/engine/parseReplies.ts';
import { readSampleName } from '../../../src/core/jobs/checkpoints/artifactNames.ts';
import { isoOf, timeOf } from '../../../src/core/json/scalars.ts';

describe('invalid moments', () => {
	const none = [8.64e15 + 1, 9_007_199_254_740_991, 1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY];

	it('are not read as moments', () => {
		for (const number of none) assert.deepEqual([timeOf(number), isoOf(number)], [undefined, undefined]);
		assert.equal(timeOf(1_700_000_000), 1_700_000_000_000);
		assert.equal(isoOf(8.64e15), '+275760-09-13T00:00:00.000Z');
	});

	it('omit the start and end of a run on an engine, but not the run', () => {
		const timestamp = 9_007_199_254_740_991;
		const messages = ['execution_start', 'execution_success'].map((name) => [name, { timestamp }]);
		const entry = parseHistory({ a: { outputs: {}, status: { completed: true, messages } } }, 'a');
		assert.deepEqual([entry?.end, entry?.startedAt, entry?.endedAt], ['success', undefined, undefined]);
	});

	it('do not make a file a sample', () => {
		assert.equal(readSampleName('9999999999999999__000000001_0.png'), undefined);
		assert.equal(readSampleName('1700000000000__000000001_0.png')?.at, 1_700_000_000_000);
	});

	it('are shown as unknown', () => {
		for (const moment of none)
			for (const describeOne of [describeMoment, describeMomentBriefly, describeTime])
				assert.equal(describeOne(moment, 0), '-');
	});
});
