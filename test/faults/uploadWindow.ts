import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedIn } from '../../src/core/account/session.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { UploadService } from '../../src/core/datasets/upload/service.ts';
import { uploadFilesLayout, uploadLayout } from '../../src/core/datasets/upload/table.ts';
import type { UploadFile } from '../../src/core/datasets/upload/upload.ts';
import { WindowCoordinator } from '../../src/core/following/windowCoordinator.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../src/core/transfers/transferTable.ts';
import type { SandboxAnnouncement } from '../../src/core/wire/announcement.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { sessionAt } from './sandbox.ts';

/** The speed of the clocks of the windows in relation to the real one. */
const factor = 20;

export const parallel = 4;

/** Opens uploads as a window does, on the history in a folder. `origin` is the same for all windows. */
export async function openUploads(folder: string, session: SignedIn, origin: number) {
	const clock = fastClock(factor, origin);
	const ledger = await openLedger({
		path: join(folder, 'history.db'),
		tables: [transferLayout, uploadLayout, uploadFilesLayout],
		log: silentLog,
		clock,
	});
	const source = new FakeSession(session);
	const coordinator = new WindowCoordinator({
		leases: ledger.leases,
		session: source,
		log: silentLog,
		windowId: 'window',
		clock,
	});
	const queue = new TransferQueue({ store: new TransferTable(ledger), clock: systemClock });
	const uploads = new UploadService({
		ledger,
		session: source,
		queue,
		coordinator,
		log: silentLog,
		parallel: () => parallel,
	});
	return {
		uploads,
		async close() {
			coordinator.dispose();
			uploads.dispose();
			void queue.stop();
			await ledger.close();
			await session.service.transport.close();
		},
	};
}

/** Returns the files of a folder, to be uploaded. */
export function filesIn(folder: string): UploadFile[] {
	return readdirSync(folder).map((name) => {
		const path = join(folder, name);
		const { size, mtimeMs } = statSync(path);
		return { path, name, bytes: size, modifiedAt: mtimeMs };
	});
}

/** The orders for the process, as JSON. */
export interface WindowOrders {
	readonly folder: string;
	readonly announced: SandboxAnnouncement;
	readonly origin: number;
	/** The folder to upload; without one, unfinished work is continued. */
	readonly media?: string;
}

// As a program: a window's process, which reports each change of an upload as a line of JSON until it is killed.
if (process.argv[1] === import.meta.filename) {
	const orders = JSON.parse(process.argv[2] ?? '') as WindowOrders;
	const { uploads } = await openUploads(orders.folder, sessionAt(orders.announced), orders.origin);
	uploads.onDidChange((upload) => console.log(JSON.stringify(upload)));
	uploads.resume();
	if (orders.media !== undefined)
		await uploads.start({ dataset: { newName: 'killed' }, files: filesIn(orders.media) });
}
