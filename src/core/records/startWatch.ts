import type { SessionSource, SignedIn } from '../account/session.ts';
import { type Failure, failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { EarlierStart } from './estimate.ts';

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
	/** What earlier starts of the same target took that have ended, the newest first. */
	earlier(session: SignedIn, target: Pick<PaidStart, 'kind' | 'targetId'>): readonly EarlierStart[];
}

/**
 * Asks whether work may leave; the value is the session that it leaves with. What was reviewed for one account never leaves as another:
 * the person may have switched while they were asked.
 */
export async function askToStart(
	{ session, spending }: { readonly session: SessionSource; readonly spending?: StartWatch },
	asked: SignedIn,
	start: PaidStart | undefined,
): Promise<Result<SignedIn>> {
	if (start && spending && !(await spending.mayStart(asked, start))) return failed(notWantedFailure);
	const { current } = session;
	if (current.state !== 'signedIn') return failed(signedOutFailure);
	const isSame = current.connection.id === asked.connection.id && current.account.id === asked.account.id;
	return isSame ? success(current) : failed(switchedFailure);
}

/** The answer where the person did not want a start. */
const notWantedFailure: Failure = {
	kind: 'canceled',
	message: 'Nothing was started, because it could pass your limit for the day.',
	nextStep: 'Change the setting "easel.spending.dailyLimit" to start more.',
	fixer: 'you',
	mayHaveArrived: false,
};

const switchedFailure: Failure = {
	kind: 'conflict',
	message: 'Nothing was started, because the account or the connection has changed meanwhile.',
	nextStep: 'Make sure that the account in use is the one that is meant, then start again.',
	fixer: 'you',
	mayHaveArrived: false,
};
