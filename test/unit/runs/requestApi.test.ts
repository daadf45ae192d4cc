import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/base/clock.ts';
import { success } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { RequestApi, RequestPlace } from '../../../src/core/runs/requestApi.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { closeRuns, openRuns } from '../support/runServices.ts';
import { ManualClock } from './clocks.ts';
import type { FakeService } from './fakeService.ts';
import { Computer, plan } from './window.ts';

describe('a target other than a deployment', () => {
	let clock: ManualClock;
	let service: FakeService;
	let computer: Computer;

	beforeEach(async () => {
		clock = new ManualClock();
		computer = await Computer.start(clock);
		service = computer.service;
	});
	afterEach(() => computer.shutDown());

	const target = { kind: 'model', id: 'painter', name: 'Painter' } as const;

	it('is run and followed by its own calls, and rejected without calls', async () => {
		const { ledger, session } = await computer.open();
		const asked: string[] = [];
		const note = (call: string, { targetId, requestId }: RequestPlace) =>
			asked.push(`${call} ${targetId} ${requestId}`);
		let ready = false;
		const model: RequestApi = {
			submit: async (_service, targetId, bodyText) => {
				asked.push(`submit ${targetId} ${bodyText === plan.bodyText}`);
				return success({ requestId: 'r1' });
			},
			status: async (_service, place) => {
				note('status', place);
				return success({ phase: 'finished', status: 'completed' });
			},
			result: async (_service, place) => {
				note('result', place);
				if (!ready) return success(undefined);
				return success({ phase: 'succeeded', status: 'succeeded', files: [], texts: [] });
			},
			cancel: async () => success('requested'),
		};
		const runs = openRuns({
			ledger,
			session,
			clock,
			queue: new TransferQueue({ clock: systemClock }),
			archiveFolder: computer.archive,
			log: silentLog,
			windowId: 'models',
			apis: { model },
		});
		const started = await runs.start(plan, { target, documentName: 'a model' });
		assert.ok(started.ok);
		await clock.advance(10_000);
		assert.equal(runs.get(started.value.id)?.state, 'queued');
		ready = true;
		await clock.advance(10_000);
		assert.equal(runs.get(started.value.id)?.state, 'succeeded');
		assert.deepEqual(
			new Set(asked),
			new Set(['submit painter true', 'status painter r1', 'result painter r1']),
		);
		const engine = await runs.start(plan, {
			target: { ...target, kind: 'engine' },
			documentName: 'an engine',
		});
		assert.ok(!engine.ok);
		assert.match(engine.failure.message, /cannot run on this kind of target/);
		assert.equal(service.calls.length, 0);
		closeRuns(runs);
	});
});
