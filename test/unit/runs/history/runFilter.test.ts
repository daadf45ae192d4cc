import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact } from '../../../../src/core/base/compact.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Ledger } from '../../../../src/core/ledger/ledger.ts';
import {
	isNoFilter,
	matchesFilter,
	noFilter,
	type RunFilter,
	runOrigins,
	type StateGroup,
	searchedText,
	stateGroups,
} from '../../../../src/core/runs/history/filter.ts';
import { RunMarks, runMarksLayout } from '../../../../src/core/runs/history/marks.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { runStates, targetKinds } from '../../../../src/core/runs/runSchema.ts';
import { RunTable, runLayout } from '../../../../src/core/runs/runTable.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { ledgerIn } from '../../support/ledgerIn.ts';
import { runRecord } from '../../support/runRecord.ts';

/** Words that make hits likely, with all that a search could stumble over. */
const word = fc.constantFrom(
	'harbour',
	'HARBOUR',
	'Größe',
	'cafe\u0301',
	'Café',
	'%',
	'_',
	"'",
	'"; --',
	'שלום',
	'🏳️‍🌈',
	'\u202Egnp',
	'<b>',
	'42',
	'18446744073709551615',
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const arbitraryRun = fc
	.record({
		state: fc.constantFrom(...runStates),
		kind: fc.constantFrom(...targetKinds),
		name: text,
		documentName: text,
		documentUri: fc.constantFrom(undefined, 'file:///a.json', 'file:///b.json'),
		prompt: fc.option(text, { nil: undefined }),
		seed: fc.option(fc.constantFrom('42', '18446744073709551615'), { nil: undefined }),
		to: text,
		submittedAt: fc.integer({ min: 0, max: 5 }),
		starred: fc.boolean(),
		note: text,
	})
	.map(({ kind, name, documentUri, prompt, seed, to, starred, note, ...more }) => ({
		marks: { starred, note },
		more: {
			...more,
			connectionId: 'c',
			target: { kind, id: 't', name },
			...compact({ documentUri }),
			summary: {
				mode: 'overrides' as const,
				changed: [{ nodeId: '3', nodeTitle: 'Sampler', input: 'seed', from: '1', to }],
				outputTitles: {},
				...compact({ prompt, seed }),
			},
		} satisfies Partial<Run>,
	}));
const arbitraryFilter: fc.Arbitrary<RunFilter> = fc
	.record({
		text,
		states: fc.subarray(Object.keys(stateGroups) as StateGroup[]),
		origins: fc.subarray([...runOrigins]),
		starred: fc.boolean(),
		documentUri: fc.constantFrom(undefined, 'file:///a.json'),
	})
	.map(({ documentUri, ...filter }) => (documentUri === undefined ? filter : { ...filter, documentUri }));

describe('the filter of runs', () => {
	let folder: string;
	let ledger: Ledger;
	let runs: RunTable;
	let marks: RunMarks;
	beforeEach(async () => {
		folder = newFolder();
		ledger = await ledgerIn(folder, [runLayout, runMarksLayout]);
		runs = new RunTable(ledger);
		marks = new RunMarks(ledger, silentLog, () => true);
	});
	afterEach(() => ledger.close());

	it('finds its matches in the history, newest first, page by page', async () => {
		const sample = fc.sample(arbitraryRun, { numRuns: 120, seed: 7 });
		await Promise.all(
			sample.map(async ({ more, marks: given }, index) => {
				await runs.put(runRecord({ ...more, id: `run-${String(index).padStart(3, '0')}` }));
				await marks.set(`run-${String(index).padStart(3, '0')}`, given);
			}),
		);
		const all = runs.of({ connectionId: 'c', limit: 1000 });
		assert.equal(all.length, sample.length);
		let hits = 0;
		fc.assert(
			fc.property(arbitraryFilter, fc.integer({ min: 1, max: 40 }), (filter, limit) => {
				const expected = all
					.filter((run) => matchesFilter(run, marks.of(run.id), filter))
					.map(({ id }) => id);
				const found = runs.of({ connectionId: 'c', limit: 1000, filter }).map(({ id }) => id);
				assert.deepEqual(found, expected);
				const page = runs.of({ connectionId: 'c', limit, filter }).map(({ id }) => id);
				assert.deepEqual(page, expected.slice(0, limit));
				if (isNoFilter(filter)) assert.equal(found.length, all.length);
				hits += found.length;
			}),
			{ numRuns: 300, seed: 11 },
		);
		assert.ok(hits > 100, 'the filters find something');
	});

	it('finds parts of words in any case, in every memorable place', async () => {
		await runs.put(
			runRecord({
				id: 'a',
				connectionId: 'c',
				documentName: 'Lighthouse.json',
				requestId: 'req-8f1c',
				target: { kind: 'model', id: 'm', name: 'Flux Pro' },
				summary: {
					mode: 'inputs',
					changed: [{ nodeId: '', nodeTitle: 'Input', input: 'guidance', from: '', to: '3.5' }],
					prompt: 'ein Leuchtturm im NEBEL, Öl auf Leinwand',
					seed: '18446744073709551615',
					outputTitles: {},
				},
			}),
		);
		await marks.set('a', { note: 'Für die Ausstellung' });
		const finds = (words: string) =>
			runs.of({ connectionId: 'c', limit: 9, filter: { ...noFilter, text: words } }).length;
		for (const words of [
			'light',
			'flux PRO',
			'req-8f',
			'guidance 3.5',
			'nebel öl',
			'95516',
			'FÜR ausstell',
			'leuchtturm ausstellung',
		])
			assert.equal(finds(words), 1, words);
		for (const words of ['harbour', 'light harbour', 'outputTitles', 'succeeded'])
			assert.equal(finds(words), 0, words);
	});

	it('is no filter without content, and accepts text of any length', async () => {
		await runs.put(runRecord({ connectionId: 'c' }));
		assert.ok(isNoFilter({ ...noFilter, text: ' \n ' }));
		assert.equal(runs.of({ connectionId: 'c', limit: 9, filter: { ...noFilter, text: ' ' } }).length, 1);
		const long = { ...noFilter, text: 'word '.repeat(100_000) };
		assert.deepEqual(runs.of({ connectionId: 'c', limit: 9, filter: long }), []);
	});

	it('keeps secrets out of its index', async () => {
		const prompt = 'see https://files.example.com/a.png?Signature=s3cret and more';
		await runs.put(
			runRecord({
				connectionId: 'c',
				summary: { mode: 'inputs', changed: [], outputTitles: {}, prompt },
			}),
		);
		await marks.set('r', { note: prompt });
		const find = (words: string) =>
			runs.of({ connectionId: 'c', limit: 9, filter: { ...noFilter, text: words } }).length;
		assert.equal(find('s3cret'), 0);
		assert.equal(find('and more'), 1);
	});
});

describe('the searchable text of a run', () => {
	it('is bounded, however long its inputs are', () => {
		const run = runRecord({ id: 'a' });
		const changed = Array.from({ length: 100 }, (_, index) => ({
			nodeId: '1',
			nodeTitle: `Node ${index}`,
			input: 'text',
			from: '',
			to: 'x'.repeat(1000),
		}));
		assert.equal(searchedText({ ...run, summary: { ...run.summary, changed } }).length, 8000);
	});
});
