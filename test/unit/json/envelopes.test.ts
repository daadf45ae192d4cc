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

describe('a record in an envelope with an id of the call', () => {
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
			(value) => parseRequestStatus(value, 'r-1'),
			{ request_id: 'r-1', status: 'in_progress' },
			{ status: 'failed' },
		],
		[
			'the result of a request',
			(value) => parseRequestResult(value, 'r-1'),
			{ request_id: 'r-1', status: 'failed', error: { error: 'no memory' } },
		],
	];
	for (const [what, parse, ...each] of records)
		it(`is that of ${what}`, () => {
			for (const record of each)
				for (const wrap of envelopes)
					assert.deepEqual(parse(wrap(record)), parse(record), JSON.stringify(wrap(record)));
		});
});
