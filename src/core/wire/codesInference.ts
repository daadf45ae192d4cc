import * as l10n from '@vscode/l10n';
import type { NamedMeanings } from './codeMeaning.ts';

const topUp = l10n.t('Top up the balance on the profile page, then try again.');
const signInAgain = l10n.t('Sign in again, or check that the right connection is chosen.');

/** Codes of deployments, queue, proxy and balance: inference-service.md, "Errors", and wire-facts.md, section 9. */
export const inferenceCodes: NamedMeanings = {
	401001: {
		name: 'Unauthorized',
		kind: 'auth',
		message: l10n.t(
			'The service does not accept the sign-in: the token is missing, wrong, expired or revoked.',
		),
		nextStep: l10n.t('Sign in again.'),
	},
	403003: {
		name: 'Forbidden',
		kind: 'auth',
		message: l10n.t('That deployment or request belongs to another account.'),
		nextStep: signInAgain,
	},
	404001: {
		name: 'Not Found',
		kind: 'notFound',
		message: l10n.t('The service does not have that deployment, version or request, or no longer has it.'),
		nextStep: l10n.t('Refresh the list and choose again.'),
	},
	422001: {
		name: 'Validation Error',
		message: l10n.t(
			'The service refused the request, because something in it does not match the deployed workflow.',
		),
		nextStep: l10n.t('Compare the node IDs, input names and values in the details with the saved workflow.'),
	},
	500001: {
		name: 'Internal Error',
		kind: 'upstream',
		message: l10n.t('The service had an internal error.'),
		nextStep: l10n.t('Try again in a minute. If it happens again, the problem is with the service.'),
		fixer: 'service',
	},
	10001: {
		name: 'InsufficientFunds',
		kind: 'balance',
		message: l10n.t('The balance or plan of this account does not allow runs.'),
		nextStep: l10n.t(
			'Top up the balance on the profile page, then try again. If the deployment is disabled, enable it first.',
		),
	},
	10002: {
		name: 'DisabledDeployment',
		kind: 'conflict',
		message: l10n.t('The deployment is disabled, so it accepts no requests.'),
		nextStep: l10n.t('Enable the deployment, then try again.'),
	},
	10003: {
		name: 'DeletedDeployment',
		kind: 'notFound',
		message: l10n.t('The deployment was deleted.'),
		nextStep: l10n.t('Refresh the list and choose another deployment.'),
	},
};

/** Codes of the catalog host: wire-facts.md, section 9. */
export const catalogCodes: NamedMeanings = {
	422001: {
		name: 'Validation Error',
		message: l10n.t('The service refused the request, because the model does not accept these inputs.'),
		nextStep: l10n.t('Correct the inputs listed in the details, then try again.'),
	},
	400001: {
		name: 'InvalidResourceIdentifier',
		kind: 'notFound',
		message: l10n.t('The catalog has no model with that ID.'),
		nextStep: l10n.t('Search for the model in the catalog and choose it again.'),
	},
	400002: {
		name: 'InsufficientResources',
		kind: 'balance',
		message: l10n.t('The balance of this account is used up, so the model did not run.'),
		nextStep: topUp,
	},
	400004: {
		name: 'UserAccountError',
		kind: 'auth',
		message: l10n.t(
			'The service does not accept the sign-in: the token is missing, expired or revoked, or the account is inactive.',
		),
		nextStep: l10n.t('Sign in again. If it happens again, check the account on its web page.'),
	},
	400005: {
		name: 'ResultNotReady',
		kind: 'conflict',
		message: l10n.t('The result is not available yet.'),
		nextStep: l10n.t('Wait until the request has completed.'),
		fixer: 'nobody',
	},
	403001: {
		name: 'PermissionDeniedError',
		kind: 'auth',
		message: l10n.t('That request belongs to another account.'),
		nextStep: signInAgain,
	},
	404001: {
		name: 'ResourceNotFound',
		kind: 'notFound',
		message: l10n.t('The catalog has no such request; it may have been deleted or expired.'),
		nextStep: l10n.t('Run the model again.'),
	},
};
