import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { byId, deletion, type OperationRow } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';
import { printable, printableJson } from '../terminal/printable.ts';
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
		shown: shownDeployment,
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
				description: l10n.t('create it although there is one of this name'),
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

const parts = z.looseObject({ workflow: z.optional(z.unknown()), readme: z.optional(z.string()) });

/** The workflow and the readme of a deployment alone, so that they can go into a file. */
function shownDeployment(deployment: unknown): Shown {
	const { workflow, readme } = z.parse(parts, deployment);
	const texts = [
		...(workflow === undefined ? [] : [printableJson(workflow)]),
		...(readme === undefined ? [] : [readme.split('\n').map(printable).join('\n')]),
	];
	return texts.length === 0 ? {} : { text: `${texts.join('\n\n')}\n` };
}
