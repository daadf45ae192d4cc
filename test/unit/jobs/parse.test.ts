import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { finishOf, isFinished, type KnownEnd } from '../../../src/core/jobs/job.ts';
import {
	errorText,
	parseJobResult,
	parseJobStatus,
	parseSubmittedJob,
} from '../../../src/core/jobs/parse.ts';
import { parseJson } from '../../../src/core/json/exact.ts';
import { provesDamage } from '../support/damagedReplies.ts';

const parsers: Readonly<Record<string, (value: unknown) => unknown>> = {
	status: (value) => parseJobStatus(value, 'j'),
	submission: parseSubmittedJob,
	result: (value) => parseJobResult(value),
	error: errorText,
};

const genuine: readonly string[] = [
	'{"id":"j","name":"harbor","status":"RUNNING","progress":{"current_step":320,"total_steps":2000,"percent":16},"error":null,"created_at":"2026-01-02T03:04:05Z","started_at":"2026-01-02T03:05:05Z","finished_at":null,"result_url":"https://x.test/r"}',
	'{"job_id":"j","status":"STOPPED","progress":{"current_step":2000,"total_steps":2000}}',
	'{"id":"j","status":"FAILED","errors":[{"message":"Job failed: server was reclaimed.","code":"TRAINING_ERROR"}]}',
	'{"id":"j","status":"RUNNING","artifacts":{"checkpoints":[{"path":"https://f.test/h/h_000000250.safetensors?sig=1"}],"config":{"path":"https://f.test/h/config.yaml"},"samples":[{"url":"https://f.test/h/samples/1700__000000250_0.jpg"}]},"error":{"message":"m"}}',
];

describe('every parser of jobs', () => {
	provesDamage(parsers, genuine);

	it('accepts an endlessly nested error', () => {
		const deep = parseJson(`{"status":"FAILED","error":${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}}`);
		assert.ok(deep.ok);
		assert.equal(parseJobStatus(deep.value, 'j')?.state, 'FAILED');
	});

	it('never returns progress other than whole steps from 0', () => {
		fc.assert(
			fc.property(fc.anything(), fc.anything(), fc.anything(), (step, total, percent) => {
				const progress = { current_step: step, total_steps: total, percent };
				const read = parseJobStatus({ id: 'j', status: 'RUNNING', progress }, 'j')?.progress;
				if (read === undefined) return;
				assert.ok(Number.isSafeInteger(read.step) && read.step >= 0);
				if (read.totalSteps !== undefined)
					assert.ok(Number.isSafeInteger(read.totalSteps) && read.totalSteps > 0);
			}),
		);
	});
});

describe('the status of a job', () => {
	const status = (value: unknown) => parseJobStatus(value, 'asked');

	it('is read in both field spellings', () => {
		assert.deepEqual(status(JSON.parse(genuine[0] ?? '')), {
			id: 'j',
			name: 'harbor',
			state: 'RUNNING',
			progress: { step: 320, totalSteps: 2000 },
			createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
			startedAt: Date.UTC(2026, 0, 2, 3, 5, 5),
		});
		const other = {
			job_id: 'k',
			job_name: 'n',
			status: 'cancelled',
			completed_at: '2026-01-02T03:04:05',
			error_message: 'why',
		};
		assert.deepEqual(status(other), {
			id: 'k',
			name: 'n',
			state: 'CANCELED',
			error: 'why',
			finishedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
		});
	});

	it('lists artifacts by name, nested or plain', () => {
		const checkpoints = (value: unknown) =>
			parseJobResult({ artifacts: { checkpoints: value } })?.checkpoints.map(({ name }) => name);
		const url = (name: string) => `https://f.test/${name}.safetensors?sig=1`;
		const names = ['a.safetensors', 'b.safetensors'];
		assert.deepEqual(checkpoints({ first: url('a'), last: url('b') }), names);
		assert.deepEqual(checkpoints({ files: [{ file: { url: url('a') } }, [url('b')]] }), names);
		assert.deepEqual(checkpoints(url('a')), ['a.safetensors']);
		assert.deepEqual(checkpoints({ name: 'a', path: url('a') }), ['a.safetensors']);
	});

	it('distinguishes finished jobs from those stopped early', () => {
		const stopped = (step: number, error?: unknown) =>
			status({ status: 'stopped', progress: { current_step: step, total_steps: 10 }, error });
		const ends = [stopped(10), stopped(9), stopped(10, { code: 'X' })];
		assert.deepEqual(
			ends.map((end) => end !== undefined && isFinished(end)),
			[true, false, false],
		);
	});

	it('assumes that a job finished unless contradicted, with its last checkpoint as proof', () => {
		const last = { checkpoints: ['fox_000000250.safetensors', 'fox.safetensors'] };
		const half = { checkpoints: ['fox_000000250.safetensors'] };
		const end = (more: Partial<KnownEnd>) => finishOf({ state: 'STOPPED', plannedSteps: 1000, ...more });
		assert.equal(end({}), 'perhaps');
		assert.equal(end({ artifacts: last }), 'surely');
		assert.equal(end({ artifacts: half }), 'no');
		assert.equal(end({ error: 'reclaimed' }), 'no');
		const short = { step: 999, totalSteps: 1000 };
		assert.equal(end({ progress: short }), 'no');
		assert.equal(end({ progress: short, artifacts: last }), 'surely');
		// Resumed for more steps than the attempt that wrote the last checkpoint.
		const resumed = { attempt: 2, artifacts: last };
		assert.equal(end({ ...resumed, progress: { step: 700, totalSteps: 1000 } }), 'no');
		assert.equal(end({ ...resumed, progress: short }), 'surely');
		assert.equal(end(resumed), 'perhaps');
	});
});

describe('the error of a job', () => {
	it('is readable text for any JSON', () => {
		const cases: readonly (readonly [unknown, string | undefined])[] = [
			[null, undefined],
			['', undefined],
			[[], undefined],
			['out of memory', 'out of memory'],
			[{ message: 'server was reclaimed', code: 'TRAINING_ERROR' }, 'server was reclaimed'],
			[{ error: { detail: 'inner' } }, 'inner'],
			[[{ msg: 'a' }, 'b'], 'a; b'],
			[{ code: 7, where: 'step 3' }, '"code": "7", "where": "step 3"'],
			[42, '42'],
		];
		for (const [value, expected] of cases) assert.equal(errorText(value), expected);
	});

	it('contains no secrets', () => {
		const text =
			errorText({
				message: 'GET https://hub.test/m?sig=5ecret failed for hf_abcdefghijklmnopqrstuvwxyz',
			}) ?? '';
		assert.doesNotMatch(text, /5ecret|hf_abc/);
		assert.doesNotMatch(errorText({ hf_token: 'plain-5ecret', at: 3 }) ?? '', /5ecret/);
	});
});

describe('the result of a job', () => {
	it('is empty without artifacts, in any shape', () => {
		for (const artifacts of [null, undefined, {}, [], 'x', { checkpoints: null, config: {}, samples: 3 }]) {
			const result = parseJobResult({ status: 'IN_QUEUE', artifacts });
			assert.deepEqual([result?.checkpoints, result?.samples, result?.config], [[], [], undefined]);
		}
	});

	it('accepts the configuration as one or a list, and addresses bare or as path or url', () => {
		const config = (value: unknown) => parseJobResult({ artifacts: { config: value } })?.config?.url;
		const url = 'https://f.test/config.yaml';
		for (const value of [{ path: url }, [{ url }], url, [url]]) assert.equal(config(value), url);
	});

	it('contains no name that leads to another folder, and only web addresses', () => {
		const [one] =
			parseJobResult({ artifacts: { samples: ['https://f.test/a/..%2F..%2Fetc%2Fpasswd'] } })?.samples ?? [];
		assert.equal(one?.name, '.._.._etc_passwd');
		const samples = ['file:///etc/passwd', 'samples/1.jpg', { path: 7 }];
		assert.deepEqual(parseJobResult({ artifacts: { samples } })?.samples, []);
	});
});
