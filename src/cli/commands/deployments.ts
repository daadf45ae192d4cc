import * as z from 'zod/mini';
import { runOperation } from '../../core/operations/operation.ts';
import { byId, type OperationCall, type OperationRow } from '../frame/operationCommand.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { pullRow } from './pull.ts';

const deploymentColumns = ['id', 'name', 'status', 'hardware', 'enabled', 'minInstances', 'maxInstances'];

/** Deployments without `plan` and `apply`. */
export const deploymentRows: readonly OperationRow[] = [
	{
		name: 'deployments list',
		operation: 'deployment.list',
		example: 'easel deployments list --json',
		shown: { list: 'deployments', columns: deploymentColumns },
	},
	{
		name: 'deployments get',
		operation: 'deployment.get',
		example: 'easel deployments get "Harbour (SD 1.5)" --workflow > workflow_api.json',
		places: { id: 'ID' },
		run: showDeployment,
	},
	{
		name: 'deployments create',
		operation: 'deployment.create',
		example:
			'easel deployments create --name Harbor --workflow-id ID --workflow-version v1 --hardware AMPERE_48',
		opposites: ['enabled'],
		hidden: ['anyway'],
	},
	{
		...byId('deployments update', 'deployment.update', '--max-instances 3 --no-enabled'),
		opposites: ['enabled'],
		hidden: ['anyway'],
	},
	{
		...byId('deployments changes', 'deployment.changes'),
		preset: { id: undefined },
		shown: { list: 'changes', columns: ['id', 'deploymentId', 'name', 'changedAt', 'kind'] },
	},
	{ ...byId('deployments restore', 'deployment.restore'), hidden: ['anyway'] },
	byId('deployments curl', 'deployment.curl'),
	pullRow,
	byId('deployments delete', 'deployment.delete', '--yes'),
];

const parts = z.looseObject({ workflow: z.optional(z.unknown()), readme: z.optional(z.string()) });

/** Shows a deployment; its workflow and its readme alone, so that they can go into a file. */
async function showDeployment({
	operation,
	services,
	input,
	ask,
	fail,
	show,
}: OperationCall): Promise<number> {
	const done = await runOperation(operation, services, input, ask);
	if (!done.ok) return fail(done.failure);
	const { workflow, readme } = z.parse(parts, done.value);
	const texts = [
		...(workflow === undefined ? [] : [printableJson(workflow)]),
		...(readme === undefined ? [] : [readme.split('\n').map(printable).join('\n')]),
	];
	show(done.value, texts.length === 0 ? {} : { text: `${texts.join('\n\n')}\n` });
	return statuses.done;
}
