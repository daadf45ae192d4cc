import * as z from 'zod/mini';
import { nothing } from '../../base/panel/protocol.ts';

/** The messages between the panel that compares two pictures and its host. They contain no remote addresses. */

const pictureId = z.object({ runId: z.string(), fileKey: z.string() });

const side = z.object({
	/** Absent if the run is no longer in the history. */
	run: z.exactOptional(
		z.object({
			id: z.string(),
			documentName: z.string(),
			targetName: z.string(),
			/** Milliseconds since 1970. */
			submittedAt: z.number(),
			seed: z.exactOptional(z.string()),
			/** The words that distinguish it from the other side, if their inputs differ. */
			words: z.exactOptional(z.string()),
			/** True if its document can be opened. */
			hasDocument: z.boolean(),
		}),
	),
	/** Name of the file. */
	name: z.string(),
	/** The address that the view loads it from. */
	src: z.exactOptional(z.string()),
	/** The reason why the picture is missing, as a sentence. */
	problem: z.exactOptional(z.string()),
});

/** An input with different values; a side without this input has no value. */
const differing = z.object({
	node: z.string(),
	input: z.string(),
	left: z.exactOptional(z.string()),
	right: z.exactOptional(z.string()),
});

const pictureModes = ['slider', 'pair', 'blink', 'difference'] as const;

export const picturesProtocol = {
	identity: z.object({ left: pictureId, right: pictureId }),
	memory: z.object({
		mode: z.exactOptional(z.enum(pictureModes)),
		swapped: z.exactOptional(z.boolean()),
		/** True if the inputs are shown; absent before the first choice. */
		inputs: z.exactOptional(z.boolean()),
	}),
	toView: {
		state: z.object({
			/** The host's clock, in milliseconds since 1970. */
			now: z.number(),
			left: side,
			right: side,
			inputs: z.array(differing),
			/** A note on the inputs, as a sentence; for instance that those of one run are unknown. */
			inputsNote: z.exactOptional(z.string()),
		}),
	},
	toHost: {
		showRun: z.object({ run: z.string() }),
		writeSeedBack: z.object({ run: z.string() }),
		/** Compare other pictures, in a panel of their own. */
		compareOther: nothing,
	},
	requests: {},
};

export type PicturesProtocol = typeof picturesProtocol;
export type PicturesIdentity = z.output<PicturesProtocol['identity']>;
export type PicturesState = z.output<PicturesProtocol['toView']['state']>;
export type PictureId = z.output<typeof pictureId>;
export type PictureMode = (typeof pictureModes)[number];
export type ComparedSide = z.output<typeof side>;
export type DifferingInput = z.output<typeof differing>;
