import type { Accounts } from '../account/accounts.ts';
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

/** Opens the datasets of a sandbox with everything around them, with files in `root`. */
export function openDatasets(sandbox: SandboxContext, root: string, accounts: Accounts, faults: FaultPlan) {
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
		/** Direct uploads, which must not pass the general limit of bodies. */
		uploads: uploadRoutes(parts),
		/** The routes of the storage host. */
		signedUploads: signedUploadRoutes(parts),
		/** Removes the remains of a kill from the disk. Call before the sandbox listens. */
		sweep: () => folders.sweep(datasets.stored()),
		/** Continues the datasets that wait for their files. */
		resume: () => readiness.resume(),
		/** Makes the demo datasets, if any, and resolves once they exist. */
		seeded: () => {
			if (beginSeeding) seeding = beginSeeding();
			beginSeeding = undefined;
			return seeding;
		},
		/** Resolves once no demo dataset is being made. */
		settled: () => seeding,
		/** Resolves when no write is in progress. Close the painter too, or this waits for its current work. */
		close: () => {
			ending = true;
			return seeding;
		},
		/** Removes all files. Call it after the store was emptied. */
		clear: async () => {
			readiness.forget();
			sandbox.db.writeMeta(demoMark, 'wanted');
			await folders.clear();
		},
		/** Creates the demo datasets of an account on first request, unless they were created before. */
		seed: (accountId: string, painter: Painter) => {
			if (sandbox.db.readMeta(demoMark) === 'made') return;
			const made = () => sandbox.db.writeMeta(demoMark, 'made');
			beginSeeding = () =>
				seedDatasets(parts, painter, accountId, made).catch((error: unknown) => {
					if (!ending) sandbox.log(`the demo datasets could not be made: ${String(error)}`);
				});
		},
	};
}
