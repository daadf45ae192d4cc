import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import type { Command, Flag, OwnCommand } from '../frame/command.ts';
import { sharedFlags } from '../frame/common.ts';
import { dryRunOutput } from '../frame/dryRunOutput.ts';
import { failedOutput } from '../frame/failing.ts';
import { letterOf } from '../frame/shorts.ts';
import { environment } from './environment.ts';
import { exitCodes } from './exitCodes.ts';
import { groups, wordsOf } from './groups.ts';

/** Returns commands with their arguments, options and outputs, and their shared options, for programs. */
export function treeOf(commands: readonly (Command | OwnCommand)[], version: string | undefined): unknown {
	return {
		...compact({ version }),
		commands: commands.map(commandFacts),
		sharedOptions: sharedFlags.map(optionFacts),
		exitCodes,
		environment: environment.flatMap(([names, description]) =>
			names.split(', ').map((name) => ({ name, description })),
		),
		failed: schemaOf(failedOutput),
		dryRun: schemaOf(dryRunOutput),
	};
}

function commandFacts(command: Command | OwnCommand): unknown {
	const { name, title, example, moreExamples = [] } = command;
	const [word] = wordsOf(command);
	const facts = {
		name,
		title,
		group: groups.find(({ words }) => words.includes(word))?.title.replace(/:$/, ''),
		examples: [example, ...moreExamples],
	};
	if ('runWith' in command) return { ...facts, options: command.flags };
	const { positionals, flags, effect, output } = command;
	return {
		...facts,
		...compact({ effect }),
		arguments: positionals,
		options: flags.filter((flag) => !sharedFlags.includes(flag)).map(optionFacts),
		/** The names of the options that are described among the shared ones. */
		sharedOptions: flags.filter((flag) => sharedFlags.includes(flag)).map((flag) => flag.name),
		...(output === undefined ? {} : { output: schemaOf(output) }),
	};
}

function optionFacts(flag: Flag): unknown {
	return { ...flag, ...compact({ letter: letterOf(flag) }) };
}

/** Returns the JSON schema of an output. */
export function schemaOf(output: z.ZodMiniType): Readonly<Record<string, unknown>> {
	const { $schema: _, ...schema } = z.toJSONSchema(output);
	return schema;
}
