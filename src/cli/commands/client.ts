import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { workflowClient, workflowClientCheck } from '../../core/operations/named/client.ts';
import { textFlag, valueFlag, WrongUse } from '../frame/command.ts';
import { type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import { linesShown } from '../frame/show.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

/** Makes the client of a workflow document, or checks one. */
export const clientRow: OperationRow = {
	...row('client', 'workflow.client', 'workflow_api.json --language typescript --out src'),
	moreExamples: [
		'easel client workflow_api.json --language python > workflow.py',
		'easel client workflow_api.json --check src/workflow.ts',
	],
	places: { path: 'FILE' },
	preset: { language: undefined },
	more: [
		valueFlag(
			'check',
			'CLIENT',
			l10n.t('only check an existing client; the exit status is 1 if the workflow has changed since then'),
		),
	],
	isLocal: ({ deployment }) => deployment === undefined,
	output: z.union([workflowClient.output, workflowClientCheck.output]),
	run: makeOrCheck,
};

async function makeOrCheck(command: OperationCall): Promise<number> {
	const { given, input, call, fail, show } = command;
	const client = textFlag(given, 'check');
	if (client !== undefined) return check(command, client);
	if (input.language === undefined) throw new WrongUse(l10n.t('--{0} is missing.', 'language'));
	const done = await call('workflow.client', input);
	if (!done.ok) return fail(done.failure);
	const { text, path } = z.parse(workflowClient.output, done.value);
	show(done.value, { text: path === undefined ? text : `${printable(path)}\n` });
	return statuses.done;
}

async function check({ input, call, fail, show }: OperationCall, client: string): Promise<number> {
	const { path, nodeInfo, deployment } = input;
	const done = await call('workflow.clientCheck', { path, client, ...compact({ nodeInfo, deployment }) });
	if (!done.ok) return fail(done.failure);
	const { isCurrent, message } = z.parse(workflowClientCheck.output, done.value);
	show(done.value, linesShown([message]));
	return isCurrent ? statuses.done : statuses.failed;
}
