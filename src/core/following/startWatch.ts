import type { SignedIn } from '../account/session.ts';
import type { Failure } from '../base/failure.ts';

/** Work that costs money from when it leaves. */
export interface PaidStart {
	/** Our own id of the run or of the attempt of a job. */
	readonly id: string;
	readonly kind: 'deployment' | 'model' | 'job';
	/** What is paid for: the id of a deployment or a model; for a job its GPUs, since each job is another. */
	readonly targetId: string;
	/** For people. */
	readonly name: string;
}

/** Who is asked before work that costs money leaves, and hears of it: the one seam for runs of every kind and for jobs. */
export interface StartWatch {
	/** Whether the work may leave; asks the person where it would cost more than they want to spend on a day. */
	mayStart(session: SignedIn, start: PaidStart): Promise<boolean>;
	/** The work leaves now. */
	started(session: SignedIn, start: PaidStart): void;
	/** The work is over, in whichever window. `costMicrodollars` in millionths of a US dollar, where the service reported it. */
	ended(id: string, costMicrodollars?: number): void;
}

/** The answer where the person did not want a start. */
export const notWantedFailure: Failure = {
	kind: 'canceled',
	message: 'Nothing was started, because it could pass your limit for the day.',
	nextStep: 'Change the setting "easel.spending.dailyLimit" to start more.',
	fixer: 'you',
	mayHaveArrived: false,
};
