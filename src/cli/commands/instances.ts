import { agreeFlags } from './common.ts';
import type { OperationRow } from './operationCommand.ts';

/** Routes of the engine on an instance. */
export const instanceRows: readonly OperationRow[] = [
	{
		name: 'instances call',
		operation: 'instance.call',
		example: 'easel instances call DEPLOYMENT INSTANCE system_stats',
		places: { deploymentId: 'DEPLOYMENT', instanceId: 'INSTANCE', path: 'ROUTE' },
		more: agreeFlags('delete'),
	},
	{
		name: 'instances free',
		operation: 'instance.free',
		example: 'easel instances free DEPLOYMENT INSTANCE --cache',
		places: { deploymentId: 'DEPLOYMENT', instanceId: 'INSTANCE' },
	},
	{
		name: 'instances nodes',
		operation: 'instance.nodes',
		example: 'easel instances nodes DEPLOYMENT INSTANCE',
		places: { deploymentId: 'DEPLOYMENT', instanceId: 'INSTANCE' },
	},
];
