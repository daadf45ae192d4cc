import * as l10n from '@vscode/l10n';
import { isOwn, ownerOf, type SessionSource, type SignedIn } from '../account/session.ts';
import { failed, type Result, signedOutFailure, success, unsentFailure } from '../base/failure.ts';
import type { EarlierStart } from './estimate.ts';

/** Work that costs money once it is sent. */
export interface PaidStart {
	/** Our own id of the run or of the attempt of a job. */
	readonly id: string;
	readonly kind: 'deployment' | 'model' | 'job';
	/** Identifies the paid thing: the id of a deployment or a model; for a job its GPUs, since each job is different. */
	readonly targetId: string;
	readonly name: string;
	/** The expected cost, in millionths of a US dollar, if known. */
	readonly expected?: number;
	/** The price of an hour of its machine, in millionths of a US dollar, if it is known. */
	readonly perHour?: number;
	readonly batchId?: string;
}

/** The answer about starts in succession: they stay below the daily limit, may exceed it with the person's agreement, or must not be sent. */
export type StartsAnswer = 'below' | 'agreed' | 'no';

/** Asked before several starts for one request of a person. */
export interface StartsWatch {
	/** Asks the person once for all of them. */
	mayStartAll(session: SignedIn, starts: readonly PaidStart[]): Promise<StartsAnswer>;
}

/**
 * The behavior of a start at the daily limit: `ask` the person if it could exceed it, `keep` it without a question, or send it because the
 * person has `agreed`.
 */
export type LimitRule = 'ask' | 'keep' | 'agreed';

/** Decides whether work that costs money may leave, and is notified of its end: the one seam for runs of every kind and for jobs. */
export interface StartWatch {
	withExpected(session: SignedIn, start: PaidStart): Promise<PaidStart>;
	/** Returns the price of a start that the service lists, in millionths of a US dollar; undefined if it lists none. */
	listedPrice(session: SignedIn, target: Pick<PaidStart, 'kind' | 'targetId'>): Promise<number | undefined>;
	/**
	 * Returns whether work may start, by its `expected` cost; asks the person if it could exceed the daily limit,
	 * unless `quietly`.
	 */
	mayStart(session: SignedIn, start: PaidStart, quietly: boolean): Promise<boolean>;
	/** Notes that the work is sent now. It counts with its expected cost until a better amount is known. */
	started(session: SignedIn, start: PaidStart): void;
	/** Notes that the work has ended, in any window. `costMicrodollars` in millionths of a US dollar, if the service reported it. */
	ended(id: string, costMicrodollars?: number): void;
	/** Returns the earlier starts of the same target that have ended, the newest first; with the cost only if it was surely theirs. */
	earlier(session: SignedIn, target: Pick<PaidStart, 'kind' | 'targetId'>): readonly EarlierStart[];
}

interface AllowedStart {
	readonly session: SignedIn;
	/** Notes that it is sent now. */
	begun(): void;
}

/**
 * Asks whether work may start. Work reviewed for one account is never sent from another: the person may have switched
 * during the question.
 */
export async function askToStart(
	{ session, spending }: { readonly session: SessionSource; readonly spending?: StartWatch },
	asked: SignedIn,
	start: PaidStart | undefined,
	limit: LimitRule = 'ask',
): Promise<Result<AllowedStart>> {
	const paid = start && (await spending?.withExpected(asked, start));
	if (paid && spending && limit !== 'agreed' && !(await spending.mayStart(asked, paid, limit === 'keep')))
		return failed(limit === 'keep' ? limitReachedFailure : notWantedFailure);
	const still = stillIn(session, asked);
	return still.ok
		? success({ session: still.value, begun: () => paid && spending?.started(still.value, paid) })
		: still;
}

/** Asks the same about several starts together; returns the behavior for each of them when it is sent. */
export async function askToStartAll(
	{ session, spending }: { readonly session: SessionSource; readonly spending?: StartsWatch },
	asked: SignedIn,
	starts: readonly PaidStart[],
): Promise<Result<LimitRule>> {
	const answer = starts.length === 0 ? 'below' : await spending?.mayStartAll(asked, starts);
	if (answer === 'no') return failed(notWantedFailure);
	const still = stillIn(session, asked);
	return still.ok ? success(answer === 'agreed' ? 'agreed' : 'keep') : still;
}

/** Returns the session, if it still has the account that the question was about. */
function stillIn({ current }: SessionSource, asked: SignedIn): Result<SignedIn> {
	if (current.state !== 'signedIn') return failed(signedOutFailure);
	return isOwn(ownerOf(asked), current) ? success(current) : failed(switchedFailure);
}

/** The answer if the person declined a start. */
const notWantedFailure = unsentFailure(
	'canceled',
	l10n.t('Nothing was started, because this could exceed your daily limit.'),
	l10n.t('Change the setting "easel.spending.dailyLimit" to start more.'),
);

/** The answer without a question. */
const limitReachedFailure = unsentFailure(
	'canceled',
	l10n.t('The next start could exceed your daily limit.'),
	l10n.t('Continue to be asked about the others.'),
);

const switchedFailure = unsentFailure(
	'conflict',
	l10n.t('Nothing was started, because the account or the connection has changed.'),
	l10n.t('Make sure that the right account is in use, then start again.'),
);
