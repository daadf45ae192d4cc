import type { SettingChange } from '../deployments/settings.ts';
import type { JobQuestions } from '../jobs/submit/questions.ts';
import type { SpendingQuestions } from '../records/spendingQuestion.ts';
import type { RunQuestions } from '../runs/start/questions.ts';
import type { CeilingAnswer, CeilingQuestion } from '../spending/ceiling.ts';

export interface DeleteQuestion {
	readonly what: 'deployment' | 'dataset' | 'run' | 'job' | 'engineRun';
	/** Its whole id, since a caller may have named it by a prefix. */
	readonly id: string;
	readonly name: string;
	/** The things removed with it, a sentence each. */
	readonly consequences: readonly string[];
}

/** The question whether to upload a folder: the files that the report on it plans, and no others. */
interface UploadQuestion {
	/** The place of the files, without links on the way. */
	readonly folder: string;
	readonly datasetName: string;
	/** True if a dataset with this name exists and gets the files. */
	readonly adds: boolean;
	readonly files: number;
	readonly bytes: number;
	/** The titles of the findings of the report. */
	readonly findings: readonly string[];
}

/** One of several runs that a question is about. */
export interface AskedRun {
	readonly id: string;
	readonly name: string;
	/** The state as text. */
	readonly status: string;
}

/** The question whether to change something that can be changed again. */
export type ChangeQuestion =
	| {
			/** `createDeploymentAgain` makes one like a deployment that was deleted. */
			readonly act: 'createDeployment' | 'createDeploymentAgain';
			readonly name: string;
			readonly changes: readonly SettingChange[];
			/** A sentence about the cost afterwards while nothing runs; absent if that is nothing. */
			readonly cost?: string;
	  }
	| {
			/** `restoreDeployment` applies earlier settings. */
			readonly act: 'changeDeployment' | 'restoreDeployment';
			readonly name: string;
			readonly id: string;
			readonly changes: readonly SettingChange[];
			readonly cost?: string;
	  }
	| {
			readonly act: 'cancelRun';
			readonly name: string;
			readonly targetName: string;
			/** The service's word. */
			readonly status: string;
	  }
	/** Several runs; `isAll` if they were not named one by one. */
	| { readonly act: 'cancelRuns'; readonly isAll: boolean; readonly runs: readonly AskedRun[] }
	| { readonly act: 'saveRuns'; readonly folder: string; readonly runs: readonly AskedRun[] }
	| { readonly act: 'cancelJob' | 'pauseBatch' | 'cancelBatch'; readonly name: string }
	/** To stop polling something that the service does not find, or may never have received. */
	| { readonly act: 'giveUp'; readonly what: 'run' | 'job'; readonly name: string }
	/** A call of a route that may do more than read. */
	| {
			readonly act: 'callInstance';
			readonly deploymentId: string;
			readonly method: string;
			readonly path: string;
			readonly body?: string;
	  };

/**
 * The questions of operations. Each question is data; the editor answers with dialogs, the command line by flags or at
 * the terminal, a protocol with a consent request, a test by a script. Questions about money or deletions have no
 * default answer: `undefined` means no. Questions of one kind of act are declared where their order is decided.
 */
export interface Ask extends SpendingQuestions, RunQuestions, JobQuestions {
	confirmDelete(question: DeleteQuestion): Promise<boolean | undefined>;
	/** Asks whether to change something. No question is needed if the person named the change. */
	confirmChange(question: ChangeQuestion): Promise<boolean | undefined>;
	confirmUpload(question: UploadQuestion): Promise<boolean | undefined>;
	/** Asks whether to create another deployment with an existing name; the same call may have created that one before. */
	confirmSameDeployment(question: {
		readonly id: string;
		readonly name: string;
	}): Promise<boolean | undefined>;
	confirmDailyLimit(question: CeilingQuestion): Promise<CeilingAnswer | undefined>;
}

const nothing = async (): Promise<undefined> => undefined;

/** Answers nothing: acts without a decision run, all others end as unwanted. */
export const noAnswers: Ask = {
	confirmDelete: nothing,
	confirmChange: nothing,
	confirmUpload: nothing,
	confirmSameDeployment: nothing,
	confirmSpending: nothing,
	chooseVersion: nothing,
	chooseTarget: nothing,
	deploymentGone: nothing,
	enableDeployment: nothing,
	reviewRun: nothing,
	confirmErrors: nothing,
	confirmNothingNew: nothing,
	confirmDuplicate: nothing,
	confirmResume: nothing,
	confirmSameJob: nothing,
	confirmLowBalance: nothing,
	reviewSubmission: nothing,
	confirmDailyLimit: nothing,
};

/** The answers if the person named the change or the folder. */
export const namedByPerson: Pick<Ask, 'confirmChange' | 'confirmUpload'> = {
	confirmChange: async () => true,
	confirmUpload: async () => true,
};
