import { l10n } from 'vscode';
import type { Failure } from '../../core/base/failure.ts';
import type { Log } from '../../core/base/log.ts';
import { runCommand } from './commands.ts';
import { fail } from './messages.ts';

/** A button under a message and what it does. */
export interface FailureAction {
	readonly title: string;
	run(): unknown;
}

/** The two sentences of a failure: what happened, and what to do next. */
export function failureText(failure: Failure): string {
	return `${failure.message} ${failure.nextStep}`.trim();
}

/**
 * Shows a failure that answers something the person just did. Background work must not call this: it keeps
 * its failure in the view it belongs to. A canceled call is not shown.
 */
export async function showFailure(
	log: Log,
	failure: Failure,
	actions: readonly FailureAction[] = [],
): Promise<void> {
	if (failure.kind === 'canceled') return;
	log.warn(
		`${failure.kind}${failure.code === undefined ? '' : ` ${failure.code}`}: ${failure.message}`,
		failure.details ?? [],
	);
	const show: FailureAction = {
		title: l10n.t('Show Log'),
		run: () => runCommand('easel.showLog'),
	};
	const all = [...actions, show];
	const choice = await fail(failureText(failure), ...all.map((action) => action.title));
	await all.find((action) => action.title === choice)?.run();
}
