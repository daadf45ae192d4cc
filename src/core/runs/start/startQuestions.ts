import * as l10n from '@vscode/l10n';
import type { Balance } from '../../account/balance.ts';
import { ownerOf, type SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import { dialectOf } from '../../connection/dialects.ts';
import { severalOf } from '../../records/estimate.ts';
import type { SpendingQuestions } from '../../records/spendingQuestion.ts';
import type { Run, RunTarget } from '../run.ts';
import type { Estimating } from '../runEstimates.ts';
import type { RunService } from '../runService.ts';
import { type SameRuns, sameUnderWay } from '../sameRun.ts';
import { isPaid } from '../targetTraits.ts';
import type { RunQuestions } from './questions.ts';

export type RunAsk = RunQuestions & SpendingQuestions;

interface LeavingRun {
	readonly target: RunTarget;
	readonly documentName: string;
	/** Shows whether another run sends the same. */
	readonly digest: string | undefined;
	/** Absent if unknown: that is left to the service. */
	readonly balance: Balance | undefined;
	/** The number of runs that leave and differ in their seeds only; one without it. */
	readonly count?: number;
}

/** The question that was not confirmed, or the runs in progress with the same request that the person has seen. */
type StartAnswers =
	| { readonly no: 'confirmDuplicate' | 'confirmLowBalance' | 'confirmSpending' }
	| { readonly same: SameRuns };

/**
 * Asks the questions before any run is sent, in this order: whether to send an identical one again, whether to send it
 * with a low balance, and whether it may cost money.
 */
export async function startQuestions(
	{ runs }: { runs(): Promise<Pick<RunService, 'runs'> & Estimating> },
	session: SignedIn,
	{ target, documentName, digest, balance, count = 1 }: LeavingRun,
	ask: Pick<RunAsk, 'confirmDuplicate' | 'confirmLowBalance' | 'confirmSpending'>,
): Promise<StartAnswers> {
	const service = await runs();
	const same = sameUnderWay(service, { ...ownerOf(session), target, digest });
	const [run] = same;
	if (run !== undefined && !(await ask.confirmDuplicate({ run }))) return { no: 'confirmDuplicate' };
	const yes = {
		same: {
			known: same.map(({ id }) => id),
			confirm: async (other: Run) => (await ask.confirmDuplicate({ run: other })) === true,
		},
	};
	if (!isPaid(target)) return yes;
	const minimumMicrodollars = dialectOf(session.connection).minimumBalance.deployment;
	const isLow = target.kind === 'deployment' && balance && balance.microdollars < minimumMicrodollars;
	if (isLow && !(await ask.confirmLowBalance({ balance, minimumMicrodollars })))
		return { no: 'confirmLowBalance' };
	const may = await ask.confirmSpending({
		what: 'run',
		name: documentName,
		...(documentName === target.name ? {} : { on: target.name }),
		...(count === 1 ? {} : { count }),
		estimate: severalOf(await service.estimates.expected(target), count),
		...compact({ balance }),
	});
	return may ? yes : { no: 'confirmSpending' };
}

/** The failure if the session has changed: a start confirmed for one session is never sent from another. */
export const otherSessionFailure: Failure = {
	kind: 'auth',
	reason: 'other-account',
	message: l10n.t('Nothing was sent, because the account has changed.'),
	nextStep: l10n.t('Press Run again.'),
	fixer: 'you',
	mayHaveArrived: false,
};
