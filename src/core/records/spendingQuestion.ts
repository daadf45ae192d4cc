import * as l10n from '@vscode/l10n';
import type { Balance } from '../account/balance.ts';
import { numberText } from '../base/language.ts';
import type { Estimate } from './estimate.ts';

export interface SpendingQuestion {
	readonly what: 'run' | 'job' | 'deployment';
	/** The name of the document, the table of values, the configuration or the deployment. */
	readonly name: string;
	/** The target or the machine; absent if the name says it. */
	readonly on?: string;
	/** The number of runs; 1 unless given. */
	readonly count?: number;
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

/**
 * Returns what is about to start as part of a sentence: `4 runs of "harbour.json" on "Harbour"`.
 * @param quote makes a name safe to show, with its quotation marks
 */
export function describeStart(
	{ name, on, count = 1 }: Pick<SpendingQuestion, 'name' | 'on' | 'count'>,
	quote: (name: string) => string,
): string {
	const what = count === 1 ? quote(name) : l10n.t('{0} runs of {1}', numberText(count), quote(name));
	return on === undefined ? what : l10n.t('{0} on {1}', what, quote(on));
}
