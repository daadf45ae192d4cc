import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Failure, failed } from '../base/failure.ts';

/** Makes the failure of an input that cannot be used. */
export function inputFailure(
	message: string,
	nextStep = l10n.t('Correct it, then try again.'),
	details?: readonly string[],
): Failure {
	return {
		kind: 'input',
		message,
		nextStep,
		...compact({ details }),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** Returns the failed result of an input that cannot be used. */
export function wrongInput(...parts: Parameters<typeof inputFailure>): ReturnType<typeof failed> {
	return failed(inputFailure(...parts));
}
