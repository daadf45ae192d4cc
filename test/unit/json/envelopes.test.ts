import assert from 'node:assert/strict';
import { parseAccount } from '../../../src/core/account/identity.ts';
import { parseModel } from '../../../src/core/catalog/parseModel.ts';
import { parseDataset } from '../../../src/core/datasets/parseDataset.ts';
import { parseDeployment } from '../../../src/core/deployments/parseDeployment.ts';
import { parseJobResult, parseJobStatus, parseSubmittedJob } from '../../../src/core/jobs/parse.ts';
import { parseRequestStatus } from '../../../src/core/requests/parseRequest.ts';
import { parseRequestResult } from '../../../src/core/requests/parseResult.ts';

/** Replies of an envelope around a record, with an id of the call. */
const envelopes: readonly ((record: object) => object)[] = [
	(record) => ({ id: 'trace', data: record }),
	(record) => ({ id: 'trace', status: 'success', data: record }),
	(record) => ({ request_id: 'trace', status: 'ok', result: record }),
	(record) => ({ id: 'trace', status: 'success', result: [record] }),
	(record) => ({ trace_id: 'trace', meta: { id: 'trace' }, ...record }),
];

describe('a record in an envelope with a call ID', () => {
	const records: readonly (readonly [string, (value: unknown) => unknown, ...object[]])[] = [
		['an account', parseAccount, { id: 'a-1', email: 'a@b.test' }, { id: 'a-1', token_type: 'cli' }],
		['a deployment', parseDeployment, { id: 'd-1', workflow_id: 'w', hardware: ['A'], status: 'standby' }],
		['a dataset', parseDataset, { id: 's-1', status: 'READY', files: [] }, { id: 's-1', state: 'DRAFT' }],
		['a model', parseModel, { id: 'a/b/c', input_schema: {} }, { model_id: 'a/b/c' }],
		['a submitted job', parseSubmittedJob, { id: 'j-1', status: 'IN_QUEUE' }, { job_id: 'j-1' }],
		['the state of a job', (value) => parseJobStatus(value, 'j-1'), { id: 'j-1', status: 'FAILED' }],
		['the result of a job', (value) => parseJobResult(value), { status: 'STOPPED', artifacts: null }],
		[
			'the state of a request',
			(value) => parseRequestStatus(value),
			{ request_id: 'r-1', status: 'in_progress' },
			{ status: 'failed' },
		],
		[
			'the result of a request',
			(value) => parseRequestResult(value),
			{ request_id: 'r-1', status: 'failed', error: { error: 'no memory' } },
		],
	];
	for (const [what, parse, ...each] of records)
		it(`is parsed as ${what}`, () => {
			for (const record of each)
				for (const wrap of envelopes)
					assert.deepEqual(parse(wrap(record)), parse(record), JSON.stringify(wrap(record)));
		});
});

describe('a reply with records of other kinds', () => {
	const dataset = { id: 's-1', name: 'cats', status: 'READY' };
	const rows: readonly (readonly [string, (value: unknown) => unknown, object, object])[] = [
		[
			'a job with its dataset',
			parseSubmittedJob,
			{ job_id: 'j-1', status: 'IN_QUEUE', dataset },
			{ id: 'j-1', state: 'IN_QUEUE' },
		],
		[
			'a job whose id has no name of its own, with its dataset',
			parseSubmittedJob,
			{ id: 'j-1', status: 'IN_QUEUE', dataset },
			{ id: 'j-1', state: 'IN_QUEUE' },
		],
		[
			'a job without a state, with its dataset',
			parseSubmittedJob,
			{ job_id: 'j-1', dataset },
			{ id: 'j-1', state: 'IN_QUEUE' },
		],
		[
			'a job in a call with a time',
			parseSubmittedJob,
			{ id: 'call', created_at: '2026-01-02T03:04:05Z', data: { job_id: 'j-1', status: 'IN_QUEUE' } },
			{ id: 'j-1', state: 'IN_QUEUE' },
		],
		[
			'a dataset with its job',
			parseDataset,
			{ id: 's-1', status: 'READY', job: { id: 'j-1', name: 'cats', created_at: '2026-01-02T03:04:05Z' } },
			{ id: 's-1', name: 's-1', state: 'READY' },
		],
		[
			'a dataset in a call with a time',
			parseDataset,
			{ id: 'call', created_at: '2026-01-02T03:04:05Z', data: { dataset_id: 's-1', status: 'READY' } },
			{ id: 's-1', name: 's-1', state: 'READY' },
		],
		[
			'a deployment with its model',
			parseDeployment,
			{ id: 'd-1', status: 'standby', model: { id: 'm-1', name: 'base' } },
			{ id: 'd-1', name: 'd-1', status: 'standby' },
		],
		[
			'a deployment in a call with a name',
			parseDeployment,
			{ id: 'call', name: 'read', data: { deployment_id: 'd-1', status: 'standby' } },
			{ id: 'd-1', name: 'd-1', status: 'standby' },
		],
		[
			'a deployment with an id of the call',
			parseDeployment,
			{ id: 'call', deployment_id: 'd-1', name: 'portraits' },
			{ id: 'd-1', name: 'portraits' },
		],
		[
			'a model with its deployment',
			parseModel,
			{ id: 'a/b/c', deployment: { id: 'd-1', name: 'portraits' } },
			{ id: 'a/b/c', name: 'a/b/c', categories: [] },
		],
		[
			'an account in a call with the type of a token',
			parseAccount,
			{ id: 'call', token_type: 'cli', user: { user_id: 'a-1' } },
			{ id: 'a-1', label: 'a-1' },
		],
	];
	for (const [what, parse, reply, expected] of rows)
		it(`is read as ${what}`, () => assert.deepEqual(parse(reply), expected));

	it('is the result of a request with a state in its output', () => {
		const reply = {
			request_id: 'r-1',
			status: 'success',
			cost: 0.02,
			result: { status: 'ready', images: [{ url: 'https://f.test/a.png' }] },
		};
		assert.equal(parseRequestStatus(reply)?.phase, 'succeeded');
		const result = parseRequestResult(reply);
		assert.equal(result?.phase, 'succeeded');
		assert.equal(result?.costMicrodollars, 20_000);
		assert.equal(result?.files.length, 1);
	});

	for (const record of [
		{ request_id: 'r-1', status: 'dreaming' },
		{ status: 'dreaming', cost: 0.02 },
	])
		it(`is the result of a request in a call, with an unknown state: ${JSON.stringify(record)}`, () => {
			const reply = { id: 'trace', status: 'ok', data: record };
			assert.deepEqual(parseRequestResult(reply), parseRequestResult(record));
		});

	it('is a job in a call, with an unknown state', () => {
		const reply = { id: 'trace', status: 'success', data: { id: 'j-1', status: 'PAUSED' } };
		assert.deepEqual(parseJobStatus(reply, 'j-1'), { id: 'j-1', state: 'PAUSED' });
	});
});
