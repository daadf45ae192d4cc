import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { RunRecovery } from '../runs/runRecovery.ts';
import type { RunService } from '../runs/runService.ts';
import type { WebhookEvent } from './event.ts';

interface AskSoonDeps {
	readonly runs: Pick<RunService, 'get'> & { readonly recovery: Pick<RunRecovery, 'settle' | 'lookAgain'> };
	readonly coordinator: Pick<WindowCoordinator, 'pollSoon'>;
}

/**
 * Polls the run that a callback names immediately. A callback proves nothing, so it never decides a state. Only if the
 * reply to the submission was lost, its request is used: without that the run cannot be polled.
 */
export async function askSoon(
	{ runId, requestId }: Pick<WebhookEvent, 'runId' | 'requestId'>,
	{ runs, coordinator }: AskSoonDeps,
): Promise<void> {
	const run = runId === undefined ? undefined : runs.get(runId);
	if (run === undefined) return;
	if (run.state === 'uncertain' && requestId !== undefined) await runs.recovery.settle(run.id, requestId);
	// The service has it after all.
	if (run.state === 'lost') await runs.recovery.lookAgain(run.id);
	coordinator.pollSoon('run', run.id);
}
