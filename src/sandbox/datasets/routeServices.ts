import type { Accounts } from '../account/accounts.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import type { DatasetFolders } from './folders.ts';
import type { Readiness } from './readiness.ts';
import type { Datasets } from './records.ts';

export interface DatasetRouteServices {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly faults: FaultPlan;
	readonly datasets: Datasets;
	readonly folders: DatasetFolders;
	readonly readiness: Readiness;
}
