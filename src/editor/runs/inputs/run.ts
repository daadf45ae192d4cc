import type { SignedIn } from '../../../core/account/session.ts';
import { failed, type Result, success } from '../../../core/base/failure.ts';
import { deploymentRun, modelRun } from '../../../core/operations/runs/inputs.ts';
import { unknownRunFailure } from '../../../core/runs/failures.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { InputRunRequest } from '../../../core/runs/start/startInputs.ts';
import { isTrustedToSend } from '../../shell/trust.ts';
import type { RunServices } from '../services.ts';
import { confirmDuplicate, confirmLowBalance } from '../start/dialogs.ts';

/** Starts a run of inputs, with dialogs for the decisions. Undefined if the person stopped. */
export async function runInputs(
	{ acts, windowRuns }: Pick<RunServices, 'acts' | 'windowRuns'>,
	{ connection }: SignedIn,
	request: InputRunRequest,
): Promise<Result<Run> | undefined> {
	if (!(await isTrustedToSend())) return undefined;
	const answers = {
		confirmDuplicate,
		confirmLowBalance: (question: Parameters<typeof confirmLowBalance>[1]) =>
			confirmLowBalance(connection, question),
		// Pressing Run is the agreement.
		confirmSpending: async () => true,
	};
	const { kind, id } = request.target;
	const operation = kind === 'model' ? modelRun : deploymentRun;
	const begun = await acts.run(operation, { id }, { answers, services: { enteredInputs: request } });
	if (!begun.ok) return begun.failure.kind === 'canceled' ? undefined : begun;
	const run = (await windowRuns.open()).get(begun.value.run.id);
	return run === undefined ? failed(unknownRunFailure) : success(run);
}
