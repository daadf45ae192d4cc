import * as z from 'zod/mini';
import { changeWords } from '../../core/operations/changes/changes.ts';

const question = z.object({
	title: z.string(),
	/** The lines that a person reads before the question. */
	details: z.array(z.string()),
	cost: z.exactOptional(z.string()),
});

/** The schema of the output with `--dry-run --json`. */
export const dryRunOutput = z.object({
	dryRun: z.literal(true),
	/** The act that was not done. */
	would: z.string(),
	/** The records that it is about. */
	records: z.array(z.object({ what: z.string(), id: z.string() })),
	/** The first question before anything is sent or written; empty without one. */
	asks: z.array(question),
	/** The lines for a person, if no question is asked. */
	details: z.exactOptional(z.array(z.string())),
	/** The first call that would change something on the service. */
	sends: z.exactOptional(z.object({ method: z.string(), path: z.string() })),
	/** The first file or folder that would be written. */
	writes: z.exactOptional(z.string()),
	plan: z.exactOptional(z.unknown()),
	/** The output of an act that only changes the history; it ran on a copy. */
	result: z.exactOptional(z.unknown()),
	effect: z.exactOptional(z.enum(changeWords)),
});

export type DryRunAnswer = z.output<typeof dryRunOutput>;
