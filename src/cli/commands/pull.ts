import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { deploymentFileEnding, isDeploymentFileName } from '../../core/deployments/file/fileName.ts';
import { safeFileName } from '../../core/transfers/names.ts';
import { createWhole, replaceWhole } from '../../core/transfers/wholeFile.ts';
import { WrongUse } from '../frame/command.ts';
import type { OperationCall, OperationRow } from '../frame/operationCommand.ts';
import { readDeploymentText } from '../place/deploymentText.ts';
import { statuses } from '../terminal/status.ts';

const given = z.object({ id: z.string(), text: z.optional(z.string()) });
const made = z.object({ id: z.string(), name: z.string(), text: z.string() });

/** Writes the file of a deployment. */
export const pullRow: OperationRow = {
	name: 'deployments pull',
	operation: 'deployment.pull',
	example: 'easel deployments pull ID harbor.deployment.yaml',
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
};

/** Writes a new file, or the values of a deployment into its file. */
async function pull({ io, input, dry, call, fail, show }: OperationCall): Promise<number> {
	const { id, text: named } = z.parse(given, input);
	if (named !== undefined && !isDeploymentFileName(named))
		throw new WrongUse(l10n.t('{0}: the name must end with {1}.', named, deploymentFileEnding));
	const before = named === undefined ? undefined : await fileText(named, io.cwd);
	const pulled = await call('deployment.pull', { id, ...compact({ text: before }) });
	if (!pulled.ok) return fail(pulled.failure);
	const { text, ...deployment } = z.parse(made, pulled.value);
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
	const bytes = Buffer.from(text);
	let isTaken = false;
	try {
		if (isNew) isTaken = (await createWhole(path, bytes)) === undefined;
		else await replaceWhole(path, bytes);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new WrongUse(l10n.t('{0} cannot be written: {1}', path, reason), { isComplete: true });
	}
	if (isTaken)
		throw new WrongUse(l10n.t('{0} already exists. Specify the file to pull into it.', path), {
			isComplete: true,
		});
}
