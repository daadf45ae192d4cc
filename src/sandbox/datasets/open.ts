import type { Hono } from 'hono';
import type { Accounts } from '../account/accounts.ts';
import type { SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { Painter } from '../engine/painter.ts';
import { seedDatasets } from './demo.ts';
import { DatasetFolders } from './folders.ts';
import { Readiness } from './readiness.ts';
import { Datasets } from './records.ts';
import { datasetRoutes } from './routes.ts';
import { signedUploadRoutes, uploadRoutes } from './uploadRoutes.ts';

const demoMark = 'demo_datasets';

/** The datasets of a sandbox with everything around them. */
export interface DatasetService {
	readonly datasets: Datasets;
	readonly routes: Hono<SignedIn>;
	/** Direct uploads, which must not pass the general limit of bodies. */
	readonly uploads: Hono<SignedIn>;
	/** The routes of the storage host. */
	readonly signedUploads: Hono;
	/** Removes the remains of a kill from the disk. Call before the sandbox listens. */
	sweep(): Promise<void>;
	/** Continues the datasets that wait for their files. */
	resume(): void;
	/** Removes all files. Call it after the store was emptied. */
	clear(): Promise<void>;
	/** Creates the demo datasets of an account on first request, unless they were created before. */
	seed(accountId: string, painter: Painter): void;
	/** Makes the demo datasets, if any, and resolves once they exist. */
	seeded(): Promise<void>;
	/** Resolves once no demo dataset is being made. */
	settled(): Promise<void>;
	/** Resolves when no write is in progress. Close the painter too, or this waits for its current work. */
	close(): Promise<void>;
}

/** Opens the datasets with files in `root`. */
export function openDatasets(
	sandbox: SandboxContext,
	root: string,
	accounts: Accounts,
	faults: FaultPlan,
): DatasetService {
	const datasets = new Datasets(sandbox);
	const folders = new DatasetFolders(root);
	const readiness = new Readiness({ sandbox, datasets, folders, faults });
	const parts = { sandbox, accounts, faults, datasets, folders, readiness };
	let seeding = Promise.resolve();
	let beginSeeding: (() => Promise<void>) | undefined;
	let ending = false;
	return {
		datasets,
		routes: datasetRoutes(parts),
		uploads: uploadRoutes(parts),
		signedUploads: signedUploadRoutes(parts),
		sweep: () => folders.sweep(datasets.stored()),
		resume: () => readiness.resume(),
		seeded: () => {
			if (beginSeeding) seeding = beginSeeding();
			beginSeeding = undefined;
			return seeding;
		},
		settled: () => seeding,
		close: () => {
			ending = true;
			return seeding;
		},
		clear: async () => {
			readiness.forget();
			sandbox.db.writeMeta(demoMark, 'wanted');
			await folders.clear();
		},
		seed: (accountId, painter) => {
			if (sandbox.db.readMeta(demoMark) === 'made') return;
			const made = () => sandbox.db.writeMeta(demoMark, 'made');
			beginSeeding = () =>
				seedDatasets(parts, painter, accountId, made).catch((error: unknown) => {
					if (!ending) sandbox.log(`the demo datasets could not be made: ${String(error)}`);
				});
		},
	};
}
