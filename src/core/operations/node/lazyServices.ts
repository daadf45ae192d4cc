import type { SessionSource } from '../../account/session.ts';
import { type Clock, soon } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Log } from '../../base/log.ts';
import type { RunBatches } from '../../batches/runBatches.ts';
import type { DatasetStore } from '../../datasets/datasetStore.ts';
import type { UploadService } from '../../datasets/upload/service.ts';
import type { JobService } from '../../jobs/jobService.ts';
import type { RunService } from '../../runs/runService.ts';
import type { OpenLedger } from '../services.ts';
import type { ServicesHooks } from './hooks.ts';

/** The base of the services of a window or a terminal. */
export interface ServicesBase {
	readonly session: SessionSource;
	/** The sessions for capabilities that not every connection has; `session` by default. */
	readonly sessions?: { readonly datasets: SessionSource; readonly jobs: SessionSource };
	/** The folder with the history file and the files that belong to its records; made with its first use. */
	readonly folder: string;
	readonly log: Log;
	/** Triggers polls and reads of the balance. */
	readonly clock: Clock;
}

/** The modules of the services, and the additions of the caller: loaded with the first service. */
export interface LoadedParts {
	readonly makers: typeof import('./work.ts');
	readonly hooks: ServicesHooks;
}

/** A service that is opened with its first use. */
export interface Opening<T> extends Lazy<T> {
	/** Fires when it is ready, before it starts any work. */
	readonly onDidMake: Event<T>;
}

/** The history file of this computer with its services, each opened on first use. */
export interface LazyServices {
	readonly ledger: Opening<OpenLedger>;
	readonly runs: Opening<RunService>;
	/** It hands over nothing before its `begin`: a caller that only looks sends nothing. */
	readonly batches: Opening<RunBatches>;
	readonly jobs: Opening<JobService>;
	readonly uploads: Opening<UploadService>;
	readonly datasets: Opening<DatasetStore>;
	/** Ends the local work; the work of the service continues. */
	dispose(): void;
	/** Ends the local work after all handovers have finished, and resolves once everything is closed. */
	close(): Promise<void>;
}

/** Maximum milliseconds to wait for the balance after ended work. */
const settleMs = 5000;

/** Returns the services over a session. Nothing is loaded, asked of the service or opened before the first use. */
export function lazyServices(base: ServicesBase, load: () => Promise<LoadedParts>): LazyServices {
	const { session, sessions = { datasets: session, jobs: session }, log } = base;
	const loaded = lazy(load);
	let opened: Promise<OpenLedger> | undefined;
	function opening<T>(
		make: (parts: LoadedParts) => T | Promise<T>,
		end?: (service: T) => unknown,
		begin: (service: T) => void = () => undefined,
	): Opening<T> {
		const made = new Emitter<T>((error) => log.error('A listener of a new service failed.', error));
		const service = lazy(
			async () => make(await loaded.get()),
			end,
			(value) => {
				made.fire(value);
				begin(value);
			},
		);
		return {
			get: service.get,
			get value() {
				return service.value;
			},
			dispose: service.dispose,
			onDidMake: made.event,
		};
	}
	const dispose = (service: { dispose(): void }) => service.dispose();
	const resume = (service: { resume(): void }) => service.resume();
	const ledger = opening<OpenLedger>(({ makers, hooks }) => {
		opened = makers.openHistory(base, hooks);
		return opened;
	});
	const runs = opening<RunService>(
		async ({ makers, hooks }) => makers.openRuns(base, hooks, await ledger.get()),
		dispose,
		resume,
	);
	const batches = opening<RunBatches>(
		async ({ makers, hooks }) => makers.openBatches(base, hooks, await ledger.get(), await runs.get()),
		dispose,
	);
	const jobs = opening<JobService>(
		async ({ makers, hooks }) =>
			makers.openJobs({ ...base, session: sessions.jobs }, hooks, await ledger.get()),
		dispose,
		(service) => service.begin(),
	);
	const uploads = opening<UploadService>(
		async ({ makers, hooks }) =>
			makers.openUploads({ ...base, session: sessions.datasets }, hooks, await ledger.get(), (dataset) =>
				datasets.value?.replace(dataset),
			),
		dispose,
		resume,
	);
	const datasets = opening<DatasetStore>(
		({ makers }) => makers.openDatasets({ ...base, session: sessions.datasets }),
		dispose,
	);
	const close = async () => {
		for (const service of [batches, runs, jobs, uploads, datasets, ledger]) service.dispose();
		const parts = await opened?.catch(() => undefined);
		parts?.spending.dispose();
		parts?.coordinator.dispose();
		// Until then a claim on an unfinished file would keep the next program from continuing it.
		if (parts) await soon(base.clock, parts.queue.stop(), settleMs);
		await parts?.ledger.close();
	};
	return {
		ledger,
		runs,
		batches,
		jobs,
		uploads,
		datasets,
		dispose: () => void close(),
		async close() {
			// A request in flight is paid for, and only this process learns whether it arrived.
			await batches.value?.settle();
			const parts = await opened?.catch(() => undefined);
			// The cost of work that ended here comes from the balance, which is read soon afterwards.
			if (parts)
				await soon(
					base.clock,
					parts.spending.history.settle().catch(() => undefined),
					settleMs,
				);
			await close();
		},
	};
}
