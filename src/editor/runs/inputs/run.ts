import type { SignedIn } from '../../../core/account/session.ts';
import { failed, type Result, success } from '../../../core/base/failure.ts';
import { keepInputs } from '../../../core/runs/archive/runFolder.ts';
import type { Run } from '../../../core/runs/run.ts';
import { type InputRunRequest, startInputs } from '../../../core/runs/start/startInputs.ts';
import { isTrustedToSend } from '../../shell/trust.ts';
import type { RunServices } from '../services.ts';
import { confirmDuplicate, confirmLowBalance } from '../start/dialogs.ts';

type InputRunDeps = Pick<RunServices, 'log' | 'session' | 'windowRuns' | 'jobs'>;

/** Starts a run of inputs, with dialogs for what must be decided. Undefined when the person stopped. */
export async function runInputs(
	{ log, session: current, windowRuns, jobs }: InputRunDeps,
	session: SignedIn,
	request: InputRunRequest,
): Promise<Result<Run> | undefined> {
	if (!(await isTrustedToSend())) return undefined;
	const outcome = await startInputs(
		{
			log,
			session: current,
			keepInputs: (runId, text) => keepInputs(windowRuns.archive.fsPath, runId, text),
			runs: () => windowRuns.open(),
			jobs: () => jobs.open(),
		},
		session,
		request,
		{
			confirmDuplicate,
			confirmLowBalance: (question) => confirmLowBalance(session.connection, question),
			// Pressing Run says so.
			confirmSpending: async () => true,
		},
	);
	switch (outcome.kind) {
		case 'started':
			return success(outcome.run);
		case 'refused':
			// The person did not want to pass the limit for the day.
			return outcome.failure.kind === 'canceled' ? undefined : failed(outcome.failure);
		case 'unwanted':
			return undefined;
	}
}
