import * as z from 'zod/mini';
import { shownResults } from '../../core/agents/shownResults.ts';

export const content = z.array(
	z.object({ type: z.string(), data: z.optional(z.string()), mimeType: z.optional(z.string()) }),
);
/** The arguments of a call that belongs to one request. */
export const called = z.object({ request_id: z.optional(z.string()) });
/** The parts of the app's tool answers that determine what to show. */
export const answered = z.object({
	isError: z.optional(z.boolean()),
	content,
	structuredContent: z.optional(
		z.object({
			/** For one file. */
			name: z.optional(z.string()),
			/** For one request. */
			run: z.optional(z.object({ id: z.string() })),
			/** For a list. */
			requests: z.optional(z.array(z.object({ request_id: z.string() }))),
		}),
	),
});
/** The answer of the tool that returns the pictures. */
export const brought = z.object({
	isError: z.optional(z.boolean()),
	content,
	structuredContent: shownResults,
});
