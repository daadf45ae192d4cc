import assert from 'node:assert/strict';
import type { Operation } from '../../../src/core/ledger/operations.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import { askSoon } from '../../../src/core/webhooks/askSoon.ts';
import { coordinatorOf } from '../support/runServices.ts';
import { ManualClock } from './clocks.ts';
import type { Answer, FakeService } from './fakeService.ts';
import { Computer, origin, plan, startRun, untilOn, type Window } from './window.ts';

describe('a run that the service does not find', () => {
	let service: FakeService;
	let clock: ManualClock;
	let computer: Computer;
	let window: Window;

	beforeEach(async () => {
		clock = new ManualClock();
		computer = await Computer.start(clock);
		service = computer.service;
		window = await computer.open();
	});
	afterEach(() => computer.shutDown());

	const started = () => startRun(window);
	const now = ({ id }: Run): Run => {
		const run = window.runService.get(id);
		assert.ok(run);
		return run;
	};
	const reaches = (run: Run, state: Run['state']) =>
		untilOn(clock, `state ${state}`, () => now(run).state === state && now(run));
	const answerStatus = (answer: Answer | undefined) => {
		service.before = ({ kind }) => (kind === 'status' || kind === 'result' ? answer : undefined);
	};
	const ownWord: Answer = { status: 404, body: { error_code: 404001, message: 'Request not found' } };

	for (const [what, answer] of [
		['a 404 without a code', { status: 404, body: { detail: 'Not Found' } }],
		['a page of a gateway', { status: 404, body: '<html>no such host</html>' }],
		['410', { status: 410 }],
	] as const)
		it(`for hours, by ${what}, is still polled, has a notice, and ends with its result`, async () => {
			const run = await started();
			answerStatus(answer);
			await untilOn(clock, 'a notice', () => now(run).missingSince !== undefined);
			assert.match(now(run).notice ?? '', /cannot find this run at the moment.*Look Again.*Give Up/);
			for (let hours = 0; hours < 25; hours++) {
				const asked = service.count('status');
				clock.sleep(3_600_000);
				await untilOn(clock, 'another question', () => service.count('status') > asked);
			}
			assert.equal(now(run).state, 'queued');
			service.succeed('request-1', { 'a.bin': 'one' });
			answerStatus(undefined);
			clock.sleep(3_600_000);
			const ended = await reaches(run, 'succeeded');
			assert.deepEqual([ended.missingSince, ended.notice, ended.files.length], [undefined, undefined, 1]);
		});

	it('is lost after minutes of the not-found code, and returns when looked for again', async () => {
		const run = await started();
		answerStatus(ownWord);
		await untilOn(clock, 'a notice', () => now(run).missingSince !== undefined);
		const lost = await reaches(run, 'lost');
		assert.ok((lost.endedAt ?? 0) - lost.submittedAt >= 5 * 60_000);
		assert.match(lost.notice ?? '', /repeatedly did not find.*Look Again/);
		answerStatus(undefined);
		service.succeed('request-1', { 'a.bin': 'one' });
		const again = await window.runService.recovery.lookAgain(run.id);
		assert.ok(again.ok);
		assert.equal((await reaches(run, 'succeeded')).files.length, 1);
		assert.equal(await window.runService.claimNotification(run.id), true);
	});

	it('and was lost returns with a callback about it', async () => {
		const run = await started();
		answerStatus(ownWord);
		await reaches(run, 'lost');
		answerStatus(undefined);
		service.succeed('request-1', {});
		const coordinator = coordinatorOf(window.runService);
		await askSoon({ runId: run.id, requestId: 'request-1' }, { runs: window.runService, coordinator });
		await reaches(run, 'succeeded');
	});

	it('ends when the user gives it up, and only while it is not found', async () => {
		const run = await started();
		await window.runService.recovery.giveUp(run.id);
		assert.equal(now(run).state, 'queued');
		answerStatus({ status: 404 });
		await untilOn(clock, 'a notice', () => now(run).missingSince !== undefined);
		await window.runService.recovery.giveUp(run.id);
		assert.equal(now(run).state, 'lost');
		assert.match(now(run).notice ?? '', /You gave up this run/);
		const asked = service.count('status');
		await clock.advance(600_000);
		assert.equal(service.count('status'), asked);
	});

	describe('because the reply to its submission was lost', () => {
		async function uncertain(): Promise<Run> {
			service.after = ({ kind }) => (kind === 'submit' ? 'cut' : undefined);
			const reply = await window.runService.start(plan, origin);
			assert.ok(!reply.ok);
			service.after = () => undefined;
			const runs = window.runService.runs({ connectionId: 'test', limit: 2 });
			const run = runs.find(({ state }) => state === 'uncertain');
			assert.ok(run);
			return run;
		}

		it('is followed once the user names its request', async () => {
			const run = await uncertain();
			service.succeed('request-1', { 'a.bin': 'one' });
			const settled = await window.runService.recovery.settleAs(run.id, 'request-1');
			assert.ok(settled.ok);
			assert.equal((await reaches(run, 'succeeded')).files.length, 1);
			assert.equal(service.count('submit'), 1);
		});

		it('is unchanged if the service does not know that request or it belongs to another run', async () => {
			const other = await started();
			const run = await uncertain();
			const unknown = await window.runService.recovery.settleAs(run.id, 'request-99');
			assert.ok(!unknown.ok && /has no request "request-99"/.test(unknown.failure.message));
			const known = await window.runService.recovery.settleAs(run.id, other.requestId ?? '');
			assert.ok(!known.ok && /belongs to another run/.test(known.failure.message));
			assert.equal(now(run).state, 'uncertain');
		});
	});

	it('is followed by other IDs of the reply if the first was that of the call', async () => {
		service.after = ({ kind }) =>
			kind === 'submit'
				? { status: 200, body: { requestId: 'trace-1', request: { id: 'request-1' } } }
				: undefined;
		const run = await started();
		assert.deepEqual([run.requestId, run.otherIds], ['trace-1', ['request-1']]);
		service.only.status = 'in_progress';
		const running = await reaches(run, 'running');
		assert.deepEqual([running.requestId, running.otherIds], ['request-1', undefined]);
	});

	it('when it was accepted with a full disk is still followed, and recorded as soon as possible', async () => {
		const other = await computer.open();
		const stored = () => other.runs.get(run.id);
		let isFull = false;
		const real = window.ledger.write.bind(window.ledger);
		window.ledger.write = (operation: Operation) => (isFull ? Promise.resolve('failed') : real(operation));
		service.after = ({ kind }) => {
			if (kind === 'submit') isFull = true;
			return undefined;
		};
		const run = await started();
		assert.deepEqual([run.state, run.requestId], ['queued', 'request-1']);
		service.only.status = 'in_progress';
		await reaches(run, 'running');
		assert.equal(stored()?.state, 'submitting');
		// A program that ends meanwhile waits for a while, then names the request of the run.
		let left: readonly unknown[] | undefined;
		void window.runService.settleWrites().then((records) => {
			left = records;
		});
		await untilOn(clock, 'the end of the tries', () => left !== undefined);
		assert.deepEqual(left, [{ id: run.id, idOfService: 'request-1' }]);
		isFull = false;
		await untilOn(clock, 'what is in the file', () => stored()?.state === 'running');
		service.succeed('request-1', {});
		await reaches(run, 'succeeded');
		assert.equal(stored()?.requestId, 'request-1');
		assert.deepEqual(await window.runService.settleWrites(), []);
	});
});
