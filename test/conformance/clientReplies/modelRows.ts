import type { RequestCall } from './requestRows.ts';
import { type ReplyRow, rowsOf } from './rows.ts';

const done = { request_id: 'r-1', status: 'succeeded' };

/** Replies that only the host of the catalog sends. */
export const modelRows: readonly ReplyRow<RequestCall>[] = [
	...rowsOf('submit', [
		['refused for an unknown model', { error_code: 400001 }, { failure: 'notFound', code: 400001 }, 400],
		['refused for the balance', { error_code: 400002 }, { failure: 'balance', code: 400002 }, 400],
		['refused for the token', { error_code: 400004 }, { failure: 'auth', code: 400004 }, 400],
	]),
	...rowsOf('cancel', [
		{
			name: 'queued with two l in its cancel',
			status: 202,
			body: { request_id: 'r-1', status: 'completed', outcome: 'Cancelled' },
			is: { outcome: 'requested' },
		},
	]),
	...rowsOf('result', [
		['not ready, by its code', { error_code: 400005 }, { failure: undefined, phase: undefined }, 400],
		{
			name: 'not ready, by its code in a success',
			body: { error_code: 400005, error_message: 'not ready' },
			is: { failure: undefined, phase: undefined },
		},
		['a cost', { ...done, cost: 2.85 }, { costMicrodollars: 2_850_000 }],
		['a cost as text', { ...done, cost: '0.0025' }, { costMicrodollars: 2500 }],
		['a cost that is null', { ...done, cost: null }, { phase: 'succeeded', costMicrodollars: undefined }],
		{
			name: 'a cost that is not a number',
			body: '{"status":"succeeded","cost":NaN}',
			is: { phase: 'succeeded', costMicrodollars: undefined },
		},
		['a cost of other spelling', { ...done, costUsd: 1 }, { costMicrodollars: 1_000_000 }],
	]),
];
