import type { ReplyRow } from './rows.ts';

export type DatasetCall = 'create' | 'status' | 'addresses of one file' | 'addresses of two files' | 'upload';

const dataset = { id: 'd-1', name: 'cats', status: 'DRAFT' };
const made = { id: 'd-1', name: 'cats', state: 'DRAFT' };
const place = (name: string) => ({ upload_url: `{origin}/put/${name}?s=1`, method: 'PUT', headers: {} });
const both = { names: ['a.jpg', 'a.txt'] };

const createRows: readonly Omit<ReplyRow<DatasetCall>, 'call'>[] = [
	{ name: 'a record', body: dataset, is: made },
	{ name: 'the words of the document', body: { dataset_id: 'd-1', dataset_name: 'cats' }, is: made },
	{ name: 'status 201', status: 201, body: dataset, is: made },
	{ name: 'only the id', body: { dataset_id: 'd-1' }, is: made },
	{ name: 'an error code of 0', body: { ...dataset, error_code: 0 }, is: made },
	{ name: 'an error code beside the id', body: { dataset_id: 'd-1', error_code: 50001 }, is: made },
	{ name: 'the record inside dataset', body: { dataset }, is: made },
	{ name: 'the record inside data', body: { data: dataset }, is: made },
	{ name: 'the record inside dataset inside data', body: { data: { dataset } }, is: made },
	{ name: 'names in camel case', body: { datasetId: 'd-1', datasetName: 'cats' }, is: made },
	{
		name: 'a name in use',
		status: 409,
		body: { error_code: 40901, message: 'in use' },
		is: { failure: 'conflict', code: 40901 },
	},
	{
		name: 'a name in use, in the words of a record',
		status: 409,
		body: { error: { code: 40901, message: 'in use' } },
		is: { code: 40901, details: ['in use'] },
	},
	{ name: 'no id', body: { name: 'cats' }, is: { failure: 'protocol' } },
];

const words: readonly (readonly [word: string, state: string])[] = [
	['READY', 'READY'],
	['ready', 'READY'],
	['Ready', 'READY'],
	['draft', 'DRAFT'],
	['Uploading', 'UPLOADING'],
	['uploading', 'UPLOADING'],
	['failed', 'FAILED'],
	['VALIDATING', 'VALIDATING'],
];

const statusRows: readonly Omit<ReplyRow<DatasetCall>, 'call'>[] = [
	...words.map(([word, state]) => ({
		name: `the word "${word}"`,
		body: { ...dataset, status: word },
		is: { state },
	})),
	{
		name: 'files with sizes',
		body: { ...dataset, files: [{ filename: 'a.jpg', size_bytes: 3 }] },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	{
		name: 'sizes in camel case',
		body: { ...dataset, files: [{ fileName: 'a.jpg', sizeBytes: 3 }] },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	{
		name: 'sizes as text',
		body: { ...dataset, files: [{ name: 'a.jpg', size: '3' }] },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	{
		name: 'sizes under a name of their own',
		body: { ...dataset, files: [{ name: 'a.jpg', contentLengthInBytes: 3, index: 0 }] },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	{
		name: 'files without a size',
		body: { ...dataset, files: [{ name: 'a.jpg', etag: 'x' }] },
		is: { files: [{ name: 'a.jpg' }] },
	},
	{
		name: 'files by name',
		body: { ...dataset, files: { 'a.jpg': 3 } },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	{ name: 'names alone', body: { ...dataset, files: ['a.jpg'] }, is: { files: [{ name: 'a.jpg' }] } },
	{
		name: 'names with a folder',
		body: { ...dataset, files: [{ path: 'datasets/cats/a.jpg', size: 3 }] },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	{ name: 'no files yet', body: { ...dataset, files: [] }, is: { files: [] } },
	{ name: 'files that are null', body: { ...dataset, files: null }, is: { files: undefined } },
	{
		name: 'a failure as text',
		body: { ...dataset, status: 'FAILED', error: 'a.jpg is damaged' },
		is: { state: 'FAILED', error: 'a.jpg is damaged' },
	},
	{
		name: 'a failure as a record',
		body: { ...dataset, status: 'FAILED', error: { message: 'damaged', code: 50004 } },
		is: { error: 'damaged' },
	},
	{
		name: 'a failure as a list',
		body: { ...dataset, status: 'FAILED', error: ['a', 'b'] },
		is: { error: 'a; b' },
	},
	{ name: 'the record inside data', body: { data: { ...dataset, status: 'ready' } }, is: { state: 'READY' } },
	{
		name: 'success around the record',
		body: { status: 'success', data: { ...dataset, status: 'ready' } },
		is: { state: 'READY' },
	},
	{
		name: 'not found, with its code',
		status: 404,
		body: { error_code: 40401 },
		is: { failure: 'notFound', code: 40401 },
	},
	{
		name: 'not found, by a gateway',
		status: 404,
		headers: { 'content-type': 'text/html' },
		body: '<html>',
		is: { failure: 'notFound', code: undefined },
	},
];

const addressRows: readonly ReplyRow<DatasetCall>[] = [
	{ name: 'a map under uploads', body: { uploads: { 'a.jpg': place('1'), 'a.txt': place('2') } }, is: both },
	{ name: 'a map without uploads', body: { 'a.jpg': place('1'), 'a.txt': place('2') }, is: both },
	{
		name: 'a map inside data',
		body: { data: { uploads: { 'a.jpg': place('1'), 'a.txt': place('2') } } },
		is: both,
	},
	{
		name: 'a map inside data without uploads',
		body: { data: { 'a.jpg': place('1'), 'a.txt': place('2') } },
		is: both,
	},
	{
		name: 'a list under uploads',
		body: {
			uploads: [
				{ filename: 'a.jpg', ...place('1') },
				{ filename: 'a.txt', ...place('2') },
			],
		},
		is: both,
	},
	{
		name: 'a bare list',
		body: [
			{ file_name: 'a.jpg', ...place('1') },
			{ file_name: 'a.txt', ...place('2') },
		],
		is: both,
	},
	{ name: 'bare addresses', body: { uploads: { 'a.jpg': '{origin}/1', 'a.txt': '{origin}/2' } }, is: both },
	{
		name: 'a lifetime beside the map',
		body: { 'a.jpg': place('1'), 'a.txt': place('2'), expires_in: 60 },
		is: both,
	},
	{
		name: 'camel case',
		body: { uploads: { 'a.jpg': { uploadUrl: '{origin}/1' }, 'a.txt': { uploadUrl: '{origin}/2' } } },
		is: both,
	},
	{ name: 'addresses for one of them', body: { uploads: { 'a.jpg': place('1') } }, is: { names: ['a.jpg'] } },
	{
		name: 'none that can be used',
		body: { uploads: { 'a.jpg': { upload_url: 'ftp://x/1' } } },
		is: { names: [] },
	},
	{
		name: 'methods that are no upload',
		body: { uploads: { 'a.jpg': { ...place('1'), method: 'DELETE' } } },
		is: { names: [] },
	},
	{ name: 'nothing like it', body: { ok: true }, is: { failure: 'protocol' } },
].map((row) => ({ call: 'addresses of two files' as const, ...row }));

const oneAddressRows: readonly ReplyRow<DatasetCall>[] = [
	{ name: 'one record', body: place('1'), is: { names: ['a.jpg'], methods: ['PUT'] } },
	{ name: 'one record with its name', body: { filename: 'a.jpg', ...place('1') }, is: { names: ['a.jpg'] } },
	{ name: 'one record inside data', body: { data: place('1') }, is: { names: ['a.jpg'] } },
	{ name: 'one record under uploads', body: { uploads: place('1') }, is: { names: ['a.jpg'] } },
	{ name: 'a list of one without a name', body: { uploads: [place('1')] }, is: { names: ['a.jpg'] } },
	{ name: 'no method', body: { upload_url: '{origin}/1' }, is: { names: ['a.jpg'], methods: ['PUT'] } },
	{ name: 'a method in small letters', body: { ...place('1'), method: 'put' }, is: { methods: ['PUT'] } },
	{ name: 'a form of the storage', body: { ...place('1'), method: 'POST' }, is: { methods: ['POST'] } },
].map((row) => ({ call: 'addresses of one file' as const, ...row }));

const uploadRows: readonly ReplyRow<DatasetCall>[] = [
	{ name: 'the name of the file', body: { filename: 'a.jpg' }, is: { failure: undefined } },
	{ name: 'status 201', status: 201, body: {}, is: { failure: undefined } },
	{ name: 'nothing', status: 204, body: '', is: { failure: undefined } },
	{ name: 'an error code of 0', body: { error_code: 0 }, is: { failure: undefined } },
	{ name: 'an error code in a success', body: { error_code: 42202 }, is: { failure: 'input', code: 42202 } },
	{ name: 'too large', status: 422, body: { error_code: 42203 }, is: { failure: 'input', code: 42203 } },
].map((row) => ({ call: 'upload' as const, ...row }));

export const datasetRows: readonly ReplyRow<DatasetCall>[] = [
	...createRows.map((row) => ({ ...row, call: 'create' as const })),
	...statusRows.map((row) => ({ ...row, call: 'status' as const })),
	...addressRows,
	...oneAddressRows,
	...uploadRows,
];
