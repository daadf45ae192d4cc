import type * as z from 'zod/mini';
import type { Operation } from '../../core/operations/operation.ts';
import type { CommandIo } from '../terminal/io.ts';

export interface Flag {
	/** Without its dashes. */
	readonly name: string;
	/** `choice`: it is given or not, or its opposite with `--no-` before it. */
	readonly type: 'text' | 'integer' | 'number' | 'switch' | 'choice';
	readonly description: string;
	/** The placeholder of its value in the help. */
	readonly value?: string;
	/** The only values it takes. */
	readonly values?: readonly string[];
	readonly repeats?: boolean;
	readonly required?: boolean;
}

export interface Positional extends Pick<Flag, 'name' | 'description' | 'values' | 'repeats'> {
	readonly optional?: boolean;
	readonly mayBeEmpty?: boolean;
}

/** The flags and arguments of a command line once it was read. */
export interface Given {
	readonly flags: Readonly<Record<string, FlagValue>>;
	readonly positionals: readonly string[];
}

/** `undefined` if it was not given. */
type FlagValue = string | number | boolean | readonly string[] | undefined;

/** A command that the frame reads the arguments of. */
export interface Command {
	/** `deployments list`. */
	readonly name: string;
	/** Another name, not shown in lists. */
	readonly alias?: string;
	readonly title: string;
	readonly example: string;
	readonly moreExamples?: readonly string[];
	readonly effect?: Operation['effect'];
	readonly positionals: readonly Positional[];
	readonly flags: readonly Flag[];
	/** The schema of the output with `--json`. */
	readonly output?: z.ZodMiniType;
	/** The reason why it has no dry run, although it changes something. */
	readonly noDryRun?: string;
	run(io: CommandIo, given: Given): Promise<number>;
}

/** A command that reads its arguments itself. */
export interface OwnCommand extends Pick<Command, 'name' | 'title' | 'example' | 'moreExamples'> {
	/** Its options, for completion. */
	readonly flags: readonly Pick<Flag, 'name'>[];
	runWith(io: CommandIo, argv: readonly string[]): Promise<number>;
}

/** An argument cannot be followed; the sentence has the reason. */
export class WrongUse extends Error {
	/** True if the options of the command do not apply to it. */
	readonly isComplete: boolean;

	constructor(message: string, { isComplete = false }: { readonly isComplete?: boolean } = {}) {
		super(message);
		this.isComplete = isComplete;
	}
}

/** Returns a flag that is given or not. */
export function switchFlag(name: string, description: string): Flag {
	return { name, type: 'switch', description };
}

/** Returns a flag that takes a text. @param value the placeholder of the text in the help */
export function valueFlag(name: string, value: string, description: string): Flag {
	return { name, type: 'text', value, description };
}

/** Returns the flag as text, if given. */
export function textFlag({ flags }: Given, name: string): string | undefined {
	const value = flags[name];
	return typeof value === 'string' ? value : undefined;
}

/** Returns whether a switch was given. */
export function isOn({ flags }: Given, name: string): boolean {
	return flags[name] === true;
}
