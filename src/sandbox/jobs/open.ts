import type { Hono } from 'hono';
import type { Accounts } from '../account/accounts.ts';
import type { SignedIn } from '../account/bearer.ts';
import type { Meter } from '../account/meter.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { Painter } from '../engine/painter.ts';
import { ArtifactFiles } from './artifactFiles.ts';
import { artifactRoutes } from './artifactRoutes.ts';
import type { DatasetSource } from './datasetSource.ts';
import { seedJobs } from './demo.ts';
import { TrainingJobs } from './records.ts';
import { jobRoutes } from './routes.ts';
import { Trainer } from './trainer.ts';

/** The training jobs of a sandbox: their routes, and their work as a whole. */
export interface JobRoom {
	/** The routes on the service itself. */
	readonly routes: Hono<SignedIn>;
	/** The routes on the storage host. */
	readonly artifacts: Hono;
	readonly trainer: Trainer;
	/** Deletes a job of any account; false for an unknown id. */
	remove(id: string): boolean;
	/** Gives an account the jobs of the demonstration that it never had. */
	seed(accountId: string): void;
	/** Forgets everything in memory. Call it before the store is emptied. */
	forget(): void;
}

/** Puts the parts together. `trainer.resumeAll` resumes the jobs of an earlier process. */
export function openJobs(
	sandbox: SandboxContext,
	accounts: Accounts,
	meter: Meter,
	faults: FaultPlan,
	datasets: DatasetSource,
	painter: Painter,
): JobRoom {
	const jobs = new TrainingJobs(sandbox);
	const trainer = new Trainer({ sandbox, accounts, meter, jobs, faults });
	const artifacts = new ArtifactFiles({ jobs, trainer, painter });
	return {
		routes: jobRoutes({ sandbox, accounts, jobs, trainer, datasets }),
		artifacts: artifactRoutes({ sandbox, jobs, artifacts }),
		trainer,
		remove: (id) => {
			const job = jobs.get(id);
			if (job !== undefined) trainer.remove(job);
			return job !== undefined;
		},
		seed: (accountId) => seedJobs(sandbox, jobs, accountId),
		forget: () => {
			trainer.forget();
			artifacts.forget();
		},
	};
}
