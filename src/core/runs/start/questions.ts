import type { Balance } from '../../account/balance.ts';
import type { Failure } from '../../base/failure.ts';
import type { Estimate } from '../../records/estimate.ts';
import type { ConversionOutcome } from '../../workflow/convert/apiDocument.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { MissingRequirements } from '../../workflow/missingRequirements.ts';
import type { PlanMode, RunPlan } from '../plan/plan.ts';
import type { Run, RunTarget, RunTargetId } from '../run.ts';
import type { NothingNew } from './nothingNew.ts';
import type { KnownError, OtherConnection, RunDestination } from './runSource.ts';

/** Asks which version to send if a run is repeated and its document has changed. */
export interface VersionQuestion {
	readonly documentName: string;
	readonly run: Run;
}

export interface TargetQuestion {
	readonly documentName: string;
	readonly document: WorkflowDocument;
	/** The targets of the connection in use. */
	readonly targets: readonly RunDestination[];
	/** Ids of the targets on which the document ran, latest first. */
	readonly first: readonly string[];
	/** The failure of the list of targets, if it could not be read. */
	readonly failure?: Failure;
}

/** The question that shows the request. */
export interface ReviewQuestion {
	readonly documentName: string;
	/** The document is the saved workflow of the target. */
	readonly isSaved: boolean;
	readonly target: RunDestination;
	/** The key for third-party API nodes is not in it. */
	readonly plan: RunPlan;
	/** The number of runs that the answer starts; the plan shown is that of the first. Absent for one run. */
	readonly count?: number;
	/** The name of the table or the folder with the values of these runs; absent if they differ in their seeds only. */
	readonly valuesOf?: string;
	readonly errors: readonly KnownError[];
	/** The outcome of the conversion of the document to API format; absent if it was in that format. */
	readonly conversion?: ConversionOutcome;
	/** The requirements that the target lacks; `undefined` if unknown. */
	readonly lacks: MissingRequirements | undefined;
	/** The expected duration and cost of all runs that are sent, from earlier runs of the target. */
	readonly estimate: Estimate;
	/** True if the dynamic prompts of the document are drawn from; absent if it has none. */
	readonly draws?: boolean;
	/** The outputs that an earlier run has made already; absent if all are new. */
	readonly nothingNew?: NothingNew;
	/** The document has a seed that can be another one. */
	readonly hasSeed: boolean;
}

/** The decision after reading the plan: send it, plan it in the other form, with or without drawing, with a new seed, or for another target. */
export type ReviewChoice =
	| { readonly kind: 'run' }
	| { readonly kind: 'mode'; readonly mode: PlanMode }
	| { readonly kind: 'draws'; readonly draws: boolean }
	| { readonly kind: 'newSeed' }
	| { readonly kind: 'deployment' };

/** The document has errors, and its plan is not reviewed. */
export interface ErrorsQuestion {
	readonly documentName: string;
	/** At least one. */
	readonly errors: readonly KnownError[];
}

/** The same run is already in progress, or may be (`uncertain`). */
export interface DuplicateQuestion {
	readonly run: Run;
}

/** The same ran before, and its plan is not reviewed: the engine takes all results from its cache, or they are here. */
export interface NothingNewQuestion extends Pick<NothingNew, 'outputs' | 'isSure' | 'earlier'> {
	readonly documentName: string;
	/** The document has a seed that can be another one. */
	readonly hasSeed: boolean;
}

/** The balance is below the service's minimum for the start of a run. */
export interface LowBalanceQuestion {
	readonly balance: Balance;
	readonly minimumMicrodollars: number;
}

/** The deployment takes no requests. */
export interface EnableQuestion {
	readonly deployment: RunTarget;
	/** The cost once it is enabled, as a sentence. */
	readonly cost: string;
}

/** The questions on the way from a document, or a form of inputs, to a run. No answer is a no: then nothing is sent. */
export interface RunQuestions {
	/** Asks whether to send the current document or the version that the run sent. */
	chooseVersion(question: VersionQuestion): Promise<'now' | 'then' | undefined>;
	chooseTarget(question: TargetQuestion): Promise<RunDestination | OtherConnection | undefined>;
	/** Asks whether to choose another deployment, since the intended one is no longer in the account. */
	deploymentGone(question: { readonly target: RunTargetId }): Promise<boolean | undefined>;
	enableDeployment(question: EnableQuestion): Promise<boolean | undefined>;
	reviewRun(question: ReviewQuestion): Promise<ReviewChoice | undefined>;
	confirmErrors(question: ErrorsQuestion): Promise<boolean | undefined>;
	/** Asks whether to send a run that produces nothing new, or the document with a new seed. */
	confirmNothingNew(question: NothingNewQuestion): Promise<'newSeed' | 'anyway' | undefined>;
	confirmDuplicate(question: DuplicateQuestion): Promise<boolean | undefined>;
	/** Asks whether to send a run that the service will most likely refuse. */
	confirmLowBalance(question: LowBalanceQuestion): Promise<boolean | undefined>;
}
