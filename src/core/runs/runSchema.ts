import * as z from 'zod/mini';
import { type RecordOf, record } from '../ledger/recordSchema.ts';

/**
 * The state of a run. `submitting` is written before the request is sent; `unsent` means that it certainly never
 * arrived; `uncertain` that this is unknown; `lost` that the service no longer has it, or that a person has given it
 * up.
 */
export const runStates = [
	'submitting',
	'queued',
	'running',
	'fetching',
	'succeeded',
	'failed',
	'canceled',
	'unsent',
	'uncertain',
	'lost',
] as const;

export const targetKinds = ['deployment', 'model', 'engine'] as const;

/** The programs that can have started a run in place of a person in the editor. */
export const runStarters = ['agent', 'commandLine'] as const;

/** The kinds of body that a run can have. */
export const runModes = ['overrides', 'inline', 'inputs'] as const;

/** The kinds of reason for which the service refuses a run, or ends it before its own end. */
export const refusals = ['balance', 'other'] as const;

/** The target of a run, with the name that it had then. */
export const runTarget = record({
	kind: z.enum(targetKinds),
	/** The id at the service, unique within its kind. */
	id: z.string(),
	name: z.string(),
});

/** Inputs with values that differ from the deployment's saved workflow. */
export const changedInputs = z.array(
	record({
		nodeId: z.string(),
		nodeTitle: z.string(),
		input: z.string(),
		/** Values as JSON text; media shortened to a description. */
		from: z.string(),
		to: z.string(),
	}),
);

/** Values that a table or a folder gave a run, by the titles of its columns. */
export const givenValues = z.array(record({ name: z.string(), words: z.string() }));

const summary = record({
	/** `inputs`: a flat body of values for a target with its own input schema. */
	mode: z.enum(runModes),
	changed: changedInputs,
	/** The first text input and the first seed found, for display. */
	prompt: z.exactOptional(z.string()),
	seed: z.exactOptional(z.string()),
	/** The digest of the body without keys; equal for two identical requests. Absent in runs of earlier versions. */
	digest: z.exactOptional(z.string()),
	/** The values of the row of a sweep that it is a run of. */
	values: z.exactOptional(givenValues),
	/** Titles of the output nodes by id, for grouping results. */
	outputTitles: z.record(z.string(), z.string()),
	/**
	 * Texts of the document that the node editor would resolve before it sends them, and the sent texts. Kept in full,
	 * so that the document can be drawn from again.
	 */
	drawn: z.exactOptional(changedInputs),
	/** The signatures by which an engine knows results, by the id of each output node. */
	signatures: z.exactOptional(z.record(z.string(), z.string())),
});

/** A result file in the ledger: no address, only its facts and the place of its bytes. */
const file = record({
	/** Identifies the file within its run. */
	key: z.string(),
	/** The node that produced it, if the target has nodes: for display. */
	nodeId: z.exactOptional(z.string()),
	channel: z.exactOptional(z.string()),
	index: z.exactOptional(z.number()),
	filename: z.string(),
	subfolder: z.string(),
	type: z.string(),
	/** Name inside the run's archive folder once it is downloaded. */
	archivedAs: z.exactOptional(z.string()),
	bytes: z.exactOptional(z.number()),
	/** The reason why the bytes are not there, as a sentence. */
	problem: z.exactOptional(z.string()),
	/** They are not there because the person has chosen so, and can be fetched. */
	away: z.exactOptional(z.literal(true)),
});

const text = record({ nodeId: z.string(), channel: z.string(), index: z.number(), text: z.string() });

/** The error of a failed request, see `RequestError`. */
export const runError = record({
	error: z.string(),
	details: z.string(),
	debugInfo: z.string(),
	errorCode: z.exactOptional(z.number()),
});

/** Our record of a request, in the ledger. Immutable; every change is a new value. */
export const runSchema = record({
	/** Our own id (UUID), also the name of the archive folder. */
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	target: runTarget,
	/** URI of its document, if it has one. */
	documentUri: z.exactOptional(z.string()),
	documentName: z.string(),
	/** Absent if a person started it in the editor. */
	startedBy: z.exactOptional(z.enum(runStarters)),
	batchId: z.exactOptional(z.string()),
	requestId: z.exactOptional(z.string()),
	/** Other ids in the reply to the submission, tried while the request is not found. */
	otherIds: z.exactOptional(z.array(z.string())),
	state: z.enum(runStates),
	/** The service's original word for the state. */
	serviceStatus: z.exactOptional(z.string()),
	queuePosition: z.exactOptional(z.number()),
	instanceId: z.exactOptional(z.string()),
	summary,
	/** Milliseconds since 1970 on our clock. */
	submittedAt: z.number(),
	startedAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	/** Milliseconds since 1970 after which the service deletes the files. */
	expiresAt: z.exactOptional(z.number()),
	cancelRequested: z.exactOptional(z.boolean()),
	/** The time since which the service does not find the request, in milliseconds since 1970; it is still polled. */
	missingSince: z.exactOptional(z.number()),
	/** True if its files were requested again after its end; its end is not reported again. */
	filesRetried: z.exactOptional(z.boolean()),
	files: z.array(file),
	texts: z.array(text),
	/** The cost in millionths of a US dollar, if the service reports it. */
	costMicrodollars: z.exactOptional(z.number()),
	error: z.exactOptional(runError),
	/** The paths of the body that a refusal was about: `overrides.3.inputs.seed`. */
	refusedAt: z.exactOptional(z.array(z.string())),
	/** Why the service did not carry it out, by the next step: top up the balance, or read the notice. */
	refusal: z.exactOptional(z.enum(refusals)),
	/** A warning about the parts that the target omitted from the request, as a sentence; stays to the end. */
	warning: z.exactOptional(z.string()),
	/** A sentence about trouble that is not the request's own failure: lost connection, refused submission. */
	notice: z.exactOptional(z.string()),
});

export type Run = RecordOf<typeof runSchema>;
export type RunTarget = RecordOf<typeof runTarget>;
export type ChangedInput = RecordOf<typeof changedInputs>[number];
export type GivenValue = RecordOf<typeof givenValues>[number];
export type RunSummary = RecordOf<typeof summary>;
export type RunFile = RecordOf<typeof file>;
export type RunText = RecordOf<typeof text>;
