import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { deploymentList } from '../../core/operations/deployments/deployments.ts';
import { deploymentGet } from '../../core/operations/deployments/show.ts';
import { instanceList } from '../../core/operations/instance.ts';
import { runOperation } from '../../core/operations/operation.ts';
import { byId, deletion, type OperationCall, type OperationRow } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { pullRow } from './pull.ts';

/** Deployments as a table, each with the range of its instances in one column. */
function shownDeployments(output: unknown): Shown {
	const { deployments } = output as z.output<typeof deploymentList.output>;
	const rows = deployments.map(({ minInstances = 0, maxInstances, enabled, status = '', ...facts }) => ({
		...facts,
		status: enabled === false && status !== 'disabled' ? `${status} (${l10n.t('disabled')})` : status,
		instances: maxInstances === undefined ? minInstances : l10n.t('{0} to {1}', minInstances, maxInstances),
	}));
	const columns = ['id', 'name', 'status', 'hardware', 'instances'];
	return { list: 'deployments', columns, ids: 'id', as: { deployments: rows } };
}

/** Deployments without `plan` and `apply`. */
export const deploymentRows: readonly OperationRow[] = [
	{
		name: 'deployments list',
		operation: 'deployment.list',
		example: 'easel deployments list --json',
		shown: shownDeployments,
		lists: ['deployments'],
	},
	{
		name: 'deployments get',
		operation: 'deployment.get',
		example: 'easel deployments get "Harbour (SD 1.5)" --workflow > workflow_api.json',
		places: { id: 'ID' },
		output: z.object({ ...deploymentGet.output.shape, ...instanceList.output.shape }),
		run: showDeployment,
	},
	{
		name: 'deployments create',
		operation: 'deployment.create',
		example:
			'easel deployments create --name Harbor --workflow-id ID --workflow-version v1 --hardware AMPERE_48',
		opposites: ['enabled'],
		hidden: ['anyway'],
		more: [
			{
				name: 'anyway',
				type: 'switch',
				description: l10n.t('create it even if a deployment with this name exists'),
			},
		],
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
	{ ...byId('deployments curl', 'deployment.curl'), shown: { document: 'text' } },
	pullRow,
	deletion('deployments delete', 'deployment.delete'),
];

const parts = z.looseObject({
	workflow: z.optional(z.unknown()),
	readme: z.optional(z.string()),
	instances: z.array(z.looseObject({})),
});

/** Returns only the workflow or the readme of a deployment, for use as a file; otherwise its facts and instances. */
function shownDeployment(deployment: unknown): Shown {
	const { workflow, readme, instances, ...facts } = z.parse(parts, deployment);
	const texts = [
		...(workflow === undefined ? [] : [printableJson(workflow)]),
		...(readme === undefined ? [] : [readme.split('\n').map(printable).join('\n')]),
	];
	if (texts.length > 0) return { text: `${texts.join('\n\n')}\n` };
	const own = instances.map(({ deploymentId: _, deployment: __, ...instance }) => instance);
	return { as: { ...facts, instances: own } };
}

/** Shows a deployment with the instances that runs from here are on. */
async function showDeployment({
	operation,
	services,
	input,
	ask,
	fail,
	show,
}: OperationCall): Promise<number> {
	const found = await runOperation(operation, services, input, ask);
	if (!found.ok) return fail(found.failure);
	const deployment = Object(found.value);
	const listed = await runOperation(instanceList, services, { deployment: deployment.id }, ask);
	show({ ...deployment, instances: listed.ok ? listed.value.instances : [] }, shownDeployment);
	return statuses.done;
}
