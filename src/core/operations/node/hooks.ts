import type { PlanParts } from '../../batches/planItem.ts';
import type { Connection } from '../../connection/connection.ts';
import type { UploadServiceOptions } from '../../datasets/upload/service.ts';
import type { CoordinatorOptions } from '../../following/windowCoordinator.ts';
import type { HubTokenOf } from '../../jobs/hubTokenApi.ts';
import type { LedgerOptions } from '../../ledger/open.ts';
import type { RunServiceOptions } from '../../runs/runService.ts';
import type { SpendingParts } from '../../spending/openSpending.ts';

/** The differences between the services of a window and those of a terminal. */
export interface ServicesHooks
	extends Pick<CoordinatorOptions, 'windowId' | 'isPresent'>,
		Pick<LedgerOptions, 'writer' | 'onProblem'>,
		Pick<SpendingParts, 'limit' | 'ask'>,
		Pick<RunServiceOptions, 'archiveRules' | 'webhookOf'>,
		Pick<UploadServiceOptions, 'parallel'> {
	/** True if nothing is followed: no work of earlier commands continues here. */
	readonly isDry?: boolean;
	/** Returns the key sent with runs; never kept. */
	partnerKey(connection: Connection): PromiseLike<string | undefined>;
	/** Returns the model-hub token that replaces its variable in a configuration; never kept. */
	readonly hubToken: HubTokenOf;
	/** Returns the parts that the items of a batch are planned with. */
	planParts(): Promise<PlanParts>;
}
