import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { JobResult, JobStatus } from '../../../src/core/jobs/job.ts';
import { hasEnded, type JobRecord } from '../../../src/core/jobs/jobRecord.ts';
import { JobTable, jobLayout } from '../../../src/core/jobs/jobTable.ts';
import {
	accepted,
	endedWithout,
	lost,
	notAccepted,
	refreshed,
	resumed,
	withCancelRequested,
	withLowBalance,
	withNotice,
	withResult,
	withStatus,
} from '../../../src/core/jobs/jobTransitions.ts';
import {
	hasMadeMore,
	isStalled,
	millisecondsLeft,
	nextEventMs,
	paceWith,
} from '../../../src/core/jobs/pace.ts';
import { newFolder } from '../../support/newFolder.ts';
import { jobRecord } from '../support/jobRecord.ts';
import { ledgerIn } from '../support/ledgerIn.ts';

const begun: JobRecord = {
	...jobRecord({ phase: 'submitting', state: '', submittedAt: 1_000_000 }),
	sampleEvery: 250,
	saveEvery: 100,
	plannedSteps: 1000,
};

const status = fc.record<JobStatus>(
	{
		id: fc.constant('j'),
		name: fc.constantFrom('harbor', 'other'),
		state: fc.constantFrom('IN_QUEUE', 'RUNNING', 'STOPPED', 'FAILED', 'CANCELED', 'Preparing'),
		progress: fc.record(
			{ step: fc.integer({ min: 0, max: 1000 }), totalSteps: fc.constant(1000) },
			{ requiredKeys: ['step'] },
		),
		error: fc.constant('why'),
		finishedAt: fc.integer({ min: 0, max: 3_000_000 }),
	},
	{ requiredKeys: ['id', 'state'] },
) as fc.Arbitrary<JobStatus>;

const file = fc.constantFrom('a_000000100.safetensors', 'a.safetensors').map((name) => ({
	name,
	url: `https://files.test/${name}?signature=5ecret`,
}));
const result: fc.Arbitrary<JobResult> = fc.record({
	state: fc.constant('RUNNING'),
	checkpoints: fc.array(file, { maxLength: 3 }),
	samples: fc.array(file, { maxLength: 3 }),
});

type Change = (record: JobRecord, now: number) => JobRecord;

/** Replies that may come from the service at any time, however late. */
const reply: fc.Arbitrary<Change> = fc.oneof(
	status.map(
		(each): Change =>
			(record, now) =>
				withStatus(record, each, now),
	),
	result.map(
		(each): Change =>
			(record) =>
				withResult(record, each),
	),
	status.map(
		(each): Change =>
			(record) =>
				accepted(record, each),
	),
	fc.constantFrom<Change>(
		(record, now) => notAccepted(record, 'uncertain', 'unknown', now),
		(record) => endedWithout(record, 'not listed'),
		(record) => withNotice(record, 'trouble'),
		(record) => withCancelRequested(record),
		(record, now) => withLowBalance(record, { microdollars: 1, currency: 'USD' }, now),
	),
);
/** Additional changes, by a person or from elsewhere. */
const act: fc.Arbitrary<Change> = fc.oneof(
	fc.constantFrom<Change>(
		(record, now) => resumed(record, now),
		(record, now) => lost(record, 'gone', now),
	),
	status.map(
		(each): Change =>
			(record, now) =>
				refreshed(record, each, now),
	),
);

const timed = (change: fc.Arbitrary<Change>) =>
	fc.array(fc.tuple(change, fc.integer({ min: 0, max: 120_000 })), { maxLength: 30 });

describe('the changes of a job', () => {
	it('never reopen an ended job, unless it is resumed', () => {
		fc.assert(
			fc.property(timed(reply), (changes) => {
				let record: JobRecord = accepted(begun, { id: 'j', state: 'IN_QUEUE' });
				let now = record.submittedAt;
				for (const [change, ms] of changes) {
					now += ms;
					const after = change(record, now);
					if (record.phase === 'ended') assert.equal(after.phase, 'ended');
					if (record.phase === 'ending') assert.ok(after.phase === 'ending' || after.phase === 'ended');
					assert.equal(after.attempt, 1);
					record = after;
				}
			}),
			{ numRuns: 500 },
		);
	});

	it('may be repeated', () => {
		fc.assert(
			fc.property(timed(reply), (changes) => {
				let once: JobRecord = begun;
				let now = begun.submittedAt;
				for (const [change, ms] of changes) {
					now += ms;
					once = change(once, now);
					const phaseAfter = change(once, now).phase;
					// The last word of a job may end it: that is all that a repetition may do.
					assert.ok(phaseAfter === once.phase || once.phase === 'ending' || once.phase === 'moving');
					assert.deepEqual(change(once, now).pace, once.pace);
				}
			}),
			{ numRuns: 500 },
		);
	});

	it('produce records without addresses, which the ledger preserves and every query accepts', async () => {
		const folder = newFolder();
		const ledger = await ledgerIn(folder, [jobLayout]);
		const table = new JobTable(ledger);
		try {
			await fc.assert(
				fc.asyncProperty(timed(fc.oneof(reply, act)), async (changes) => {
					let record: JobRecord = begun;
					let now = begun.submittedAt;
					for (const [change, ms] of changes) {
						now += ms;
						record = change(record, now);
					}
					assert.doesNotMatch(JSON.stringify(record), /5ecret|https/);
					const names = record.artifacts?.checkpoints ?? [];
					assert.equal(new Set(names).size, names.length, 'each checkpoint is a row of its own');
					await table.put(record);
					assert.deepEqual(new JobTable(ledger).get(record.id), JSON.parse(JSON.stringify(record)));
					const isListed = table.unfinished('c', 'me').length === 1;
					assert.equal(isListed, !hasEnded(record));
					isStalled(record, now);
					hasMadeMore(record);
					assert.ok((millisecondsLeft(record, now) ?? 0) >= 0);
					assert.ok((nextEventMs(record, now, 30_000) ?? 0) >= 0);
				}),
				{ numRuns: 200 },
			);
		} finally {
			await ledger.close();
		}
	});
});

describe('the result of a running job', () => {
	const at = (step: number, asked?: number, more: Partial<JobRecord> = {}): boolean =>
		hasMadeMore({
			...begun,
			progress: { step, totalSteps: 1000 },
			...(asked === undefined ? {} : { artifacts: { checkpoints: [], sampleCount: 0, step: asked } }),
			...more,
		});

	it('is requested after the first step, and again only after a step with samples or a checkpoint', () => {
		assert.deepEqual([at(0), at(1), at(1, 1), at(99, 1), at(100, 99)], [false, true, false, false, true]);
		assert.equal(at(101, 100), true, 'what was being made at the step is there now');
		assert.deepEqual([at(199, 101), at(200, 101)], [false, true]);
		const unknown = { sampleEvery: undefined, saveEvery: undefined, plannedSteps: undefined } as never;
		assert.deepEqual([at(99, 1, unknown), at(100, 1, unknown)], [false, true]);
	});

	it('is requested again if the job went back', () => {
		assert.equal(at(40, 120), true);
	});
});

describe('the pace of a job', () => {
	it('remembers its first mark and the latest twelve', () => {
		let pace = paceWith(undefined, { step: 0, at: 0 }, begun);
		for (let step = 1; step <= 30; step++) pace = paceWith(pace, { step, at: step * 1000 }, begun);
		assert.equal(pace.first.step, 0);
		assert.deepEqual([pace.recent.length, pace.recent[0]?.step, pace.recent.at(-1)?.step], [12, 19, 30]);
	});

	it('returns the time of an event that regular polls would show too late', () => {
		const marks = [0, 10].map((step) => ({ step, at: step * 1000 }));
		const [first] = marks;
		assert.ok(first);
		const pace = { first, recent: marks };
		const record: JobRecord = { ...begun, state: 'RUNNING', progress: { step: 10, totalSteps: 1000 }, pace };
		assert.equal(nextEventMs(record, 10_000, 40_000), 91_000, 'a checkpoint, once it has been written');
		assert.equal(
			nextEventMs(record, 10_000, 60_000),
			241_000,
			'checkpoints come about as often as the questions',
		);
	});
});

describe('the times of a job', () => {
	const moving: JobRecord = { ...begun, phase: 'moving', jobId: 'j', state: 'IN_QUEUE' };
	const now = 2_000_000;
	const started = (startedAt: number | undefined, more: Partial<JobStatus> = {}, record = moving) =>
		withStatus(record, { id: 'j', state: 'RUNNING', ...(startedAt && { startedAt }), ...more }, now)
			.startedAt;

	it('begin when the service reports, if after the submission or resume and not in the future', () => {
		assert.equal(started(1_500_000), 1_500_000);
		assert.equal(started(1_500_000, {}, { ...moving, resumedAt: 1_600_000 }), now);
		for (const other of [undefined, 999_999, now + 1]) assert.equal(started(other), now);
		assert.equal(started(1_500_000, {}, { ...moving, startedAt: 1_200_000 }), 1_200_000);
	});

	it('begin there even if only the end was seen, and are otherwise unknown', () => {
		assert.equal(started(1_500_000, { state: 'STOPPED' }), 1_500_000);
		assert.equal(started(undefined, { state: 'STOPPED' }), undefined);
		assert.equal(started(1_500_000, { state: 'IN_QUEUE' }), undefined);
	});
});
