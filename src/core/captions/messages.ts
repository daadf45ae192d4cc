import * as z from 'zod/mini';
import { nothing } from '../base/panel/protocol.ts';
import { captionFilter } from './filter.ts';
import { captionRow } from './row.ts';

/** The protocol between the captions panel of a folder and its host. Paths are relative to the folder, with slashes. */

/** Descriptions of the steps that Undo and Redo take; absent without a step. */
const history = z.object({ undo: z.exactOptional(z.string()), redo: z.exactOptional(z.string()) });

const draft = z.object({
	id: z.string(),
	text: z.string(),
	/** The text when typing began; missing when the file is known to have changed since. */
	base: z.exactOptional(z.string()),
});

const state = z.object({
	folder: z.string(),
	/** The address of the folder for the view; that of a file follows it after a slash. */
	address: z.string(),
	rows: z.array(captionRow),
	/** Files that are links to other places, or have unreadable names. */
	leftOut: z.number(),
	history,
	/** The row to go to first, by its medium or caption, and the part to show, if the panel was opened for that. */
	show: z.exactOptional(
		z.object({ turn: z.number(), filter: z.exactOptional(captionFilter), id: z.exactOptional(z.string()) }),
	),
	/** The reason why the folder cannot be read, while the rows are those from before, and the texts that wait for absent files. */
	problem: z.exactOptional(z.string()),
});

const edit = z.object({ id: z.string(), before: z.string(), after: z.string() });

/** The outcome of a change of several captions. */
const outcome = z.object({
	/** The captions that were changed. */
	ids: z.array(z.string()),
	/** The complete outcome as a sentence. */
	text: z.string(),
});

const id = z.object({ id: z.string() });

/** The fields of the tool that changes many captions, for each kind of change. */
const change = z.object({
	kind: z.enum(['replace', 'prepend', 'append', 'removeTag']),
	find: z.string(),
	replacement: z.string(),
	expression: z.boolean(),
	matchCase: z.boolean(),
	added: z.string(),
	separator: z.string(),
	tag: z.string(),
});

export const captionsProtocol = {
	identity: z.object({ folder: z.string() }),
	memory: z.object({
		/** Captions that were being typed, or could not be saved. */
		drafts: z.array(draft),
		filter: captionFilter,
		rowSize: z.number(),
		current: z.exactOptional(z.string()),
		/** The last `show` that was done. */
		turn: z.exactOptional(z.number()),
		/** The open tool next to the grid. */
		tool: z.exactOptional(z.enum(['replace', 'words'])),
		change: z.exactOptional(change),
	}),
	toView: {
		state,
		/** Changed rows, complete; sent between two states. */
		changed: z.object({ rows: z.array(captionRow), history }),
		notify: z.object({ text: z.string() }),
	},
	toHost: {
		/** The text of a row while it is typed; without a text, the person gave it up. */
		draft: z.object({ id: z.string(), text: z.exactOptional(z.string()) }),
		/** The person has left the field. */
		commit: z.object({ id: z.string(), text: z.string() }),
		/** Hands over the captions that a view from before a reload had not saved. */
		restore: z.object({ drafts: z.array(draft) }),
		takeTheirs: id,
		keepMine: id,
		convert: id,
		open: z.object({ path: z.string() }),
		lookAgain: nothing,
	},
	requests: {
		apply: { params: z.object({ edits: z.array(edit) }), result: outcome },
		undo: { params: nothing, result: outcome },
		redo: { params: nothing, result: outcome },
	},
};

export type CaptionsProtocol = typeof captionsProtocol;
export type CaptionsState = z.output<typeof state>;
/** The parts that a panel shows first, when it was opened for them. */
export type CaptionsShow = Omit<NonNullable<CaptionsState['show']>, 'turn'>;
export type CaptionsHistory = z.output<typeof history>;
export type CaptionDraft = z.output<typeof draft>;
export type CaptionsIdentity = z.output<CaptionsProtocol['identity']>;
export type CaptionChange = z.output<typeof change>;
export type CaptionsMemory = z.output<CaptionsProtocol['memory']>;
export type CaptionOutcome = z.output<typeof outcome>;
