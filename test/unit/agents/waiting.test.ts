import assert from 'node:assert/strict';
import type { Call } from '../../../src/core/agents/tool.ts';
import { stateOf } from '../../../src/core/agents/waiting.ts';
import { success } from '../../../src/core/base/failure.ts';
import { runStatus } from '../../../src/core/operations/runs/runs.ts';
import { ManualClock } from '../runs/clocks.ts';
import { part } from '../support/part.ts';

describe('a waiting call of a tool', () => {
	const clock = new ManualClock();
	/** Returns a call for a run that never ends. */
	function callWith(signal: AbortSignal, patienceMs?: number): Call {
		const run = async (_: unknown, _input: unknown, until?: AbortSignal) => {
			if (until?.aborted === false) await new Promise((resolve) => until.addEventListener('abort', resolve));
			return success('running');
		};
		return part<Call>({
			clock,
			caller: { signal, patience: () => patienceMs, progress: () => undefined },
			run,
		});
	}

	it('returns when its time is over', async () => {
		const { signal } = new AbortController();
		const state = stateOf(callWith(signal), runStatus, 'id', {
			wait_for_completion: true,
			timeout_seconds: 7,
		});
		await clock.advance(7000);
		assert.deepEqual(await state, success('running'));
		assert.equal(clock.pending, 0);
	});

	it('returns before its client gives up without progress', async () => {
		const call = callWith(new AbortController().signal, 5000);
		const state = stateOf(call, runStatus, 'id', { wait_for_completion: true });
		await clock.advance(5000);
		assert.deepEqual(await state, success('running'));
		assert.equal(clock.pending, 0);
	});

	it('does not wait for a client that has already left', async () => {
		const state = stateOf(callWith(AbortSignal.abort()), runStatus, 'id', { wait_for_completion: true });
		assert.deepEqual(await state, success('running'));
		assert.equal(clock.pending, 0);
	});
});
