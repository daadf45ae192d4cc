import type { Json } from '../json/exact.ts';

/** A deployment as Easel knows it, in any spelling of the service. */
export interface Deployment {
	readonly id: string;
	readonly name: string;
	readonly workflowId?: string;
	readonly workflowVersion?: string;
	/** Hardware name as received, for example `AMPERE_48`; open vocabulary. */
	readonly hardware?: string;
	readonly minInstances?: number;
	readonly maxInstances?: number;
	readonly queueSize?: number;
	readonly keepWarmSeconds?: number;
	readonly enabled?: boolean;
	/** Status as received, for example `standby`; open vocabulary. */
	readonly status?: string;
	readonly version?: string;
	readonly createdAt?: string;
	readonly updatedAt?: string;
	/** True if it takes its own inputs, such as a prompt, instead of a workflow. Known only if the payload was read. */
	readonly takesInputs?: boolean;
	/** Present on request. */
	readonly payload?: DeploymentPayload;
	readonly readme?: string;
}

export interface DeploymentPayload {
	/** The saved workflow, as JSON text with every number in its original spelling. */
	readonly workflowText?: string;
	/** The schema of its inputs as received, if the deployment takes inputs instead of a workflow. */
	readonly inputSchema?: Json;
	/** Address of the deployment's node info. */
	readonly objectInfoUrl?: string;
}

/** A list in which bad records cost themselves only. */
export interface DeploymentList {
	readonly deployments: readonly Deployment[];
	/** One sentence for each record that could not be read. */
	readonly skipped: readonly string[];
	/** The service reports more items but does not return them. */
	readonly isPartial?: boolean;
}
