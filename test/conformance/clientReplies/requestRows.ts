import { rowsOf } from './rows.ts';

export type RequestCall = 'submit' | 'status' | 'result' | 'cancel';

const accepted = {
	request_id: 'r-1',
	status_url: 'https://api.example/prod/v2/deployments/d/requests/r-1/status',
	result_url: 'https://api.example/prod/v2/deployments/d/requests/r-1/result',
	cancel_url: 'https://api.example/prod/v2/deployments/d/requests/r-1/cancel',
};
const taken = { requestId: 'r-1' };
/** The outcome of a submission that may have arrived, and of one that did not. */
const unclear = { failure: 'protocol', wasNotSubmitted: false };
const refused = { failure: 'protocol', wasNotSubmitted: true };
const elsewhere = { headers: { location: '/elsewhere' } };
const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' };
const picture = 'https://files.example/a.png?signature=1';

/** The rows that hold for a submission to a deployment and for one to a model. */
export const submitRows = rowsOf('submit', [
	['the four members of the document', accepted, taken],
	['only the id', { request_id: 'r-1' }, taken],
	['status 201', accepted, taken, 201],
	['status 202 with a state', { request_id: 'r-1', status: 'in_queue' }, taken, 202],
	['an error code of 0 beside the id', { ...accepted, error_code: 0 }, taken],
	['an error code of 0 as text', { ...accepted, error_code: '0' }, taken],
	['an empty error code', { ...accepted, error_code: '', error_message: '' }, taken],
	['no error code, by the word null', { ...accepted, error_code: null }, taken],
	['an error code of false', { ...accepted, error_code: false }, taken],
	{
		name: 'a code that only warns beside the id',
		body: { ...accepted, error_code: 500999, error_message: 'slow today' },
		is: taken,
	},
	['the record inside data', { data: accepted }, taken],
	['the record inside data with an error code of 0', { error_code: 0, data: accepted }, taken],
	['the record inside result', { status: 'success', result: accepted }, taken],
	['the record inside data inside response', { response: { data: accepted } }, taken],
	['the record inside request', { request: { id: 'r-1', status: 'queued' } }, taken],
	['a list of one', [accepted], taken],
	['JSON as text', JSON.stringify(JSON.stringify(accepted)), taken],
	['names in camel case', { requestId: 'r-1', statusUrl: accepted.status_url }, taken],
	['the id under its short name', { id: 'r-1', status: 'in_queue' }, taken],
	['an id that is a number', { request_id: 12 }, { requestId: '12' }],
	{
		name: 'an id beyond the reach of a double, digit by digit',
		body: '{"request_id": 9007199254740993123}',
		is: { requestId: '9007199254740993123' },
	},
	['a number that is not one beside the id', '{"request_id":"r-1","eta":NaN}', taken],
	['infinite numbers beside the id', '{"request_id":"r-1","eta":[Infinity,-Infinity]}', taken],
	{
		name: 'the word NaN inside a text stays text',
		body: '{"request_id":"NaN Infinity","eta":NaN}',
		is: { requestId: 'NaN Infinity' },
	},
	['a byte order mark before it', `\ufeff${JSON.stringify(accepted)}`, taken],
	{
		name: 'JSON that calls itself plain text',
		headers: { 'content-type': 'text/plain' },
		body: accepted,
		is: taken,
	},
	['unknown members of any type', { ...accepted, extra: { deep: [[{}]] }, list: [] }, taken],
	['an empty success says nothing', '', unclear],
	['status 204 says nothing', '', unclear, 204],
	['a success without an id', { ok: true }, unclear],
	['an empty id', { request_id: '' }, unclear],
	{ name: 'a page with status 200', ...page, is: unclear },
	['damaged JSON', '{"request_id": "r-', unclear],
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
	['a code of another word', { error_code: 'QUOTA', message: 'no' }, unclear],
	{ name: 'moved for good', status: 301, ...elsewhere, is: refused },
	{
		name: 'found elsewhere',
		status: 302,
		headers: { location: 'https://sign-in.example/' },
		is: refused,
	},
	{ name: 'to be sent elsewhere', status: 307, ...elsewhere, is: refused },
	{ name: 'to be sent elsewhere for good', status: 308, ...elsewhere, is: refused },
	{ name: 'taken, and to be seen elsewhere', status: 303, ...elsewhere, is: unclear },
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
	['no balance', { message: 'top up' }, { failure: 'balance', wasNotSubmitted: true }, 402],
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
]);

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

export const statusRows = rowsOf('status', [
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
	['a position as text', { status: 'in_queue', queue_position: '3' }, { queuePosition: 3 }],
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
	['the record inside data', { data: { request_id: 'r-1', status: 'completed' } }, { phase: 'finished' }],
	['the record inside result', { result: { request_id: 'r-1', status: 'completed' } }, { phase: 'finished' }],
	['the state under its other name', { request_id: 'r-1', state: 'in_progress' }, { phase: 'running' }],
	['the state as a record', { request_id: 'r-1', status: { state: 'in_progress' } }, { phase: 'running' }],
	{
		name: 'completed with the outcome of a cancel',
		body: { request_id: 'r-1', status: 'completed', outcome: 'cancelled' },
		is: { phase: 'canceled' },
	},
	['no state', { request_id: 'r-1' }, { failure: 'protocol' }],
	['a state that is a number', { request_id: 'r-1', status: 3 }, { failure: 'protocol' }],
	{
		name: 'a page, then the record',
		...page,
		later: [{ body: { status: 'in_queue' } }],
		is: { phase: 'queued' },
		calls: 2,
	},
	['an empty reply', '', { failure: 'protocol' }],
	{ name: 'not found, without a code', status: 404, ...page, is: { failure: 'notFound', code: undefined } },
	['not found, with its code', { error_code: 404001 }, { failure: 'notFound', code: 404001 }, 404],
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
]);

const done = {
	request_id: 'r-1',
	status: 'succeeded',
	created_at: '2026-01-01T10:00:00.123456+00:00',
	finished_at: '2026-01-01T10:01:00+00:00',
};
const one = { files: [['images', 'a.png', picture]] };
const record = { url: picture, filename: 'a.png', subfolder: '', type: 'output' };
const output = (output: unknown) => ({ ...done, output });
const outputs = (outputs: unknown) => ({ ...done, outputs });

/** The rows that hold for a result of a deployment and of a model. */
export const resultRows = rowsOf('result', [
	['addresses under images', output({ images: [picture] }), one],
	{
		name: 'an address with an escaped name',
		body: output({ images: ['https://files.example/a%20b.png'] }),
		is: { names: ['a b.png'] },
	},
	['one address under image', output({ image: picture }), { files: [['image', 'a.png', picture]] }],
	['result inside output', output({ result: { images: [picture] } }), one],
	['lists in lists', output({ images: [[picture]] }), one],
	['a list of records', output([{ image: picture }]), { urls: [picture] }],
	['data with a list of records', output({ data: [{ image_url: picture }] }), { urls: [picture] }],
	['a file with its uri', output({ file: { uri: picture } }), { urls: [picture] }],
	['records in records', output({ images: [{ image: { url: picture } }] }), { urls: [picture] }],
	['addresses by name', output({ images: { a: picture } }), { urls: [picture] }],
	{
		name: 'two addresses by name',
		body: output({ images: { a: picture, b: `${picture}2` } }),
		is: { urls: [picture, `${picture}2`] },
	},
	['JSON as text', output(JSON.stringify({ images: [picture] })), one],
	['JSON as text inside a member', output({ result: JSON.stringify({ images: [picture] }) }), one],
	['an address alone', output(picture), { urls: [picture] }],
	['a list of addresses', output([picture, `${picture}2`]), { urls: [picture, `${picture}2`] }],
	{
		name: 'addresses in one text',
		body: output({ images: `${picture}\n${picture}2` }),
		is: { urls: [picture, `${picture}2`] },
	},
	{
		name: 'an address in the depth',
		body: output({ a: { b: { c: { d: [{ e: { f: picture } }] } } } }),
		is: { urls: [picture] },
	},
	['the same address twice is one file', output({ image: picture, images: [picture] }), { urls: [picture] }],
	{
		name: 'a picture and its mask',
		body: output({ image_url: picture, mask_url: `${picture}2` }),
		is: { urls: [picture, `${picture}2`] },
	},
	{
		name: 'an address that is no medium',
		body: output({ archive: 'https://files.example/all.zip?s=1' }),
		is: { files: [['archive', 'all.zip', 'https://files.example/all.zip?s=1']] },
	},
	{
		name: 'an address without a name',
		body: output({ model: 'https://files.example/?id=7' }),
		is: { files: [['model', 'file', 'https://files.example/?id=7']] },
	},
	{
		name: 'a record with a name of its own',
		body: output({ images: [{ url: 'https://files.example/7?s=1', name: 'cat.png' }] }),
		is: { names: ['cat.png'] },
	},
	{
		name: 'a title gets the ending of the address',
		body: output({ images: [{ url: picture, name: 'A cat' }] }),
		is: { names: ['A cat.png'] },
	},
	{
		name: 'the addresses of the request are not its files',
		body: output({ images: [picture], status_url: accepted.status_url }),
		is: one,
	},
	{
		name: 'texts beside files',
		body: output({ images: [picture], seed: 7, prompt: 'a cat' }),
		is: { ...one, texts: ['7', 'a cat'] },
	},
	['text alone', output('a lighthouse'), { files: [], texts: ['a lighthouse'] }],
	{
		name: 'text that mentions an address is text',
		body: output({ text: 'see https://files.example/a' }),
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
	['files in place of the output', { ...done, images: [picture] }, { urls: [picture] }],
	['a result in place of the output', { ...done, result: { images: [picture] } }, { urls: [picture] }],
	{
		name: 'the record inside data',
		body: { data: { ...done, output: { images: [picture] } } },
		is: { phase: 'succeeded', ...one },
	},
	['the output inside data, beside the state', { ...done, data: { output: { images: [picture] } } }, one],
	['success without an output', done, { phase: 'succeeded', files: [], texts: [] }],
	['an output that is null', { ...done, output: null, outputs: null }, { phase: 'succeeded', files: [] }],
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
	['completed is succeeded', { status: 'completed', output: { images: [picture] } }, { phase: 'succeeded' }],
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
	['success with an empty error', { ...done, error: {} }, { phase: 'succeeded', error: undefined }],
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
	['failed, with a text', { status: 'failed', error: 'OOM' }, { phase: 'failed', error: 'OOM' }],
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
	['failed, without a reason', { status: 'failed' }, { phase: 'failed', error: undefined }],
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
	['canceled', { request_id: 'r-1', status: 'canceled' }, { phase: 'canceled' }],
	['cancelled with two l', { request_id: 'r-1', status: 'cancelled' }, { phase: 'canceled' }],
	['not at its end', { request_id: 'r-1', status: 'in_progress' }, { phase: 'running' }],
	['later than the status', { request_id: 'r-1', status: 'in_queue' }, { phase: 'queued' }],
	{ name: 'a page', ...page, is: { failure: 'protocol' } },
	{ name: 'gone, by a gateway', status: 410, ...page, is: { failure: 'notFound', code: undefined } },
]);

/** Results that only a deployment has: outputs by node. */
export const nodeRows = rowsOf('result', [
	['files by node', outputs({ 9: { images: [record] } }), { nodes: ['9'], ...one }],
	['files of a node in a subgraph', outputs({ '38:42': { images: [record] } }), { nodes: ['38:42'] }],
	['a channel of another name', outputs({ 9: { gifs: [record] } }), { files: [['gifs', 'a.png', picture]] }],
	['one file without a list', outputs({ 9: { images: record } }), one],
	['lists in lists of a node', outputs({ 9: { images: [[record]] } }), one],
	['a node that is a list', outputs({ 9: [record] }), { nodes: ['9'], urls: [picture] }],
	{
		name: 'a node that is a file',
		body: outputs({ 9: record }),
		is: { nodes: ['9'], names: ['a.png'], urls: [picture], texts: [] },
	},
	['a list of files in place of nodes', outputs([record]), { nodes: ['output'], urls: [picture] }],
	['a list of addresses in place of nodes', outputs([picture]), { nodes: ['output'], urls: [picture] }],
	['a list of nodes', outputs([{ node_id: '9', images: [record] }]), { nodes: ['9'], ...one }],
	{
		name: 'a list of nodes with outputs',
		body: outputs([{ node_id: 9, outputs: { images: [record] } }]),
		is: { nodes: ['9'], ...one },
	},
	['nodes as JSON in text', outputs(JSON.stringify({ 9: { images: [record] } })), { nodes: ['9'], ...one }],
	['texts of a node', outputs({ 9: { text: [['a', 'b'], 'c'] } }), { texts: ['a', 'b', 'c'] }],
	['flags are no outputs', outputs({ 9: { images: [record], animated: [true] } }), { ...one, texts: [] }],
	{
		name: 'files of nodes beside an output',
		body: { ...done, outputs: { 9: { images: [record] } }, output: { images: [`${picture}2`] } },
		is: { nodes: ['9', 'output'] },
	},
	{
		name: 'the same file of two nodes is two files',
		body: outputs({ 9: { images: [record] }, 10: { images: [record] } }),
		is: { nodes: ['9', '10'] },
	},
	['outputs inside data', { ...done, data: { outputs: { 9: { images: [record] } } } }, { nodes: ['9'] }],
]);

const requested = { outcome: 'requested' };
const over = { outcome: 'notCancellable' };

/** The rows that hold for a cancel at a deployment and at a model. */
export const cancelRows = rowsOf('cancel', [
	{
		name: 'asked for, as the document says',
		status: 202,
		body: { request_id: 'r-1', status: 'cancellation_requested' },
		is: requested,
	},
	['asked for, in capitals', { request_id: 'r-1', status: 'CANCELLATION_REQUESTED' }, requested, 202],
	['canceled at once', { request_id: 'r-1', status: 'completed', outcome: 'cancelled' }, requested, 202],
	['canceled, with one l', { request_id: 'r-1', status: 'canceled' }, requested],
	['over already', { request_id: 'r-1', status: 'not_cancellable' }, over, 202],
	['over already, with one l', { status: 'not_cancelable' }, over, 202],
	['over already, in words', { status: 'Not Cancellable' }, over, 202],
	['over already, with hyphens', { status: 'NOT-CANCELLABLE' }, over, 202],
	['over already, by the outcome', { status: 'completed', outcome: 'not_cancellable' }, over, 202],
	['over already, inside data', { data: { request_id: 'r-1', status: 'not_cancellable' } }, over, 202],
	{
		name: 'over already, with a code',
		status: 202,
		body: { request_id: 'r-1', status: 'not_cancellable', error_code: 409001 },
		is: over,
	},
	['a finished state', { request_id: 'r-1', status: 'succeeded' }, over],
	['nothing said', '', requested, 202],
	['status 204', '', requested, 204],
	['refused', { error_code: 403003 }, { failure: 'auth', code: 403003 }, 403],
]);
