import { usualChoice } from './deployments/deploymentBody.ts';
import type { Deployments } from './deployments/records.ts';

/** The deployment that takes whole workflows for an external engine. */
export const engineDeploymentId = '5a9d0000-0000-4000-8000-0000000000e0';
const workflowId = engineDeploymentId.replace('5a9d0000', '3f1c0000');

/** Runs on any engine, since it needs no model. */
const workflow = {
	'1': {
		class_type: 'EmptyImage',
		inputs: { width: 512, height: 512, batch_size: 1, color: 3_368_601 },
		_meta: { title: 'Color' },
	},
	'2': {
		class_type: 'SaveImage',
		inputs: { images: ['1', 0], filename_prefix: 'easel' },
		_meta: { title: 'Save picture' },
	},
};

const readme = [
	'# Own engine',
	'',
	'Runs whole workflows on the engine of `--engine` or of the setting `easel.sandbox.engine`. Its saved workflow needs no model.',
	'Save workflows of your own as further deployments with the command **Save as Sandbox Deployment**.',
	'',
].join('\n');

/** Makes the deployment if the account does not have it. */
export function seedEngineDeployment(deployments: Deployments, accountId: string): void {
	if (deployments.get(engineDeploymentId) !== undefined) return;
	deployments.saveWorkflow({
		id: workflowId,
		version: 'v1',
		accountId,
		document: JSON.stringify(workflow),
		readme,
	});
	deployments.create(
		accountId,
		{ ...usualChoice, name: 'Own engine', workflowId, workflowVersion: 'v1', keepWarmSeconds: 600 },
		engineDeploymentId,
	);
}
