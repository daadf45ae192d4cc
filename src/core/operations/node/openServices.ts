import { join } from 'node:path';
import { whoAmI } from '../../account/identity.ts';
import { engineAccountId, type Session, type SessionSource, type SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { failed, type Result, signedOutFailure, success } from '../../base/failure.ts';
import { lazy } from '../../base/lazy.ts';
import type { Connection } from '../../connection/connection.ts';
import { lazyTransport } from '../../http/lazyTransport.ts';
import type { NetworkSettings } from '../../http/network.ts';
import type { Service } from '../../http/transport.ts';
import type { RunStarter } from '../../runs/run.ts';
import type { OpenLedger, OperationServices } from '../services.ts';
import type { HistoryOptions } from './history.ts';
import type { RunsOptions } from './runs.ts';

export interface OpenServicesOptions extends HistoryOptions, RunsOptions {
	readonly connection: Connection;
	/** The token; without it, nobody is signed in. An engine of one's own may need none. */
	readonly token?: string;
	readonly network: NetworkSettings;
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
	return {
		log,
		session,
		...compact({ startedBy: options.startedBy }),
		signedIn: () => session.signIn(),
		partnerKey: async () => options.partnerKey,
		service: async () => session.service,
		ledger: ledger.get,
		runs: runs.get,
		batches: batches.get,
		jobs: jobs.get,
		uploads: uploads.get,
		async close() {
			// A request that is being handed over is paid for, and nobody else would know whether it arrived.
			await batches.value?.settle();
			for (const service of [batches, runs, jobs, uploads, ledger]) service.dispose();
			const opened = await opening?.catch(() => undefined);
			opened?.spending.dispose();
			opened?.coordinator.dispose();
			opened?.queue.stop();
			await opened?.ledger.close();
			await session.close();
		},
	};
}

/** The session of a token: signed out until the service has said whose it is, which it is asked once. */
class TokenSession implements SessionSource {
	readonly #service: Service;
	/** There is a token, or none is needed. */
	readonly #isOpen: boolean;
	readonly #changed: Emitter<Session>;
	#current: Session;
	#asking: Promise<Result<SignedIn>> | undefined;

	constructor({ connection, token, network, log }: OpenServicesOptions) {
		this.#service = {
			connection,
			transport: lazyTransport({ connection, token: () => token, network, log }),
		};
		this.#isOpen = token !== undefined || !connection.capabilities.account;
		this.#changed = new Emitter((error) => log.error('A listener of the session failed.', error));
		this.#current = { state: 'signedOut', connection };
	}

	get current(): Session {
		return this.#current;
	}

	get onDidChange(): Event<Session> {
		return this.#changed.event;
	}

	/** The calls with the token, without asking whose it is. */
	get service(): Result<Service> {
		return this.#isOpen ? success(this.#service) : failed(signedOutFailure);
	}

	/** Returns the session, or why the token gives none; a failure is not remembered. */
	async signIn(): Promise<Result<SignedIn>> {
		if (this.#current.state === 'signedIn') return success(this.#current);
		const { service } = this;
		if (!service.ok) return service;
		this.#asking ??= this.#ask().finally(() => {
			this.#asking = undefined;
		});
		return this.#asking;
	}

	async close(): Promise<void> {
		this.#changed.dispose();
		await this.#service.transport.close();
	}

	async #ask(): Promise<Result<SignedIn>> {
		const service = this.#service;
		const { connection } = service;
		const account = connection.capabilities.account
			? await whoAmI(service)
			: success({ id: engineAccountId, label: connection.name });
		if (!account.ok) return account;
		const session: SignedIn = { state: 'signedIn', connection, account: account.value, service };
		this.#current = session;
		this.#changed.fire(session);
		return success(session);
	}
}
