import { Hono } from 'hono';
import type { Accounts } from '../account/accounts.ts';
import type { Meter } from '../account/meter.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import { rangeReply } from '../base/rangeReply.ts';
import { storageRefusals } from '../base/storageRefusals.ts';
import type { Painter } from '../engine/painter.ts';
import { ArtifactFiles } from './artifactFiles.ts';
import { artifactPath, isSigned } from './artifactUrls.ts';
import type { DatasetSource } from './configRules.ts';
import { seedJobs } from './demo.ts';
import { TrainingJobs } from './records.ts';
import { jobRoutes } from './routes.ts';
import { Trainer } from './trainer.ts';

/**
 * Opens the training jobs of a sandbox: their routes, and their work as a whole. `trainer.resumeAll` resumes the jobs of
 * an earlier process.
 */
export function openJobs(
	sandbox: SandboxContext,
	accounts: Accounts,
	meter: Meter,
	faults: FaultPlan,
	datasets: DatasetSource,
	painter: Painter,
) {
	const jobs = new TrainingJobs(sandbox);
	const trainer = new Trainer({ sandbox, accounts, meter, jobs, faults });
	const artifacts = new ArtifactFiles({ jobs, trainer, painter });
	return {
		/** The routes on the service itself. */
		routes: jobRoutes({ sandbox, accounts, jobs, trainer, datasets }),
		/** The routes on the storage host. */
		artifacts: artifactRoutes({ sandbox, jobs, artifacts }),
		trainer,
		/** Deletes a job of any account; false for an unknown id. */
		remove: (id: string) => {
			const job = jobs.get(id);
			if (job !== undefined) trainer.remove(job);
			return job !== undefined;
		},
		/** Gives an account the jobs of the demonstration that it never had. */
		seed: (accountId: string) => seedJobs(sandbox, jobs, accountId),
		/** Forgets everything in memory. Call it before the store is emptied. */
		forget: () => {
			trainer.forget();
			artifacts.forget();
		},
	};
}

interface Parts {
	readonly sandbox: SandboxContext;
	readonly jobs: TrainingJobs;
	readonly artifacts: ArtifactFiles;
}

/** Returns the routes of the files of jobs on the storage host, without a token, under signed addresses that expire. */
function artifactRoutes({ sandbox, jobs, artifacts }: Parts): Hono {
	const app = new Hono();
	app.get(`${artifactPath}/:file{.+}`, async (context) => {
		const { accountId, jobName, file } = context.req.param();
		const query = { expires: context.req.query('expires'), signature: context.req.query('signature') };
		if (!isSigned(sandbox, accountId, jobName, file, query)) {
			return context.json({ message: storageRefusals.signature }, 403);
		}
		const job = jobs.named(accountId, jobName);
		const bytes = job === undefined ? undefined : await artifacts.read(job, file);
		if (bytes === undefined) return context.json({ message: 'The file does not exist.' }, 404);
		return rangeReply(
			context,
			{ name: file, size: bytes.length, key: bytes },
			(start, end) => new Uint8Array(bytes.subarray(start, end + 1)),
		);
	});
	return app;
}
