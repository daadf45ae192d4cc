import * as z from 'zod/mini';
import { type RecordOf, record } from '../ledger/recordSchema.ts';
import type { JobProgress } from './job.ts';

/** The time when a step was first seen, in milliseconds since 1970. */
const markSchema = record({ at: z.number(), step: z.number() });

/** The observed speed of a job since it was submitted or resumed. */
const paceSchema = record({
	first: markSchema,
	/** The latest marks, oldest first. */
	recent: z.array(markSchema),
	/** The longest pause at a step with samples or a checkpoint, in milliseconds. */
	pauseMs: z.exactOptional(z.number()),
});

/** The artifacts of a job, by name: addresses are secrets and never kept. */
const artifactsSchema = record({
	/** The last known step at the time of the request. */
	step: z.number(),
	checkpoints: z.array(z.string()),
	sampleCount: z.number(),
	config: z.exactOptional(z.string()),
});

const progressSchema: z.ZodMiniType<JobProgress> = record({
	step: z.number(),
	totalSteps: z.exactOptional(z.number()),
});

/**
 * The phases of a record. `submitting` is written before the job is sent; `moving` is polled; `ending` has ended, and
 * its artifacts are requested for a last time; `unsent` means that it certainly never arrived; `uncertain` that this is
 * unknown; `lost` that the service no longer has it, or that a person has given it up. The outcome is in `state`.
 */
export const jobPhase = z.enum(['submitting', 'moving', 'ending', 'ended', 'unsent', 'uncertain', 'lost']);

/** Our record of a training job, kept in the ledger. */
export const jobSchema = record({
	/** Our own id, which names the job everywhere in Easel. */
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	/** The service's id; absent until it is known. */
	jobId: z.exactOptional(z.string()),
	name: z.string(),
	phase: jobPhase,
	/** The service's word for the state, empty before the first one. */
	state: z.string(),
	gpuType: z.exactOptional(z.string()),
	gpuCount: z.exactOptional(z.number()),
	/** `model.arch` of its configuration. */
	arch: z.exactOptional(z.string()),
	/** Pixels of a step, as `JobPlan` has them. */
	load: z.exactOptional(z.number()),
	documentUri: z.exactOptional(z.string()),
	/** Milliseconds since 1970 on our clock; for a tracked job the service's own time. */
	submittedAt: z.number(),
	/** 1 from the submission on, one more with each resume. */
	attempt: z.number(),
	/** The time when the current attempt was queued, if it is not the first. */
	resumedAt: z.exactOptional(z.number()),
	/** The time when the current attempt was first seen running. */
	startedAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	progress: z.exactOptional(progressSchema),
	/** Steps in the configuration, until the service reports a total. */
	plannedSteps: z.exactOptional(z.number()),
	sampleEvery: z.exactOptional(z.number()),
	saveEvery: z.exactOptional(z.number()),
	pace: z.exactOptional(paceSchema),
	/** The time since which no step came for much longer than usual. */
	stalledAt: z.exactOptional(z.number()),
	/** The low balance observed while the job ran. */
	lowBalance: z.exactOptional(record({ at: z.number(), microdollars: z.number(), currency: z.string() })),
	cancelRequested: z.exactOptional(z.boolean()),
	/** The time since which the service does not find the job, in milliseconds since 1970; it is still polled. */
	missingSince: z.exactOptional(z.number()),
	artifacts: z.exactOptional(artifactsSchema),
	/** The service's words about the reason, when it failed. */
	error: z.exactOptional(z.string()),
	/** A sentence about trouble that is not the job's own failure. */
	notice: z.exactOptional(z.string()),
	/** The form of its configuration on this computer: whole, or without its inline secrets. */
	config: z.exactOptional(z.enum(['whole', 'masked'])),
});

export interface JobMark extends RecordOf<typeof markSchema> {}
export interface JobPace extends RecordOf<typeof paceSchema> {}
/** Immutable; every change is a new value. */
export interface JobRecord extends RecordOf<typeof jobSchema> {}
