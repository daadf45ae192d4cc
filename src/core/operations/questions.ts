import type { JobQuestions } from '../jobs/submit/questions.ts';
import type { SpendingQuestions } from '../records/spendingQuestion.ts';
import type { RunQuestions } from '../runs/start/questions.ts';
import type { CeilingAnswer, CeilingQuestion } from '../spending/ceiling.ts';

/** A question about something that is about to be removed for good. */
export interface DeleteQuestion {
	readonly what: 'deployment' | 'dataset' | 'run' | 'job';
	/** The name for people. */
	readonly name: string;
	/** The things that are removed with it, a sentence each. */
	readonly consequences: readonly string[];
}

/**
 * The questions that come up while an operation runs. Each question is data; the editor answers with dialogs, the command line by flags or at
 * the terminal, a protocol with a consent request, a test by a script. Nobody answers a question about money or about something that is
 * removed by default: `undefined` is a no. Questions of one kind of act are declared where their order is decided.
 */
export interface Ask extends SpendingQuestions, RunQuestions, JobQuestions {
	/** Whether to remove something for good. */
	confirmDelete(question: DeleteQuestion): Promise<boolean | undefined>;
	/** Whether starts may leave that could pass the limit of the day. */
	confirmDailyLimit(question: CeilingQuestion): Promise<CeilingAnswer | undefined>;
}

const nothing = async (): Promise<undefined> => undefined;

/** Answers nothing: what needs no decision runs, everything else ends as not wanted. */
export const askNobody: Ask = {
	confirmDelete: nothing,
	confirmSpending: nothing,
	chooseVersion: nothing,
	chooseTarget: nothing,
	deploymentGone: nothing,
	enableDeployment: nothing,
	reviewRun: nothing,
	confirmErrors: nothing,
	confirmNothingNew: nothing,
	confirmDuplicate: nothing,
	confirmSameJob: nothing,
	confirmLowBalance: nothing,
	reviewSubmission: nothing,
	confirmDailyLimit: nothing,
};
