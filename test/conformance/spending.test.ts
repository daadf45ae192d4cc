import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import { WindowCoordinator } from '../../src/core/following/windowCoordinator.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { layouts } from '../../src/core/operations/node/layouts.ts';
import { noMedia } from '../../src/core/runs/plan/media.ts';
import { planRun } from '../../src/core/runs/plan/plan.ts';
import { hasEnded } from '../../src/core/runs/run.ts';
import { RunService } from '../../src/core/runs/runService.ts';
import { groupsOf } from '../../src/core/spending/groups.ts';
import { openSpending } from '../../src/core/spending/openSpending.ts';
import { totalOf } from '../../src/core/spending/total.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable } from '../../src/core/transfers/transferTable.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { SandboxProcess } from '../faults/sandbox.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { until } from '../unit/support/until.ts';

/** Runs that are started at once; the next begin when these have ended. */
const bursts = [1, 1, 1, 7, 50, 140];
const count = bursts.reduce((sum, each) => sum + each, 0);
/** Deployments of the demo account that keep nothing warm, on three kinds of machine. */
const targets = ['Harbour (SD 1.5)', 'Mountain village (SDXL)', 'Cat, small and large'].map(
	(name, index) => ({
		kind: 'deployment' as const,
		id: `5a9d0000-0000-4000-8000-00000000000${[1, 2, 5][index]}`,
		name,
	}),
);
/** The deployment that costs money while nothing runs. */
const warmId = '5a9d0000-0000-4000-8000-000000000003';

const painting = (color: number) =>
	JSON.stringify({
		1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color } },
		2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'picture' } },
	});

describe('the spending that Easel reports', () => {
	let folder: string;
	let sandbox: SandboxProcess;

	before(async () => {
		folder = mkdtempSync(join(tmpdir(), 'easel-spending-'));
		sandbox = new SandboxProcess(join(folder, 'data'), 200);
		await sandbox.start();
	});
	after(async () => {
		await sandbox.kill();
		rmSync(folder, { recursive: true, force: true });
	});

	async function call(path: string, method = 'GET', body?: object): Promise<Record<string, unknown>> {
		const { baseUrl, token } = sandbox.announced;
		const reply = await fetch(`${baseUrl}/prod/v2/${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		assert.ok(reply.ok, `${reply.status}`);
		return (await reply.json()) as Record<string, unknown>;
	}
	const balance = async () => Number((await call('balance')).balance_microdollars);

	it('is what the books of the service say, over two hundred runs on three deployments, most of them at once', async () => {
		await call(`deployments/${warmId}`, 'PATCH', { name: 'Kept warm', is_enabled: false });
		for (const { id, name } of targets) await call(`deployments/${id}`, 'PATCH', { name, queue_size: 100 });
		const clock = fastClock(60);
		const session = new FakeSession(sandbox.session());
		const ledger = await openLedger({
			path: join(folder, 'history.db'),
			tables: layouts,
			log: silentLog,
			clock,
		});
		const shared = { ledger, session, log: silentLog };
		const coordinator = new WindowCoordinator({ ...shared, leases: ledger.leases, windowId: 'one', clock });
		const limit = () => undefined;
		const spending = openSpending({ ...shared, coordinator, limit, ask: async () => 'once' });
		const runs = new RunService({
			...shared,
			coordinator,
			queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
			archiveFolder: join(folder, 'runs'),
			spending: spending.history,
		});
		const start = async (index: number) => {
			const document = parseWorkflow(painting(index + 1));
			const dialect = dialectOf(sandbox.session().connection);
			const plan = await planRun({ document, mode: 'inline', media: noMedia, dialect });
			assert.ok(plan.ok);
			const target = targets[index % targets.length] ?? assert.fail();
			const started = await runs.start(plan.value, { target, documentName: 'painting.json' });
			return started.ok ? started.value.id : assert.fail(started.failure.message);
		};
		try {
			const before = await balance();
			spending.reader.want();
			await until('the first balance', () => spending.reader.latest !== undefined);
			const ids: string[] = [];
			const records = () => spending.history.records(count);
			for (const burst of bursts) {
				const now = Array.from({ length: burst }, (_, index) => start(ids.length + index));
				ids.push(...(await Promise.all(now)));
				await until('the end of all runs', () => ids.every((id) => hasEnded(runs.get(id) ?? assert.fail())));
				await until('the balance after them', () => records().every(({ after }) => after !== undefined));
			}
			const groups = groupsOf(records());
			assert.equal(groups.length, bursts.length);
			const spent = groups.reduce((sum, { amount }) => sum + (amount?.microdollars ?? 0), 0);
			const books = before - (await balance());
			assert.ok(books > 0);
			for (const sum of [spent, totalOf(records())])
				assert.ok(Math.abs(sum - books) <= books * 0.02, `${sum} of ${books} microdollars`);
		} finally {
			coordinator.dispose();
			spending.dispose();
			runs.dispose();
			await ledger.close();
		}
	});
});
