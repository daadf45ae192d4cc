import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedIn } from '../../src/core/account/session.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { BatchService } from '../../src/core/batches/batchService.ts';
import { batchLayout } from '../../src/core/batches/batchTable.ts';
import { RunWork } from '../../src/core/batches/runWork.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import { WindowCoordinator } from '../../src/core/following/windowCoordinator.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { plannedRuns } from '../../src/core/operations/sweeps/rows.ts';
import { runMarksLayout } from '../../src/core/runs/history/marks.ts';
import { noMedia } from '../../src/core/runs/plan/media.ts';
import { planRun } from '../../src/core/runs/plan/plan.ts';
import { RunService } from '../../src/core/runs/runService.ts';
import { runLayout } from '../../src/core/runs/runTable.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../src/core/transfers/transferTable.ts';
import type { SandboxAnnouncement } from '../../src/core/wire/announcement.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import type { InputSet } from '../../src/core/workflow/inputSet.ts';
import { readSweep } from '../../src/core/workflow/sweep/sweepFile.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { sessionAt } from './sandbox.ts';

/** The speed of the clocks of the windows in relation to the real one. */
const factor = 20;

/** The deployment of the demo account that is kept warm and has the most instances. */
const deploymentId = '5a9d0000-0000-4000-8000-000000000003';

/** The color that marks an item: the color of its picture, and the way to find it at the service. */
export const colorOf = (item: number): number => 0x0a0a0a + 4_937 * item;

const text = JSON.stringify({
	1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color: 0 } },
	2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'picture' } },
});

/** Opens batches of runs as a window does, on the history in a folder. `origin` is the same for all windows. */
export async function openBatches(folder: string, session: SignedIn, origin: number) {
	const clock = fastClock(factor, origin);
	const ledger = await openLedger({
		path: join(folder, 'history.db'),
		tables: [runLayout, runMarksLayout, transferLayout, batchLayout],
		log: silentLog,
		clock,
	});
	const source = new FakeSession(session);
	const shared = { ledger, session: source, log: silentLog };
	const coordinator = new WindowCoordinator({ ...shared, leases: ledger.leases, windowId: 'window', clock });
	const queue = new TransferQueue({ store: new TransferTable(ledger), clock: systemClock });
	const runs = new RunService({ ...shared, coordinator, queue, archiveFolder: join(folder, 'runs') });
	const work = new RunWork({
		runs,
		plan: async ({ connection }, _batch, { text }) =>
			planRun({
				document: parseWorkflow(text),
				mode: 'inline',
				media: noMedia,
				dialect: dialectOf(connection),
			}),
	});
	const batches = new BatchService({ ...shared, coordinator, folder: join(folder, 'batches'), work });
	return {
		batches,
		runs,
		async close() {
			coordinator.dispose();
			batches.dispose();
			work.dispose();
			runs.dispose();
			void queue.stop();
			await ledger.close();
			await session.service.transport.close();
		},
	};
}

/** The price of an hour by which the cost of runs is estimated, in microdollars. */
export const microdollarsPerHour = 3_600_000_000;

/** Returns a set for each item, which paints a picture in a unique color. */
function setsOf(count: number): readonly InputSet[] {
	return Array.from({ length: count }, (_, item) => ({
		values: [{ place: { nodeId: '1', input: 'color' }, literal: String(colorOf(item)) }],
		source: 'given',
	}));
}

/** Returns the same sets, planned from a table with a row for each. */
async function setsOfTable(count: number): Promise<readonly InputSet[]> {
	const rows = Array.from({ length: count }, (_, item) => colorOf(item));
	const table = readSweep(`1.color\n${rows.join('\n')}\n`);
	if ('problem' in table) throw new Error(table.problem);
	const names = { inputs: [], lost: [], presets: [] };
	const swept = { document: parseWorkflow(text), names, nodeInfo: await loadCoreCatalog(), files: () => [] };
	const runs = plannedRuns(swept, table);
	if (!runs.ok) throw new Error(runs.failure.message);
	return runs.value.map(({ set }) => set);
}

/** Begins a batch with a run for each set. */
export function startBatch(batches: BatchService, sets: readonly InputSet[]) {
	return batches.start({
		microdollarsPerHour,
		to: {
			kind: 'run',
			target: { kind: 'deployment', id: deploymentId, name: 'Kept warm' },
			mode: 'inline',
			media: [],
		},
		name: 'colors.json',
		parallel: 24,
		items: { text, sets },
	});
}

/** The orders for the process, as JSON. */
export interface BatchOrders {
	readonly folder: string;
	readonly announced: SandboxAnnouncement;
	readonly origin: number;
	/** Items of a new batch; without it, unfinished work continues. */
	readonly count?: number;
	/** Plan the items of a new batch from a table. */
	readonly isTable?: true;
	/** The batch that a person continues, and the most that it may cost from then on. */
	readonly continued?: { readonly id: string; readonly maxMicrodollars?: number };
}

// As a program: a window's process, which reports each change of its batch as a line of JSON until it is killed.
if (process.argv[1] === import.meta.filename) {
	const orders = JSON.parse(process.argv[2] ?? '') as BatchOrders;
	if (!existsSync(orders.folder)) throw new Error(`There is no folder ${orders.folder}.`);
	const { batches, runs } = await openBatches(orders.folder, sessionAt(orders.announced), orders.origin);
	batches.onDidChange((batch) => console.log(JSON.stringify(batch)));
	runs.resume();
	batches.begin();
	if (orders.count !== undefined) {
		const sets = orders.isTable ? await setsOfTable(orders.count) : setsOf(orders.count);
		const started = await startBatch(batches, sets);
		if (!started.ok) throw new Error(started.failure.message);
	}
	if (orders.continued !== undefined) {
		const { id, ...caps } = orders.continued;
		const continued = await batches.continue(id, caps);
		if (!continued.ok) throw new Error(continued.failure.message);
	}
}
