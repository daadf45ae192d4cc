import type { ReplyRow } from './rows.ts';

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
	[
		{ name: 'a bare list', body: [{ id: 'a' }, { id: 'b' }], is: ids('a', 'b') },
		{ name: 'a list under its name', body: { [call]: [{ id: 'a' }], total: 1 }, is: ids('a') },
		{ name: 'a list under items', body: { items: [{ id: 'a' }], total: 1 }, is: ids('a') },
		{ name: 'a list inside data', body: { data: { [call]: [{ id: 'a' }], total: 1 } }, is: ids('a') },
		{
			name: 'a list inside result inside data',
			body: { data: { result: [{ id: 'a' }] }, total: 1 },
			is: ids('a'),
		},
		{
			name: 'an error code of 0 beside it',
			body: { error_code: 0, [call]: [{ id: 'a' }], total: 1 },
			is: ids('a'),
		},
		{
			name: 'an error code beside it',
			body: { error_code: 403003, [call]: [] },
			is: { failure: 'auth', code: 403003 },
		},
		{ name: 'an empty list', body: [], is: ids() },
		{
			name: 'a bad record costs itself',
			body: [{ id: 'a' }, null, 7, { name: 'x' }, { id: 'b' }],
			is: { ...ids('a', 'b'), skipped: 3 },
		},
		{ name: 'a record that comes twice', body: [{ id: 'a' }, { id: 'a' }], is: { ...ids('a'), skipped: 1 } },
		{
			name: 'numbers that are none',
			body: '[{"id":"a","score":NaN},{"id":"b","score":-Infinity}]',
			is: ids('a', 'b'),
		},
		{ name: 'no list at all', body: { ok: true }, is: { failure: 'protocol' } },
		{ name: 'a page', ...page, is: { failure: 'protocol' } },
		{ name: 'nothing', status: 204, body: '', is: { failure: 'protocol' } },
	].map((row) => ({ call, ...row }));

const more = { has_more: true };

/** Lists that the service cuts, although the document names no pages. */
const cutRows = (call: 'deployments' | 'datasets'): readonly ReplyRow<ListCall>[] =>
	[
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
	].map((row) => ({ call, ...row }));

const modelRows: readonly ReplyRow<ListCall>[] = [
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
	{
		name: 'names in camel case',
		body: { models: [{ modelId: 'm/a', displayName: 'A' }], total: 1 },
		is: ids('m/a'),
	},
].map((row) => ({ call: 'models' as const, ...row }));

const deployment = { id: 'd', name: 'cats', is_enabled: true };

const deploymentRows: readonly ReplyRow<ListCall>[] = [
	{
		name: 'hardware as a list',
		body: { ...deployment, hardware: ['AMPERE_48'] },
		is: { hardware: 'AMPERE_48', enabled: true },
	},
	{ name: 'hardware as text', body: { ...deployment, hardware: 'AMPERE_48' }, is: { hardware: 'AMPERE_48' } },
	{
		name: 'numbers of instances in whole words',
		body: { ...deployment, min_instances: undefined, minimum_instances: 1, maximum_instances: 4 },
		is: { minInstances: 1, maxInstances: 4 },
	},
	{ name: 'disabled as 0', body: { ...deployment, is_enabled: 0 }, is: { enabled: false } },
	{ name: 'enabled as 1', body: { ...deployment, is_enabled: 1 }, is: { enabled: true } },
	{ name: 'disabled as text', body: { ...deployment, is_enabled: 'false' }, is: { enabled: false } },
	{ name: 'enabled as text in capitals', body: { ...deployment, is_enabled: 'TRUE' }, is: { enabled: true } },
	{
		name: 'disabled as the text of a number',
		body: { ...deployment, is_enabled: '0' },
		is: { enabled: false },
	},
	{
		name: 'enabled as a word that says nothing',
		body: { ...deployment, is_enabled: 'maybe' },
		is: { enabled: undefined },
	},
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
	{ name: 'the record inside data', body: { data: deployment }, is: { id: 'd', name: 'cats' } },
	{ name: 'the record inside deployment', body: { deployment }, is: { id: 'd', name: 'cats' } },
	{
		name: 'the words of other hosts',
		body: { deployment_id: 'd', deployment_name: 'cats' },
		is: { id: 'd', name: 'cats' },
	},
	{ name: 'no name', body: { id: 'd' }, is: { name: 'd' } },
	{
		name: 'not found, with its code',
		status: 404,
		body: { error_code: 404001 },
		is: { failure: 'notFound', code: 404001 },
	},
].map((row) => ({ call: 'one deployment' as const, ...row }));

export const listOfRows: readonly ReplyRow<ListCall>[] = [
	...(['deployments', 'models', 'datasets'] as const).flatMap(listRows),
	...(['deployments', 'datasets'] as const).flatMap(cutRows),
	...modelRows,
	...deploymentRows,
	{ call: 'create', name: 'the record', body: deployment, is: { id: 'd' } },
	{ call: 'create', name: 'status 201', status: 201, body: deployment, is: { id: 'd' } },
	{ call: 'create', name: 'the record inside data', body: { data: deployment }, is: { id: 'd' } },
	{ call: 'create', name: 'an error code of 0', body: { ...deployment, error_code: 0 }, is: { id: 'd' } },
	{ call: 'create', name: 'nothing', status: 204, body: '', is: { failure: 'protocol' }, calls: 1 },
	{ call: 'delete', name: 'nothing', status: 204, body: '', is: { failure: undefined } },
	{ call: 'delete', name: 'any record', body: { deleted: true }, is: { failure: undefined } },
	{ call: 'categories', name: 'under their name', body: { categories: ['a', 'b'] }, is: ids('a', 'b') },
	{ call: 'categories', name: 'a bare list', body: ['a', 'b'], is: ids('a', 'b') },
	{ call: 'categories', name: 'records', body: { categories: [{ name: 'a' }] }, is: ids('a') },
	{ call: 'categories', name: 'inside data', body: { data: { categories: ['a'] } }, is: ids('a') },
	{ call: 'one model', name: 'the record', body: { model_id: 'm/a' }, is: { id: 'm/a' } },
	{
		call: 'one model',
		name: 'the record inside model',
		body: { model: { model_id: 'm/a' } },
		is: { id: 'm/a' },
	},
	{
		call: 'one model',
		name: 'a price as text',
		body: { model_id: 'm/a', base_price_usd: '0.57' },
		is: { price: { usd: 0.57 } },
	},
	{
		call: 'one model',
		name: 'a schema as text',
		body: { model_id: 'm/a', input_schema: '{"type":"object"}' },
		is: { inputSchema: { type: 'object' } },
	},
];
