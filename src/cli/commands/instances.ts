import * as l10n from '@vscode/l10n';
import { agreeFlags } from '../frame/common.ts';
import { byId, type OperationRow, row } from '../frame/operationCommand.ts';

/** Routes of the engine on an instance, and the user's own engine. */
export const instanceRows: readonly OperationRow[] = [
	{
		...row('instances list', 'instance.list', '--deployment "Harbour (SD 1.5)"'),
		shown: { list: 'instances', columns: ['id', 'deployment', 'busy', 'runId', 'warmUntilAt'] },
	},
	{
		...row('instances call', 'instance.call', 'DEPLOYMENT INSTANCE system_stats'),
		places: { deploymentId: 'DEPLOYMENT', instanceId: 'INSTANCE', path: 'ROUTE' },
		described: { body: l10n.t('JSON text that is sent unchanged, or {0} for the text of a file', '@FILE') },
		fromFile: ['body'],
		more: agreeFlags('delete'),
	},
	row('instances free', 'instance.free', 'DEPLOYMENT INSTANCE --cache', {
		deploymentId: 'DEPLOYMENT',
		instanceId: 'INSTANCE',
	}),
	row('instances nodes', 'instance.nodes', 'DEPLOYMENT INSTANCE', {
		deploymentId: 'DEPLOYMENT',
		instanceId: 'INSTANCE',
	}),
	row('engine queue', 'engine.queue'),
	row('engine free', 'engine.free'),
	byId('engine interrupt', 'engine.interrupt', '--yes'),
];
