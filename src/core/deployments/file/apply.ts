import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import { type ChangeTarget, changeDeployment } from '../changing.ts';
import { createDeployment } from '../client.ts';
import type { Deployment } from '../deployment.ts';
import { settingsOf } from '../settings.ts';
import type { DeploymentFile } from './deploymentFile.ts';
import { newDeploymentOf } from './plan.ts';

/**
 * Sends what a file describes. `live` is the deployment as the plan showed it, undefined to create one; where it has changed since the
 * plan, nothing is sent.
 */
export async function applyDeployment(
	target: Omit<ChangeTarget, 'deploymentId'>,
	file: Pick<DeploymentFile, 'settings'>,
	live: Deployment | undefined,
): Promise<Result<Deployment>> {
	if (live === undefined) return create(target, file);
	const done = await changeDeployment({ ...target, deploymentId: live.id }, file.settings, settingsOf(live));
	if (!done.ok) return done;
	if (done.value.kind !== 'conflict') return success(done.value.deployment);
	return failed({
		kind: 'conflict',
		message: l10n.t('Someone else changed "{0}" after the plan was made.', live.name),
		nextStep: l10n.t('Look at the plan again, then apply it.'),
		fixer: 'you',
		mayHaveArrived: false,
	});
}

async function create(
	target: Omit<ChangeTarget, 'deploymentId'>,
	{ settings }: Pick<DeploymentFile, 'settings'>,
): Promise<Result<Deployment>> {
	const created = await createDeployment(
		target.service,
		newDeploymentOf(settings),
		compact({ signal: target.signal }),
	);
	if (!created.ok || settings.enabled !== false) return created;
	// A deployment is made enabled.
	const disabled = await changeDeployment({ ...target, deploymentId: created.value.id }, { enabled: false });
	return disabled.ok ? success(disabled.value.deployment) : disabled;
}
