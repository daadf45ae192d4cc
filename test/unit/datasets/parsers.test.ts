import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
	parseDataset,
	parseDatasets,
	parseUploadEndpoints,
} from '../../../src/core/datasets/parseDataset.ts';
import { parseJson } from '../../../src/core/json/exact.ts';
import { provesDamage } from '../support/damagedReplies.ts';

const parsers: Readonly<Record<string, (value: unknown) => unknown>> = {
	dataset: parseDataset,
	'a dataset that was asked for': (value) => parseDataset(value, 'd-1'),
	datasets: parseDatasets,
	'upload addresses': parseUploadEndpoints,
};

/** Valid replies; a mutation may replace each member. */
const genuine: readonly string[] = [
	'{"datasets":[{"id":"d-1","name":"cats","status":"READY","created_at":"2026-01-02T03:04:05.678Z","updated_at":"2026-01-02T03:05:05Z"},{"dataset_id":"d-2","dataset_name":"dogs","status":"DRAFT"}]}',
	'[{"id":"d-1","name":"cats","status":"FAILED","error":{"message":"no captions","code":7}}]',
	'{"id":"d-1","name":"cats","status":"UPLOADING","files":[{"filename":"a.jpg","size_bytes":12345},{"filename":"a.txt","size_bytes":7}],"error":null}',
	'{"uploads":{"a.jpg":{"upload_url":"https://s.test/a?sig=1","method":"PUT","headers":{"content-type":"image/jpeg"}},"b.mp4":{"upload_url":"https://s.test/b?sig=2"}}}',
];

describe('every parser of replies about datasets', () => {
	provesDamage(parsers, genuine);

	it('accepts a deeply nested reply', () => {
		const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
		const deepRecord = `${'{"error":'.repeat(3000)}1${'}'.repeat(3000)}`;
		for (const inner of [deep, deepRecord]) {
			const value = parseJson(`{"id":"d","error":${inner},"files":${inner},"uploads":{"a":${inner}}}`);
			assert.ok(value.ok);
			for (const parse of Object.values(parsers)) parse(value.value);
		}
	});
});

const read = (text: string) => {
	const value = parseJson(text);
	assert.ok(value.ok);
	return value.value;
};

describe('a dataset', () => {
	const dataset = (text: string) => {
		const one = parseDataset(read(text), 'asked');
		assert.ok(typeof one !== 'string');
		return one;
	};

	it('lists its files with exact sizes in any known form, without unreadable entries', () => {
		const expected = [
			{ name: 'a.jpg', bytes: 12_345 },
			{ name: 'a.txt', bytes: 0 },
		];
		for (const files of [
			'[{"filename":"a.jpg","size_bytes":12345},{"filename":"a.txt","size_bytes":0}]',
			'[{"name":"a.jpg","size":"12345"},{"file_name":"a.txt","bytes":0}]',
			'{"a.jpg":12345,"a.txt":{"size_bytes":0}}',
			'[{"filename":"a.jpg","size_bytes":12345},7,{"size_bytes":4},{"filename":"y","size_bytes":-1},{"filename":"a.txt","size_bytes":0},{"filename":"a.jpg","size_bytes":1}]',
		])
			assert.deepEqual(dataset(`{"id":"d","files":${files}}`).files, expected, files);
		assert.deepEqual(dataset('{"id":"d","files":[]}').files, []);
		assert.equal(dataset('{"id":"d","files":null}').files, undefined);
	});

	it('has a readable error, whatever its JSON', () => {
		const error = (text: string) => dataset(`{"id":"d","error":${text}}`).error;
		assert.equal(error('"no captions"'), 'no captions');
		assert.equal(error('{"message":"no captions","code":7}'), 'no captions');
		assert.equal(error('{"error":{"detail":"no captions"}}'), 'no captions');
		assert.equal(error('[{"message":"a.jpg"},"b.jpg"]'), 'a.jpg; b.jpg');
		assert.equal(error('{"files":["a.jpg"]}'), '{"files":["a.jpg"]}');
		for (const nothing of ['null', '""', '[]', '{}', 'false']) assert.equal(error(nothing), undefined);
	});

	it('shows no secret from its error', () => {
		const shown = JSON.stringify(
			dataset('{"id":"d","error":{"at":"https://s.test/a?X-Signature=hidden","token":"hidden"}}'),
		);
		assert.doesNotMatch(shown, /hidden"/);
		assert.doesNotMatch(shown, /Signature=hidden/);
	});

	it('reads a time without a zone as UTC, and a number as seconds or milliseconds', () => {
		const at = (text: string) => dataset(`{"id":"d","created_at":${text}}`).createdAt;
		const moment = Date.UTC(2026, 0, 2, 3, 4, 5);
		for (const text of [
			'"2026-01-02T03:04:05"',
			'"2026-01-02 03:04:05"',
			'"2026-01-02T04:04:05+01:00"',
			String(moment),
			String(moment / 1000),
		])
			assert.equal(at(text), moment, text);
		for (const text of ['"yesterday"', '0', 'true', '{}', '"2026-99-99"'])
			assert.equal(at(text), undefined, text);
	});
});

describe('upload addresses', () => {
	it('accept headers as a list of names and values', () => {
		const lists = ['[{"name":"x-size","value":12},{"value":"x"}]', '[["x-size","12"],["x"],7]'];
		for (const headers of lists) {
			const text = `{"uploads":{"a":{"upload_url":"https://s.test/a","headers":${headers}}}}`;
			assert.deepEqual(parseUploadEndpoints(read(text))?.get('a')?.headers, { 'x-size': '12' });
		}
	});

	it('have method and headers, or the defaults', () => {
		const endpoints = parseUploadEndpoints(
			read(
				'{"uploads":{"a":{"upload_url":"https://s.test/a?s=1","method":"put","headers":{"x-size":12}},"b":{"url":"https://s.test/b"},"__proto__":{"upload_url":"https://s.test/p"}}}',
			),
		);
		assert.deepEqual(
			[...(endpoints ?? [])],
			[
				['a', { url: 'https://s.test/a?s=1', method: 'PUT', headers: { 'x-size': '12' } }],
				['b', { url: 'https://s.test/b', method: 'PUT', headers: {} }],
				['__proto__', { url: 'https://s.test/p', method: 'PUT', headers: {} }],
			],
		);
	});

	it('are left out if unusable', () => {
		const endpoints = parseUploadEndpoints(
			read(
				'{"uploads":{"a":{"upload_url":"file:///etc/passwd"},"b":{"upload_url":"https://s.test/b","method":"DELETE"},"c":7,"d":{"upload_url":"https://s.test/d","headers":{"bad name":"x","y":"line\\nbreak","z":"good"}}}}',
			),
		);
		assert.deepEqual(
			[...(endpoints ?? [])],
			[['d', { url: 'https://s.test/d', method: 'PUT', headers: { z: 'good' } }]],
		);
		assert.equal(parseUploadEndpoints(read('{"ok":true}')), undefined);
	});
});
