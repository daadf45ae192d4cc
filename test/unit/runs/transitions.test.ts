import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact } from '../../../src/core/base/compact.ts';
import type { Failure } from '../../../src/core/base/failure.ts';
import { dialectOf } from '../../../src/core/connection/dialects.ts';
import { wasNotSubmitted } from '../../../src/core/records/submissions.ts';
import type { RequestPhase, RequestResult } from '../../../src/core/requests/request.ts';
import { hasEnded, type Run } from '../../../src/core/runs/run.ts';
import {
	lost,
	notSubmitted,
	settled,
	submitted,
	withCancelRequested,
	withFile,
	withNotice,
	withResult,
	withStatus,
} from '../../../src/core/runs/transitions.ts';

const dialect = dialectOf({ dialect: 'contract' });

const begun: Run = {
	id: 'a',
	connectionId: 'c',
	accountId: 'me',
	target: { kind: 'deployment', id: 'd', name: 'D' },
	documentName: 'x.json',
	state: 'submitting',
	summary: { mode: 'inline', changed: [], outputTitles: {} },
	submittedAt: 1_000_000,
	files: [],
	texts: [],
};

const phases: readonly RequestPhase[] = [
	'queued',
	'running',
	'succeeded',
	'failed',
	'canceled',
	'finished',
	'unknown',
];

function result(phase: RequestPhase, fileCount: number): RequestResult {
	return {
		phase,
		status: phase,
		files: Array.from({ length: fileCount }, (_, index) => ({
			key: `9/images/${index}`,
			nodeId: '9',
			channel: 'images',
			index,
			filename: `${index}.png`,
			subfolder: '',
			type: 'output',
			url: `https://host/${index}?signature=5ecret`,
		})),
		texts: [{ nodeId: '1', channel: 'text', index: 0, text: 'hello' }],
		...(phase === 'failed' ? { error: { error: 'E', details: 'd', debugInfo: 'i' } } : {}),
	};
}

type Event = { readonly name: string; readonly apply: (run: Run, now: number) => Run };

const phase = fc.constantFrom(...phases);
const place = fc.nat(3).map((index) => ({ key: `9/images/${index}` }));
const event: fc.Arbitrary<Event> = fc.oneof(
	fc.constant<Event>({ name: 'submitted', apply: (run) => submitted(run, 'r') }),
	fc.constantFrom('unsent', 'uncertain').map<Event>((state) => ({
		name: state,
		apply: (run, now) => notSubmitted(run, state, 'sentence', now),
	})),
	fc
		.record({ phase, position: fc.option(fc.nat(5), { nil: undefined }) })
		.map<Event>(({ phase: word, position }) => ({
			name: `status ${word}`,
			apply: (run, now) =>
				withStatus(
					run,
					{
						phase: word,
						status: word,
						...compact({ queuePosition: position }),
					},
					now,
				),
		})),
	fc.record({ phase, files: fc.nat(3) }).map<Event>(({ phase: word, files }) => ({
		name: `result ${word}`,
		apply: (run, now) => withResult(run, result(word, files), now, dialect),
	})),
	place.map<Event>((file) => ({
		name: 'file',
		apply: (run) => withFile(run, file, { archivedAs: 'x.png', bytes: 3 }),
	})),
	place.map<Event>((file) => ({
		name: 'no file',
		apply: (run) => withFile(run, file, { problem: 'sentence' }),
	})),
	fc.constant<Event>({ name: 'settled', apply: settled }),
	fc.constant<Event>({ name: 'lost', apply: (run, now) => lost(run, 'sentence', now) }),
	fc
		.constantFrom('trouble', undefined)
		.map<Event>((notice) => ({ name: 'notice', apply: (run) => withNotice(run, notice) })),
	fc.constant<Event>({ name: 'cancel', apply: withCancelRequested }),
);

describe('the changes of a run', () => {
	it('may each occur twice, at any time', () => {
		fc.assert(
			fc.property(fc.array(event, { maxLength: 12 }), (events) => {
				let run = begun;
				for (const [index, { name, apply }] of events.entries()) {
					const now = begun.submittedAt + index * 1000;
					const once = apply(run, now);
					assert.deepEqual(apply(once, now + 500), once, name);
					run = once;
				}
			}),
			{ numRuns: 2000 },
		);
	});

	it('never leave an end state, except for a late reply to a submission', () => {
		fc.assert(
			fc.property(fc.array(event, { maxLength: 15 }), (events) => {
				let run = begun;
				for (const [index, { name, apply }] of events.entries()) {
					const next = apply(run, begun.submittedAt + index);
					if (hasEnded(run) && !(run.state === 'uncertain' && name === 'submitted')) {
						assert.equal(next.state, run.state, name);
						assert.equal(next.endedAt, run.endedAt, name);
					}
					if (run.state === 'fetching')
						assert.ok(['fetching', 'succeeded', 'lost'].includes(next.state), name);
					run = next;
				}
			}),
			{ numRuns: 2000 },
		);
	});

	it('never keep an address', () => {
		const run = withResult({ ...begun, state: 'running' }, result('succeeded', 3), 2_000_000, dialect);
		assert.equal(run.files.length, 3);
		assert.equal(JSON.stringify(run).includes('https:'), false);
	});

	it('give advice if a run ends because of the balance or the deployment, and only then', () => {
		const failed = (errorCode: number, kind: Run['target']['kind']) => {
			const error = { error: 'InsufficientFunds', details: 'd', debugInfo: '', errorCode };
			const running = withStatus(
				submitted({ ...begun, target: { ...begun.target, kind } }, 'r'),
				{
					status: 'running',
					phase: 'running',
				},
				1,
			);
			const { notice = '', refusal } = withResult(running, { ...result('failed', 0), error }, 2, dialect);
			return [notice, refusal] as const;
		};
		const [words, refusal] = failed(10001, 'deployment');
		assert.match(words, /does not allow runs\. Top up .* If the deployment is disabled, enable it/);
		assert.equal(refusal, 'balance');
		assert.match(failed(10002, 'deployment')[0], /disabled.*Enable the deployment/);
		assert.equal(failed(10002, 'deployment')[1], undefined);
		assert.match(failed(400002, 'model')[0], /balance.*Top up/);
		assert.deepEqual(failed(10001, 'engine'), ['', undefined]);
		assert.deepEqual(failed(20005, 'deployment'), ['', undefined]);
	});

	it('end a run by the duration from the service, within the limits of the local clock', () => {
		const at = (createdAt: string, finishedAt: string) =>
			withResult(
				{ ...begun, state: 'running', startedAt: 1_001_000 },
				{ ...result('succeeded', 1), createdAt, finishedAt },
				1_010_000,
				dialect,
			);
		// Their clock is years off; only the difference counts.
		assert.equal(at('2001-01-01T00:00:00+00:00', '2001-01-01T00:00:09.5+00:00').endedAt, 1_009_500);
		assert.equal(at('2001-01-01T00:00:00+00:00', '2001-01-01T01:00:00+00:00').endedAt, 1_010_000);
		assert.equal(at('2001-01-01T00:00:00+00:00', '2001-01-01T00:00:00+00:00').endedAt, 1_001_000);
		assert.equal(at('soon', 'later').endedAt, 1_010_000);
		assert.equal(at('soon', 'later').expiresAt, 1_010_000 + 7 * 24 * 3600 * 1000);
	});
});

describe('whether a submission surely failed', () => {
	const failure: Failure = {
		kind: 'upstream',
		message: '',
		nextStep: '',
		fixer: 'service',
		mayHaveArrived: true,
	};
	for (const [what, more, expected] of [
		['no byte left', { mayHaveArrived: false }, true],
		['422', { status: 422 }, true],
		['401', { status: 401 }, true],
		['429', { status: 429 }, true],
		['200 with an error code', { status: 200, code: 10001 }, true],
		['200 that cannot be read', { status: 200 }, false],
		['408', { status: 408 }, false],
		['500', { status: 500 }, false],
		['500 with a code', { status: 500, code: 500001 }, false],
		['503', { status: 503 }, false],
		['a cut connection', {}, false],
	] as const) {
		it(`${what}: ${expected ? 'yes' : 'no'}`, () => {
			assert.equal(wasNotSubmitted({ ...failure, ...more }), expected);
		});
	}
});
