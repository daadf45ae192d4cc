import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportRuns, type MarkedRun } from '../../../../src/core/runs/archive/runExport.ts';
import { runRecord } from '../../support/runRecord.ts';

const unmarked = { id: 'r', starred: false, note: '', starredFiles: [] };

/** Reads cells as a spreadsheet does: RFC 4180. */
function cellsOf(csv: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
	for (const [, quoted, bare, end] of csv.slice(1).matchAll(pattern)) {
		row.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
		if (end === ',') continue;
		rows.push(row);
		row = [];
	}
	return rows;
}

const full: MarkedRun = {
	run: runRecord({
		id: 'run-1',
		requestId: 'req-1',
		state: 'succeeded',
		target: { kind: 'model', id: 'flux/pro', name: 'Flux "Pro", fast' },
		documentUri: 'file:///w/lighthouse.json',
		submittedAt: Date.UTC(2026, 4, 1, 12),
		endedAt: Date.UTC(2026, 4, 1, 12, 0, 12, 340),
		summary: {
			mode: 'inputs',
			changed: [
				{ nodeId: '3', nodeTitle: 'Sampler', input: 'steps', from: '20', to: '30' },
				{ nodeId: '4', nodeTitle: 'Partner', input: 'api_key', from: '""', to: '"sk-abc"' },
			],
			prompt: 'a lighthouse,\nat "night"',
			seed: '18446744073709551615',
			outputTitles: {},
		},
		files: [
			{ key: 'k', filename: 'a.png', subfolder: '', type: 'output', archivedAs: 'a (2).png', bytes: 12 },
		],
		texts: [{ nodeId: '9', channel: 'text', index: 0, text: 'done' }],
	}),
	marks: { id: 'run-1', starred: true, note: '=cmd|calc', starredFiles: ['k'] },
};

describe('exported runs', () => {
	it('contain everything known to the history, as JSON', () => {
		assert.deepEqual(JSON.parse(exportRuns([full], 'json')), [
			{
				id: 'run-1',
				requestId: 'req-1',
				state: 'succeeded',
				target: { kind: 'model', id: 'flux/pro', name: 'Flux "Pro", fast' },
				document: 'lighthouse.json',
				documentUri: 'file:///w/lighthouse.json',
				submittedAt: '2026-05-01T12:00:00.000Z',
				endedAt: '2026-05-01T12:00:12.340Z',
				seconds: 12.3,
				prompt: 'a lighthouse,\nat "night"',
				seed: '18446744073709551615',
				sent: 'inputs',
				inputs: [
					{ node: 'Sampler', nodeId: '3', input: 'steps', value: '30' },
					{ node: 'Partner', nodeId: '4', input: 'api_key', value: '(secret)' },
				],
				files: [{ name: 'a (2).png', bytes: 12, starred: true }],
				texts: ['done'],
				starred: true,
				note: '=cmd|calc',
			},
		]);
		assert.deepEqual(JSON.parse(exportRuns([], 'json')), []);
	});

	it('are spreadsheet rows without formulas', () => {
		const [head = [], row = []] = cellsOf(exportRuns([full], 'csv'));
		const cells = Object.fromEntries(head.map((name, index) => [name, row[index]]));
		assert.equal(cells.prompt, 'a lighthouse,\nat "night"');
		assert.equal(cells.target, 'Flux "Pro", fast');
		assert.equal(cells.note, "'=cmd|calc");
		assert.equal(cells.inputs, 'Sampler steps = 30\nPartner api_key = (secret)');
		assert.equal(cells.seed, '18446744073709551615');
		assert.equal(cells.seconds, '12.3');
		assert.equal(cellsOf(exportRuns([], 'csv')).length, 1);
	});

	it('never begin a cell with a formula, whatever the service and the user write', () => {
		const beginning = fc.constantFrom(
			'=',
			'+',
			'-',
			'@',
			'\t=',
			'\r\n=',
			' =',
			'＝',
			'\u0000=',
			'\u202E=',
			'\uFEFF=',
			'"=',
			'|',
			'%',
		);
		const hostile = fc.tuple(beginning, fc.string({ unit: 'binary' })).map((parts) => parts.join(''));
		fc.assert(
			fc.property(hostile, hostile, hostile, (name, note, prompt) => {
				const run = runRecord({
					documentName: name,
					target: { kind: 'deployment', id: 'd', name },
					summary: { mode: 'overrides', changed: [], prompt, outputTitles: {} },
				});
				const rows = cellsOf(exportRuns([{ run, marks: { ...unmarked, note } }], 'csv'));
				assert.equal(rows.length, 2);
				assert.equal(rows[1]?.length, rows[0]?.length);
				for (const cell of rows[1] ?? []) assert.doesNotMatch(cell, /^[\s\p{C}]*[=+\-@＝＋－＠|%]/u);
				assert.equal(JSON.parse(exportRuns([{ run, marks: unmarked }], 'json')).length, 1);
			}),
		);
	});

	it('begin no formula with semicolons or tabs as separators either', () => {
		for (const prompt of [
			'a cat;=1+1',
			'a cat; \t@x',
			'a\t+1',
			'a\n=1',
			'a;"=1',
			'a;;-1',
			'a;\u202E=1',
			'a;＝1',
		]) {
			const run = runRecord({ summary: { mode: 'overrides', changed: [], prompt, outputTitles: {} } });
			const text = exportRuns([{ run, marks: unmarked }], 'csv');
			assert.doesNotMatch(text, /[;\t\r\n][\s\p{C}"]*[=+\-@＝|%]/u, JSON.stringify(prompt));
		}
		const harmless = runRecord({
			summary: { mode: 'overrides', changed: [], prompt: 'a cat; a dog\nit is night', outputTitles: {} },
		});
		assert.match(exportRuns([{ run: harmless, marks: unmarked }], 'csv'), /"a cat; a dog\nit is night"/);
	});

	it('contain no token, key, signed address or bytes', () => {
		const secrets = [
			'https://files.example.com/a.png?Signature=s3cret&Expires=1',
			'Authorization: Bearer s3cret-s3cret-s3cret',
			`data:image/png;base64,${'s3cret'.repeat(20)}`,
			'hf_s3crets3crets3crets3crets3cret',
			'https://user:s3cret@example.com/',
		];
		for (const secret of secrets) {
			const run = runRecord({
				documentName: secret,
				target: { kind: 'deployment', id: secret, name: secret },
				notice: secret,
				error: { error: secret, details: secret, debugInfo: secret },
				texts: [{ nodeId: '9', channel: 'text', index: 0, text: secret }],
				summary: {
					mode: 'overrides',
					changed: [{ nodeId: '3', nodeTitle: secret, input: 'text', from: '', to: secret }],
					prompt: secret,
					seed: secret,
					outputTitles: {},
				},
			});
			for (const format of ['json', 'csv'] as const) {
				const text = exportRuns([{ run, marks: { ...unmarked, note: secret } }], format);
				assert.doesNotMatch(text, /s3cret/, `${format}: ${secret}`);
			}
		}
	});

	it('survive an invalid time', () => {
		const run = runRecord({ submittedAt: 9e15, endedAt: -9e15 });
		assert.equal(JSON.parse(exportRuns([{ run, marks: unmarked }], 'json'))[0].submittedAt, undefined);
		assert.equal(cellsOf(exportRuns([{ run, marks: unmarked }], 'csv')).length, 2);
	});
});
