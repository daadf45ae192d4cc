import * as l10n from '@vscode/l10n';
import type { Balance } from '../../account/balance.ts';
import { ownerOf, type SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import { numberText } from '../../base/language.ts';
import { dialectOf } from '../../connection/dialects.ts';
import { severalOf } from '../../records/estimate.ts';
import type { SpendingQuestions } from '../../records/spendingQuestion.ts';
import { mayBeUnderWay, type Run, type RunTarget } from '../run.ts';
import type { RunService } from '../runService.ts';
import { isPaid } from '../targetTraits.ts';
import type { RunQuestions } from './questions.ts';

/** The questions on the way to a run. */
export type RunAsk = RunQuestions & SpendingQuestions;

/** A run that is about to leave. */
interface LeavingRun {
	readonly target: RunTarget;
	readonly documentName: string;
	/** Shows whether another run sends the same. */
	readonly digest: string | undefined;
	/** Absent where it is not known: that is left to the service. */
	readonly balance: Balance | undefined;
	/** The number of runs that leave and differ in their seeds only; one without it. */
	readonly count?: number;
}

/** Among so many latest runs the same one is looked for. */
const mostCompared = 100;

/**
 * Asks the questions before any run leaves, in this order: whether the same one may be sent again, whether it may be sent with a low
 * balance, and whether it may cost money. Gives the question that was not answered with yes.
 */
export async function startQuestions(
	{ runs }: { runs(): Promise<Pick<RunService, 'runs' | 'expected'>> },
	session: SignedIn,
	{ target, documentName, digest, balance, count = 1 }: LeavingRun,
	ask: Pick<RunAsk, 'confirmDuplicate' | 'confirmLowBalance' | 'confirmSpending'>,
): Promise<'confirmDuplicate' | 'confirmLowBalance' | 'confirmSpending' | undefined> {
	const service = await runs();
	const same = sameUnderWay(service, session, target, digest);
	if (same !== undefined && !(await ask.confirmDuplicate({ run: same }))) return 'confirmDuplicate';
	if (!isPaid(target)) return undefined;
	const minimumMicrodollars = dialectOf(session.connection).minimumBalance.deployment;
	const isLow = target.kind === 'deployment' && balance && balance.microdollars < minimumMicrodollars;
	if (isLow && !(await ask.confirmLowBalance({ balance, minimumMicrodollars }))) return 'confirmLowBalance';
	const may = await ask.confirmSpending({
		what: 'run',
		name:
			count === 1
				? l10n.t('{0} on {1}', documentName, target.name)
				: l10n.t('{0} runs of {1} on {2}', numberText(count), documentName, target.name),
		estimate: severalOf(await service.expected(target), count),
		...compact({ balance }),
	});
	return may ? undefined : 'confirmSpending';
}

/** Returns a run of the target with the same request that has not ended, or is uncertain. */
export function sameUnderWay(
	service: Pick<RunService, 'runs'>,
	session: SignedIn,
	target: RunTarget,
	digest: string | undefined,
): Run | undefined {
	return service
		.runs({ ...ownerOf(session), limit: mostCompared })
		.find((run) => mayBeUnderWay(run) && run.target.id === target.id && run.summary.digest === digest);
}

/** The failure where the session has changed: what was asked for one session never leaves with another. */
export const otherSessionFailure: Failure = {
	kind: 'auth',
	message: l10n.t('Nothing was sent, because the account has changed.'),
	nextStep: l10n.t('Press Run again.'),
	fixer: 'you',
	mayHaveArrived: false,
};
