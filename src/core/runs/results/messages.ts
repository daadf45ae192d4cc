import * as z from 'zod/mini';
import { nodeProgressSchema } from '../../base/nodeProgressSchema.ts';
import { groupKinds } from '../history/group.ts';
import { changedInputs, refusals, runError, runModes, runStates, targetKinds } from '../runSchema.ts';

const copiedTexts = ['text', 'error', 'prompt', 'seed', 'requestId', 'instance'] as const;
export type CopiedText = (typeof copiedTexts)[number];

/** The messages between the results panel of a document and its host. They contain no remote addresses. */

const item = z.object({
	/** Unique within the run. */
	id: z.string(),
	kind: z.enum(['image', 'video', 'audio', 'text', 'file']),
	/** The service's name for a file; for a text, the name of its channel. */
	name: z.string(),
	/** `waiting`: its bytes are on the way. `problem`: they are not there, see `problem`. */
	state: z.enum(['waiting', 'ready', 'problem']),
	/** The address that the view loads it from; the panel's own origin. */
	src: z.exactOptional(z.string()),
	bytes: z.exactOptional(z.number()),
	text: z.exactOptional(z.string()),
	problem: z.exactOptional(z.string()),
});

/** The results of one output node. */
const group = z.object({ nodeId: z.string(), title: z.string(), items: z.array(item) });

const run = z.object({
	id: z.string(),
	documentName: z.string(),
	/** True if its document can be opened. */
	hasDocument: z.boolean(),
	/** The node of the document that failed, if the error names it. */
	failedNode: z.exactOptional(z.string()),
	target: z.object({ kind: z.enum(targetKinds), name: z.string() }),
	state: z.enum(runStates),
	/** The state as text, with queue position or a cancel in progress. */
	stateText: z.string(),
	cancelRequested: z.boolean(),
	/** Present if a person can look for it: it is not found for now, or is no longer polled. */
	lookFor: z.exactOptional(z.enum(['missing', 'lost'])),
	ended: z.boolean(),
	/** The program that started it, as text; absent for a person in the editor. */
	startedBy: z.exactOptional(z.string()),
	/** Times in milliseconds since 1970 on the host's clock. */
	submittedAt: z.number(),
	startedAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	expiresAt: z.exactOptional(z.number()),
	requestId: z.exactOptional(z.string()),
	instanceId: z.exactOptional(z.string()),
	mode: z.enum(runModes),
	prompt: z.exactOptional(z.string()),
	seed: z.exactOptional(z.string()),
	changed: z.readonly(changedInputs),
	/** The inputs that were drawn from dynamic prompts. */
	drawn: z.exactOptional(z.readonly(changedInputs)),
	groups: z.array(group),
	/** In millionths of a US dollar. */
	costMicrodollars: z.exactOptional(z.number()),
	starred: z.boolean(),
	/** The person's note on it; empty without one. */
	note: z.string(),
	notice: z.exactOptional(z.string()),
	/** Why the service did not carry it out. */
	refusal: z.exactOptional(z.enum(refusals)),
	error: z.exactOptional(runError),
});

/** One of the runs of a group, as the strip shows it. */
const stripRun = z.object({
	/** Its place among the runs of the document, from 0, the oldest. */
	at: z.number(),
	id: z.string(),
	state: z.enum(runStates),
	/** The state as text, with queue position or a cancel in progress. */
	stateText: z.string(),
	/** Milliseconds since 1970 on the host's clock. */
	submittedAt: z.number(),
	/** The label that distinguishes it: the seed, or the beginning of the prompt. */
	label: z.string(),
	starred: z.boolean(),
	/** Its first picture or video, with the address for the view. */
	face: z.exactOptional(z.object({ src: z.string(), kind: z.enum(['image', 'video']) })),
});

/** The runs of the group of the shown one. */
const siblings = z.object({
	/** The kind of thing that the runs have in common. */
	of: z.enum(groupKinds),
	count: z.number(),
	/** The place of the shown run, from 0, the oldest; -1 if it is no longer among them. */
	at: z.number(),
	/** Incremented with each change of a run: the view must request the runs again. */
	revision: z.number(),
});

/** The progress of a run on a person's own engine, with the preview picture. */
const progress = z.object({
	nodes: nodeProgressSchema,
	/** The bytes themselves: a view asks no engine for anything. */
	preview: z.exactOptional(
		z.object({ bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array), mediaType: z.string() }),
	),
});

const state = z.object({
	/** The host's clock at the time of sending; the view counts on from here. */
	now: z.number(),
	/** True if the editor can open files in other programs and folders in the file manager. */
	opensOutside: z.boolean(),
	/** Absent if the run is no longer in the history. */
	run: z.exactOptional(run),
	/** The progress of the visible run, while an engine works on it. */
	progress: z.exactOptional(progress),
	/** Missing in a panel that is pinned to its run. */
	runs: z.exactOptional(siblings),
	/** True if the panel keeps its run when others start. */
	pinned: z.exactOptional(z.boolean()),
});

/** Messages about a run name it: the host may show another one by the time they arrive. */
const ofRun = z.object({ run: z.string() });
const ofItem = z.object({ run: z.string(), id: z.string() });

/** The messages of the parts that show one run; the protocol of each panel with such parts includes it. */
export const runViewProtocol = {
	toView: {
		/** The outcome of an action, shown and announced briefly. */
		notify: z.object({ text: z.string() }),
	},
	toHost: {
		save: ofItem,
		/** Save one result, and next to it a file that starts its run again. */
		saveWithSidecar: ofItem,
		saveAll: ofRun,
		copyText: z.object({ text: z.string(), what: z.enum(copiedTexts) }),
		copyUrl: ofItem,
		openExternally: ofItem,
		openFolder: ofRun,
		/** Open the document of the run, at the node that failed. */
		openDocument: ofRun,
		runAgain: z.object({ run: z.string(), newSeed: z.boolean() }),
		runWithSeeds: ofRun,
		writeSeedBack: ofRun,
		/** Send the document of the run to a target that the person chooses. */
		runElsewhere: ofRun,
		cancel: ofRun,
		/** Assign a request of the service to a run with unknown outcome. */
		thisIsRequest: ofRun,
		/** Open the web pages of the service that the run was sent to. */
		openWebConsole: ofRun,
		/** Open the web page of the account, for topping up the balance. */
		openProfilePage: ofRun,
		/** Ask now about a run that is not found, or that was lost. */
		lookForRun: ofRun,
		/** End a run that is not found. */
		giveUpRun: ofRun,
		fetchAgain: ofRun,
		/** Compare a picture with one of any run. */
		comparePicture: ofItem,
		star: z.object({ run: z.string(), on: z.boolean() }),
		note: z.object({ run: z.string(), text: z.string() }),
	},
};

export const resultsProtocol = {
	/** The run that the panel showed first; `memory` is its later state. */
	identity: z.object({ runId: z.string() }),
	memory: z.object({
		runId: z.exactOptional(z.string()),
		pinned: z.exactOptional(z.boolean()),
		selected: z.exactOptional(z.string()),
		/** True if the column with prompt, seed and times is open; absent before the first choice. */
		details: z.exactOptional(z.boolean()),
	}),
	toView: {
		state,
		/** Progress of the shown run; without progress an engine no longer works on it. */
		progress: z.object({ progress: z.exactOptional(progress) }),
		...runViewProtocol.toView,
	},
	toHost: {
		...runViewProtocol.toHost,
		stepRun: z.object({ by: z.number() }),
		showRunAt: z.object({ at: z.number() }),
		pin: z.object({ run: z.string(), on: z.boolean() }),
	},
	requests: {
		/** The runs of the document from an index on; unreadable ones are left out. */
		runs: {
			params: z.object({ start: z.number(), count: z.number() }),
			result: z.object({ runs: z.array(stripRun) }),
		},
	},
};

export type RunViewProtocol = typeof runViewProtocol;
export type ResultsProtocol = typeof resultsProtocol;
export type ResultsState = z.output<typeof state>;
export type ResultsProgress = z.output<typeof progress>;
export type StripRun = z.output<typeof stripRun>;
export type ResultsSiblings = z.output<typeof siblings>;
export type ResultsRun = z.output<typeof run>;
export type ResultsGroup = z.output<typeof group>;
export type ResultsItem = z.output<typeof item>;
export type ResultsMemory = z.output<ResultsProtocol['memory']>;
