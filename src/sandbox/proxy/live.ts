import type { Context } from 'hono';
import type { SignedIn } from '../account/bearer.ts';
import type { DeploymentRecord } from '../deployments/records.ts';
import type { InstanceState } from '../requests/directPrompts.ts';
import type { Instance } from '../requests/fleet.ts';

/** One call to the engine of an instance that is up. */
export interface EngineCall {
	readonly context: Context<SignedIn>;
	readonly deployment: DeploymentRecord;
	readonly instance: Instance;
	readonly state: InstanceState;
}
