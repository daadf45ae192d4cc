import { parentPort } from 'node:worker_threads';
import type { Decoded } from '../../core/base/pictures/decodePng.ts';
import { type DemoMedium, demoMediumFile } from '../media/demoMedia.ts';
import { decodePicture } from '../media/formats/decode.ts';
import { type ModelOutput, modelOutputFile } from '../media/modelOutput.ts';
import { NodeFailure } from '../media/nodeFailure.ts';
import { type Sample, sampleFile } from '../media/sampleFile.ts';
import { type Execution, ExecutionFailure, execute } from './execute.ts';
import { inputPicture } from './inputPictures.ts';

/** A media input that was fetched, or the sentence why it could not be. */
export type Media = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface DocumentWork {
	readonly document: string;
	readonly outputs: readonly string[];
	readonly media: ReadonlyMap<string, Media>;
	/** Virtual milliseconds since 1970, for names that contain the time. */
	readonly startedAt: number;
}

export type DocumentReply =
	| { readonly done: Execution }
	| {
			readonly failed: {
				readonly nodeId: string;
				readonly className: string;
				readonly type: string;
				readonly message: string;
			};
	  };

export type FileWork =
	| { readonly sample: Sample }
	| { readonly demoMedium: DemoMedium }
	| { readonly modelOutput: ModelOutput };

export type WorkerTask = DocumentWork | FileWork;

export type WorkerReply =
	| DocumentReply
	| { readonly file: Uint8Array }
	| { readonly refused: { readonly type: string; readonly message: string } };

parentPort?.on('message', (task: WorkerTask) => {
	parentPort?.postMessage(answer(task));
});

function answer(task: WorkerTask): WorkerReply {
	if ('sample' in task) return { file: sampleFile(task.sample) };
	if ('demoMedium' in task) return { file: demoMediumFile(task.demoMedium) };
	if ('modelOutput' in task) return outputReply(task.modelOutput);
	return reply(task);
}

function outputReply(output: ModelOutput): WorkerReply {
	try {
		return { file: modelOutputFile(output) };
	} catch (error) {
		if (!(error instanceof NodeFailure)) throw error;
		return { refused: { type: error.type, message: error.message } };
	}
}

function reply(work: DocumentWork): DocumentReply {
	try {
		return {
			done: execute(work.document, work.outputs, (value) => pictureOf(work.media, value), work.startedAt),
		};
	} catch (error) {
		if (!(error instanceof ExecutionFailure)) throw error;
		const { nodeId, className, type, message } = error;
		return { failed: { nodeId, className, type, message } };
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
