import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { outputLifetimeMs } from '../../core/wire/limits.ts';
import type { SandboxContext } from '../base/context.ts';
import { rangeReply } from '../base/rangeReply.ts';
import { storageRefusals } from '../base/storageRefusals.ts';
import type { QueueParts } from './routes.ts';
import { fileSignature } from './wire.ts';

/** Returns the routes of the storage host: output files and node info, without a token, on a separate origin. */
export function storageRoutes(
	parts: Pick<QueueParts, 'sandbox' | 'requests' | 'deployments' | 'engine'>,
): Hono {
	const { sandbox, requests, deployments, engine } = parts;
	const app = new Hono();
	app.get('/deployment_requests/:requestId/output/:name{.+}', (context) => {
		const { requestId, name } = context.req.param();
		return outputReply(sandbox, context, requestId, name, () => requests.get(requestId)?.finishedAt);
	});
	app.get('/workflows/:id/:version/object_info.json', async (context) => {
		const saved = deployments.workflow(context.req.param('id'), context.req.param('version'));
		if (saved === undefined) return context.json({ message: 'The file does not exist.' }, 404);
		try {
			const info = await engine.nodeInfo(saved.document);
			return context.body(info, 200, { 'content-type': 'application/json' });
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			return context.json({ message: `The engine behind the sandbox cannot be reached: ${why}.` }, 502);
		}
	});
	return app;
}

/** Returns an output file under its signed address, for the days that it is kept after the end of its request. */
export async function outputReply(
	sandbox: SandboxContext,
	context: Context,
	requestId: string,
	name: string,
	finishedAt: () => number | undefined,
): Promise<Response> {
	if (context.req.query('signature') !== fileSignature(sandbox, requestId, name)) {
		return context.json({ message: storageRefusals.signature }, 403);
	}
	const finished = finishedAt();
	const path = sandbox.blobs.path(requestId, name);
	const size = await stat(path).then(
		(found) => found.size,
		() => undefined,
	);
	if (finished === undefined || finished + outputLifetimeMs <= sandbox.clock.now() || size === undefined) {
		return context.json({ message: 'The file does not exist. Outputs are kept for 7 days.' }, 404);
	}
	return rangeReply(
		context,
		{ name, size, key: path },
		(start, end) => ReadableStream.from(partsOf(path, start, end)) as ReadableStream,
	);
}

/** Opens the file on the first read and closes it however the reading ends, so that an unread reply keeps no file open. */
async function* partsOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
	yield* createReadStream(path, { start, end });
}
