import * as z from 'zod/mini';
import { nothing } from '../../base/panel/protocol.ts';

/** One kind of finding as the panel shows it; its files are requested when the person opens it. */
const findingView = z.object({
	kind: z.string(),
	severity: z.enum(['error', 'warning', 'info', 'hint']),
	title: z.string(),
	explanation: z.string(),
	count: z.number(),
	/** The name of the first of its files, without its extension: an example. */
	example: z.exactOptional(z.string()),
	fixes: z.array(
		z.object({
			fix: z.string(),
			label: z.string(),
			/** True if the files on disk can be changed as well. */
			onDisk: z.boolean(),
			/** True if it asks for a template first. */
			template: z.boolean(),
		}),
	),
	/** The question whether to change the files on disk as well, and its default; only if a fix can do that. */
	onDisk: z.exactOptional(z.object({ label: z.string(), usual: z.boolean() })),
});
export type FindingView = z.output<typeof findingView>;

const uploadView = z.object({
	/** `sending`, `ready` and so on: see `core/datasets/upload/upload.ts`. */
	state: z.string(),
	/** A short description of the activity. */
	title: z.string(),
	/** The obstacle or the consequence, as a sentence. */
	notice: z.exactOptional(z.string()),
	/** `412 of 824 files, 1.1 of 2.4 GB`. */
	counts: z.string(),
	/** `12 MB/s, about 3 min 05 s left`. */
	pace: z.exactOptional(z.string()),
	/** The fraction that is done, from 0 to 1. */
	fraction: z.number(),
	failed: z.array(z.object({ name: z.string(), reason: z.string() })),
	failedCount: z.number(),
	canCancel: z.boolean(),
	canRetry: z.boolean(),
	datasetName: z.string(),
});
export type UploadView = z.output<typeof uploadView>;

const stateSchema = z.object({
	/** The folder, or the files, in a few words. */
	selection: z.string(),
	connection: z.exactOptional(z.string()),
	scanning: z.exactOptional(z.object({ found: z.number(), done: z.number() })),
	/** The reason why no report exists. */
	trouble: z.exactOptional(z.string()),
	name: z.object({
		value: z.string(),
		/** The dataset was chosen before the files. */
		fixed: z.boolean(),
		problem: z.exactOptional(z.string()),
		/** Describes the effect of this name: a new dataset, or files added to one. */
		note: z.exactOptional(z.string()),
	}),
	family: z.string(),
	families: z.array(z.object({ value: z.string(), label: z.string() })),
	/** The place of control images; only for families that learn from pairs. */
	controls: z.exactOptional(
		z.object({ value: z.string(), options: z.array(z.object({ value: z.string(), label: z.string() })) }),
	),
	/** `412 files, 1.2 GB: 200 images, 6 videos, 206 captions; 12 left out`. */
	summary: z.exactOptional(z.string()),
	/** A sentence about pictures that are small. */
	sizes: z.exactOptional(z.string()),
	fileCount: z.exactOptional(z.number()),
	findings: z.array(findingView),
	/** The number of pictures not yet compared with the others; absent if none or only one is left. */
	toCompare: z.exactOptional(z.number()),
	undo: z.exactOptional(z.string()),
	/** Describes the effect of Fix All That Is Safe; absent without a safe fix. */
	safeFixes: z.exactOptional(z.string()),
	upload: z.object({
		label: z.string(),
		enabled: z.boolean(),
		/** The reason why it is disabled, or a sentence about the effect. */
		reason: z.exactOptional(z.string()),
	}),
	progress: z.exactOptional(uploadView),
	/** Incremented with each change of the report, so that lists are requested again. */
	revision: z.number(),
});
export type UploadReportState = z.output<typeof stateSchema>;

const fileRow = z.object({
	id: z.string(),
	/** The path within the selection. */
	place: z.string(),
	note: z.string(),
	size: z.string(),
});
export type FileRow = z.output<typeof fileRow>;

/** The panel "Upload to ...": a selection, its problems, and its way to the service. */
export const uploadReportProtocol = {
	identity: z.object({
		paths: z.array(z.string()),
		dataset: z.exactOptional(z.object({ id: z.string(), name: z.string() })),
	}),
	memory: z.object({
		open: z.exactOptional(z.string()),
		filter: z.exactOptional(z.string()),
		name: z.exactOptional(z.string()),
		family: z.exactOptional(z.string()),
	}),
	toView: { state: stateSchema, notify: z.object({ text: z.string() }) },
	toHost: {
		setName: z.object({ name: z.string() }),
		setFamily: z.object({ family: z.string() }),
		setControls: z.object({ controls: z.string() }),
		chooseControls: nothing,
		uploadControls: nothing,
		scanAgain: nothing,
		/** Shows the captions of the folder in a grid. */
		editCaptions: nothing,
		/** The forms of pictures (`likeness.ts`); one without a form cannot be compared. */
		compared: z.object({
			pictures: z.array(z.object({ id: z.string(), form: z.exactOptional(z.array(z.number())) })),
		}),
		/** Opens a file of the list in the editor. */
		showFile: z.object({ id: z.string() }),
		upload: nothing,
		cancel: nothing,
		retry: nothing,
		/** Back from an upload that has ended to the report. */
		backToReport: nothing,
		/** Into the training configuration that is open. */
		insert: nothing,
		newConfiguration: nothing,
	},
	requests: {
		/** A range of the files of a finding, or of the whole upload (`plan`), with `filter` in their name or note. */
		files: {
			params: z.object({ kind: z.string(), filter: z.string(), from: z.number(), count: z.number() }),
			result: z.object({ total: z.number(), rows: z.array(fileRow) }),
		},
		/** The first pictures that were not compared yet, with the addresses that the view loads them from. */
		pictures: {
			params: z.object({ count: z.number() }),
			result: z.object({ rows: z.array(z.object({ id: z.string(), address: z.string() })) }),
		},
		fix: {
			params: z.object({
				kind: z.string(),
				fix: z.string(),
				template: z.exactOptional(z.string()),
				trigger: z.exactOptional(z.string()),
				ids: z.exactOptional(z.array(z.string())),
				onDisk: z.boolean(),
			}),
			result: z.object({ sentence: z.string() }),
		},
		fixAllThatIsSafe: { params: nothing, result: z.object({ sentence: z.string() }) },
		undo: { params: nothing, result: z.object({ sentence: z.string() }) },
	},
} as const;
export type UploadReportProtocol = typeof uploadReportProtocol;
