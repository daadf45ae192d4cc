import { l10n } from 'vscode';
import { asSentence, type Failure } from '../../core/base/failure.ts';
import type { Log } from '../../core/base/log.ts';
import { runCommand } from './commands.ts';
import { fail, inform } from './messages.ts';

/** A button under a message and its action. */
export interface FailureAction {
	readonly title: string;
	run(): unknown;
}

/** The most characters of the service's message that Easel shows. */
const mostWords = 300;

/** Describes the event, in the words of the service if Easel does not know its code, and the next step. */
export function failureText({ message, nextStep, codeName, details, status = 0 }: Failure): string {
	const isUnknown = status >= 400 && status < 500 && codeName === undefined;
	const general = codeName === 'Validation Error';
	const [words] = details ?? [];
	if ((!isUnknown && !general) || words === undefined) return `${message} ${nextStep}`.trim();
	const said = l10n.t('Message from the service: {0}', asSentence(words.slice(0, mostWords)));
	return `${message} ${said} ${nextStep}`.trim();
}

/** Returns why the editor could not open a document, without the address before it; undefined if no provider has said so. */
export function unopenedReason(cause: unknown): string | undefined {
	return /Detail: (.+)$/s.exec(String(cause))?.[1];
}

/** Returns the action that opens the web page for topping up the balance of an account. */
export function profilePageAction(connectionId?: string): FailureAction {
	return {
		title: l10n.t('Open Profile Page'),
		run: () => runCommand('easel.openProfilePage', connectionId),
	};
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
	const all = [...(failure.kind === 'balance' ? [profilePageAction()] : []), ...actions, show];
	const choice = await fail(failureText(failure), ...all.map((action) => action.title));
	await all.find((action) => action.title === choice)?.run();
}

/** Explains that something takes another connection, and offers to switch to one. */
export async function offerSwitch(text: string): Promise<void> {
	const choose = l10n.t('Switch Connection');
	if ((await inform(text, choose)) === choose) await runCommand('easel.switchConnection');
}

/** Explains that something takes an engine of the person's own. */
export function offerEngine(): Promise<void> {
	return offerSwitch(l10n.t('The connection in use is not an engine of your own.'));
}
