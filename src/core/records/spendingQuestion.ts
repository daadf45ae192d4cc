import type { Balance } from '../account/balance.ts';
import type { Estimate } from './estimate.ts';

/** A question about something that is about to cost money. */
export interface SpendingQuestion {
	readonly what: 'run' | 'job' | 'deployment';
	/** The name for people: of the document or the configuration, and its target. */
	readonly name: string;
	/** The expected time and cost; absent for a deployment, which costs money all the time. */
	readonly estimate?: Estimate;
	/** The cost of a deployment, as a sentence. */
	readonly cost?: string;
	/** Absent if unknown. */
	readonly balance?: Balance;
}

/** Asked before anything is sent that costs money. */
export interface SpendingQuestions {
	/**
	 * Asks whether to spend money; no answer means no. A window answers yes if the person has just pressed the
	 * corresponding button.
	 */
	confirmSpending(question: SpendingQuestion): Promise<boolean | undefined>;
}
