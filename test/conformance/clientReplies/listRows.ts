import { type ReplyRow, rowsOf } from './rows.ts';

export type ListCall =
	| 'deployments'
	| 'models'
	| 'categories'
	| 'datasets'
	| 'one deployment'
	| 'one model'
	| 'create'
	| 'delete';

const ids = (...names: readonly string[]) => ({ ids: names });
const page = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };

/** The rows that hold for every list; `noun` is the member that the document names. */
const listRows = (call: 'deployments' | 'models' | 'datasets'): readonly ReplyRow<ListCall>[] =>
	rowsOf(call, [
		['a bare list', [{ id: 'a' }, { id: 'b' }], ids('a', 'b')],
		['a list under its name', { [call]: [{ id: 'a' }], total: 1 }, ids('a')],
		['a list under items', { items: [{ id: 'a' }], total: 1 }, ids('a')],
		['a list inside data', { data: { [call]: [{ id: 'a' }], total: 1 } }, ids('a')],
		['a list inside result inside data', { data: { result: [{ id: 'a' }] }, total: 1 }, ids('a')],
		['an error code of 0 beside it', { error_code: 0, [call]: [{ id: 'a' }], total: 1 }, ids('a')],
		['an error code beside it', { error_code: 403003, [call]: [] }, { failure: 'auth', code: 403003 }],
		['an empty list', [], ids()],
		{
			name: 'a bad record costs itself',
			body: [{ id: 'a' }, null, 7, { name: 'x' }, { id: 'b' }],
			is: { ...ids('a', 'b'), skipped: 3 },
		},
		['a record that comes twice', [{ id: 'a' }, { id: 'a' }], { ...ids('a'), skipped: 1 }],
		['numbers that are none', '[{"id":"a","score":NaN},{"id":"b","score":-Infinity}]', ids('a', 'b')],
		['no list at all', { ok: true }, { failure: 'protocol' }],
		{ name: 'a page', ...page, is: { failure: 'protocol' } },
		['nothing', '', { failure: 'protocol' }, 204],
	]);

const more = { has_more: true };

/** Lists that the service cuts, although the document names no pages. */
const cutRows = (call: 'deployments' | 'datasets'): readonly ReplyRow<ListCall>[] =>
	rowsOf(call, [
		{
			name: 'a cursor leads to the rest',
			body: { items: [{ id: 'a' }], next_cursor: 'x' },
			later: [{ body: { items: [{ id: 'b' }] } }],
			is: { ...ids('a', 'b'), isPartial: false },
			calls: 2,
		},
		{
			name: 'an address leads to the rest',
			body: { items: [{ id: 'a' }], next: '{origin}/list?page=2' },
			later: [{ body: [{ id: 'b' }] }],
			is: ids('a', 'b'),
			calls: 2,
		},
		{
			name: 'an address elsewhere is not followed',
			body: { items: [{ id: 'a' }], next: 'https://elsewhere.example/list' },
			is: { ...ids('a'), isPartial: true },
			calls: 1,
		},
		{
			name: 'more leads to the rest',
			body: { items: [{ id: 'a' }], ...more },
			later: [{ body: { items: [{ id: 'b' }], has_more: false } }],
			is: ids('a', 'b'),
			calls: 2,
		},
		{
			name: 'more in camel case',
			body: { items: [{ id: 'a' }], hasMore: true },
			later: [{ body: { items: [{ id: 'b' }], hasMore: false } }],
			is: ids('a', 'b'),
		},
		{
			name: 'a larger total leads to the rest',
			body: { items: [{ id: 'a' }], total: 2 },
			later: [{ body: { items: [{ id: 'b' }], total: 2 } }],
			is: { ...ids('a', 'b'), isPartial: false },
		},
		{
			name: 'paging in a record of its own',
			body: { items: [{ id: 'a' }], pagination: { next_cursor: 'x' } },
			later: [{ body: [{ id: 'b' }] }],
			is: ids('a', 'b'),
		},
		{
			name: 'the same page again ends it',
			body: { items: [{ id: 'a' }], ...more },
			is: { ...ids('a'), isPartial: true },
			calls: 2,
		},
		{
			name: 'a refused second page ends it',
			body: { items: [{ id: 'a' }], ...more },
			later: [{ status: 400 }],
			is: { ...ids('a'), isPartial: true },
		},
		{
			name: 'no more, whatever the total',
			body: { items: [{ id: 'a' }], has_more: false, total: 9 },
			is: { ...ids('a'), isPartial: false },
			calls: 1,
		},
	]);

const modelRows = rowsOf('models', [
	{
		name: 'a total above what came',
		body: { models: [{ model_id: 'm/a' }], total: 2 },
		is: { ...ids('m/a'), next: 1 },
		calls: 1,
	},
	{
		name: 'a total of what came',
		body: { models: [{ model_id: 'm/a' }], total: 1 },
		is: { ...ids('m/a'), next: undefined },
		calls: 1,
	},
	{
		name: 'a page that the service caps',
		body: { models: [{ model_id: 'm/a' }], limit: 1 },
		is: { ...ids('m/a'), next: 1 },
		calls: 1,
	},
	{
		name: 'a page that the service caps silently',
		body: { models: [{ model_id: 'm/a' }] },
		later: [{ body: { models: [{ model_id: 'm/b' }] } }],
		is: { ...ids('m/a'), next: 1 },
		calls: 2,
	},
	{
		name: 'a last page',
		body: { models: [{ model_id: 'm/a' }] },
		later: [{ body: { models: [] } }],
		is: { ...ids('m/a'), next: undefined },
		calls: 2,
	},
	{
		name: 'a service without offsets',
		body: { models: [{ model_id: 'm/a' }] },
		is: { ...ids('m/a'), next: undefined },
		calls: 2,
	},
	{
		name: 'more, by its word',
		body: { models: [{ model_id: 'm/a' }], has_more: true },
		is: { next: 1 },
		calls: 1,
	},
	['names in camel case', { models: [{ modelId: 'm/a', displayName: 'A' }], total: 1 }, ids('m/a')],
]);

const deployment = { id: 'd', name: 'cats', is_enabled: true };

const deploymentRows = rowsOf('one deployment', [
	{
		name: 'hardware as a list',
		body: { ...deployment, hardware: ['AMPERE_48'] },
		is: { hardware: 'AMPERE_48', enabled: true },
	},
	['hardware as text', { ...deployment, hardware: 'AMPERE_48' }, { hardware: 'AMPERE_48' }],
	{
		name: 'numbers of instances in whole words',
		body: { ...deployment, min_instances: undefined, minimum_instances: 1, maximum_instances: 4 },
		is: { minInstances: 1, maxInstances: 4 },
	},
	['disabled as 0', { ...deployment, is_enabled: 0 }, { enabled: false }],
	['enabled as 1', { ...deployment, is_enabled: 1 }, { enabled: true }],
	['disabled as text', { ...deployment, is_enabled: 'false' }, { enabled: false }],
	['enabled as text in capitals', { ...deployment, is_enabled: 'TRUE' }, { enabled: true }],
	['disabled as the text of a number', { ...deployment, is_enabled: '0' }, { enabled: false }],
	['enabled as a word that says nothing', { ...deployment, is_enabled: 'maybe' }, { enabled: undefined }],
	{
		name: 'names in camel case',
		body: {
			id: 'd',
			name: 'cats',
			isEnabled: false,
			minInstances: 1,
			maxInstances: 2,
			queueSize: 3,
			keepWarmDurationInSeconds: 4,
			workflowId: 'w',
			workflowVersion: 'v1',
		},
		is: {
			enabled: false,
			minInstances: 1,
			maxInstances: 2,
			queueSize: 3,
			keepWarmSeconds: 4,
			workflowId: 'w',
			workflowVersion: 'v1',
		},
	},
	{
		name: 'numbers as text',
		body: { ...deployment, min_instances: '1', queue_size: '2' },
		is: { minInstances: 1, queueSize: 2 },
	},
	['the record inside data', { data: deployment }, { id: 'd', name: 'cats' }],
	['the record inside deployment', { deployment }, { id: 'd', name: 'cats' }],
	['the words of other hosts', { deployment_id: 'd', deployment_name: 'cats' }, { id: 'd', name: 'cats' }],
	['no name', { id: 'd' }, { name: 'd' }],
	['not found, with its code', { error_code: 404001 }, { failure: 'notFound', code: 404001 }, 404],
]);

export const listOfRows: readonly ReplyRow<ListCall>[] = [
	...(['deployments', 'models', 'datasets'] as const).flatMap(listRows),
	...(['deployments', 'datasets'] as const).flatMap(cutRows),
	...modelRows,
	...deploymentRows,
	...rowsOf('create', [
		['the record', deployment, { id: 'd' }],
		['status 201', deployment, { id: 'd' }, 201],
		['the record inside data', { data: deployment }, { id: 'd' }],
		['an error code of 0', { ...deployment, error_code: 0 }, { id: 'd' }],
		{ name: 'nothing', status: 204, body: '', is: { failure: 'protocol' }, calls: 1 },
	]),
	...rowsOf('delete', [
		['nothing', '', { failure: undefined }, 204],
		['any record', { deleted: true }, { failure: undefined }],
	]),
	...rowsOf('categories', [
		['under their name', { categories: ['a', 'b'] }, ids('a', 'b')],
		['a bare list', ['a', 'b'], ids('a', 'b')],
		['records', { categories: [{ name: 'a' }] }, ids('a')],
		['inside data', { data: { categories: ['a'] } }, ids('a')],
	]),
	...rowsOf('one model', [
		['the record', { model_id: 'm/a' }, { id: 'm/a' }],
		['the record inside model', { model: { model_id: 'm/a' } }, { id: 'm/a' }],
		['a price as text', { model_id: 'm/a', base_price_usd: '0.57' }, { price: { usd: 0.57 } }],
		{
			name: 'a schema as text',
			body: { model_id: 'm/a', input_schema: '{"type":"object"}' },
			is: { inputSchema: { type: 'object' } },
		},
	]),
];
