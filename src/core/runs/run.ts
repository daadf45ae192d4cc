import type { RequestError } from '../requests/request.ts';

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

export type RunState = (typeof runStates)[number];

/** States that a run leaves automatically. */
export const activeStates = [
	'submitting',
	'queued',
	'running',
	'fetching',
] as const satisfies readonly RunState[];

/** The kinds of target that a request can be sent to. */
export const targetKinds = ['deployment', 'model', 'engine'] as const;

/** The target of a run, with the name that it had then. */
export interface RunTarget {
	readonly kind: (typeof targetKinds)[number];
	/** The id at the service, unique within its kind. */
	readonly id: string;
	readonly name: string;
}

/** Identifies a target. */
export type RunTargetId = Pick<RunTarget, 'kind' | 'id'>;

/** The programs that can have started a run in place of a person in the editor. */
export const runStarters = ['agent', 'commandLine'] as const;
export type RunStarter = (typeof runStarters)[number];

/** One input with a value that differs from the deployment's saved workflow. */
export interface ChangedInput {
	readonly nodeId: string;
	readonly nodeTitle: string;
	readonly input: string;
	/** Values as JSON text; media shortened to a description. */
	readonly from: string;
	readonly to: string;
}

/** Characters that a note of a person about a run can have. */
export const noteLimit = 4000;

/** The kinds of body that a run can have. */
export const runModes = ['overrides', 'inline', 'inputs'] as const;

/** The kinds of reason for which the service refuses a run, or ends it before its own end. */
export const refusals = ['balance', 'other'] as const;

/** A value that a table or a folder gave a run, by the title of its column. */
export interface GivenValue {
	readonly name: string;
	readonly words: string;
}

/** The summary of a run's request. */
export interface RunSummary {
	/** `inputs`: a flat body of values for a target with its own input schema. */
	readonly mode: (typeof runModes)[number];
	readonly changed: readonly ChangedInput[];
	/** The first text input and the first seed found, for display. */
	readonly prompt?: string;
	readonly seed?: string;
	/** The digest of the body without keys; equal for two identical requests. Absent in runs of earlier versions. */
	readonly digest?: string;
	/** The values of the row of a sweep that it is a run of. */
	readonly values?: readonly GivenValue[];
	/** Titles of the output nodes by id, for grouping results. */
	readonly outputTitles: Readonly<Record<string, string>>;
	/**
	 * Texts of the document that the node editor would resolve before it sends them, and the sent texts. Kept in full,
	 * so that the document can be drawn from again.
	 */
	readonly drawn?: readonly ChangedInput[];
	/** The signatures by which an engine knows results, by the id of each output node. */
	readonly signatures?: Readonly<Record<string, string>>;
}

/** A result file in the ledger: no address, only its facts and the place of its bytes. */
export interface RunFile {
	/** Identifies the file within its run. */
	readonly key: string;
	/** The node that produced it, if the target has nodes: for display. */
	readonly nodeId?: string;
	readonly channel?: string;
	readonly index?: number;
	readonly filename: string;
	readonly subfolder: string;
	readonly type: string;
	/** Name inside the run's archive folder once it is downloaded. */
	readonly archivedAs?: string;
	readonly bytes?: number;
	/** The reason why the bytes are not there, as a sentence. */
	readonly problem?: string;
	/** They are not there because the person has chosen so, and can be fetched. */
	readonly away?: true;
}

/** The reason why the bytes of files are not there. */
export type FileAbsence = Required<Pick<RunFile, 'problem'>> & Pick<RunFile, 'away'>;

export interface RunText {
	readonly nodeId: string;
	readonly channel: string;
	readonly index: number;
	readonly text: string;
}

/** Our record of a request, in the ledger. Immutable; every change is a new value. */
export interface Run {
	/** Our own id (UUID), also the name of the archive folder. */
	readonly id: string;
	readonly connectionId: string;
	readonly accountId: string;
	readonly target: RunTarget;
	/** URI of its document, if it has one. */
	readonly documentUri?: string;
	readonly documentName: string;
	/** Absent if a person started it in the editor. */
	readonly startedBy?: RunStarter;
	/** The batch that it is an item of. */
	readonly batchId?: string;
	readonly requestId?: string;
	/** Other ids in the reply to the submission, tried while the request is not found. */
	readonly otherIds?: readonly string[];
	readonly state: RunState;
	/** The service's original word for the state. */
	readonly serviceStatus?: string;
	readonly queuePosition?: number;
	readonly instanceId?: string;
	readonly summary: RunSummary;
	/** Milliseconds since 1970 on our clock. */
	readonly submittedAt: number;
	readonly startedAt?: number;
	readonly endedAt?: number;
	/** Milliseconds since 1970 after which the service deletes the files. */
	readonly expiresAt?: number;
	readonly cancelRequested?: boolean;
	/** The time since which the service does not find the request, in milliseconds since 1970; it is still polled. */
	readonly missingSince?: number;
	/** True if its files were requested again after its end; its end is not reported again. */
	readonly filesRetried?: boolean;
	readonly files: readonly RunFile[];
	readonly texts: readonly RunText[];
	/** The cost in millionths of a US dollar, if the service reports it. */
	readonly costMicrodollars?: number;
	readonly error?: RequestError;
	/** The paths of the body that a refusal was about: `overrides.3.inputs.seed`. */
	readonly refusedAt?: readonly string[];
	/** Why the service did not carry it out, by the next step: top up the balance, or read the notice. */
	readonly refusal?: (typeof refusals)[number];
	/** A warning about the parts that the target omitted from the request, as a sentence; stays to the end. */
	readonly warning?: string;
	/** A sentence about trouble that is not the request's own failure: lost connection, refused submission. */
	readonly notice?: string;
}

/** Returns the result files that could not be brought to this computer. */
export function undownloadedFiles({
	state,
	files = [],
}: Pick<Run, 'state'> & Partial<Pick<Run, 'files'>>): readonly RunFile[] {
	return state === 'succeeded' ? files.filter(({ problem, away }) => problem !== undefined && !away) : [];
}

/** Returns whether a person can look for its request: it is not found for now, or is no longer polled. */
export function canBeLookedFor({
	state,
	requestId,
	missingSince,
}: Pick<Run, 'state' | 'requestId' | 'missingSince'>): boolean {
	return missingSince !== undefined || (state === 'lost' && requestId !== undefined);
}

/** Milliseconds for which an instance may exist after a run: deployments usually keep theirs warm for a minute. */
const mostWarmMs = 3600_000;

/** Returns whether the instance of a run may still exist. */
export function mayHaveInstance(
	run: Pick<Run, 'target' | 'instanceId' | 'state' | 'endedAt'>,
	now: number,
): boolean {
	if (run.target.kind !== 'deployment' || run.instanceId === undefined) return false;
	return !hasEnded(run) || now - (run.endedAt ?? 0) < mostWarmMs;
}

/** Returns whether the service may be working on a run: it has not ended, or is uncertain. */
export function mayBeUnderWay(run: Pick<Run, 'state'>): boolean {
	return !hasEnded(run) || run.state === 'uncertain';
}

/** States without further automatic progress. */
export function hasEnded(run: Pick<Run, 'state'>): boolean {
	return !activeStates.some((state) => state === run.state);
}
