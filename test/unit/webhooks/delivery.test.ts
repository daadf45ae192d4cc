import assert from 'node:assert/strict';
import { compact } from '../../../src/core/base/compact.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Webhook } from '../../../src/core/requests/request.ts';
import { hasEnded, type Run } from '../../../src/core/runs/run.ts';
import { localAddress, newSecret, webhookOfRun } from '../../../src/core/webhooks/address.ts';
import { askSoon } from '../../../src/core/webhooks/askSoon.ts';
import { EventLog } from '../../../src/core/webhooks/eventLog.ts';
import { exampleCallback, exampleRequest } from '../../../src/core/webhooks/examples.ts';
import { Listener } from '../../../src/core/webhooks/listener.ts';
import { ofService } from '../../support/connection.ts';
import { ManualClock } from '../runs/clocks.ts';
import type { FakeService } from '../runs/fakeService.ts';
import { Computer, origin, plan, untilOn, type Window } from '../runs/window.ts';
import { coordinatorOf } from '../support/runServices.ts';

describe('callbacks of runs', () => {
	const secret = newSecret();
	let clock: ManualClock;
	let service: FakeService;
	let computer: Computer;
	let window: Window;
	let events: EventLog;
	let listener: Listener;
	let port: number;

	/** The address that runs are given now. */
	const webhookOf = ({ id }: Run): Webhook | undefined =>
		webhookOfRun({ local: localAddress(port, secret) }, { baseUrl: service.url }, id, true);

	beforeEach(async () => {
		clock = new ManualClock();
		computer = await Computer.start(clock);
		service = computer.service;
		window = await computer.open(undefined, { webhookOf });
		events = new EventLog({ ledger: window.ledger, log: silentLog, clock });
		const { runService } = window;
		events.onDidReceive(
			(event) => void askSoon(event, { runs: runService, coordinator: coordinatorOf(runService) }),
		);
		port = await listen();
	});
	afterEach(async () => {
		await listener.stop();
		events.dispose();
		await computer.shutDown();
	});

	async function listen(wanted?: number): Promise<number> {
		listener = new Listener({
			leases: window.ledger.leases,
			owner: 'window',
			log: silentLog,
			clock,
			onDelivery: ({ name, ...delivered }) =>
				void events.receive({ ...delivered, ...compact({ runId: name }) }),
		});
		const started = await listener.start({ secret, ...compact({ port: wanted }) });
		assert.ok(started.ok);
		return started.value.port;
	}

	/** Makes one attempt to deliver; returns whether it was accepted. */
	async function deliver(url: string, body: string): Promise<boolean> {
		try {
			return (await fetch(url, { method: 'POST', body })).ok;
		} catch {
			return false;
		}
	}
	/** Returns the address of each run by its request, as given to the service. */
	function webhooks(): Map<string, string> {
		const submissions = service.calls.filter(({ kind }) => kind === 'submit');
		return new Map(
			submissions.map(({ search }, at) => [
				`request-${at + 1}`,
				new URLSearchParams(search).get('webhook') ?? '',
			]),
		);
	}
	const bodyOf = (kind: 'queued' | 'in_progress' | 'succeeded' | 'failed', requestId: string) =>
		exampleCallback(kind, {
			...exampleRequest({ ...ofService, baseUrl: service.url }, clock.now()),
			requestId,
		});

	it('make the follower poll at once, but decide no state', async () => {
		const started = await window.runService.start(plan, origin);
		assert.ok(started.ok);
		const { id } = started.value;
		// Long enough for the pauses between polls to have become long.
		await clock.advance(600_000);
		const asked = service.count('status');
		const [url = ''] = webhooks().values();
		assert.ok(url.endsWith(id));
		// It claims an end that the service does not know of.
		assert.ok(await deliver(url, bodyOf('succeeded', 'request-1')));
		await untilOn(clock, 'the event', () => events.table.count() === 1);
		await untilOn(clock, 'a poll', () => service.count('status') > asked);
		assert.equal(window.runs.get(id)?.state, 'queued');
		service.succeed('request-1', {});
		const before = clock.now();
		assert.ok(await deliver(url, bodyOf('failed', 'request-1')));
		await untilOn(clock, 'the end', () => window.runs.get(id)?.state === 'succeeded');
		assert.ok(clock.now() - before < 5000, 'the usual pause was waited for');
	});

	it('identify the request of a run whose reply was lost', async () => {
		service.after = ({ kind }) => (kind === 'submit' ? 'cut' : undefined);
		const started = await window.runService.start(plan, origin);
		assert.ok(!started.ok);
		const [run] = window.runs.of({ connectionId: 'test', limit: 1 });
		assert.equal(run?.state, 'uncertain');
		service.succeed('request-1', {});
		const [url = ''] = webhooks().values();
		assert.ok(await deliver(url, bodyOf('queued', 'request-1')));
		await untilOn(clock, 'the end', () => window.runs.get(run.id)?.state === 'succeeded');
		assert.equal(window.runs.get(run.id)?.requestId, 'request-1');
	});

	it('end 334 runs correctly and once each, with 1,000 of them duplicated, reordered and briefly rejected', async () => {
		const count = 334;
		const together = 25;
		for (let at = 0; at < count; at += together) {
			const some = Array.from({ length: Math.min(together, count - at) }, () =>
				window.runService.start(plan, origin),
			);
			for (const started of await Promise.all(some)) assert.ok(started.ok);
		}
		const failing = (at: number) => at % 7 === 0;
		const addresses = [...webhooks()];
		const script: { readonly url: string; readonly body: string }[] = [];
		addresses.forEach(([requestId, url], at) => {
			const end = failing(at) ? 'failed' : 'succeeded';
			for (const kind of ['queued', 'in_progress', end] as const)
				script.push({ url, body: bodyOf(kind, requestId) });
		});
		assert.ok(script.length >= 1000);
		// Every tenth comes later than the next two, every tenth (another one) comes twice.
		const reordered = [...script];
		for (let at = 0; at + 2 < reordered.length; at += 10) {
			const [moved] = reordered.splice(at, 1);
			if (moved) reordered.splice(at + 2, 0, moved);
		}
		const doubled = reordered.flatMap((one, at) => (at % 10 === 5 ? [one, one] : [one]));
		for (const [at, [requestId]] of addresses.entries()) {
			if (!failing(at)) service.succeed(requestId, {});
			else
				service.requests.set(requestId, {
					status: 'completed',
					result: { status: 'failed', error: { error: 'x' } },
				});
		}
		let refused = 0;
		let waiting = doubled;
		for (let round = 0; waiting.length > 0; round++) {
			const again: typeof waiting = [];
			for (let at = 0; at < waiting.length; at += together) {
				if (round === 0 && at === 400) await listener.stop();
				if (round === 0 && at === 450) assert.equal(await listen(port), port);
				const some = waiting.slice(at, at + together);
				const taken = await Promise.all(some.map(({ url, body }) => deliver(url, body)));
				again.push(...some.filter((_, index) => !taken[index]));
			}
			refused += again.length;
			waiting = again;
		}
		assert.equal(refused, 50);
		await untilOn(clock, 'all events', () => events.table.count() === doubled.length);
		await untilOn(clock, 'all ends', () => {
			const runs = window.runs.of({ connectionId: 'test', limit: 1000 });
			return runs.length === count && runs.every(hasEnded);
		});
		for (const [at, [, url]] of addresses.entries()) {
			const id = url.split('/').at(-1) ?? '';
			assert.equal(window.runs.get(id)?.state, failing(at) ? 'failed' : 'succeeded');
			const ends = window.seen.filter((run) => run.id === id && hasEnded(run));
			assert.equal(ends.length, 1, `${ends.map(({ state }) => state)}`);
			assert.equal(await window.runService.claimNotification(id), true);
		}
		const all = events.table.of({ limit: 5000 });
		assert.equal(all.filter(({ duplicate }) => duplicate).length, doubled.length - script.length);
		assert.ok(all.some(({ late }) => late));
		assert.equal(service.count('submit'), count);
	}).timeout(120_000);
});
