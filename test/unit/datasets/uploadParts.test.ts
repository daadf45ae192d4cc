import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { FileSet } from '../../../src/core/datasets/upload/fileSet.ts';
import { UploadRate } from '../../../src/core/datasets/upload/sending/rate.ts';
import { withSending } from '../../../src/core/datasets/upload/transitions.ts';

describe('a set of files', () => {
	it('survives a round trip through text', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(200)), (indexes) => {
				const set = new FileSet(201);
				for (const index of indexes) set.add(index);
				const read = new FileSet(201, set.toString());
				assert.deepEqual(
					[...read],
					indexes.toSorted((a, b) => a - b),
				);
				assert.deepEqual([read.size, read.toString()], [indexes.length, set.toString()]);
			}),
		);
	});

	it('is short for consecutive files', () => {
		const set = new FileSet(10_000);
		for (let index = 0; index < 10_000; index++) if (index !== 5000) set.add(index);
		assert.equal(set.toString(), '0-4999,5001-9999');
		set.delete(0);
		set.delete(0);
		set.add(9999);
		assert.deepEqual(
			[set.toString(), set.size, set.has(0), set.has(1)],
			['1-4999,5001-9999', 9998, false, true],
		);
	});

	it('contains nothing beyond its size, whatever the text', () => {
		for (const text of ['5-9', '-1', 'x', '1e9', '3-1', ',', '99999999999'])
			assert.equal(new FileSet(5, text).size, 0, text);
		assert.equal(new FileSet(5, '3-99').toString(), '3-4');
	});
});

describe('the rate of an upload', () => {
	it('is measured over the last seconds, and estimates the remaining time', () => {
		const rate = new UploadRate();
		rate.note({ bytes: 0, files: 0 }, 0);
		rate.note({ bytes: 500_000, files: 0 }, 500);
		assert.deepEqual(
			[rate.bytesPerSecond(), rate.secondsLeft({ bytes: 1, files: 1 })],
			[undefined, undefined],
		);
		for (let second = 1; second <= 60; second++)
			rate.note({ bytes: second * 1_000_000, files: 0 }, second * 1000);
		assert.equal(rate.bytesPerSecond(), 1_000_000);
		assert.equal(rate.secondsLeft({ bytes: 30_000_000, files: 0 }), 30);
		// It stalls: the estimate grows and finally disappears.
		for (let second = 61; second <= 70; second++) rate.note({ bytes: 60_000_000, files: 0 }, second * 1000);
		assert.ok((rate.secondsLeft({ bytes: 30_000_000, files: 0 }) ?? 0) > 60);
		for (let second = 71; second <= 80; second++) rate.note({ bytes: 60_000_000, files: 0 }, second * 1000);
		assert.equal(rate.secondsLeft({ bytes: 30_000_000, files: 0 }), undefined);
	});

	it('counts the calls, so that many small files have an estimate too', () => {
		const rate = new UploadRate();
		for (let second = 0; second <= 10; second++)
			rate.note({ bytes: second * 100, files: second * 10 }, second * 1000);
		assert.equal(rate.secondsLeft({ bytes: 1000, files: 100 }), 10);
		assert.equal(
			rate.secondsLeft({ bytes: 0, files: 50 }),
			5,
			'a call takes its time also where nothing is left to send',
		);
	});

	it('starts over when the clock is set back', () => {
		const rate = new UploadRate();
		rate.note({ bytes: 0, files: 0 }, 100_000);
		rate.note({ bytes: 9_000_000, files: 0 }, 103_000);
		rate.note({ bytes: 9_000_000, files: 0 }, 0);
		assert.equal(rate.bytesPerSecond(), undefined);
	});
});

describe('the knowledge of two windows about an upload', () => {
	const record = {
		id: 'u',
		connectionId: 'c',
		accountId: 'a',
		datasetId: 'd',
		datasetName: 'cats',
		state: 'sending',
		count: 10,
		bytes: 10,
		sent: '0-3',
		skipped: '',
		replaced: '',
		failed: [],
		doneBytes: 4,
		attempt: 1,
		startedAt: 0,
	} as const;
	const state = { sent: '5', skipped: '', failed: [], doneBytes: 1, activeAt: 1 };

	it('is merged: files sent by one are not reverted by the other', () => {
		assert.equal(withSending(record, state).sent, '0-3,5');
	});

	it('does not change an ended upload', () => {
		const canceled = { ...record, state: 'canceled' } as const;
		assert.equal(withSending(canceled, state), canceled);
	});
});
