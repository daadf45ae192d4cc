/** What is about to be removed for good. */
export interface DeleteQuestion {
	readonly what: 'deployment' | 'dataset' | 'run';
	/** For people. */
	readonly name: string;
	/** What goes with it, a sentence each. */
	readonly consequences: readonly string[];
}

/** What is about to cost money. */
export interface SpendingQuestion {
	readonly what: 'run' | 'job' | 'deployment';
	/** For people: the document or the configuration, and where it goes. */
	readonly name: string;
	/** What it is expected to cost, in millionths of a US dollar, where that is known. */
	readonly priceMicrodollars?: number;
	/** The balance, in millionths of a US dollar, where the service said it. */
	readonly balanceMicrodollars?: number;
}

/**
 * What must be decided while an operation runs. Each question is data; the editor answers with dialogs, the command line by flags or at
 * the terminal, a protocol with a consent request, a test by a script. Nobody answers a question about money or about something that is
 * removed by default: `undefined` is a no.
 */
export interface Ask {
	/** Whether to remove something for good. */
	confirmDelete(question: DeleteQuestion): Promise<boolean | undefined>;
	/** Whether to spend money. A window answers yes where the person has just pressed the button that says so. */
	confirmSpending(question: SpendingQuestion): Promise<boolean | undefined>;
}

/** Answers nothing: what needs no decision runs, everything else ends as not wanted. */
export const askNobody: Ask = {
	confirmDelete: async () => undefined,
	confirmSpending: async () => undefined,
};
