import { type ReplyRow, rowsOf } from './rows.ts';

export type DatasetCall = 'create' | 'status' | 'addresses of one file' | 'addresses of two files' | 'upload';

const dataset = { id: 'd-1', name: 'cats', status: 'DRAFT' };
const made = { id: 'd-1', name: 'cats', state: 'DRAFT' };
const place = (name: string) => ({ upload_url: `{origin}/put/${name}?s=1`, method: 'PUT', headers: {} });
const both = { names: ['a.jpg', 'a.txt'] };

const createRows = rowsOf('create', [
	['a record', dataset, made],
	['the words of the document', { dataset_id: 'd-1', dataset_name: 'cats' }, made],
	['status 201', dataset, made, 201],
	['only the id', { dataset_id: 'd-1' }, made],
	['an error code of 0', { ...dataset, error_code: 0 }, made],
	['an error code beside the id', { dataset_id: 'd-1', error_code: 50001 }, made],
	['the record inside dataset', { dataset }, made],
	['the record inside data', { data: dataset }, made],
	['the record inside dataset inside data', { data: { dataset } }, made],
	['names in camel case', { datasetId: 'd-1', datasetName: 'cats' }, made],
	['a name in use', { error_code: 40901, message: 'in use' }, { failure: 'conflict', code: 40901 }, 409],
	{
		name: 'a name in use, in the words of a record',
		status: 409,
		body: { error: { code: 40901, message: 'in use' } },
		is: { code: 40901, details: ['in use'] },
	},
	['no id', { name: 'cats' }, { failure: 'protocol' }],
]);

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

const statusRows = rowsOf('status', [
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
	['files by name', { ...dataset, files: { 'a.jpg': 3 } }, { files: [{ name: 'a.jpg', bytes: 3 }] }],
	['names alone', { ...dataset, files: ['a.jpg'] }, { files: [{ name: 'a.jpg' }] }],
	{
		name: 'names with a folder',
		body: { ...dataset, files: [{ path: 'datasets/cats/a.jpg', size: 3 }] },
		is: { files: [{ name: 'a.jpg', bytes: 3 }] },
	},
	['no files yet', { ...dataset, files: [] }, { files: [] }],
	['files that are null', { ...dataset, files: null }, { files: undefined }],
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
	['a failure as a list', { ...dataset, status: 'FAILED', error: ['a', 'b'] }, { error: 'a; b' }],
	['the record inside data', { data: { ...dataset, status: 'ready' } }, { state: 'READY' }],
	{
		name: 'success around the record',
		body: { status: 'success', data: { ...dataset, status: 'ready' } },
		is: { state: 'READY' },
	},
	['not found, with its code', { error_code: 40401 }, { failure: 'notFound', code: 40401 }, 404],
	{
		name: 'not found, by a gateway',
		status: 404,
		headers: { 'content-type': 'text/html' },
		body: '<html>',
		is: { failure: 'notFound', code: undefined },
	},
]);

const addressRows = rowsOf('addresses of two files', [
	['a map under uploads', { uploads: { 'a.jpg': place('1'), 'a.txt': place('2') } }, both],
	['a map without uploads', { 'a.jpg': place('1'), 'a.txt': place('2') }, both],
	['a map inside data', { data: { uploads: { 'a.jpg': place('1'), 'a.txt': place('2') } } }, both],
	['a map inside data without uploads', { data: { 'a.jpg': place('1'), 'a.txt': place('2') } }, both],
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
	[
		'a bare list',
		[
			{ file_name: 'a.jpg', ...place('1') },
			{ file_name: 'a.txt', ...place('2') },
		],
		both,
	],
	['bare addresses', { uploads: { 'a.jpg': '{origin}/1', 'a.txt': '{origin}/2' } }, both],
	['a lifetime beside the map', { 'a.jpg': place('1'), 'a.txt': place('2'), expires_in: 60 }, both],
	{
		name: 'camel case',
		body: { uploads: { 'a.jpg': { uploadUrl: '{origin}/1' }, 'a.txt': { uploadUrl: '{origin}/2' } } },
		is: both,
	},
	['addresses for one of them', { uploads: { 'a.jpg': place('1') } }, { names: ['a.jpg'] }],
	['none that can be used', { uploads: { 'a.jpg': { upload_url: 'ftp://x/1' } } }, { names: [] }],
	{
		name: 'methods that are no upload',
		body: { uploads: { 'a.jpg': { ...place('1'), method: 'DELETE' } } },
		is: { names: [] },
	},
	['nothing like it', { ok: true }, { failure: 'protocol' }],
]);

const oneAddressRows = rowsOf('addresses of one file', [
	['one record', place('1'), { names: ['a.jpg'], methods: ['PUT'] }],
	['one record with its name', { filename: 'a.jpg', ...place('1') }, { names: ['a.jpg'] }],
	['one record inside data', { data: place('1') }, { names: ['a.jpg'] }],
	['one record under uploads', { uploads: place('1') }, { names: ['a.jpg'] }],
	['a list of one without a name', { uploads: [place('1')] }, { names: ['a.jpg'] }],
	['no method', { upload_url: '{origin}/1' }, { names: ['a.jpg'], methods: ['PUT'] }],
	['a method in small letters', { ...place('1'), method: 'put' }, { methods: ['PUT'] }],
	['a form of the storage', { ...place('1'), method: 'POST' }, { methods: ['POST'] }],
]);

const uploadRows = rowsOf('upload', [
	['the name of the file', { filename: 'a.jpg' }, { failure: undefined }],
	['status 201', {}, { failure: undefined }, 201],
	['nothing', '', { failure: undefined }, 204],
	['an error code of 0', { error_code: 0 }, { failure: undefined }],
	['an error code in a success', { error_code: 42202 }, { failure: 'input', code: 42202 }],
	['too large', { error_code: 42203 }, { failure: 'input', code: 42203 }, 422],
]);

export const datasetRows: readonly ReplyRow<DatasetCall>[] = [
	...createRows,
	...statusRows,
	...addressRows,
	...oneAddressRows,
	...uploadRows,
];
