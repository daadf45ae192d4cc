import type { Balance } from '../../account/balance.ts';
import type { Preparation } from './preparation.ts';
import type { ReviewedAction } from './reviewedAction.ts';

/** The reason why a configuration should not be sent; a person may send it despite that. */
export type Block = 'errors' | 'lowBalance' | 'incompleteUpload';

/** Returns whether the balance is too low for the service to start a job; false if unknown. */
export function isTooLow(balance: Balance | undefined, minimumMicrodollars: number): boolean {
	return balance !== undefined && balance.microdollars < minimumMicrodollars;
}

/** Returns the reasons against sending; datasets that are missing or not ready are among the errors. An edit alone starts nothing. */
export function blocksOf(action: ReviewedAction, { errors, facts }: Preparation): readonly Block[] {
	const starts = action.kind === 'start' || action.resume;
	return [
		...(errors.length > 0 ? (['errors'] as const) : []),
		...(starts && isTooLow(facts.balance, facts.minimumMicrodollars) ? (['lowBalance'] as const) : []),
		...(starts && facts.datasets.some(({ missingFiles }) => missingFiles !== undefined)
			? (['incompleteUpload'] as const)
			: []),
	];
}
