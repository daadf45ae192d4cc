import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { SandboxContext } from '../base/context.ts';
import { rangeReply } from '../base/rangeReply.ts';
import type { ArtifactFiles } from './artifactFiles.ts';
import { artifactPath, isSigned } from './artifactUrls.ts';
import type { TrainingJobs } from './records.ts';

interface Parts {
	readonly sandbox: SandboxContext;
	readonly jobs: TrainingJobs;
	readonly artifacts: ArtifactFiles;
}

const types: Readonly<Record<string, string>> = {
	jpg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	mp4: 'video/mp4',
	yaml: 'application/yaml',
};

/** Returns the routes of the files of jobs on the storage host, without a token, under signed addresses that expire. */
export function artifactRoutes({ sandbox, jobs, artifacts }: Parts): Hono {
	const app = new Hono();
	app.get(`${artifactPath}/:file{.+}`, async (context) => {
		const { accountId, jobName, file } = context.req.param();
		const query = { expires: context.req.query('expires'), signature: context.req.query('signature') };
		if (!isSigned(sandbox, accountId, jobName, file, query)) {
			return context.json({ message: 'The signature of this address is missing, wrong or expired.' }, 403);
		}
		const job = jobs.named(accountId, jobName);
		const bytes = job === undefined ? undefined : await artifacts.read(job, file);
		if (bytes === undefined) return context.json({ message: 'The file does not exist.' }, 404);
		const type = types[file.split('.').pop() ?? ''] ?? 'application/octet-stream';
		const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
		const range = context.req.header('range');
		const headersOnly = context.req.method === 'HEAD';
		return rangeReply(
			{ size: bytes.length, type, etag, range, headersOnly },
			(start, end) => new Uint8Array(bytes.subarray(start, end + 1)),
		);
	});
	return app;
}
