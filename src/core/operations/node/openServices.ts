import { join } from 'node:path';
import { TokenSession, type TokenSessionOptions } from '../../account/tokenSession.ts';
import { compact } from '../../base/compact.ts';
import { lazy } from '../../base/lazy.ts';
import type { RunStarter } from '../../runs/run.ts';
import { soon } from '../../runs/start/soon.ts';
import type { OpenLedger, OperationServices } from '../services.ts';
import type { HistoryOptions } from './history.ts';
import type { RunsOptions } from './runs.ts';

export interface OpenServicesOptions extends HistoryOptions, RunsOptions, TokenSessionOptions {
	/** Whom the runs are started for that begin here. */
	readonly startedBy?: RunStarter;
	/** The model-hub token that takes the place of its variable in a configuration; never kept. */
	readonly hubToken?: string;
}

/** The services of a caller without a window, until it ends. */
export interface OpenServices extends OperationServices {
	/** Ends what is under way here, and lets go of the history file and the connections; what the service does continues. */
	close(): Promise<void>;
}

/** Milliseconds that the balance after what has ended is waited for at most. */
const settleMs = 5000;

/** Returns the services for a caller that brings a token: nothing is asked of the service and no file is opened before the first use. */
export function openServices(options: OpenServicesOptions): OpenServices {
	const { log } = options;
	const session = new TokenSession(options);
	let opening: Promise<OpenLedger> | undefined;
	const ledger = lazy(() => {
		opening = import('./history.ts').then(({ openHistory }) => openHistory(options, session));
		return opening;
	});
	const runs = lazy(
		async () => {
			const [{ openRuns }, opened] = await Promise.all([import('./runs.ts'), ledger.get()]);
			return openRuns(options, session, opened);
		},
		(service) => service.dispose(),
	);
	const batches = lazy(
		async () => {
			const [{ openBatches }, opened, runService] = await Promise.all([
				import('./runs.ts'),
				ledger.get(),
				runs.get(),
			]);
			return openBatches(options, session, opened, runService);
		},
		(service) => service.dispose(),
	);
	const jobs = lazy(
		async () => {
			const [{ JobService }, { serviceJobApi }, { withStoredHubToken }, { spending, ...opened }] =
				await Promise.all([
					import('../../jobs/jobService.ts'),
					import('../../jobs/jobApi.ts'),
					import('../../jobs/hubTokenApi.ts'),
					ledger.get(),
				]);
			const service = new JobService({
				...opened,
				session,
				log,
				spending: spending.history,
				configFolder: join(options.folder, 'jobs'),
				api: withStoredHubToken(serviceJobApi, async () => options.hubToken),
			});
			service.begin();
			return service;
		},
		(service) => service.dispose(),
	);
	const uploads = lazy(
		async () => {
			const [{ UploadService }, opened] = await Promise.all([
				import('../../datasets/upload/service.ts'),
				ledger.get(),
			]);
			const service = new UploadService({ ...opened, session, log });
			service.resume();
			return service;
		},
		(service) => service.dispose(),
	);
	const deployments = lazy(
		async () => {
			const [{ createDeploymentStore }, { listDeployments }] = await Promise.all([
				import('../../deployments/store.ts'),
				import('../../deployments/client.ts'),
			]);
			return createDeploymentStore({ session, list: listDeployments });
		},
		(store) => store.dispose(),
	);
	const datasets = lazy(
		async () => (await import('../../datasets/datasetStore.ts')).createDatasetStore({ session }),
		(store) => store.dispose(),
	);
	return {
		log,
		session,
		...compact({ startedBy: options.startedBy }),
		signedIn: () => session.signIn(),
		partnerKey: async () => options.partnerKey,
		hubToken: async () => options.hubToken,
		service: async () => session.service,
		ledger: ledger.get,
		runs: runs.get,
		batches: batches.get,
		jobs: jobs.get,
		uploads: uploads.get,
		deployments: deployments.get,
		datasets: datasets.get,
		async close() {
			// A request that is being handed over is paid for, and nobody else would know whether it arrived.
			await batches.value?.settle();
			const opened = await opening?.catch(() => undefined);
			// What has ended here is known by the balance that is read soon after it.
			await soon(opened?.spending.history.settle().catch(() => undefined) ?? Promise.resolve(), settleMs);
			for (const service of [batches, runs, jobs, uploads, deployments, datasets, ledger]) service.dispose();
			opened?.spending.dispose();
			opened?.coordinator.dispose();
			opened?.queue.stop();
			await opened?.ledger.close();
			await session.close();
		},
	};
}
