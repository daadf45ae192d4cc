import * as z from 'zod/mini';
import { type RecordOf, record } from '../../ledger/recordSchema.ts';

export const marksSchema = record({
	/** The id of the run. */
	id: z.string(),
	starred: z.boolean(),
	/** Plain text of at most `noteLimit` characters; empty without a note. */
	note: z.string(),
	/** Keys of its files (`RunFile.key`) with a star of their own. */
	starredFiles: z.array(z.string()),
});

/** The star and the note of a run. Immutable. */
export type Marks = RecordOf<typeof marksSchema>;
