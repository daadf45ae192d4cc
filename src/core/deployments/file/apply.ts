import * as l10n from '@vscode/l10n';
import { failed, type Result } from '../../base/failure.ts';
import { type ChangeAccount, changeDeployment } from '../changing.ts';
import { createOnce } from '../creating.ts';
import type { Deployment } from '../deployment.ts';
import { type DeploymentSettings, settingsOf } from '../settings.ts';
import { newDeploymentOf } from './plan.ts';

/**
 * Applies settings to a deployment. `live` is the deployment as it was shown, undefined to create one; if it has
 * changed since, nothing is sent.
 * @param besides ids of deployments with the same name that the person knows of
 */
export async function applyDeployment(
	account: ChangeAccount,
	settings: DeploymentSettings,
	live: Deployment | undefined,
	besides: readonly string[] = [],
): Promise<Result<Deployment>> {
	if (live !== undefined) return changeDeployment(account, live.id, settings, settingsOf(live));
	const created = await createOnce(account, newDeploymentOf(settings), besides);
	if (!created.ok) return created;
	account.show((list) => list.add(created.value));
	if (settings.enabled !== false) return created;
	// A deployment is made enabled.
	const { id, name } = created.value;
	const disabled = await changeDeployment(account, id, { enabled: false });
	if (disabled.ok) return disabled;
	return failed({
		...disabled.failure,
		message: l10n.t(
			'"{0}" was created with the ID {1}, but could not be disabled. {2}',
			name,
			id,
			disabled.failure.message,
		),
		nextStep: l10n.t('Disable it, and do not create it again.'),
	});
}
