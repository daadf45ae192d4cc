import * as l10n from '@vscode/l10n';
import { agreeFlags } from '../frame/common.ts';
import { byId, type OperationRow } from '../frame/operationCommand.ts';

/** Routes of the engine on an instance, and the user's own engine. */
export const instanceRows: readonly OperationRow[] = [
	{
		name: 'instances list',
		operation: 'instance.list',
		example: 'easel instances list --deployment "Harbour (SD 1.5)"',
		shown: { list: 'instances', columns: ['id', 'deployment', 'busy', 'runId', 'warmUntilAt'] },
	},
	{
		name: 'instances call',
		operation: 'instance.call',
		example: 'easel instances call DEPLOYMENT INSTANCE system_stats',
		places: { deploymentId: 'DEPLOYMENT', instanceId: 'INSTANCE', path: 'ROUTE' },
		described: { body: l10n.t('JSON text that is sent unchanged, or {0} for the text of a file', '@FILE') },
		fromFile: ['body'],
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
	{ name: 'engine queue', operation: 'engine.queue', example: 'easel engine queue' },
	{ name: 'engine free', operation: 'engine.free', example: 'easel engine free' },
	byId('engine interrupt', 'engine.interrupt', '--yes'),
];
