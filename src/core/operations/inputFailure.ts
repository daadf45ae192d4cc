import * as l10n from '@vscode/l10n';
import type { Failure } from '../base/failure.ts';

/** Makes the failure of an input that cannot be used. */
export function inputFailure(message: string): Failure {
	return {
		kind: 'input',
		message,
		nextStep: l10n.t('Correct it, then try again.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}
