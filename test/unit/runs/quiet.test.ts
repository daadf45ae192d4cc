import assert from 'node:assert/strict';
import type { RunState } from '../../../src/core/runs/run.ts';
import { ManualClock } from './clocks.ts';
import type { Answer, FakeService } from './fakeService.ts';
import { Computer, origin, plan, startRun, untilOn, type Window } from './window.ts';

const minute = 60_000;

/** A call that must not happen is disproved by letting time pass: on a clock that is stopped, everything due has been asked by then. */
describe('runs send no requests', () => {
	let clock: ManualClock;
	let service: FakeService;
	let computer: Computer;
	let window: Window;

	beforeEach(async () => {
		clock = new ManualClock();
		computer = await Computer.start(clock);
		service = computer.service;
		window = await computer.open();
		window.runService.resume();
	});
	afterEach(() => computer.shutDown());

	const started = (where = window) => startRun(where);
	const reaches = (id: string, state: RunState, where = window) =>
		untilOn(clock, `state ${state}`, () => {
			const run = where.runService.get(id);
			return run?.state === state && run;
		});

	it('when nothing is in flight', async () => {
		const run = await started();
		service.succeed('request-1', { 'a.bin': 'x' });
		await reaches(run.id, 'succeeded');
		const { sent } = service;
		await clock.advance(minute);
		assert.equal(service.sent, sent);
	});

	for (const [what, answer] of [
		['the connection is cut', 'cut'],
		['a gateway fails', { status: 502 }],
		['the reply cannot be read', { status: 200, body: Buffer.from('{"request_') }],
		['the reply names no request', { status: 200, body: {} }],
	] as readonly [string, Answer][]) {
		it(`again if ${what} after the submission may have arrived: the run is uncertain and names the place to look`, async () => {
			service.after = ({ kind }) => (kind === 'submit' ? answer : undefined);
			assert.ok(!(await window.runService.start(plan, origin)).ok);
			const run = window.seen.at(-1);
			assert.equal(run?.state, 'uncertain');
			assert.match(run?.notice ?? '', /unknown whether the service received the run/);
			assert.match(
				run?.notice ?? '',
				/look for it in the list of requests of "Text to image" at 127\.0\.0\.1:\d+\. If it is there, /,
			);
			await clock.advance(minute);
			assert.equal(service.sent, 1);
		});
	}

	it('in quick succession after rejected sign-ins, until the session is replaced', async () => {
		const run = await started();
		service.before = () => ({ status: 401, body: { error_code: 401001 } });
		await untilOn(clock, 'the notice', () =>
			/checks the sign-in again/.test(window.runService.get(run.id)?.notice ?? ''),
		);
		const { sent } = service;
		await clock.advance(60 * minute);
		assert.ok(service.sent <= sent + 8);
		assert.equal(window.runService.get(run.id)?.state, 'queued');
		service.before = () => undefined;
		service.succeed('request-1', {});
		window.session.replace(service.session(window.name));
		assert.equal((await reaches(run.id, 'succeeded')).notice, undefined);
	});

	it('about runs of an account that is not signed in', async () => {
		const run = await started();
		window.session.replace(service.session(window.name, 'other'));
		const { sent } = service;
		service.succeed('request-1', {});
		await clock.advance(minute);
		assert.equal(service.sent, sent);
		assert.ok(!(await window.runService.cancel(run.id)).ok);
		window.session.replace(service.session(window.name));
		await reaches(run.id, 'succeeded');
	});

	it('about missing files once the service has deleted them', async () => {
		service.before = ({ kind }) => (kind === 'file' ? 'cut' : undefined);
		const run = await started();
		service.succeed('request-1', { 'a.bin': 'one' });
		const fetching = await reaches(run.id, 'fetching');
		await clock.advance(minute);
		assert.equal(window.runService.get(run.id)?.state, 'fetching');
		clock.sleep((fetching.expiresAt ?? 0) - clock.now());
		const ended = await reaches(run.id, 'succeeded');
		assert.match(ended.files[0]?.problem ?? '', /no longer has this file/);
		const { sent } = service;
		await clock.advance(minute);
		assert.equal(service.sent, sent);
	});

	it('twice: one of two windows polls, and both see each change once', async () => {
		const other = await computer.open();
		other.runService.resume();
		const run = await started();
		service.only.status = 'in_progress';
		await untilOn(clock, 'the other window sees it', () =>
			other.seen.some(({ state }) => state === 'running'),
		);
		service.succeed('request-1', { 'a.bin': 'one' });
		await untilOn(clock, 'the other window sees the end', () => other.seen.at(-1)?.state === 'succeeded');
		assert.equal(window.runService.get(run.id)?.state, 'succeeded');
		assert.equal(new Set(service.calls.map((call) => call.window)).size, 1);
		assert.equal(service.count('file'), 1);
		await clock.advance(minute);
		for (const { seen } of [window, other]) {
			assert.equal(seen.filter(({ state }) => state === 'succeeded').length, 1);
		}
	});

	it('before the time set by the service, which is capped and reported', async () => {
		const run = await started();
		service.before = ({ kind }) =>
			kind === 'status' ? { status: 429, headers: { 'retry-after': '9999999' } } : undefined;
		const waiting = await untilOn(clock, 'the notice', () => window.runService.get(run.id)?.notice);
		assert.match(waiting, /busy\. Easel asks again in \d+ (min|s)/);
		const { sent } = service;
		service.before = () => undefined;
		service.succeed('request-1', {});
		await clock.advance(20_000);
		assert.equal(service.sent, sent);
		const asked = clock.now();
		assert.equal((await reaches(run.id, 'succeeded')).notice, undefined);
		assert.ok(clock.now() - asked <= 6 * minute);
	});
});
