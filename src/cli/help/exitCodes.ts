import * as l10n from '@vscode/l10n';
import type { Interruption } from '../terminal/io.ts';
import { interruptedBy, statuses } from '../terminal/status.ts';

const meanings: Readonly<Record<keyof typeof statuses, string>> = {
	done: l10n.t('The command succeeded.'),
	failed: l10n.t(
		'There are findings or differences, the run or job has failed, or the result could not be written.',
	),
	wrongUse: l10n.t('An option, a file or an ID is invalid or missing. Nothing was sent.'),
	refused: l10n.t('The service refused the request.'),
	notAnswered: l10n.t('The service did not answer, or its answer could not be used.'),
	notAllowed: l10n.t(
		'A question was answered with no, or could not be asked and {0} was not specified.',
		'--yes',
	),
	uncertain: l10n.t(
		'It is unknown whether the service has received a submission. Check before you send it again.',
	),
	signIn: l10n.t('You are not signed in, or the service no longer accepts the sign-in.'),
	continues: l10n.t(
		'Something was started, and its outcome is not known yet. Check it before you start it again.',
	),
};
const signals: Readonly<Record<Interruption, string>> = {
	SIGHUP: l10n.t('The terminal was closed.'),
	SIGINT: l10n.t('The command was interrupted with Ctrl-C.'),
	SIGTERM: l10n.t('The command was ended by {0}.', 'SIGTERM'),
};

interface ExitCode {
	readonly status: number;
	readonly meaning: string;
}

/** The exit statuses of the program with their meanings, the lowest first. */
export const exitCodes: readonly ExitCode[] = [
	...rowsOf(statuses, meanings),
	...rowsOf(interruptedBy, signals),
];

function rowsOf<Key extends string>(
	numbers: Readonly<Record<Key, number>>,
	texts: Readonly<Record<Key, string>>,
): readonly ExitCode[] {
	return (Object.keys(numbers) as Key[])
		.map((key) => ({ status: numbers[key], meaning: texts[key] }))
		.sort((one, other) => one.status - other.status);
}
