import type { ReplyRow } from './rows.ts';

export type RequestCall = 'submit' | 'status' | 'result' | 'cancel';

const accepted = {
	request_id: 'r-1',
	status_url: 'https://api.example/prod/v2/deployments/d/requests/r-1/status',
	result_url: 'https://api.example/prod/v2/deployments/d/requests/r-1/result',
	cancel_url: 'https://api.example/prod/v2/deployments/d/requests/r-1/cancel',
};
const taken = { requestId: 'r-1' };
const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' };
const picture = 'https://files.example/a.png?signature=1';

/** The rows that hold for a submission to a deployment and for one to a model. */
export const submitRows: readonly ReplyRow<'submit'>[] = [
	{ name: 'the four members of the document', body: accepted, is: taken },
	{ name: 'only the id', body: { request_id: 'r-1' }, is: taken },
	{ name: 'status 201', status: 201, body: accepted, is: taken },
	{
		name: 'status 202 with a state',
		status: 202,
		body: { request_id: 'r-1', status: 'in_queue' },
		is: taken,
	},
	{ name: 'an error code of 0 beside the id', body: { ...accepted, error_code: 0 }, is: taken },
	{ name: 'an error code of 0 as text', body: { ...accepted, error_code: '0' }, is: taken },
	{ name: 'an empty error code', body: { ...accepted, error_code: '', error_message: '' }, is: taken },
	{ name: 'no error code, by the word null', body: { ...accepted, error_code: null }, is: taken },
	{ name: 'an error code of false', body: { ...accepted, error_code: false }, is: taken },
	{
		name: 'a code that only warns beside the id',
		body: { ...accepted, error_code: 500999, error_message: 'slow today' },
		is: taken,
	},
	{ name: 'the record inside data', body: { data: accepted }, is: taken },
	{
		name: 'the record inside data with an error code of 0',
		body: { error_code: 0, data: accepted },
		is: taken,
	},
	{ name: 'the record inside result', body: { status: 'success', result: accepted }, is: taken },
	{ name: 'the record inside data inside response', body: { response: { data: accepted } }, is: taken },
	{ name: 'the record inside request', body: { request: { id: 'r-1', status: 'queued' } }, is: taken },
	{ name: 'a list of one', body: [accepted], is: taken },
	{ name: 'JSON as text', body: JSON.stringify(JSON.stringify(accepted)), is: taken },
	{ name: 'names in camel case', body: { requestId: 'r-1', statusUrl: accepted.status_url }, is: taken },
	{ name: 'the id under its short name', body: { id: 'r-1', status: 'in_queue' }, is: taken },
	{ name: 'an id that is a number', body: { request_id: 12 }, is: { requestId: '12' } },
	{
		name: 'an id beyond the reach of a double, digit by digit',
		body: '{"request_id": 9007199254740993123}',
		is: { requestId: '9007199254740993123' },
	},
	{ name: 'a number that is not one beside the id', body: '{"request_id":"r-1","eta":NaN}', is: taken },
	{
		name: 'infinite numbers beside the id',
		body: '{"request_id":"r-1","eta":[Infinity,-Infinity]}',
		is: taken,
	},
	{
		name: 'the word NaN inside a text stays text',
		body: '{"request_id":"NaN Infinity","eta":NaN}',
		is: { requestId: 'NaN Infinity' },
	},
	{ name: 'a byte order mark before it', body: `\ufeff${JSON.stringify(accepted)}`, is: taken },
	{
		name: 'JSON that calls itself plain text',
		headers: { 'content-type': 'text/plain' },
		body: accepted,
		is: taken,
	},
	{
		name: 'unknown members of any type',
		body: { ...accepted, extra: { deep: [[{}]] }, list: [] },
		is: taken,
	},
	{ name: 'an empty success says nothing', body: '', is: { failure: 'protocol', wasNotSubmitted: false } },
	{
		name: 'status 204 says nothing',
		status: 204,
		body: '',
		is: { failure: 'protocol', wasNotSubmitted: false },
	},
	{
		name: 'a success without an id',
		body: { ok: true },
		is: { failure: 'protocol', wasNotSubmitted: false },
	},
	{ name: 'an empty id', body: { request_id: '' }, is: { failure: 'protocol', wasNotSubmitted: false } },
	{ name: 'a page with status 200', ...page, is: { failure: 'protocol', wasNotSubmitted: false } },
	{
		name: 'damaged JSON',
		body: '{"request_id": "r-',
		is: { failure: 'protocol', wasNotSubmitted: false },
	},
	{
		name: 'a code without an id is a refusal, whatever the status',
		body: { error_code: 403003, error_message: 'not yours' },
		is: { failure: 'auth', code: 403003, wasNotSubmitted: true },
	},
	{
		name: 'a code with the id of the error only is a refusal',
		body: { id: 'err-1', error_code: 422001, error_message: 'node 3' },
		is: { failure: 'input', code: 422001, wasNotSubmitted: true },
	},
	{
		name: 'a code as text',
		body: { error_code: '422001', message: 'node 3' },
		is: { failure: 'input', code: 422001, wasNotSubmitted: true },
	},
	{
		name: 'a code of another word',
		body: { error_code: 'QUOTA', message: 'no' },
		is: { failure: 'protocol', wasNotSubmitted: false },
	},
	{
		name: 'moved for good',
		status: 301,
		headers: { location: '/elsewhere' },
		is: { failure: 'protocol', wasNotSubmitted: true },
	},
	{
		name: 'found elsewhere',
		status: 302,
		headers: { location: 'https://sign-in.example/' },
		is: { failure: 'protocol', wasNotSubmitted: true },
	},
	{
		name: 'to be sent elsewhere',
		status: 307,
		headers: { location: '/elsewhere' },
		is: { failure: 'protocol', wasNotSubmitted: true },
	},
	{
		name: 'to be sent elsewhere for good',
		status: 308,
		headers: { location: '/elsewhere' },
		is: { failure: 'protocol', wasNotSubmitted: true },
	},
	{
		name: 'taken, and to be seen elsewhere',
		status: 303,
		headers: { location: '/elsewhere' },
		is: { failure: 'protocol', wasNotSubmitted: false },
	},
	{
		name: 'refused with a place',
		status: 422,
		body: { detail: [{ loc: ['body', 'seed'], msg: 'too large' }] },
		is: { failure: 'input', wasNotSubmitted: true, details: ['seed: too large'] },
	},
	{
		name: 'refused in the words of a record',
		status: 400,
		body: { error: { code: 422001, message: 'node 3' } },
		is: { failure: 'input', code: 422001, details: ['node 3'] },
	},
	{
		name: 'an id in a refusal is that of the error',
		status: 400,
		body: { request_id: 'trace-1', message: 'no' },
		is: { failure: 'input', wasNotSubmitted: true },
	},
	{
		name: 'no balance',
		status: 402,
		body: { message: 'top up' },
		is: { failure: 'balance', wasNotSubmitted: true },
	},
	{
		name: 'an error of the service',
		status: 500,
		body: { message: 'oops' },
		is: { failure: 'upstream', wasNotSubmitted: false },
		calls: 1,
	},
	{
		name: 'a page of a gateway',
		status: 502,
		...page,
		is: { failure: 'upstream', wasNotSubmitted: false },
		calls: 1,
	},
].map((row) => ({ call: 'submit' as const, ...row }));

const states: readonly (readonly [word: string, phase: string])[] = [
	['in_queue', 'queued'],
	['IN_QUEUE', 'queued'],
	['In Queue', 'queued'],
	['in-queue', 'queued'],
	['inQueue', 'queued'],
	['queued', 'queued'],
	['Pending', 'queued'],
	['in_progress', 'running'],
	['In Progress', 'running'],
	['in-progress', 'running'],
	['IN-PROGRESS', 'running'],
	['InProgress', 'running'],
	[' in_progress ', 'running'],
	['completed', 'finished'],
	['Completed', 'finished'],
	['COMPLETE', 'finished'],
	['succeeded', 'succeeded'],
	['Succeeded', 'succeeded'],
	['failed', 'failed'],
	['FAILED', 'failed'],
	['canceled', 'canceled'],
	['cancelled', 'canceled'],
	['Cancelled', 'canceled'],
	['CANCELED', 'canceled'],
	['preparing_environment', 'unknown'],
	['cancellation_requested', 'unknown'],
];

export const statusRows: readonly ReplyRow<'status'>[] = [
	...states.map(([word, phase]) => ({
		name: `the word "${word}"`,
		call: 'status' as const,
		body: { request_id: 'r-1', status: word },
		is: { phase, status: word.trim() },
	})),
	{
		name: 'the whole record of the queue',
		body: { ...accepted, status: 'in_queue', queue_position: 3 },
		is: { phase: 'queued', queuePosition: 3 },
	},
	{ name: 'a position as text', body: { status: 'in_queue', queue_position: '3' }, is: { queuePosition: 3 } },
	{
		name: 'a position that is none',
		body: { status: 'in_queue', queue_position: -1 },
		is: { phase: 'queued', queuePosition: undefined },
	},
	{
		name: 'a position that is not a number',
		body: '{"status":"in_queue","queue_position":NaN}',
		is: { phase: 'queued', queuePosition: undefined },
	},
	{
		name: 'members that are null',
		body: { status: 'in_progress', queue_position: null, instance_id: null },
		is: { phase: 'running', instanceId: undefined },
	},
	{
		name: 'names in camel case',
		body: { requestId: 'r-1', status: 'in_progress', instanceId: 'i-1' },
		is: { phase: 'running', instanceId: 'i-1' },
	},
	{
		name: 'a failed request with its error code',
		body: { request_id: 'r-1', status: 'failed', error_code: 500123, error_message: 'out of memory' },
		is: { phase: 'failed' },
	},
	{
		name: 'a failed request with its error code and no id',
		body: { status: 'failed', error_code: 500123 },
		is: { phase: 'failed' },
	},
	{
		name: 'a request in the queue with an error code of 0',
		body: { status: 'in_queue', error_code: 0 },
		is: { phase: 'queued' },
	},
	{
		name: 'a running request with a code of its last trouble',
		body: { request_id: 'r-1', status: 'in_progress', error_code: 500001 },
		is: { phase: 'running' },
	},
	{
		name: 'the word of an envelope around an error is no state',
		body: { status: 'error', error_code: 403003 },
		is: { failure: 'auth', code: 403003 },
	},
	{
		name: 'success around data is no state',
		body: { status: 'success', data: { status: 'in_queue' } },
		is: { phase: 'queued' },
	},
	{
		name: 'the record inside data',
		body: { data: { request_id: 'r-1', status: 'completed' } },
		is: { phase: 'finished' },
	},
	{
		name: 'the record inside result',
		body: { result: { request_id: 'r-1', status: 'completed' } },
		is: { phase: 'finished' },
	},
	{
		name: 'the state under its other name',
		body: { request_id: 'r-1', state: 'in_progress' },
		is: { phase: 'running' },
	},
	{
		name: 'the state as a record',
		body: { request_id: 'r-1', status: { state: 'in_progress' } },
		is: { phase: 'running' },
	},
	{
		name: 'completed with the outcome of a cancel',
		body: { request_id: 'r-1', status: 'completed', outcome: 'cancelled' },
		is: { phase: 'canceled' },
	},
	{ name: 'no state', body: { request_id: 'r-1' }, is: { failure: 'protocol' } },
	{ name: 'a state that is a number', body: { request_id: 'r-1', status: 3 }, is: { failure: 'protocol' } },
	{
		name: 'a page, then the record',
		...page,
		later: [{ body: { status: 'in_queue' } }],
		is: { phase: 'queued' },
		calls: 2,
	},
	{ name: 'an empty reply', body: '', is: { failure: 'protocol' } },
	{ name: 'not found, without a code', status: 404, ...page, is: { failure: 'notFound', code: undefined } },
	{
		name: 'not found, with its code',
		status: 404,
		body: { error_code: 404001 },
		is: { failure: 'notFound', code: 404001 },
	},
	{
		name: 'a code in a success',
		body: { error_code: 404001, error_message: 'no such request' },
		is: { failure: 'notFound', code: 404001 },
	},
	{
		name: 'trouble of the service, then the record',
		status: 503,
		later: [{ body: { status: 'in_queue' } }],
		is: { phase: 'queued' },
		calls: 2,
	},
].map((row) => ({ call: 'status' as const, ...row }));

const done = {
	request_id: 'r-1',
	status: 'succeeded',
	created_at: '2026-01-01T10:00:00.123456+00:00',
	finished_at: '2026-01-01T10:01:00+00:00',
};
const one = { files: [['images', 'a.png', picture]] };
const record = { url: picture, filename: 'a.png', subfolder: '', type: 'output' };

/** The rows that hold for a result of a deployment and of a model. */
export const resultRows: readonly ReplyRow<'result'>[] = [
	{ name: 'addresses under images', body: { ...done, output: { images: [picture] } }, is: one },
	{
		name: 'an address with an escaped name',
		body: { ...done, output: { images: ['https://files.example/a%20b.png'] } },
		is: { names: ['a b.png'] },
	},
	{
		name: 'one address under image',
		body: { ...done, output: { image: picture } },
		is: { files: [['image', 'a.png', picture]] },
	},
	{ name: 'result inside output', body: { ...done, output: { result: { images: [picture] } } }, is: one },
	{ name: 'lists in lists', body: { ...done, output: { images: [[picture]] } }, is: one },
	{ name: 'a list of records', body: { ...done, output: [{ image: picture }] }, is: { urls: [picture] } },
	{
		name: 'data with a list of records',
		body: { ...done, output: { data: [{ image_url: picture }] } },
		is: { urls: [picture] },
	},
	{
		name: 'a file with its uri',
		body: { ...done, output: { file: { uri: picture } } },
		is: { urls: [picture] },
	},
	{
		name: 'records in records',
		body: { ...done, output: { images: [{ image: { url: picture } }] } },
		is: { urls: [picture] },
	},
	{
		name: 'addresses by name',
		body: { ...done, output: { images: { a: picture } } },
		is: { urls: [picture] },
	},
	{
		name: 'two addresses by name',
		body: { ...done, output: { images: { a: picture, b: `${picture}2` } } },
		is: { urls: [picture, `${picture}2`] },
	},
	{ name: 'JSON as text', body: { ...done, output: JSON.stringify({ images: [picture] }) }, is: one },
	{
		name: 'JSON as text inside a member',
		body: { ...done, output: { result: JSON.stringify({ images: [picture] }) } },
		is: one,
	},
	{ name: 'an address alone', body: { ...done, output: picture }, is: { urls: [picture] } },
	{
		name: 'a list of addresses',
		body: { ...done, output: [picture, `${picture}2`] },
		is: { urls: [picture, `${picture}2`] },
	},
	{
		name: 'addresses in one text',
		body: { ...done, output: { images: `${picture}\n${picture}2` } },
		is: { urls: [picture, `${picture}2`] },
	},
	{
		name: 'an address in the depth',
		body: { ...done, output: { a: { b: { c: { d: [{ e: { f: picture } }] } } } } },
		is: { urls: [picture] },
	},
	{
		name: 'the same address twice is one file',
		body: { ...done, output: { image: picture, images: [picture] } },
		is: { urls: [picture] },
	},
	{
		name: 'a picture and its mask',
		body: { ...done, output: { image_url: picture, mask_url: `${picture}2` } },
		is: { urls: [picture, `${picture}2`] },
	},
	{
		name: 'an address that is no medium',
		body: { ...done, output: { archive: 'https://files.example/all.zip?s=1' } },
		is: { files: [['archive', 'all.zip', 'https://files.example/all.zip?s=1']] },
	},
	{
		name: 'an address without a name',
		body: { ...done, output: { model: 'https://files.example/?id=7' } },
		is: { files: [['model', 'file', 'https://files.example/?id=7']] },
	},
	{
		name: 'a record with a name of its own',
		body: { ...done, output: { images: [{ url: 'https://files.example/7?s=1', name: 'cat.png' }] } },
		is: { names: ['cat.png'] },
	},
	{
		name: 'a title gets the ending of the address',
		body: { ...done, output: { images: [{ url: picture, name: 'A cat' }] } },
		is: { names: ['A cat.png'] },
	},
	{
		name: 'the addresses of the request are not its files',
		body: { ...done, output: { images: [picture], status_url: accepted.status_url } },
		is: one,
	},
	{
		name: 'texts beside files',
		body: { ...done, output: { images: [picture], seed: 7, prompt: 'a cat' } },
		is: { ...one, texts: ['7', 'a cat'] },
	},
	{
		name: 'text alone',
		body: { ...done, output: 'a lighthouse' },
		is: { files: [], texts: ['a lighthouse'] },
	},
	{
		name: 'text that mentions an address is text',
		body: { ...done, output: { text: 'see https://files.example/a' } },
		is: { files: [], texts: ['see https://files.example/a'] },
	},
	{
		name: 'numbers that are none',
		body: `{"status":"succeeded","output":{"score":NaN,"images":["${picture}"]}}`,
		is: { ...one, texts: ['NaN'] },
	},
	{
		name: 'infinite numbers',
		body: '{"status":"succeeded","output":{"low":-Infinity,"high":Infinity}}',
		is: { texts: ['-Infinity', 'Infinity'] },
	},
	{
		name: 'a number of many digits',
		body: '{"status":"succeeded","output":{"seed":18446744073709551615}}',
		is: { texts: ['18446744073709551615'] },
	},
	{ name: 'files in place of the output', body: { ...done, images: [picture] }, is: { urls: [picture] } },
	{
		name: 'a result in place of the output',
		body: { ...done, result: { images: [picture] } },
		is: { urls: [picture] },
	},
	{
		name: 'the record inside data',
		body: { data: { ...done, output: { images: [picture] } } },
		is: { phase: 'succeeded', ...one },
	},
	{
		name: 'the output inside data, beside the state',
		body: { ...done, data: { output: { images: [picture] } } },
		is: one,
	},
	{ name: 'success without an output', body: done, is: { phase: 'succeeded', files: [], texts: [] } },
	{
		name: 'an output that is null',
		body: { ...done, output: null, outputs: null },
		is: { phase: 'succeeded', files: [] },
	},
	{
		name: 'the time of the end under its other name',
		body: { status: 'succeeded', completed_at: '2026-01-01T10:01:00Z' },
		is: { finishedAt: '2026-01-01T10:01:00Z' },
	},
	{
		name: 'the time of the end in camel case',
		body: { status: 'succeeded', finishedAt: '2026-01-01T10:01:00Z' },
		is: { finishedAt: '2026-01-01T10:01:00Z' },
	},
	{
		name: 'the time of the end as a number',
		body: { status: 'succeeded', finished_at: 1767261660 },
		is: { finishedAt: '2026-01-01T10:01:00.000Z' },
	},
	{
		name: 'completed is succeeded',
		body: { status: 'completed', output: { images: [picture] } },
		is: { phase: 'succeeded' },
	},
	{
		name: 'completed with an error is failed',
		body: { status: 'completed', error: 'no memory' },
		is: { phase: 'failed', error: 'no memory' },
	},
	{
		name: 'completed with a message that all is well',
		body: { status: 'completed', message: 'done' },
		is: { phase: 'succeeded', error: undefined },
	},
	{
		name: 'success with an empty error',
		body: { ...done, error: {} },
		is: { phase: 'succeeded', error: undefined },
	},
	{
		name: 'success with an error of empty members',
		body: { ...done, error: { error: '', details: '', debugInfo: '', errorCode: 0 } },
		is: { error: undefined },
	},
	{
		name: 'failed, as the document says',
		body: {
			...done,
			status: 'failed',
			error: { error: 'OOM', details: 'no memory', debugInfo: '', errorCode: 500123 },
		},
		is: { phase: 'failed', error: 'OOM', errorCode: 500123 },
	},
	{
		name: 'failed, with a list of errors',
		body: { status: 'failed', error: [{ error: 'OOM', errorCode: 5 }] },
		is: { phase: 'failed', error: 'OOM', errorCode: 5 },
	},
	{
		name: 'failed, with a text',
		body: { status: 'failed', error: 'OOM' },
		is: { phase: 'failed', error: 'OOM' },
	},
	{
		name: 'failed, with its code beside the state',
		body: { request_id: 'r-1', status: 'failed', error_code: 500123, error_message: 'OOM' },
		is: { phase: 'failed', error: 'OOM', errorCode: 500123 },
	},
	{
		name: 'failed, with a code and no id',
		body: { status: 'failed', error_code: 500123 },
		is: { phase: 'failed', errorCode: 500123 },
	},
	{ name: 'failed, without a reason', body: { status: 'failed' }, is: { phase: 'failed', error: undefined } },
	{
		name: 'succeeded with a code of 0',
		body: { ...done, error_code: 0, output: { images: [picture] } },
		is: { phase: 'succeeded', ...one },
	},
	{
		name: 'succeeded with another code',
		body: { ...done, error_code: 7, output: { images: [picture] } },
		is: { phase: 'succeeded', ...one },
	},
	{ name: 'canceled', body: { request_id: 'r-1', status: 'canceled' }, is: { phase: 'canceled' } },
	{
		name: 'cancelled with two l',
		body: { request_id: 'r-1', status: 'cancelled' },
		is: { phase: 'canceled' },
	},
	{ name: 'not at its end', body: { request_id: 'r-1', status: 'in_progress' }, is: { phase: 'running' } },
	{ name: 'later than the status', body: { request_id: 'r-1', status: 'in_queue' }, is: { phase: 'queued' } },
	{ name: 'a page', ...page, is: { failure: 'protocol' } },
	{ name: 'gone, by a gateway', status: 410, ...page, is: { failure: 'notFound', code: undefined } },
].map((row) => ({ call: 'result' as const, ...row }));

/** Results that only a deployment has: outputs by node. */
export const nodeRows: readonly ReplyRow<'result'>[] = [
	{
		name: 'files by node',
		body: { ...done, outputs: { 9: { images: [record] } } },
		is: { nodes: ['9'], ...one },
	},
	{
		name: 'files of a node in a subgraph',
		body: { ...done, outputs: { '38:42': { images: [record] } } },
		is: { nodes: ['38:42'] },
	},
	{
		name: 'a channel of another name',
		body: { ...done, outputs: { 9: { gifs: [record] } } },
		is: { files: [['gifs', 'a.png', picture]] },
	},
	{ name: 'one file without a list', body: { ...done, outputs: { 9: { images: record } } }, is: one },
	{ name: 'lists in lists of a node', body: { ...done, outputs: { 9: { images: [[record]] } } }, is: one },
	{
		name: 'a node that is a list',
		body: { ...done, outputs: { 9: [record] } },
		is: { nodes: ['9'], urls: [picture] },
	},
	{
		name: 'a node that is a file',
		body: { ...done, outputs: { 9: record } },
		is: { nodes: ['9'], names: ['a.png'], urls: [picture], texts: [] },
	},
	{
		name: 'a list of files in place of nodes',
		body: { ...done, outputs: [record] },
		is: { nodes: ['output'], urls: [picture] },
	},
	{
		name: 'a list of addresses in place of nodes',
		body: { ...done, outputs: [picture] },
		is: { nodes: ['output'], urls: [picture] },
	},
	{
		name: 'a list of nodes',
		body: { ...done, outputs: [{ node_id: '9', images: [record] }] },
		is: { nodes: ['9'], ...one },
	},
	{
		name: 'a list of nodes with outputs',
		body: { ...done, outputs: [{ node_id: 9, outputs: { images: [record] } }] },
		is: { nodes: ['9'], ...one },
	},
	{
		name: 'nodes as JSON in text',
		body: { ...done, outputs: JSON.stringify({ 9: { images: [record] } }) },
		is: { nodes: ['9'], ...one },
	},
	{
		name: 'texts of a node',
		body: { ...done, outputs: { 9: { text: [['a', 'b'], 'c'] } } },
		is: { texts: ['a', 'b', 'c'] },
	},
	{
		name: 'flags are no outputs',
		body: { ...done, outputs: { 9: { images: [record], animated: [true] } } },
		is: { ...one, texts: [] },
	},
	{
		name: 'files of nodes beside an output',
		body: { ...done, outputs: { 9: { images: [record] } }, output: { images: [`${picture}2`] } },
		is: { nodes: ['9', 'output'] },
	},
	{
		name: 'the same file of two nodes is two files',
		body: { ...done, outputs: { 9: { images: [record] }, 10: { images: [record] } } },
		is: { nodes: ['9', '10'] },
	},
	{
		name: 'outputs inside data',
		body: { ...done, data: { outputs: { 9: { images: [record] } } } },
		is: { nodes: ['9'] },
	},
].map((row) => ({ call: 'result' as const, ...row }));

const requested = { outcome: 'requested' };
const over = { outcome: 'notCancellable' };

/** The rows that hold for a cancel at a deployment and at a model. */
export const cancelRows: readonly ReplyRow<'cancel'>[] = [
	{
		name: 'asked for, as the document says',
		status: 202,
		body: { request_id: 'r-1', status: 'cancellation_requested' },
		is: requested,
	},
	{
		name: 'asked for, in capitals',
		status: 202,
		body: { request_id: 'r-1', status: 'CANCELLATION_REQUESTED' },
		is: requested,
	},
	{
		name: 'canceled at once',
		status: 202,
		body: { request_id: 'r-1', status: 'completed', outcome: 'cancelled' },
		is: requested,
	},
	{ name: 'canceled, with one l', body: { request_id: 'r-1', status: 'canceled' }, is: requested },
	{ name: 'over already', status: 202, body: { request_id: 'r-1', status: 'not_cancellable' }, is: over },
	{ name: 'over already, with one l', status: 202, body: { status: 'not_cancelable' }, is: over },
	{ name: 'over already, in words', status: 202, body: { status: 'Not Cancellable' }, is: over },
	{ name: 'over already, with hyphens', status: 202, body: { status: 'NOT-CANCELLABLE' }, is: over },
	{
		name: 'over already, by the outcome',
		status: 202,
		body: { status: 'completed', outcome: 'not_cancellable' },
		is: over,
	},
	{
		name: 'over already, inside data',
		status: 202,
		body: { data: { request_id: 'r-1', status: 'not_cancellable' } },
		is: over,
	},
	{
		name: 'over already, with a code',
		status: 202,
		body: { request_id: 'r-1', status: 'not_cancellable', error_code: 409001 },
		is: over,
	},
	{ name: 'a finished state', status: 200, body: { request_id: 'r-1', status: 'succeeded' }, is: over },
	{ name: 'nothing said', status: 202, body: '', is: requested },
	{ name: 'status 204', status: 204, body: '', is: requested },
	{ name: 'refused', status: 403, body: { error_code: 403003 }, is: { failure: 'auth', code: 403003 } },
].map((row) => ({ call: 'cancel' as const, ...row }));
