import { demo } from '../../conformance/support.ts';
import { until } from '../support/until.ts';
import type { ParityRow } from './rows.ts';

const row = (id: string) => ({ kind: 'deployment', deployment: { id } });

const saved = { workflowId: '3f1c0000-0000-4000-8000-000000000001', workflowVersion: 'v1' };

export const deploymentRows: readonly ParityRow[] = [
	{
		act: 'deployment.create',
		program: () => ({ name: 'Pier', ...saved, hardware: 'AMPERE_24' }),
		window: async ({ command, panelWith }) => {
			await command('easel.newDeployment');
			const panel = await panelWith(({ values }) => values !== undefined);
			const { values } = panel.last('state') as { values: object };
			const typed = {
				...values,
				name: 'Pier',
				workflow_id: saved.workflowId,
				workflow_version: saved.workflowVersion,
				hardware: 'AMPERE_24',
			};
			panel.say('request', { id: 1, name: 'create', params: { values: typed } });
			await until('the end of the form', () => panel.disposed);
		},
		terminal: () => [
			...['deployments', 'create', '--name', 'Pier', '--hardware', 'AMPERE_24'],
			...['--workflow-id', saved.workflowId, '--workflow-version', saved.workflowVersion],
		],
		agent: () => [
			'create_deployment',
			{
				name: 'Pier',
				hardware: 'AMPERE_24',
				workflow_id: saved.workflowId,
				workflow_version: saved.workflowVersion,
			},
		],
	},
	{
		act: 'deployment.update',
		program: () => ({ id: demo.warm, enabled: false }),
		window: ({ command }) => command('easel.disableDeployment', row(demo.warm)),
		terminal: () => ['deployments', 'update', demo.warm, '--no-enabled'],
		agent: () => ['update_deployment', { deployment_id: demo.warm, enabled: false }],
	},
	{
		act: 'deployment.restore',
		prepare: async (call) => {
			await call('deployment.update', { id: demo.warm, enabled: false });
			return {};
		},
		program: () => ({ id: demo.warm }),
		window: ({ command }) => command('easel.restoreDeployment', row(demo.warm)),
		terminal: () => ['deployments', 'restore', demo.warm],
	},
	{
		act: 'deployment.delete',
		program: () => ({ id: demo.harbour }),
		window: ({ command }) => command('easel.deleteDeployment', row(demo.harbour)),
		terminal: () => ['deployments', 'delete', demo.harbour],
		agent: () => ['delete_deployment', { deployment_id: demo.harbour }],
	},
];
