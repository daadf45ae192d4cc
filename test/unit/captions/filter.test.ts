import assert from 'node:assert/strict';
import {
	type CaptionFilter,
	captionLength,
	isNoFilter,
	noFilter,
	rowTest,
} from '../../../src/core/captions/filter.ts';
import { captionWords, frequencies } from '../../../src/core/captions/frequency.ts';
import { isSearchedFolder, mediumKind, pairsOf } from '../../../src/core/captions/pairs.ts';
import type { CaptionRow } from '../../../src/core/captions/row.ts';

const row = (id: string, text: string | undefined, more: Partial<CaptionRow> = {}): CaptionRow => ({
	id: `${id}.txt`,
	media: [{ path: `${id}.png`, kind: 'image' }],
	caption: text === undefined ? { kind: 'missing' } : { kind: 'text', text },
	...more,
});
const rows = [
	row('a', 'ohwx, a cat on a roof'),
	row('b', undefined),
	row('c', ' \n'),
	row('d', '[trigger] dog'),
	row('e', 'é', { caption: { kind: 'foreign', text: 'é', encoding: 'windows-1252' } }),
	row('f', 'old', { unsaved: { text: 'a new cat', why: 'changedOnDisk' } }),
	row('g', undefined, { caption: { kind: 'unreadable', reason: 'This is not a file.' } }),
	row('h', 'house', { unsaved: { text: 'house!', why: 'typing' } }),
];
const shown = (more: Partial<CaptionFilter>) =>
	rows
		.filter(rowTest({ ...noFilter, ...more }))
		.map(({ id }) => id[0])
		.join('');

describe('the filter of captions', () => {
	it('finds texts in captions and names, ignoring case, unsaved text first', () => {
		assert.equal(shown({ text: 'CAT' }), 'af');
		assert.equal(shown({ text: 'd.png' }), 'd');
		assert.equal(shown({ text: 'old' }), '');
	});

	it('finds missing and empty captions, present ones, and those that need attention', () => {
		assert.equal(shown({ state: 'missing' }), 'bc');
		assert.equal(shown({ state: 'present' }), 'adefh');
		assert.equal(shown({ state: 'attention' }), 'efg');
	});

	it('finds the trigger as training does, as itself or as [trigger]', () => {
		assert.equal(shown({ trigger: { word: 'ohwx', is: 'present' } }), 'ad');
		assert.equal(shown({ trigger: { word: 'OHWX', is: 'present' } }), 'd');
		assert.equal(shown({ trigger: { word: 'ohwx', is: 'absent' }, state: 'present' }), 'efh');
		assert.equal(shown({ trigger: { word: ' ', is: 'present' } }).length, rows.length);
	});

	it('measures in words and in characters as readers count them', () => {
		assert.equal(shown({ length: { unit: 'words', least: 3 } }), 'af');
		assert.equal(shown({ length: { unit: 'words', least: 1, most: 1 } }), 'eh');
		assert.equal(captionLength("it's a close-up, 日本", 'words'), 4);
		assert.equal(captionLength(' 😀é ', 'characters'), 2);
	});

	it('reports whether it is empty', () => {
		assert.ok(isNoFilter(noFilter));
		assert.ok(isNoFilter({ ...noFilter, trigger: { word: '', is: 'absent' } }));
		assert.ok(!isNoFilter({ ...noFilter, state: 'missing' }));
	});
});

describe('words and tags by frequency', () => {
	it('count their captions, the most frequent first', () => {
		const captions = ['A cat, a roof', 'a dog', 'the cat'].map((text, index) => ({
			id: String(index),
			text,
		}));
		assert.deepEqual(frequencies(captions, 'words').slice(0, 2), [
			{ text: 'A', captions: 2 },
			{ text: 'cat', captions: 2 },
		]);
		assert.deepEqual(
			frequencies(captions, 'tags').map(({ text }) => text),
			['A cat', 'a dog', 'a roof', 'the cat'],
		);
		assert.deepEqual(captionWords('constructor __proto__'), ['constructor', '__proto__']);
	});
});

describe('media and their captions', () => {
	it('pair by the name without its extension, ignoring the case of the extension, in natural order', () => {
		const files = [
			'b10.PNG',
			'b2.jpg',
			'b2.txt',
			'sub/clip.MP4',
			'b2.png',
			'note.txt',
			'x.gif',
			'.png',
			'a.b.webp',
		];
		assert.deepEqual(pairsOf(files), [
			{ caption: 'a.b.txt', media: [{ path: 'a.b.webp', kind: 'image' }] },
			{
				caption: 'b2.txt',
				media: [
					{ path: 'b2.jpg', kind: 'image' },
					{ path: 'b2.png', kind: 'image' },
				],
			},
			{ caption: 'b10.txt', media: [{ path: 'b10.PNG', kind: 'image' }] },
			{ caption: 'sub/clip.txt', media: [{ path: 'sub/clip.MP4', kind: 'video' }] },
		]);
	});

	it('skip files the toolkit does not read', () => {
		assert.equal(mediumKind('a.heic'), undefined);
		assert.equal(mediumKind('song.flac'), 'audio');
		assert.deepEqual(['.git', '_controls', '_latent_cache', 'more'].filter(isSearchedFolder), ['more']);
	});
});
