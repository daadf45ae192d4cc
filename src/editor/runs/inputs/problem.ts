import * as vscode from 'vscode';
import type { Session } from '../../../core/account/session.ts';
import { compact } from '../../../core/base/compact.ts';
import type { Failure } from '../../../core/base/failure.ts';
import type { InputFormState } from '../../../core/runs/inputs/messages.ts';
import { distinctDetails } from '../../../core/runs/plan/refusedRun.ts';

/** Returns the reason why nothing can be run with a form, and the next step. @param failure of reading the inputs of its target */
export function formProblem(
	session: Session,
	connectionId: string,
	failure: Failure | undefined,
): InputFormState['problem'] {
	if (session.connection.id !== connectionId)
		return {
			message: vscode.l10n.t('This form belongs to a connection that is not in use.'),
			nextStep: vscode.l10n.t('Switch the connection to run it.'),
			action: 'signIn',
		};
	if (session.state !== 'signedIn')
		return {
			message: vscode.l10n.t('You are not signed in, so nothing can be run.'),
			nextStep: vscode.l10n.t('Your input is kept.'),
			action: 'signIn',
		};
	return readProblem(failure);
}

/** Returns the reason why a form could not be read, and the next step. */
export function readProblem(failure: Failure | undefined): InputFormState['problem'] {
	return failure && { message: failure.message, nextStep: failure.nextStep, action: 'reload' };
}

/** Returns a run that was not accepted, as the form shows it. @param attempt distinguishes two refusals of the same words */
export function refusalOf(
	{ message, nextStep, details }: Failure,
	attempt: number,
): InputFormState['refusal'] {
	return {
		attempt,
		message,
		nextStep,
		...compact({ details: details && [...distinctDetails(details)] }),
	};
}
