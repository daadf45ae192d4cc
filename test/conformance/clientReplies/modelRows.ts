import type { RequestCall } from './requestRows.ts';
import type { ReplyRow } from './rows.ts';

const done = { request_id: 'r-1', status: 'succeeded' };

/** Replies that only the host of the catalog sends. */
export const modelRows: readonly ReplyRow<RequestCall>[] = [
	{
		name: 'refused for an unknown model',
		call: 'submit',
		status: 400,
		body: { error_code: 400001 },
		is: { failure: 'notFound', code: 400001 },
	},
	{
		name: 'refused for the balance',
		call: 'submit',
		status: 400,
		body: { error_code: 400002 },
		is: { failure: 'balance', code: 400002 },
	},
	{
		name: 'refused for the token',
		call: 'submit',
		status: 400,
		body: { error_code: 400004 },
		is: { failure: 'auth', code: 400004 },
	},
	{
		name: 'queued with two l in its cancel',
		call: 'cancel',
		status: 202,
		body: { request_id: 'r-1', status: 'completed', outcome: 'Cancelled' },
		is: { outcome: 'requested' },
	},
	{
		name: 'not ready, by its code',
		call: 'result',
		status: 400,
		body: { error_code: 400005 },
		is: { failure: undefined, phase: undefined },
	},
	{
		name: 'not ready, by its code in a success',
		call: 'result',
		body: { error_code: 400005, error_message: 'not ready' },
		is: { failure: undefined, phase: undefined },
	},
	{ name: 'a cost', call: 'result', body: { ...done, cost: 2.85 }, is: { costMicrodollars: 2_850_000 } },
	{
		name: 'a cost as text',
		call: 'result',
		body: { ...done, cost: '0.0025' },
		is: { costMicrodollars: 2500 },
	},
	{
		name: 'a cost that is null',
		call: 'result',
		body: { ...done, cost: null },
		is: { phase: 'succeeded', costMicrodollars: undefined },
	},
	{
		name: 'a cost that is not a number',
		call: 'result',
		body: '{"status":"succeeded","cost":NaN}',
		is: { phase: 'succeeded', costMicrodollars: undefined },
	},
	{
		name: 'a cost of other spelling',
		call: 'result',
		body: { ...done, costUsd: 1 },
		is: { costMicrodollars: 1_000_000 },
	},
];
