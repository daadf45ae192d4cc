import type { Command, OwnCommand } from '../../src/cli/commands/command.ts';
import { runCommand } from '../../src/cli/program.ts';
import type { CommandIo } from '../../src/cli/terminal/io.ts';

/** The output of a command, with its status. */
export interface Said {
	readonly status: number;
	readonly out: string;
	readonly err: string;
}

/** Runs a command where nobody answers; `more` says where it works, and replaces whatever else it meets. */
export async function runAlone(
	command: Command | OwnCommand,
	argv: readonly string[],
	more: Partial<CommandIo> & Pick<CommandIo, 'cwd'>,
): Promise<Said> {
	const said = { out: '', err: '' };
	const status = await runCommand(command, argv, {
		env: {},
		out: (text) => {
			said.out += text;
		},
		err: (text) => {
			said.err += text;
		},
		columns: undefined,
		pictures: undefined,
		colors: false,
		renewsLines: false,
		readInput: async () => new Uint8Array(),
		onInterrupt: () => ({ dispose: () => {} }),
		signal: new AbortController().signal,
		...more,
	});
	return { status, ...said };
}
