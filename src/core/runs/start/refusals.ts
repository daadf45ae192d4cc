import * as l10n from '@vscode/l10n';
import type { Failure } from '../../base/failure.ts';
import type { RunDestination } from './runSource.ts';

/** The target that was named is not there. */
export const goneFailure: Failure = {
	kind: 'notFound',
	message: l10n.t('There is no such deployment in your account, so nothing was sent.'),
	nextStep: l10n.t('Name another deployment.'),
	fixer: 'you',
	mayHaveArrived: false,
};

/** A workflow cannot run on this target. */
export function takesInputsFailure({ name }: RunDestination): Failure {
	return {
		kind: 'input',
		message: l10n.t('"{0}" takes inputs such as a prompt, and no workflow, so nothing was sent.', name),
		nextStep: l10n.t('Run it with inputs, or run the document on another deployment.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}
