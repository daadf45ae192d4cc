import * as l10n from '@vscode/l10n';
import type { CommandIo } from './terminal/io.ts';
import { statuses } from './terminal/status.ts';

/** The streams that a command writes to, and the signal that they are no longer read. */
type Output = Pick<CommandIo, 'out' | 'err' | 'signal'>;

/**
 * Runs a command to its end, even if its output has no reader or no space: it completes its work, and its status stays.
 * If the output is lost for another reason than a reader that has enough, such as `head`, stderr reports it and the
 * command fails.
 */
export async function withOutput(command: (output: Output) => Promise<number>): Promise<void> {
	const gone = new AbortController();
	let isLost = false;
	process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
		if (cause.code !== 'EPIPE' && !isLost) {
			isLost = true;
			process.exitCode = statuses.failed;
			process.stderr.write(`${l10n.t('The result could not be written: {0}', cause.message)}\n`);
		}
		gone.abort();
	});
	process.stderr.on('error', () => {});
	const status = await command({
		out: (text) => process.stdout.write(text),
		err: (text) => process.stderr.write(text),
		signal: gone.signal,
	});
	process.exitCode = isLost ? statuses.failed : status;
}
