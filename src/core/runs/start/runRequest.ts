import type { SessionSource, SignedIn } from '../../account/session.ts';
import type { Clock } from '../../base/clock.ts';
import type { Connection } from '../../connection/connection.ts';
import type { ChangeAccount } from '../../deployments/changing.ts';
import type { Webhook } from '../../requests/request.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { DocumentFacts } from '../documentFacts.ts';
import type { ScanOptions } from '../plan/media.ts';
import type { PlanMode } from '../plan/plan.ts';
import type { Run, RunStarter } from '../run.ts';
import type { Estimating } from '../runEstimates.ts';
import type { RunService } from '../runService.ts';
import type { NoRun } from './outcomes.ts';
import type { PreparationParts } from './preparation.ts';
import type { KnownError, RunSource } from './runSource.ts';
import type { RunTargets } from './runTargets.ts';
import type { SavedWorkflows } from './savedWorkflows.ts';
import type { TargetRequirements } from './targetRequirements.ts';
import type { TargetRequest } from './targets.ts';

interface RunStartServices extends Omit<PreparationParts, 'savedWorkflows'> {
	readonly clock: Clock;
	readonly session: SessionSource;
	readonly targets: Pick<RunTargets, 'state' | 'items' | 'byId' | 'refresh'>;
	readonly savedWorkflows: Pick<SavedWorkflows, 'of' | 'takesInputs' | 'nodeInfoOf'>;
	readonly lacks: TargetRequirements;
	/** Absent if a person starts it in the editor. */
	readonly startedBy?: RunStarter;
	runs(): Promise<Pick<RunService, 'start' | 'runs'> & Estimating>;
	/** Returns the account for the change that enables a deployment. */
	account(session: SignedIn): Promise<ChangeAccount>;
}

/** Facts about a run and its place that only the caller knows. */
interface RunFacts {
	/** The targets of documents, and whether their dynamic prompts are drawn from. */
	readonly documents: Pick<DocumentFacts, 'deploymentsFor' | 'noteTarget' | 'drawsFor' | 'noteDraws'>;
	/** Returns the errors of a text that the caller has checked already, if any; undefined for any other text. */
	knownErrors?(source: RunSource): readonly KnownError[] | undefined;
	/** Returns the key for third-party API nodes; sent only in the body of a request. */
	partnerKey(connection: Connection): PromiseLike<string | undefined>;
	/** Runs longer work, and shows that; undefined if the person stopped waiting. */
	preparing<T>(documentName: string, work: (options: ScanOptions) => Promise<T>): Promise<T | undefined>;
}

/** The parts between a document and a run that ask nothing. */
export interface RunStart {
	readonly services: RunStartServices;
	readonly facts: RunFacts;
}

/** A request for a run. If the target is to be chosen, the plan is also shown. */
export interface RunRequest extends TargetRequest {
	readonly source: RunSource;
	/** True to always show the plan: the document comes from an external source. */
	readonly review?: boolean;
	/**
	 * The run that the person repeats: the plan is not shown if it goes to the same target in the same account, and is
	 * always shown otherwise.
	 */
	readonly again?: Pick<Run, 'connectionId' | 'accountId' | 'target'>;
	/** The current document, if the source is the one that a run sent: if they differ, the person chooses one. */
	readonly now?: { readonly document: WorkflowDocument; readonly run: Run };
	/** The form in which it is sent; as fits the document without one. */
	readonly mode?: PlanMode | 'auto';
	/** True to draw from the dynamic prompts of the document. By default the last choice for the document; drawn if none was made. */
	readonly draws?: boolean;
	/** The number of runs; questions cover all of them. One by default. */
	readonly count?: number;
	/** The name of the table or the folder with their values; absent if they differ in their seeds only. */
	readonly valuesOf?: string;
	readonly webhook?: Webhook;
}

/** A document that is open in an editor, with the parts that its window starts runs with. */
export interface OpenWorkflow {
	readonly start: {
		readonly services: Omit<RunStartServices, 'account'>;
		readonly facts: RunFacts;
	};
	readonly request: RunRequest;
	/** Receives the outcome with all its parts if no run was started. */
	stopped(outcome: NoRun): void;
}
