import { randomUUID } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../src/core/base/clock.ts';
import type { Log } from '../../../src/core/base/log.ts';
import { UploadService } from '../../../src/core/datasets/upload/service.ts';
import { uploadFilesLayout, uploadLayout } from '../../../src/core/datasets/upload/table.ts';
import type { Upload, UploadFile } from '../../../src/core/datasets/upload/upload.ts';
import { uploadHasEnded } from '../../../src/core/datasets/upload/upload.ts';
import { WindowCoordinator } from '../../../src/core/following/windowCoordinator.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { openLedger } from '../../../src/core/ledger/open.ts';
import { writeHere } from '../../../src/core/ledger/writer.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../../src/core/transfers/transferTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { until } from '../support/until.ts';
import type { FakeDatasets } from './fakeDatasets.ts';

/** One editor window: its own connection to the shared ledger, its own upload service, and its observations. */
export interface Window {
	readonly session: FakeSession;
	readonly uploads: UploadService;
	readonly seen: Upload[];
	readonly ledger: Ledger;
	/** Ends like a killed window: nothing is finished, nothing is released. */
	vanish(): void;
	close(): Promise<void>;
}

/** A computer with one ledger and some files, on which windows are opened. */
export class Computer {
	readonly folder = newFolder();
	readonly logged: string[] = [];
	readonly #windows: Window[] = [];
	readonly #open: (() => Promise<void>)[] = [];
	readonly #service: FakeDatasets;
	readonly #clock: Clock;

	constructor(service: FakeDatasets, clock: Clock) {
		this.#service = service;
		this.#clock = clock;
	}

	/** Opens the parts that the kinds of work of a window share. */
	async openParts(session: FakeSession) {
		const clock = this.#clock;
		const log = this.#log();
		const ledger = await openLedger({
			path: join(this.folder, 'history.db'),
			tables: [transferLayout, uploadLayout, uploadFilesLayout],
			log,
			clock,
			writer: writeHere,
		});
		const coordinator = new WindowCoordinator({ leases: ledger.leases, session, log, windowId: 'w', clock });
		const queue = new TransferQueue({ store: new TransferTable(ledger), clock });
		this.#open.push(async () => {
			coordinator.dispose();
			void queue.stop();
			await ledger.close();
		});
		return { ledger, coordinator, queue };
	}

	async open(account?: string, parallel = 4): Promise<Window> {
		const log = this.#log();
		const session = new FakeSession(this.#service.session(randomUUID(), account));
		const { ledger, coordinator, queue } = await this.openParts(session);
		const uploads = new UploadService({
			ledger,
			session,
			queue,
			coordinator,
			log,
			parallel: () => parallel,
		});
		const seen: Upload[] = [];
		uploads.onDidChange((upload) => seen.push(upload));
		let closed = false;
		const window: Window = {
			session,
			uploads,
			seen,
			ledger,
			vanish() {
				closed = true;
				// Every write from here on is lost, as in a killed process.
				Object.assign(ledger, { write: () => new Promise(() => {}) });
				coordinator.dispose();
				uploads.dispose();
				void queue.stop();
			},
			async close() {
				if (closed) return;
				closed = true;
				coordinator.dispose();
				uploads.dispose();
				void queue.stop();
				await ledger.close();
			},
		};
		this.#windows.push(window);
		return window;
	}

	/** Writes files into the folder and describes them. */
	files(contents: Readonly<Record<string, string>>): UploadFile[] {
		return Object.entries(contents).map(([name, content]) => {
			const path = join(this.folder, name);
			writeFileSync(path, content);
			const { size, mtimeMs } = statSync(path);
			return { path, name, bytes: size, modifiedAt: mtimeMs };
		});
	}

	async shutDown(): Promise<void> {
		for (const window of this.#windows) await window.close();
		for (const close of this.#open) await close();
	}

	#log(): Log {
		const write = (message: string, ...details: unknown[]) => {
			this.logged.push([message, ...details.map(String)].join(' '));
		};
		return { trace: write, debug: write, info: write, warn: write, error: write };
	}
}

/** Waits until an upload has ended in the eyes of a window. */
export async function untilEnded(window: Window, id: string): Promise<Upload> {
	return until('the end of the upload', () => {
		const upload = window.uploads.upload(id);
		return upload && uploadHasEnded(upload) ? upload : undefined;
	});
}
