import * as z from 'zod/mini';
import { nothing } from '../base/protocol.ts';
import { runStates, targetKinds } from './run.ts';

/** What the results panel of a run and its host say to each other. No remote address is part of it. */

const item = z.object({
	/** Unique within the run. */
	id: z.string(),
	kind: z.enum(['image', 'video', 'audio', 'text', 'file']),
	/** The service's name for a file; for a text, the name of its channel. */
	name: z.string(),
	/** `waiting`: its bytes are on the way. `problem`: they are not there, see `problem`. */
	state: z.enum(['waiting', 'ready', 'problem']),
	/** Where the view loads it from; the panel's own origin. */
	src: z.exactOptional(z.string()),
	bytes: z.exactOptional(z.number()),
	text: z.exactOptional(z.string()),
	problem: z.exactOptional(z.string()),
});

/** The results of one output node. */
const group = z.object({ nodeId: z.string(), title: z.string(), items: z.array(item) });

const changedInput = z.object({
	nodeId: z.string(),
	nodeTitle: z.string(),
	input: z.string(),
	from: z.string(),
	to: z.string(),
});

const run = z.object({
	id: z.string(),
	documentName: z.string(),
	/** Whether the document it came from can be opened. */
	hasDocument: z.boolean(),
	target: z.object({ kind: z.enum(targetKinds), name: z.string() }),
	state: z.enum(runStates),
	/** The state in words, with queue position or a cancel under way. */
	stateText: z.string(),
	serviceStatus: z.exactOptional(z.string()),
	cancelRequested: z.boolean(),
	ended: z.boolean(),
	/** Times in milliseconds since 1970 on the host's clock. */
	submittedAt: z.number(),
	startedAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	expiresAt: z.exactOptional(z.number()),
	requestId: z.exactOptional(z.string()),
	instanceId: z.exactOptional(z.string()),
	mode: z.enum(['overrides', 'inline']),
	prompt: z.exactOptional(z.string()),
	seed: z.exactOptional(z.string()),
	changed: z.array(changedInput),
	groups: z.array(group),
	notice: z.exactOptional(z.string()),
	error: z.exactOptional(
		z.object({
			error: z.string(),
			details: z.string(),
			debugInfo: z.string(),
			errorCode: z.exactOptional(z.number()),
		}),
	),
});

const state = z.object({
	/** The host's clock when this was sent; the view counts on from here. */
	now: z.number(),
	/** Whether the editor can open files in other programs and folders in the file manager. */
	opensOutside: z.boolean(),
	/** Missing when the run is not in the history any more. */
	run: z.exactOptional(run),
});

const itemId = z.object({ id: z.string() });

export const resultsProtocol = {
	identity: z.object({ runId: z.string() }),
	memory: z.object({
		selected: z.exactOptional(z.string()),
		/** Whether the column with prompt, seed and times is open; missing until someone chose. */
		details: z.exactOptional(z.boolean()),
	}),
	toView: {
		state,
		/** The outcome of an action, shown and announced for a moment. */
		notify: z.object({ text: z.string() }),
	},
	toHost: {
		save: itemId,
		saveAll: nothing,
		copyText: z.object({ text: z.string(), what: z.string() }),
		copyUrl: itemId,
		openExternally: itemId,
		openFolder: nothing,
		openDocument: nothing,
		runAgain: z.object({ newSeed: z.boolean() }),
		cancel: nothing,
		fetchAgain: nothing,
	},
};

export type ResultsProtocol = typeof resultsProtocol;
export type ResultsState = z.output<typeof state>;
export type ResultsRun = z.output<typeof run>;
export type ResultsGroup = z.output<typeof group>;
export type ResultsItem = z.output<typeof item>;
export type ResultsMemory = z.output<ResultsProtocol['memory']>;
