import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../../base/failure.ts';
import { type ChangeTarget, changeDeployment } from '../changing.ts';
import { type CreateTarget, createOnce } from '../creating.ts';
import type { Deployment } from '../deployment.ts';
import { settingsOf } from '../settings.ts';
import type { DeploymentFile } from './deploymentFile.ts';
import { newDeploymentOf } from './plan.ts';

/** The account whose deployments are created and changed, and where that is kept. */
export type ApplyTarget = Omit<ChangeTarget, 'deploymentId'> & CreateTarget;

/**
 * Sends what a file describes. `live` is the deployment as the plan showed it, undefined to create one; where it has changed since the
 * plan, nothing is sent.
 */
export async function applyDeployment(
	target: ApplyTarget,
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
	target: ApplyTarget,
	{ settings }: Pick<DeploymentFile, 'settings'>,
): Promise<Result<Deployment>> {
	const created = await createOnce(target, newDeploymentOf(settings));
	if (!created.ok || settings.enabled !== false) return created;
	// A deployment is made enabled.
	const { id, name } = created.value;
	const disabled = await changeDeployment({ ...target, deploymentId: id }, { enabled: false });
	if (disabled.ok) return success(disabled.value.deployment);
	return failed({
		...disabled.failure,
		message: l10n.t(
			'"{0}" was created with the id {1}, and could not be disabled. {2}',
			name,
			id,
			disabled.failure.message,
		),
		nextStep: l10n.t('Disable it, and do not create it again.'),
	});
}
