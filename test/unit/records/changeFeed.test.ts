import assert from 'node:assert/strict';
import { ChangeFeed } from '../../../src/core/records/changeFeed.ts';
import { type Job, MemoryRecords, movesJob } from '../following/support.ts';

const job = (id: string, more: Partial<Job> = {}): Job => ({
	id,
	createdAt: 0,
	state: 'waiting',
	samples: [],
	resumes: 0,
	...more,
});

describe('the change feed', () => {
	let records: MemoryRecords<Job>;
	let errors: unknown[];
	beforeEach(() => {
		records = new MemoryRecords();
		errors = [];
	});

	/** Returns a window with the events of its listeners. */
	function window() {
		const feed = new ChangeFeed(records, movesJob, (error) => errors.push(error));
		const heard: string[] = [];
		feed.onDidChange(({ id, state }) => heard.push(`${id} ${state}`));
		feed.onDidRemove((id) => heard.push(`${id} removed`));
		feed.begin();
		return { feed, heard };
	}

	it('reports each change once in every window, whichever window made it', async () => {
		const [one, other] = [window(), window()];
		await one.feed.put(job('a'));
		await other.feed.update('a', (current) => ({ ...current, state: 'training' }));
		await one.feed.update('a', (current) => ({ ...current, state: 'done' }));
		for (let turn = 0; turn < 2; turn++) for (const { feed } of [one, other]) feed.look();
		assert.deepEqual(one.heard, ['a waiting', 'a done']);
		assert.deepEqual(other.heard, ['a training', 'a done']);
		await one.feed.remove('a');
		for (const { feed } of [one, other]) feed.look();
		assert.equal(other.heard.at(-1), 'a removed');
	});

	it('reports no earlier records, and no change without a difference', async () => {
		await records.put(job('a'));
		const { feed, heard } = window();
		feed.look();
		feed.note(job('a'));
		await feed.update('a', (current) => ({ ...current }));
		feed.look();
		assert.deepEqual(heard, []);
	});

	it('reports a restarted job', async () => {
		const { feed, heard } = window();
		await feed.put(job('a', { state: 'done' }));
		await feed.update('a', (current) => ({ ...current, state: 'training', resumes: 1 }));
		assert.deepEqual(heard, ['a done', 'a training']);
	});

	it('restores its records after the table is reset', async () => {
		const { feed, heard } = window();
		await feed.put(job('a'));
		await feed.put(job('b'));
		feed.look();
		records.beginAgain();
		const after = await feed.update('a', (current) => ({ ...current, state: 'training' }));
		assert.equal(after?.state, 'training');
		assert.deepEqual(
			records
				.all()
				.map(({ id, state }) => `${id} ${state}`)
				.sort(),
			['a training', 'b waiting'],
		);
		assert.deepEqual(heard, ['a waiting', 'b waiting', 'a training']);
	});

	it('returns false if a record could not be written, without a report', async () => {
		const { feed, heard } = window();
		records.broken = true;
		assert.equal(await feed.put(job('a')), false);
		assert.deepEqual(heard, []);
	});

	it('forgets ended records before active ones, however many there are', async () => {
		const { feed } = window();
		await feed.put(job('moving'));
		for (let index = 0; index < 3000; index++) await feed.put(job(`ended ${index}`, { state: 'done' }));
		assert.equal(feed.known('moving')?.state, 'waiting');
		assert.equal(feed.known('ended 0'), undefined);
	});

	it('continues after a failing listener', async () => {
		const { feed, heard } = window();
		feed.onDidChange(() => {
			throw new Error('a bad listener');
		});
		await feed.put(job('a'));
		assert.deepEqual([heard, errors.length], [['a waiting'], 1]);
	});
});
