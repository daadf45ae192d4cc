import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../../../base/failure.ts';
import type { Service } from '../../../http/transport.ts';
import { type TransferContext, transferPriority } from '../../../transfers/transfer.ts';
import type { TransferQueue } from '../../../transfers/transferQueue.ts';
import { uploadDirect, uploadEndpoints, uploadSigned } from '../../client.ts';
import type { Source } from '../source.ts';
import type { UploadFile } from '../upload.ts';

export type Attempt =
	| { readonly kind: 'sent' }
	/** The file on this computer has changed; a sentence. */
	| { readonly kind: 'unusable'; readonly reason: string }
	| {
			readonly kind: 'failed';
			readonly failure: Failure;
			/** The host that failed: the service, or the host of a signed address. */
			readonly at: 'service' | 'storage';
			/** True if all bytes were sent: the file may have arrived although the reply did not. */
			readonly complete: boolean;
	  };

interface AttemptOptions {
	readonly service: Service;
	readonly queue: TransferQueue;
	readonly uploadId: string;
	readonly datasetId: string;
	readonly file: UploadFile;
	/** Opens the file when its turn has come. */
	readonly open: () => Promise<Source>;
	/** Number of the file in its upload. */
	readonly index: number;
	/** True if the file is sent to a signed address, which is requested immediately before use and never stored. */
	readonly signed: boolean;
	readonly parallel: number;
	readonly signal: AbortSignal;
	readonly onProgress: (bytes: number) => void;
}

/** Sends one file once, when the queue has a free place. */
export async function attemptFile(options: AttemptOptions): Promise<Attempt> {
	const { service, queue, uploadId, index, parallel, signal } = options;
	const progress = { at: 'service' as 'service' | 'storage', complete: false };
	const result = await queue.add<Attempt>({
		id: `${uploadId}/${index}`,
		direction: 'up',
		owner: uploadId,
		origin: URL.parse(service.connection.trainerUrl)?.origin ?? '',
		priority: transferPriority.upload,
		parallel,
		resumable: false,
		signal,
		run: (context) => send(options, context, progress),
	});
	return result.ok ? result.value : { kind: 'failed', failure: result.failure, ...progress };
}

async function send(
	{ service, datasetId, file, open, signed, onProgress }: AttemptOptions,
	context: TransferContext,
	progress: { at: 'service' | 'storage'; complete: boolean },
): Promise<Result<Attempt>> {
	const source = await open();
	if (!source.ok) return success({ kind: 'unusable', reason: source.reason });
	const { body } = source;
	progress.at = 'service';
	progress.complete = false;
	const watch = {
		signal: context.signal,
		onProgress(sent: number, of: number) {
			progress.complete = sent === of;
			const bytes = Math.min(sent, file.bytes);
			context.progress(sent, of);
			onProgress(bytes);
		},
	};
	let reply: Result<undefined>;
	if (signed) {
		const sizes = new Map([[file.name, file.bytes]]);
		const endpoints = await uploadEndpoints(service, datasetId, sizes, { signal: context.signal });
		if (!endpoints.ok) return endpoints;
		const target = endpoints.value.get(file.name) ?? [...endpoints.value.values()][0];
		if (target === undefined) return failed(noAddress);
		progress.at = 'storage';
		reply = await uploadSigned(service, target, body, watch);
	} else {
		reply = await uploadDirect(service, datasetId, { name: file.name, body }, watch);
	}
	if (!reply.ok) return reply;
	source.release();
	const problem = await source.verify();
	return success(problem === undefined ? { kind: 'sent' } : { kind: 'unusable', reason: problem });
}

const noAddress: Failure = {
	kind: 'protocol',
	message: l10n.t('The service gave no address to send the file to.'),
	nextStep: l10n.t('Try again. If this continues, the problem is with the service.'),
	fixer: 'service',
	mayHaveArrived: true,
};
