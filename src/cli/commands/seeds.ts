import * as l10n from '@vscode/l10n';
import { batchLimit } from '../../core/runs/plan/seedBatch.ts';
import { type Flag, WrongUse } from '../frame/command.ts';
import type { OperationCall } from '../frame/operationCommand.ts';
import { batchLimitOf, sendBatch } from './batches.ts';

export const seedsFlag: Flag = {
	name: 'seeds',
	type: 'integer',
	value: 'N',
	description: l10n.t(
		'run it this number of times, at most {0}, each with its own new seeds; one question for all of them',
		String(batchLimit),
	),
};

/** Runs a document with several seeds. */
export async function runSeeds(command: OperationCall): Promise<number> {
	const { given, input, call } = command;
	const { seeds, ...flags } = given.flags;
	const other = ['seed', 'webhook'].find((name) => flags[name] !== undefined);
	if (other !== undefined || flags.wait === false)
		throw new WrongUse(l10n.t('--seeds and {0} cannot be used together.', `--${other ?? 'no-wait'}`));
	return sendBatch(command, () =>
		call('run.batch', { ...input, wait: false, seeds, ...batchLimitOf(command) }),
	);
}
