import { demo } from '../../conformance/support.ts';
import type { ParityRow } from './rows.ts';

const row = (id: string) => ({ kind: 'deployment', deployment: { id } });

export const deploymentRows: readonly ParityRow[] = [
	{
		act: 'deployment.update',
		program: () => ({ id: demo.warm, enabled: false }),
		window: (command) => command('easel.disableDeployment', row(demo.warm)),
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
		window: (command) => command('easel.restoreDeployment', row(demo.warm)),
		terminal: () => ['deployments', 'restore', demo.warm],
	},
	{
		act: 'deployment.delete',
		program: () => ({ id: demo.harbour }),
		window: (command) => command('easel.deleteDeployment', row(demo.harbour)),
		terminal: () => ['deployments', 'delete', demo.harbour],
		agent: () => ['delete_deployment', { deployment_id: demo.harbour }],
	},
];
