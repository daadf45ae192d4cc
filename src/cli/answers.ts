import { type Ask, askNobody } from '../core/operations/questions.ts';
import type { SpendingQuestion } from '../core/records/spendingQuestion.ts';

/** Answers by flags, and what was asked without an answer. */
interface FlagAnswers {
	readonly ask: Ask;
	readonly unanswered: readonly SpendingQuestion[];
}

/** Answers as the flags of a command line do; what no flag answers stays without an answer. */
export function flagAnswers({ yes }: { readonly yes: boolean }): FlagAnswers {
	const unanswered: SpendingQuestion[] = [];
	const confirmSpending = async (question: SpendingQuestion) => {
		if (yes) return true;
		unanswered.push(question);
		return undefined;
	};
	return { ask: { ...askNobody, confirmSpending }, unanswered };
}
