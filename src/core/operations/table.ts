import { deploymentOperations } from './deployments.ts';
import type { Operation } from './operation.ts';
import { runOperations } from './runs.ts';
import { workflowOperations } from './workflow.ts';

/** Every act there is, by its id: what the command line, agents and their documentation know is read from here. */
export const operations: ReadonlyMap<string, Operation<never, unknown>> = new Map(
	[...deploymentOperations, ...runOperations, ...workflowOperations].map((each) => [
		each.id,
		each as unknown as Operation<never, unknown>,
	]),
);
