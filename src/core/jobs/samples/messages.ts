import * as z from 'zod/mini';
import { nothing } from '../../base/panel/protocol.ts';

/** The messages between the samples panel of a job and its host. They contain no remote addresses. */

const fileKinds = ['image', 'video', 'audio', 'file'] as const;

const file = {
	/** The service's name; unique within the job. */
	name: z.string(),
	kind: z.enum(fileKinds),
	/** The name of its copy in the folder of the job, once it exists. */
	file: z.exactOptional(z.string()),
	/** The reason why no copy exists: the service has deleted the file, or the download failed. */
	problem: z.exactOptional(z.object({ kind: z.enum(['gone', 'failed']), text: z.string() })),
};

const sample = z.object({ ...file, step: z.number(), index: z.number(), at: z.number() });
const otherFile = z.object(file);

const prompt = z.object({
	text: z.string(),
	seed: z.exactOptional(z.string()),
	settings: z.readonly(z.array(z.object({ label: z.string(), value: z.string() }))),
});

const job = z.object({
	/** Easel's own id of the job. */
	id: z.string(),
	name: z.string(),
	/** The look of the job: `waiting` and `running` change on their own. */
	look: z.enum(['waiting', 'running', 'finished', 'stopped', 'failed', 'quiet']),
	stateText: z.string(),
	step: z.exactOptional(z.number()),
	totalSteps: z.exactOptional(z.number()),
	error: z.exactOptional(z.string()),
	/** The view's own address of the folder with the copies. */
	folder: z.string(),
	/** State of the request for the artifacts of the job; if `no`, `failure` has the reason. */
	listed: z.enum(['asking', 'yes', 'no']),
	failure: z.exactOptional(z.object({ message: z.string(), nextStep: z.string() })),
	/** True if samples can be downloaded: not while signed out or signed in to another account. */
	reachable: z.boolean(),
	/** The name of the connection that the job is at, if another one is in use. */
	elsewhere: z.exactOptional(z.string()),
	/** By index; empty if the configuration is unknown. */
	prompts: z.readonly(z.array(prompt)),
	samples: z.readonly(z.array(sample)),
	/** Files without step and prompt in their names. */
	others: z.readonly(z.array(otherFile)),
	checkpoints: z.readonly(z.array(z.object({ name: z.string(), step: z.exactOptional(z.number()) }))),
});

const state = z.object({
	/** Absent if the job is no longer in the list. */
	job: z.exactOptional(job),
	/** The job it is compared with. */
	other: z.exactOptional(job),
});

const fileOfJob = z.object({ job: z.string(), name: z.string() });
const place = z.object({ step: z.number(), index: z.number() });

export const samplesProtocol = {
	identity: z.object({ jobId: z.string() }),
	memory: z.object({
		place: z.exactOptional(place),
		/** True if the sample at `place` is enlarged. */
		large: z.exactOptional(z.boolean()),
		/** The kind of comparison: a step of the same job, or the chosen job. */
		beside: z.exactOptional(z.enum(['step', 'job'])),
		besideStep: z.exactOptional(z.number()),
		otherJob: z.exactOptional(z.string()),
		/** Edge of a cell, in pixels. */
		cell: z.exactOptional(z.number()),
	}),
	toView: {
		state,
		/** The outcome of an action, shown and announced briefly. */
		notify: z.object({ text: z.string() }),
	},
	toHost: {
		/** The samples that are visible and have no copy yet, the most urgent first. Earlier requests are dropped. */
		want: z.object({ job: z.string(), names: z.array(z.string()) }),
		/** A copy could not be loaded. */
		unreadable: fileOfJob,
		switchConnection: z.object({ job: z.string() }),
		/** Asks the service again, and for files that could not be fetched. */
		tryAgain: z.object({ job: z.string() }),
		saveAs: fileOfJob,
		openInEditor: fileOfJob,
		copyPrompt: z.object({ job: z.string(), index: z.number() }),
		useCheckpoint: fileOfJob,
		/** Lets the person choose a job to compare with. */
		chooseOther: nothing,
		/** Compares with a previously chosen job, or with none. */
		setOther: z.object({ job: z.exactOptional(z.string()) }),
	},
	requests: {},
};

export type SamplesProtocol = typeof samplesProtocol;
export type SamplesIdentity = z.output<SamplesProtocol['identity']>;
export type SamplesState = z.output<typeof state>;
export type SamplesJob = z.output<typeof job>;
export type SamplesMemory = z.output<SamplesProtocol['memory']>;
export type ShownSample = z.output<typeof sample>;
/** Any file of a job as the view gets it, a sample or another one. */
export type ShownFile = z.output<typeof otherFile>;
