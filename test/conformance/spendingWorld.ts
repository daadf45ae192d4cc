import assert from 'node:assert/strict';
import { join } from 'node:path';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import { WindowCoordinator } from '../../src/core/following/windowCoordinator.ts';
import { JobService } from '../../src/core/jobs/jobService.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { layouts } from '../../src/core/operations/node/work.ts';
import { noMedia } from '../../src/core/runs/plan/media.ts';
import { planRun } from '../../src/core/runs/plan/plan.ts';
import type { RunTarget } from '../../src/core/runs/run.ts';
import { RunService } from '../../src/core/runs/runService.ts';
import { openSpending } from '../../src/core/spending/openSpending.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable } from '../../src/core/transfers/transferTable.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { SandboxProcess } from '../faults/sandbox.ts';
import { newFolder } from '../support/newFolder.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';

/** Deployments of the demo account that keep nothing warm, on three kinds of machine. */
export const targets = ['Harbour (SD 1.5)', 'Mountain village (SDXL)', 'Cat, small and large'].map(
	(name, index) => ({
		kind: 'deployment' as const,
		id: `5a9d0000-0000-4000-8000-00000000000${[1, 2, 5][index]}`,
		name,
	}),
);
/** The deployment that costs money while nothing runs. */
const warmId = '5a9d0000-0000-4000-8000-000000000003';

/** Opens runs, trainings and their costs, as a window knows them, with a sandbox that bills nothing else. */
export async function openSpendingWorld(speeds: { readonly sandbox: number; readonly window: number }) {
	const folder = newFolder();
	const sandbox = new SandboxProcess(join(folder, 'data'), speeds.sandbox);
	await sandbox.start();
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
	await call(`deployments/${warmId}`, 'PATCH', { name: 'Kept warm', is_enabled: false });
	for (const { id, name } of targets) await call(`deployments/${id}`, 'PATCH', { name, queue_size: 100 });
	const clock = fastClock(speeds.window);
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
	const paid = { ...shared, coordinator, spending: spending.history };
	const runs = new RunService({
		...paid,
		queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
		archiveFolder: join(folder, 'runs'),
	});
	const jobs = new JobService({ ...paid, configFolder: join(folder, 'jobs') });
	return {
		data: join(folder, 'data'),
		runs,
		jobs,
		spending,
		/** The balance in the books of the service, in millionths of a US dollar. */
		balance: async () => Number((await call('balance')).balance_microdollars),
		/** Starts a run of a document, and returns its id. */
		async start(text: string, target: RunTarget): Promise<string> {
			const document = parseWorkflow(text);
			const dialect = dialectOf(sandbox.session().connection);
			const plan = await planRun({ document, mode: 'inline', media: noMedia, dialect });
			assert.ok(plan.ok);
			const started = await runs.start(plan.value, { target, documentName: 'painting.json' });
			return started.ok ? started.value.id : assert.fail(started.failure.message);
		},
		async close(): Promise<void> {
			coordinator.dispose();
			spending.dispose();
			runs.dispose();
			jobs.dispose();
			await ledger.close();
			await sandbox.kill();
		},
	};
}
