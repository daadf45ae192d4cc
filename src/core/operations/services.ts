import type { SessionSource, SignedIn } from '../account/session.ts';
import type { Result } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { RunBatches } from '../batches/runBatches.ts';
import type { Connection } from '../connection/connection.ts';
import type { DatasetStore } from '../datasets/datasetStore.ts';
import type { UploadReportModel } from '../datasets/report/model.ts';
import type { UploadService } from '../datasets/upload/service.ts';
import type { DeploymentStore } from '../deployments/store.ts';
import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { Service } from '../http/transport.ts';
import type { JobService } from '../jobs/jobService.ts';
import type { OpenConfiguration } from '../jobs/submit/submission.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RunStarter } from '../runs/run.ts';
import type { RunService } from '../runs/runService.ts';
import type { OpenWorkflow } from '../runs/start/runRequest.ts';
import type { InputRunRequest } from '../runs/start/startInputs.ts';
import type { OpenSpending } from '../spending/openSpending.ts';
import type { TransferQueue } from '../transfers/transferQueue.ts';
import type { Disk } from './disk.ts';

/** The parts that all kinds of work share once the history file is open. */
export interface OpenLedger {
	readonly ledger: Ledger;
	/** All files being transferred, up and down. */
	readonly queue: TransferQueue;
	/** The coordinator of everything that is followed, within one budget. */
	readonly coordinator: WindowCoordinator;
	/** The balance, and the questions and records before paid work is sent. */
	readonly spending: OpenSpending;
}

/** The services for operations, for any caller. Those that need the history file are opened on first use. */
export interface OperationServices {
	readonly log: Log;
	readonly session: SessionSource;
	/** Whom the runs are started for that begin here; absent for a person in the editor. */
	readonly startedBy?: RunStarter;
	/** Returns the session of the connection in use, after a sign-in if the caller can offer one; the reason otherwise. */
	signedIn(): Promise<Result<SignedIn>>;
	/** Files of this computer; a caller without it has no acts that need files. */
	readonly disk?: Disk;
	/** Returns the key sent with runs for third-party API nodes; never kept. */
	partnerKey(connection: Connection): PromiseLike<string | undefined>;
	/** Returns the model-hub token that replaces its variable in configurations; never kept. */
	hubToken(connection: Connection): PromiseLike<string | undefined>;
	/** The workflow that is open in the editor of the person, for an act on it. */
	readonly openWorkflow?: OpenWorkflow;
	/** The inputs that a person has entered in a form, for a run with them. */
	readonly enteredInputs?: InputRunRequest;
	/** The report about a folder that a person has read and corrected in its panel, for its upload. */
	readonly openReport?: Pick<UploadReportModel, 'start'>;
	/** The configuration that is open in the editor of the person, for an act on it. */
	readonly openConfiguration?: OpenConfiguration;
	/** Returns the calls of the connection in use, for operations that keep no record of the account. */
	service(): Promise<Result<Service>>;
	ledger(): Promise<OpenLedger>;
	runs(): Promise<RunService>;
	batches(): Promise<RunBatches>;
	jobs(): Promise<JobService>;
	uploads(): Promise<UploadService>;
	/** Returns the list of the account's deployments, which shows the effects of operations. */
	deployments(): Promise<DeploymentStore>;
	/** Returns the list of the account's datasets, which shows the effects of operations. */
	datasets(): Promise<DatasetStore>;
}
