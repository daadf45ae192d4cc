import type { Failure } from '../../base/failure.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { PlanMode, RunPlan } from '../plan/plan.ts';
import type { Run } from '../run.ts';
import type { SameRuns } from '../sameRun.ts';
import type { Draw } from './drawing.ts';
import type { Preparation } from './preparation.ts';
import type { OtherConnection, RunDestination, RunSource } from './runSource.ts';
import type { RunAsk } from './startQuestions.ts';

/** A run approved by all questions: nothing more is asked before it is sent. */
export interface DecidedRun {
	readonly kind: 'decided';
	readonly target: RunDestination;
	readonly plan: RunPlan;
	readonly preparation: Preparation;
	readonly mode: PlanMode | 'auto';
	readonly source: RunSource;
	readonly same: SameRuns;
	/** The draws for other documents that are sent with it; absent if they are sent unchanged. */
	readonly draw?: Draw;
}

/**
 * The stage at which a run was refused: its target is not there, cannot be enabled, or takes inputs; its plan; another session; its
 * submission.
 */
export type RefusalStage = 'target' | 'enable' | 'inputs' | 'plan' | 'session' | 'submit';

/** A run that was not started although everybody wanted it. */
export interface RefusedRun {
	readonly kind: 'refused';
	readonly stage: RefusalStage;
	readonly failure: Failure;
	/** The intended target; absent if unknown. */
	readonly target?: RunDestination;
	readonly source: RunSource;
	readonly mode: PlanMode | 'auto';
}

export type RunOutcome = StartedRun | NoRun;

interface StartedRun {
	readonly kind: 'started';
	readonly run: Run;
	/** The document as it was sent. */
	readonly document: WorkflowDocument;
}

export type NoRun = RefusedRun | ({ readonly kind: 'elsewhere' } & OtherConnection) | UnwantedRun;

/** A question was not confirmed; `preparing` if the person stopped waiting. */
export interface UnwantedRun {
	readonly kind: 'unwanted';
	readonly question: keyof RunAsk | 'preparing';
}
