import type { Command, OwnCommand } from '../../src/cli/frame/command.ts';
import { runWords } from '../../src/cli/program.ts';
import type { CommandIo } from '../../src/cli/terminal/io.ts';

/** The output of a command, with its status. */
export interface Said {
	readonly status: number;
	readonly out: string;
	readonly err: string;
}

/** The working folder of a program, and the unusual parts of its terminal. */
type Place = Partial<CommandIo> & Pick<CommandIo, 'cwd'>;

/** Runs a command without a person; `more` sets the folder, and replaces any other part of its environment. */
export function runAlone(
	{ name }: Pick<Command | OwnCommand, 'name'>,
	argv: readonly string[],
	more: Place,
): Promise<Said> {
	return runLine([...name.split(' '), ...argv], more);
}

/** Runs a whole command line, as `runAlone` does. */
export async function runLine(words: readonly string[], more: Place): Promise<Said> {
	const said = { out: '', err: '' };
	const status = await runWords(words, {
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
