import assert from 'node:assert/strict';
import { failed, signedOutFailure } from '../../../src/core/base/failure.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import { askSoon } from '../../../src/core/webhooks/askSoon.ts';
import { runRecord } from '../support/runRecord.ts';

describe('a callback about a run', () => {
	let settled: string[];
	let polled: string[];
	let lookedFor: string[];
	const take = (run: Run | undefined, about: { runId?: string; requestId?: string }) =>
		askSoon(about, {
			runs: {
				get: () => run,
				recovery: {
					settle: async (id, requestId) => {
						settled.push(`${id} ${requestId}`);
						return run;
					},
					lookAgain: async (id) => {
						lookedFor.push(id);
						return failed(signedOutFailure);
					},
				},
			},
			coordinator: { pollSoon: (kind, id) => void polled.push(`${kind} ${id}`) },
		});

	beforeEach(() => {
		settled = [];
		polled = [];
		lookedFor = [];
	});

	it('triggers a poll at once, and never sets the request of a run that is sent or being sent', async () => {
		for (const state of ['submitting', 'queued', 'running', 'unsent', 'succeeded'] as const) {
			await take(runRecord({ id: 'a', state }), { runId: 'a', requestId: 'of someone else' });
		}
		assert.deepEqual(settled, []);
		assert.deepEqual(
			polled,
			Array.from({ length: 5 }, () => 'run a'),
		);
	});

	it('sets the request of a run whose reply was lost', async () => {
		await take(runRecord({ id: 'a', state: 'uncertain' }), { runId: 'a', requestId: 'r1' });
		await take(runRecord({ id: 'a', state: 'uncertain' }), { runId: 'a' });
		assert.deepEqual(settled, ['a r1']);
	});

	it('triggers a new search for a lost run', async () => {
		await take(runRecord({ id: 'a', state: 'lost' }), { runId: 'a', requestId: 'r1' });
		assert.deepEqual([lookedFor, settled], [['a'], []]);
	});

	it('does nothing for an unknown run', async () => {
		await take(undefined, { runId: 'a', requestId: 'r1' });
		await take(runRecord({ id: 'a', state: 'queued' }), { requestId: 'r1' });
		assert.deepEqual([settled, polled], [[], []]);
	});
});
