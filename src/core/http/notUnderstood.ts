import * as l10n from '@vscode/l10n';
import type { Failure } from '../base/failure.ts';

/** Makes the failure of a reply without the expected content: `the list of models`. */
export function notUnderstood(
	what: string,
	nextStep = l10n.t(
		'Check the addresses of the connection. If they are correct, the service may have changed.',
	),
): Failure {
	return {
		kind: 'protocol',
		message: l10n.t('The service responded, but {0} could not be read from its response.', what),
		nextStep,
		fixer: 'service',
		mayHaveArrived: true,
	};
}
