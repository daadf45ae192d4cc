import { parentPort } from 'node:worker_threads';
import { type Decoded, decodePicture } from './decode.ts';
import { type Execution, ExecutionFailure, execute } from './execute.ts';
import { inputPicture } from './inputPictures.ts';
import { NodeFailure } from './values.ts';

/** A media input that was fetched, or the sentence why it could not be. */
export type Media = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface WorkerJob {
	readonly number: number;
	readonly document: string;
	readonly outputs: readonly string[];
	readonly media: ReadonlyMap<string, Media>;
	/** Virtual milliseconds since 1970, for names that hold the time. */
	readonly startedAt: number;
}

export type WorkerReply = { readonly number: number } & (
	| { readonly done: Execution }
	| {
			readonly failed: {
				readonly nodeId: string;
				readonly className: string;
				readonly type: string;
				readonly message: string;
			};
	  }
);

parentPort?.on('message', (job: WorkerJob) => {
	parentPort?.postMessage(reply(job));
});

function reply(job: WorkerJob): WorkerReply {
	const { number } = job;
	try {
		return {
			number,
			done: execute(job.document, job.outputs, (value) => pictureOf(job.media, value), job.startedAt),
		};
	} catch (error) {
		if (!(error instanceof ExecutionFailure)) throw error;
		const { nodeId, className, type, message } = error;
		return { number, failed: { nodeId, className, type, message } };
	}
}

function pictureOf(media: ReadonlyMap<string, Media>, value: string): Decoded {
	const found = media.get(value);
	const stock = found === undefined ? inputPicture(value) : undefined;
	if (stock !== undefined) return { picture: stock };
	if (found === undefined)
		throw new NodeFailure('FileNotFoundError', `Invalid image file: ${value.slice(0, 200)}`);
	if ('problem' in found) throw new NodeFailure('MediaError', found.problem);
	return decodePicture(found.bytes);
}
