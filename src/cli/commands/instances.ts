import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { askedYes } from './answers.ts';
import { isOn } from './command.ts';
import { agreeFlags } from './common.ts';
import { type OperationCall, type OperationRow, once } from './operationCommand.ts';

const given = z.looseObject({ deploymentId: z.string(), path: z.string(), method: z.optional(z.string()) });

/** Routes of the engine on an instance. */
export const instanceRows: readonly OperationRow[] = [
	{
		name: 'instances call',
		operation: 'instance.call',
		example: 'easel instances call DEPLOYMENT INSTANCE system_stats',
		places: { deploymentId: 'DEPLOYMENT', instanceId: 'INSTANCE', path: 'ROUTE' },
		more: agreeFlags('delete'),
		run: callInstance,
	},
];

/** Reads a route; any other call than a GET may change what the engine does, so it is asked about first. */
async function callInstance(command: OperationCall): Promise<number> {
	const { io, given: line, input, fail } = command;
	const { deploymentId, path, method = 'GET' } = z.parse(given, input);
	if (method !== 'GET' && !isOn(line, 'yes')) {
		const question = l10n.t('Send {0} {1} to an instance of the deployment {2}?', method, path, deploymentId);
		if (io.ask === undefined || !(await askedYes(io.ask, question))) return fail(notConfirmed);
	}
	return once(command);
}

const notConfirmed = {
	kind: 'canceled',
	message: l10n.t('Nothing was sent to the instance, because nobody confirmed it.'),
	nextStep: l10n.t('--yes agrees to it where nobody can be asked.'),
	fixer: 'you',
	mayHaveArrived: false,
} as const;
