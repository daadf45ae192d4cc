import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { reasonOf } from '../../core/datasets/disk/fileSystem.ts';
import { deploymentFileEnding, isDeploymentFileName } from '../../core/deployments/file/fileName.ts';
import type { deploymentList } from '../../core/operations/deployments/deployments.ts';
import { deploymentGet } from '../../core/operations/deployments/show.ts';
import { instanceList } from '../../core/operations/instance.ts';
import { safeFileName } from '../../core/transfers/names.ts';
import { createWhole, replaceWhole } from '../../core/transfers/wholeFile.ts';
import { switchFlag, WrongUse } from '../frame/command.ts';
import { byId, deletion, type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import type { Shown } from '../frame/show.ts';
import { readDeploymentText } from '../place/deploymentText.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

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
		...row('deployments list', 'deployment.list', '--json'),
		shown: shownDeployments,
		lists: ['deployments'],
	},
	{
		...row('deployments get', 'deployment.get', '"Harbour (SD 1.5)" --workflow > workflow_api.json'),
		places: { id: 'ID' },
		output: z.object({ ...deploymentGet.output.shape, ...instanceList.output.shape }),
		run: showDeployment,
	},
	{
		...row(
			'deployments create',
			'deployment.create',
			'--name Harbor --workflow-id ID --workflow-version v1 --hardware AMPERE_48',
		),
		opposites: ['enabled'],
		hidden: ['anyway'],
		more: [switchFlag('anyway', l10n.t('create it even if a deployment with this name exists'))],
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
	{
		...row('deployments pull', 'deployment.pull', 'ID harbor.deployment.yaml'),
		places: { id: 'ID', text: 'FILE' },
		preset: { text: undefined },
		described: {
			text: l10n.t(
				'the file to write; comments and order of an existing file are kept; if omitted, it is named after the deployment',
			),
		},
		output: z.object({ id: z.string(), name: z.string(), path: z.string(), changed: z.boolean() }),
		writes: true,
		run: pull,
	},
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
async function showDeployment({ operation, input, call, fail, show }: OperationCall): Promise<number> {
	const found = await call(operation.id, input);
	if (!found.ok) return fail(found.failure);
	const deployment = Object(found.value);
	const listed = await call(instanceList.id, { deployment: deployment.id });
	const { instances } = listed.ok ? z.parse(instanceList.output, listed.value) : { instances: [] };
	show({ ...deployment, instances }, shownDeployment);
	return statuses.done;
}

const pulling = z.object({ id: z.string(), text: z.optional(z.string()) });
const pulledFile = z.object({ id: z.string(), name: z.string(), text: z.string() });

/** Writes a new file, or the values of a deployment into its file. */
async function pull({ io, input, dry, call, fail, show }: OperationCall): Promise<number> {
	const { id, text: named } = z.parse(pulling, input);
	if (named !== undefined && !isDeploymentFileName(named))
		throw new WrongUse(l10n.t('{0}: the name must end with {1}.', named, deploymentFileEnding));
	const before = named === undefined ? undefined : await fileText(named, io.cwd);
	const pulled = await call('deployment.pull', { id, ...compact({ text: before }) });
	if (!pulled.ok) return fail(pulled.failure);
	const { text, ...deployment } = z.parse(pulledFile, pulled.value);
	const path = named ?? `${safeFileName(deployment.name, 'deployment')}${deploymentFileEnding}`;
	if (text !== before && dry === undefined) await write(resolve(io.cwd, path), text, before === undefined);
	show({ ...deployment, path, changed: text !== before });
	return statuses.done;
}

async function fileText(path: string, cwd: string): Promise<string | undefined> {
	if (!existsSync(resolve(cwd, path))) return undefined;
	const read = await readDeploymentText(path, cwd);
	if ('problem' in read) throw new WrongUse(read.problem, { isComplete: true });
	return read.text;
}

async function write(path: string, text: string, isNew: boolean): Promise<void> {
	const folder = dirname(path);
	if (!existsSync(folder))
		throw new WrongUse(l10n.t('The folder "{0}" does not exist.', folder), { isComplete: true });
	const bytes = Buffer.from(text);
	let isTaken = false;
	try {
		if (isNew) isTaken = (await createWhole(path, bytes)) === undefined;
		else await replaceWhole(path, bytes);
	} catch (cause) {
		throw new WrongUse(l10n.t('"{0}" cannot be written: {1}.', path, reasonOf(cause)), { isComplete: true });
	}
	if (isTaken)
		throw new WrongUse(l10n.t('{0} already exists. Specify the file to pull into it.', path), {
			isComplete: true,
		});
}
