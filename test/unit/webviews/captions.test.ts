import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differenceOf } from '../../../src/core/captions/difference.ts';
import { noFilter, rowTest } from '../../../src/core/captions/filter.ts';
import type { CaptionRow } from '../../../src/core/captions/row.ts';
import { Drafts } from '../../../src/webviews/captions/drafts.ts';
import { ShownRows } from '../../../src/webviews/captions/shownRows.ts';
import { rowNotice, sharedWith, summaryText } from '../../../src/webviews/captions/wording.ts';

const row = (text: string, more: Partial<CaptionRow> = {}): CaptionRow => ({
	id: 'a.txt',
	media: [{ path: 'a.png', kind: 'image' }],
	caption: { kind: 'text', text },
	...more,
});

describe('the notice for a caption that is only in the upload', () => {
	const missing = row('', { caption: { kind: 'missing' }, inUpload: 'a boat' });
	const foreign = row('', {
		caption: { kind: 'foreign', text: 'Flu', encoding: 'utf-16le' },
		inUpload: 'Flu',
	});

	it('shows its text, and counts neither as missing nor as needing attention', () => {
		assert.equal(rowNotice(missing), 'In the upload only: a boat');
		assert.equal(rowNotice(foreign), 'Not UTF-8 on disk; the upload sends it as UTF-8');
		const rows = [missing, foreign, row('', { caption: { kind: 'missing' } })];
		const state = { folder: 'a', address: '', leftOut: 0, history: {}, rows };
		assert.equal(summaryText(state, 3), '3 media files · 1 without caption · 2 in the upload only');
		for (const [kind, shown] of [
			['missing', [rows[2]]],
			['attention', []],
		] as const)
			assert.deepEqual(rows.filter(rowTest({ ...noFilter, state: kind })), shown);
	});

	it('names the source file and the name in the upload if the file is not next to its medium', () => {
		const source = { path: 'boat.txt', name: 'Boat.txt' };
		const mark = 'From "boat.txt", sent as "Boat.txt"';
		assert.equal(rowNotice(row('a boat', { source })), mark);
		assert.equal(rowNotice(row('a boat', { source, unsaved: { text: 'a', why: 'typing' } })), mark);
		assert.equal(rowNotice(row('', { source })), 'Empty');
	});

	it('disappears once the user edits the caption', () => {
		const typed = { ...missing, unsaved: { text: 'a ship', why: 'typing' } } as const;
		assert.equal(rowNotice(typed), undefined);
	});
});

describe('a draft in the captions panel', () => {
	it('is sent once when the field loses focus, and forgotten once on disk', () => {
		const drafts = new Drafts();
		drafts.typed(row('cat'), 'cats');
		assert.deepEqual(drafts.kept([row('cat')]), [{ id: 'a.txt', text: 'cats', base: 'cat' }]);
		assert.equal(drafts.take('a.txt'), 'cats');
		assert.equal(drafts.take('a.txt'), undefined);
		drafts.answered(row('cats'));
		assert.deepEqual(drafts.kept([row('cats')]), []);
	});

	it('is kept if edited again before the response', () => {
		const drafts = new Drafts();
		drafts.typed(row('cat'), 'cats');
		drafts.take('a.txt');
		drafts.typed(row('cat'), 'cats, two');
		drafts.answered(row('cats'));
		assert.equal(drafts.texts.get('a.txt'), 'cats, two');
		assert.equal(drafts.take('a.txt'), 'cats, two');
	});

	it('survives a reload with its base text, even if the host could not save it', () => {
		const drafts = new Drafts();
		const clash = row('theirs', { unsaved: { text: 'mine', why: 'changedOnDisk' } });
		assert.deepEqual(drafts.kept([clash]), [{ id: 'a.txt', text: 'mine' }]);
		const next = new Drafts();
		next.recall([{ id: 'a.txt', text: 'mine', base: 'old' }]);
		assert.deepEqual(next.lost([row('old')]), [{ id: 'a.txt', text: 'mine', base: 'old' }]);
		assert.deepEqual(next.lost([row('old')]), [], 'once');
	});

	it('is removed from the row and the kept drafts when discarded, even if the host had returned it', () => {
		const drafts = new Drafts();
		drafts.typed(row('cat'), 'cats');
		const left = drafts.giveUp(row('cat', { unsaved: { text: 'cats', why: 'typing' } }));
		assert.deepEqual(left, row('cat'));
		assert.deepEqual(drafts.kept([left]), []);
		drafts.typed(row('dog'), 'dogs');
		assert.deepEqual(drafts.kept([row('dog')]), [{ id: 'a.txt', text: 'dogs', base: 'dog' }]);
	});

	it('returns to the text that awaits a choice when discarded', () => {
		const drafts = new Drafts();
		const clash = row('theirs', { unsaved: { text: 'mine', why: 'changedOnDisk' } });
		drafts.typed(clash, 'mine, and more');
		assert.deepEqual(drafts.giveUp(clash), clash);
		assert.deepEqual(drafts.kept([clash]), [{ id: 'a.txt', text: 'mine' }]);
	});

	it('waits while its folder is unreadable', () => {
		const drafts = new Drafts();
		drafts.recall([{ id: 'a.txt', text: 'mine', base: 'old' }]);
		assert.deepEqual(drafts.lost([]), []);
		assert.deepEqual(drafts.kept([]), [{ id: 'a.txt', text: 'mine', base: 'old' }]);
		assert.equal(drafts.lost([row('old')]).length, 1);
	});
});

describe('rows of the captions panel', () => {
	it('show important notices before the caption', () => {
		assert.equal(rowNotice(row('cat')), undefined);
		assert.equal(rowNotice(row(' ')), 'Empty');
		assert.equal(rowNotice(row('', { caption: { kind: 'missing' } })), 'No caption');
		const unsaved = { text: 'x', why: 'changedOnDisk' } as const;
		assert.equal(rowNotice(row('', { caption: { kind: 'missing' }, unsaved })), 'Deleted on disk');
		assert.equal(
			rowNotice(row('', { unsaved: { text: 'x', why: 'notWritten', problem: 'The disk is full.' } })),
			'Not saved. The disk is full.',
		);
		const media = ['a.png', 's/a.jpg'].map((path) => ({ path, kind: 'image' as const }));
		assert.equal(sharedWith(row('', { media })), 'also of a.jpg');
	});

	it('have a summary', () => {
		const state = { folder: 'f', address: '', rows: [row('cat'), row('')], leftOut: 1, history: {} };
		assert.equal(
			summaryText(state, 1),
			'2 media files · 1 shown · 1 without caption · 1 link or special file not shown',
		);
	});
});

describe('the texts that the captions tools may change', () => {
	it('are the captions that match the filter and the disk', () => {
		const media = [{ path: 'x.png', kind: 'image' as const }];
		const rows: readonly CaptionRow[] = [
			{ id: 'a.txt', media, caption: { kind: 'text', text: 'a cat' } },
			{
				id: 'b.txt',
				media,
				caption: { kind: 'text', text: 'a cat too' },
				unsaved: { text: 'cat', why: 'typing' },
			},
			{ id: 'c.txt', media, caption: { kind: 'missing' } },
			{ id: 'd.txt', media, caption: { kind: 'text', text: 'a dog' } },
		];
		const shown = new ShownRows();
		shown.ask(rows, { ...noFilter, text: 'cat' });
		shown.take(rows);
		shown.narrow(undefined);
		assert.deepEqual(shown.captions, [{ id: 'a.txt', text: 'a cat' }]);
		assert.deepEqual(
			shown.rows.map(({ id }) => id),
			['a.txt', 'b.txt'],
		);
		shown.narrow(new Map([['b.txt', true]]));
		assert.deepEqual(
			shown.rows.map(({ id }) => id),
			['b.txt'],
		);
	});
});

describe('the filter of the captions panel', () => {
	const missing = { ...noFilter, state: 'missing' } as const;
	const none: CaptionRow = row('', { caption: { kind: 'missing' } });
	const typed: CaptionRow = { ...none, unsaved: { text: 'a cat', why: 'typing' } };
	function ids(shown: ShownRows, rows: readonly CaptionRow[]): readonly string[] {
		shown.take(rows);
		shown.narrow(undefined);
		return shown.rows.map(({ id }) => id);
	}

	it('keeps a visible row while in use, and brings none back', () => {
		const shown = new ShownRows();
		shown.ask([none], missing);
		shown.ask([typed], missing, () => true);
		assert.deepEqual(ids(shown, [typed]), ['a.txt']);
		shown.ask([typed], missing);
		assert.deepEqual(ids(shown, [typed]), []);
		shown.ask([typed], missing, () => true);
		assert.deepEqual(ids(shown, [typed]), []);
	});
});

describe('the difference between two captions', () => {
	it('is shown word by word', () => {
		assert.deepEqual(differenceOf('a red boat, red', 'a blue boat, blue'), [
			{ kind: 'same', text: 'a ' },
			{ kind: 'removed', text: 'red' },
			{ kind: 'added', text: 'blue' },
			{ kind: 'same', text: ' boat, ' },
			{ kind: 'removed', text: 'red' },
			{ kind: 'added', text: 'blue' },
		]);
	});

	it('contains both texts completely, however long', () => {
		const text = fc
			.array(fc.constantFrom('a', 'bc', ' ', ', ', '\n', 'é', '😀'))
			.map((parts) => parts.join(''));
		const whole = (before: string, after: string): void => {
			const pieces = differenceOf(before, after);
			const without = (kind: string) =>
				pieces
					.filter((piece) => piece.kind !== kind)
					.map((piece) => piece.text)
					.join('');
			assert.equal(without('added'), before);
			assert.equal(without('removed'), after);
		};
		fc.assert(fc.property(text, text, whole));
		whole('a '.repeat(5000), 'b '.repeat(5000));
	});
});
