/** The reply to a submission. */
export interface Submission {
	readonly requestId: string;
	/** Other ids in the reply; one of them may be that of the request. */
	readonly otherIds?: readonly string[];
	readonly statusUrl?: string;
	/** The warning about the omitted parts of an accepted request, as a sentence. */
	readonly warning?: string;
}

/** A request by the ids of the service. */
export interface ServiceRequest {
	readonly targetId: string;
	readonly requestId: string;
}

/** The address for the service's reports on the progress of a request. */
export interface Webhook {
	/** A secret: who knows it can report anything. */
	readonly url: string;
	/** True if it also reports that the request is queued and has begun, not only its end. */
	readonly intermediate: boolean;
}

export interface SubmitOptions {
	/** Ignored by targets that report nothing. */
	readonly webhook?: Webhook;
	/** The id of the run (UUID), for targets where the sender chooses the request id. */
	readonly runId?: string;
	/** Files to upload before the request. */
	readonly uploads?: readonly InputUpload[];
}

/** A file for the input folder of an engine; the document names it `subfolder/name`. */
export interface InputUpload {
	readonly subfolder: string;
	readonly name: string;
	readonly mediaType: string;
	readonly bytes: Uint8Array;
}

/** The phases that Easel distinguishes; every other word of the service is `unknown` and shown as received. */
export type RequestPhase =
	| 'queued'
	| 'running'
	| 'succeeded'
	| 'failed'
	| 'canceled'
	| 'finished'
	| 'unknown';

/** A reply of the status endpoint. `finished` means: ask the result endpoint how it ended. */
export interface RequestStatus {
	readonly phase: RequestPhase;
	/** The original word of the service. */
	readonly status: string;
	readonly queuePosition?: number;
	readonly instanceId?: string;
}

export interface OutputFile {
	/** Identifies the file within its request, the same for every reply. */
	readonly key: string;
	readonly nodeId: string;
	/** The channel of the result: `images`, `gifs`, `videos`, `audio`, ... */
	readonly channel: string;
	/** Position within its channel, from 0. */
	readonly index: number;
	readonly filename: string;
	readonly subfolder: string;
	readonly type: string;
	/** The address of the bytes. Never stored, never shown to a webview. */
	readonly url: string;
}

export interface OutputText {
	readonly nodeId: string;
	readonly channel: string;
	readonly index: number;
	readonly text: string;
}

/** The four-field error object of a failed request. */
export interface RequestError {
	readonly error: string;
	readonly details: string;
	readonly debugInfo: string;
	readonly errorCode?: number;
}

/** A reply of the result endpoint. */
export interface RequestResult {
	readonly phase: RequestPhase;
	readonly status: string;
	readonly instanceId?: string;
	readonly createdAt?: string;
	readonly finishedAt?: string;
	readonly files: readonly OutputFile[];
	readonly texts: readonly OutputText[];
	/** The cost of the run, in millionths of a US dollar, if the service reports it. */
	readonly costMicrodollars?: number;
	readonly error?: RequestError;
	/** The warning about the omitted parts of a successful request, as a sentence. */
	readonly warning?: string;
}

/** The outcome of a cancel call. `notCancellable` is not an error: the request had already ended, or can no longer be stopped. */
export type CancelOutcome = 'requested' | 'notCancellable';
