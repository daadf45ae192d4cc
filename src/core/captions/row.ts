import * as z from 'zod/mini';
import { mediumKinds } from './pairs.ts';

const caption = z.union([
	z.object({ kind: z.literal('missing') }),
	z.object({ kind: z.literal('text'), text: z.string() }),
	/** Not UTF-8; `text` is decoded from its likely encoding. */
	z.object({ kind: z.literal('foreign'), text: z.string(), encoding: z.string() }),
	z.object({ kind: z.literal('unreadable'), reason: z.string() }),
]);

const unsavedReasons = ['typing', 'changedOnDisk', 'notWritten'] as const;

export const captionRow = z.object({
	/** The path of the caption, whether it exists or not; unique in a folder. */
	id: z.string(),
	/** The media that the caption belongs to, nearly always one. */
	media: z.array(
		z.object({
			path: z.string(),
			kind: z.enum(mediumKinds),
			/** Changes with the file; only for the visible one. */
			version: z.exactOptional(z.string()),
		}),
	),
	/** The caption on disk, as it was read last. */
	caption,
	/** The text that the person typed and that is not on disk. */
	unsaved: z.exactOptional(
		z.object({
			text: z.string(),
			why: z.enum(unsavedReasons),
			/** The reason why it could not be written, as a sentence. */
			problem: z.exactOptional(z.string()),
		}),
	),
	/** The file with the caption, if an upload sends it although it is not in the place for the caption of the medium. */
	source: z.exactOptional(
		z.object({
			/** Its path in the folder. */
			path: z.string(),
			/** Its name in the upload. */
			name: z.string(),
		}),
	),
	/** The text that an upload will send instead of the one on disk, if they differ. */
	inUpload: z.exactOptional(z.string()),
});
export type CaptionRow = z.output<typeof captionRow>;
