import * as l10n from '@vscode/l10n';
import { TokenSession, type TokenSessionOptions } from '../../account/tokenSession.ts';
import { compact } from '../../base/compact.ts';
import { lazy } from '../../base/lazy.ts';
import { wasNotSubmitted } from '../../records/submissions.ts';
import type { RunStarter } from '../../runs/run.ts';
import type { Ask } from '../questions.ts';
import type { OperationServices } from '../services.ts';
import { lazyServices, type ServicesBase } from './lazyServices.ts';

export interface OpenServicesOptions
	extends Omit<ServicesBase, 'session' | 'sessions'>,
		Omit<TokenSessionOptions, 'onUnsafeCall'> {
	/** Hears a sentence about each trouble with the history file. */
	readonly onProblem?: (problem: string) => void;
	readonly ask: Pick<Ask, 'confirmDailyLimit'>;
	/** The limit for a day in millionths of a US dollar; none by default. */
	readonly dailyLimit?: number;
	/** Whom the runs are started for that begin here. */
	readonly startedBy?: RunStarter;
	/** A key sent with runs; never kept. */
	readonly partnerKey?: string;
	/** The model-hub token that replaces its variable in a configuration; never kept. */
	readonly hubToken?: string;
}

/** The services of a caller without a window, until it ends. */
export interface OpenServices extends OperationServices {
	/** Aborted once the service keeps refusing the sign-in. */
	readonly refused: AbortSignal;
	/** Returns whether anything may have been changed or started on the service since these services were opened. */
	hasChanged(): boolean;
	/**
	 * Waits for submissions in progress and for failed writes to the history, a few seconds at most. Returns a sentence
	 * for each run or job that the service has accepted but the history does not contain.
	 */
	settle(): Promise<readonly string[]>;
	/** Ends the local work, and closes the history file and the connections; the work of the service continues. */
	close(): Promise<void>;
}

/** Returns the services for a caller with a token: the service is not asked and no file is opened before the first use. */
export function openServices(options: OpenServicesOptions): OpenServices {
	let changes = 0;
	const session = new TokenSession({
		...options,
		onUnsafeCall() {
			changes++;
			return (outcome) => {
				if (!outcome.ok && wasNotSubmitted(outcome.failure)) changes--;
			};
		},
	});
	const { log, clock, folder } = options;
	const services = lazyServices({ session, log, clock, folder }, async () =>
		(await import('./terminalParts.ts')).terminalParts(options, session),
	);
	const deployments = lazy(
		async () => (await import('./terminalParts.ts')).openDeployments(session),
		(store) => store.dispose(),
	);
	return {
		log,
		session,
		refused: session.refused,
		hasChanged: () => changes > 0,
		...compact({ startedBy: options.startedBy }),
		signedIn: () => session.signIn(),
		partnerKey: async () => options.partnerKey,
		hubToken: async () => options.hubToken,
		service: () => session.open(),
		ledger: services.ledger.get,
		runs: services.runs.get,
		batches: services.batches.get,
		jobs: services.jobs.get,
		uploads: services.uploads.get,
		deployments: deployments.get,
		datasets: services.datasets.get,
		async settle() {
			const [runsLeft = [], jobsLeft = []] = await Promise.all([
				services.runs.value?.settleWrites(),
				services.jobs.value?.settleWrites(),
			]);
			return [
				...runsLeft.map(({ id, idOfService }) =>
					l10n.t(
						'The history cannot be written, so it does not record that the run {0} is the request {1} of the service. Free some space, then run "easel runs take {0} {1}".',
						id,
						idOfService,
					),
				),
				...jobsLeft.map(({ id, idOfService }) =>
					l10n.t(
						'The history cannot be written, so it does not record that the training job {0} is the job {1} of the service. Free some space, then run "easel jobs take {0} {1}".',
						id,
						idOfService,
					),
				),
			];
		},
		async close() {
			deployments.dispose();
			await services.close();
			await session.close();
		},
	};
}
