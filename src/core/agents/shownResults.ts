import * as z from 'zod/mini';

/** The tool that the app calls for its content. */
export const shownResultsName = 'get_shown_results';

const shownItem = z.object({
	name: z.string(),
	/** The index of its picture among those that follow the text of the answer. */
	picture: z.exactOptional(z.number()),
	text: z.exactOptional(z.string()),
	/** A remark about the item, as a sentence. */
	note: z.exactOptional(z.string()),
});

/** A file or a text of a request. */
export type ShownItem = z.output<typeof shownItem>;

const shownRequest = z.object({
	request_id: z.string(),
	document: z.exactOptional(z.string()),
	seed: z.exactOptional(z.string()),
	/** The reason why the result is absent, or the error. */
	problem: z.exactOptional(z.string()),
	items: z.array(shownItem),
});

export type ShownRequest = z.output<typeof shownRequest>;

/** The data that the app shows next to an answer. */
export const shownResults = z.object({ requests: z.array(shownRequest) });
