import { join } from 'node:path';
import type { Clock } from '../../../src/core/base/clock.ts';
import { compact } from '../../../src/core/base/compact.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { WindowCoordinator } from '../../../src/core/following/windowCoordinator.ts';
import type { JobNews } from '../../../src/core/jobs/jobNews.ts';
import type { JobRecord } from '../../../src/core/jobs/jobRecord.ts';
import { JobService } from '../../../src/core/jobs/jobService.ts';
import { jobLayout } from '../../../src/core/jobs/jobTable.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import type { StartWatch } from '../../../src/core/records/startWatch.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { newFolder } from '../../support/newFolder.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { ledgerIn } from '../support/ledgerIn.ts';
import type { Trainer } from './trainer.ts';

/** One editor window: its own connection to the shared ledger, its own job service, and its observations. */
export interface JobWindow {
	readonly name: string;
	readonly ledger: Ledger;
	readonly session: FakeSession;
	readonly coordinator: WindowCoordinator;
	readonly queue: TransferQueue;
	readonly service: JobService;
	readonly seen: JobRecord[];
	/** The news that this window notified of. */
	readonly news: { readonly what: JobNews; readonly record: JobRecord }[];
	/** Closes the window. */
	close(): Promise<void>;
}

/** A computer with one ledger, on which windows are opened. */
export class JobComputer {
	readonly folder = newFolder();
	readonly configs = join(this.folder, 'jobs');
	readonly #windows = new Set<JobWindow>();
	readonly #trainer: Trainer;
	readonly #clock: Clock;
	#count = 0;

	constructor(trainer: Trainer, clock: Clock) {
		this.#trainer = trainer;
		this.#clock = clock;
	}

	async open({
		account = 'me',
		clock = this.#clock,
		spending,
	}: {
		account?: string;
		clock?: Clock;
		spending?: StartWatch;
	} = {}): Promise<JobWindow> {
		const name = `window ${++this.#count}`;
		// Written in this thread, since a separate thread does not follow a clock of the test.
		const ledger = await ledgerIn(this.folder, [jobLayout], clock);
		const session = new FakeSession(this.#trainer.session(name, account));
		const coordinator = new WindowCoordinator({
			leases: ledger.leases,
			session,
			log: silentLog,
			windowId: 'same',
			clock,
		});
		const queue = new TransferQueue({ clock });
		const service = new JobService({
			ledger,
			session,
			coordinator,
			configFolder: this.configs,
			log: silentLog,
			...compact({ spending }),
		});
		const seen: JobRecord[] = [];
		const news: JobWindow['news'] = [];
		service.onDidChange(async (record) => {
			seen.push(record);
			for (const what of await service.claimNews(record)) news.push({ what, record });
		});
		service.begin();
		const window: JobWindow = {
			name,
			ledger,
			session,
			coordinator,
			queue,
			service,
			seen,
			news,
			close: async () => {
				if (!this.#windows.delete(window)) return;
				coordinator.dispose();
				service.dispose();
				await ledger.close();
			},
		};
		this.#windows.add(window);
		return window;
	}

	async shutDown(): Promise<void> {
		for (const window of [...this.#windows]) await window.close();
	}
}

/** Returns a configuration as submitted. */
export function configOf(name: string, more = ''): string {
	return [
		'job: extension',
		'config:',
		`  name: ${name}`,
		'  process:',
		'    - type: diffusion_trainer',
		'      train:',
		'        steps: 1000',
		'      save:',
		'        save_every: 250',
		'      sample:',
		'        sample_every: 250',
		more,
	].join('\n');
}
