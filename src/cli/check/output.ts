import * as z from 'zod/mini';

const place = z.object({ line: z.int(), character: z.int() });
const range = z.object({ start: place, end: place });

/** The output of `easel check --json`; lines and characters from 0. */
export const checkOutput = z.object({
	documents: z.int(),
	findings: z.array(
		z.object({
			file: z.string(),
			kind: z.enum(['workflow', 'training', 'deployment', 'presets', 'sweep']),
			severity: z.enum(['error', 'warning', 'info', 'hint']),
			code: z.string(),
			message: z.string(),
			range,
			nodeId: z.exactOptional(z.string()),
			input: z.exactOptional(z.string()),
			path: z.exactOptional(z.string()),
			/** Alternative changes of the text: one is enough. */
			fixes: z.array(
				z.object({ title: z.string(), edits: z.array(z.object({ range, newText: z.string() })) }),
			),
		}),
	),
	/** The files that could not be checked, each with its reason in a sentence. */
	problems: z.array(z.string()),
});
