import * as l10n from '@vscode/l10n';
import type { Deployment } from './deployment.ts';

/** Returns the state of a deployment as one word; an unknown state of the service is shown as received. */
export function statusText({ enabled, status }: Deployment): string {
	if (enabled === false) return l10n.t('disabled');
	switch (status) {
		case undefined:
			return l10n.t('status unknown');
		case 'standby':
			return l10n.t('standby');
		case 'active':
			return l10n.t('active');
		default:
			return status;
	}
}
