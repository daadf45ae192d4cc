import assert from 'node:assert/strict';
import type { RequestPlace } from '../../../src/core/runs/requestApi.ts';
import { requestApis } from '../../../src/core/runs/requestApi.ts';
import { resultsState } from '../../../src/core/runs/results/view.ts';
import type { RunState, RunTarget } from '../../../src/core/runs/run.ts';
import { until } from '../support/until.ts';
import { fastClock } from './clocks.ts';
import type { FakeService } from './fakeService.ts';
import { Computer, type Window } from './window.ts';

const target: RunTarget = { kind: 'model', id: 'maker/paint 2', name: 'Paint 2' };
const origin = { target, documentName: 'Paint 2' };
const plan = {
	bodyText: '{"prompt":"a lighthouse","seed":18446744073709551615}',
	summary: { mode: 'inputs', changed: [], prompt: 'a lighthouse', outputTitles: {} },
} as const;

describe('a run of a model of the catalog', () => {
	let service: FakeService;
	let computer: Computer;
	let window: Window;

	beforeEach(async () => {
		computer = await Computer.start(fastClock(50));
		service = computer.service;
		window = await computer.open();
	});
	afterEach(() => computer.shutDown());

	async function started(): Promise<string> {
		const run = await window.runService.start(plan, origin);
		assert.ok(run.ok, run.ok ? '' : run.failure.message);
		return run.value.id;
	}
	const reaches = (id: string, state: RunState) =>
		until(`state ${state}`, () => {
			const run = window.runService.get(id);
			return run?.state === state && run;
		});

	it('is sent as a flat body to the path of its ID, followed, and shown with its files and its cost', async () => {
		const id = await started();
		const [submission] = service.calls;
		assert.deepEqual([submission?.path, submission?.body], ['/v1/models/maker/paint%202', plan.bodyText]);
		service.only.status = 'in_progress';
		await reaches(id, 'running');
		service.files.set('request-1/a.bin', Buffer.from('one'));
		service.requests.set('request-1', {
			status: 'completed',
			result: {
				status: 'succeeded',
				output: { image: `${service.url}/files/request-1/a.bin` },
				completed_at: '2026-11-21T13:05:18+00:00',
				cost: 0.0275,
			},
		});
		const run = await reaches(id, 'succeeded');
		assert.deepEqual(
			run.files.map(({ filename, archivedAs }) => [filename, archivedAs]),
			[['a.bin', 'a.bin']],
		);
		assert.equal(run.costMicrodollars, 27_500);
		const shown = resultsState(run, (name) => name, 0);
		assert.equal(shown.run?.costMicrodollars, 27_500);
		const result = service.calls.find(({ kind }) => kind === 'result');
		assert.deepEqual([result?.path, result?.search], ['/v1/requests/request-1/result', '?include_cost=true']);
	});

	it('has its file even if a later reply has another shape', async () => {
		const id = await started();
		service.files.set('request-1/a.bin', Buffer.from('one'));
		const url = `${service.url}/files/request-1/a.bin`;
		const outputs = [{ images: [url] }, { result: { file: { url } } }];
		service.requests.set('request-1', {
			status: 'completed',
			result: { status: 'succeeded', output: outputs[0], completed_at: '2026-11-21T13:05:18+00:00' },
		});
		service.before = ({ kind }) => {
			if (kind !== 'file' || outputs.length === 1) return undefined;
			outputs.shift();
			service.requests.set('request-1', {
				status: 'completed',
				result: { status: 'succeeded', output: outputs[0], completed_at: '2026-11-21T13:05:18+00:00' },
			});
			return { status: 403 };
		};
		const run = await reaches(id, 'succeeded');
		assert.deepEqual(
			run.files.map(({ archivedAs, problem }) => archivedAs ?? problem),
			['a.bin'],
		);
	});

	it('ends as canceled in the spelling of this host', async () => {
		const id = await started();
		service.after = ({ kind }) =>
			kind === 'cancel'
				? { status: 202, body: { request_id: 'request-1', status: 'completed', outcome: 'cancelled' } }
				: undefined;
		const canceled = await window.runService.cancel(id);
		assert.deepEqual(canceled, { ok: true, value: 'requested' });
		service.requests.set('request-1', { status: 'cancelled', result: { status: 'cancelled' } });
		await reaches(id, 'canceled');
	});

	it('continues if the service does not cancel active work', async () => {
		const id = await started();
		service.only.status = 'in_progress';
		await reaches(id, 'running');
		service.before = ({ kind }) =>
			kind === 'cancel'
				? { status: 202, body: { request_id: 'request-1', status: 'completed', outcome: 'not_cancellable' } }
				: undefined;
		assert.deepEqual(await window.runService.cancel(id), { ok: true, value: 'notCancellable' });
		const run = window.runService.get(id);
		assert.deepEqual([run?.state, run?.cancelRequested === true], ['running', false]);
	});

	it('waits if the service reports by code that there is no result yet', async () => {
		const place: RequestPlace = { targetId: target.id, requestId: 'request-1' };
		const { service: connected } = service.session('window');
		service.before = () => ({ status: 400, body: { error_code: 400005 } });
		assert.deepEqual(await requestApis.model?.result(connected, place), { ok: true, value: undefined });
	});

	it('has no cost if the service reports no valid one', async () => {
		const place: RequestPlace = { targetId: target.id, requestId: 'request-1' };
		const { service: connected } = service.session('window');
		for (const cost of [null, -1, 'much', {}, 1e30]) {
			service.before = () => ({ status: 200, body: { status: 'succeeded', output: {}, cost } });
			const reply = await requestApis.model?.result(connected, place);
			assert.ok(reply?.ok);
			assert.equal(reply.value?.costMicrodollars, undefined, String(cost));
		}
	});

	it('is not sent if its body is not one object or its ID cannot be an address', async () => {
		const { service: connected } = service.session('window');
		for (const [id, body] of [
			['maker/x', '[]'],
			['maker/x', '{'],
			['maker/../x', '{}'],
		] as const) {
			const reply = await requestApis.model?.submit(connected, id, body);
			assert.equal(reply?.ok, false);
		}
		assert.equal(service.calls.length, 0);
		assert.equal((await requestApis.model?.submit(connected, 'maker/x', '{}'))?.ok, true);
	});
});
