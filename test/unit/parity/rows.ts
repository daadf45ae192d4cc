import type { ParityWorld } from './world.ts';

/** Calls an operation as a program does, which agrees to everything. */
export type Call = <T>(id: string, input: unknown) => Promise<T>;

/** Runs a command of the window, and waits for its end. */
export type Command = (id: string, ...args: unknown[]) => Promise<void>;

/** Ids and paths by the names of a row. */
export type Made = Readonly<Record<string, string>>;

/** One act, as each caller that has it does it. */
export interface ParityRow {
	/** The operation. */
	readonly act: string;
	/** Seconds of the sandbox in one; its clock hardly moves without it. */
	readonly speed?: number;
	/** Makes what the act is done to, in the same way for all callers. */
	readonly prepare?: (call: Call, world: ParityWorld) => Promise<Made>;
	readonly program: (made: Made) => unknown;
	readonly window?: (command: Command, made: Made) => Promise<void>;
	readonly terminal?: (made: Made) => readonly string[];
	readonly agent?: (made: Made) => readonly [tool: string, input: unknown];
	/** Whether the history has all of what the act leads to; for acts that go on after their command. */
	readonly isDone?: (records: Records) => boolean;
	/** Differences that are right, each with the reason. */
	readonly differs?: readonly Difference[];
}

/** The records of a history by their tables. */
export type Records = Readonly<Record<string, readonly unknown[]>>;

export interface Difference {
	readonly caller: 'window' | 'terminal' | 'agent';
	readonly why: string;
	/** Reads that this caller makes and the program does not. */
	readonly alsoReads?: readonly RegExp[];
	/** Reads that the program makes and this caller does not. */
	readonly readsNot?: readonly RegExp[];
	/** Members of records that are different. */
	readonly members?: readonly string[];
}

/** Returns the state of the only record of a table. */
export function stateOf(table: readonly unknown[] | undefined): unknown {
	const [row] = table ?? [];
	return typeof row === 'object' && row !== null && 'state' in row ? row.state : undefined;
}
