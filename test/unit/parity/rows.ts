import type { Uri } from '../support/vscode.ts';
import type { FakeWebviewPanel } from '../support/webviewPanel.ts';
import type { ParityWorld } from './world.ts';

/** Calls an operation as a program does, which agrees to everything. */
export type Call = <T>(id: string, input: unknown) => Promise<T>;

/** The state of a panel. */
export type PanelState = Readonly<Record<string, unknown>>;

/** A window with its person. */
export interface ParityWindow {
	/** Runs a command, and waits for its end. */
	readonly command: (id: string, ...args: unknown[]) => Promise<void>;
	/** Waits for a list with such a row, and chooses that. */
	readonly choose: (words: string) => Promise<void>;
	/** Waits for a box to type into, and enters a text. */
	readonly enter: (text: string) => Promise<void>;
	/** Opens a file of this computer in the editor. */
	readonly open: (path: string, language: string) => Promise<Uri>;
	/** Waits for the required state of the panel that was opened last. */
	readonly panelWith: (isReady: (state: PanelState) => boolean) => Promise<FakeWebviewPanel>;
}

/** Ids and paths by the names of a row. */
export type Made = Readonly<Record<string, string>>;

/** One act, as each caller that has it does it. */
export interface ParityRow {
	/** The operation. */
	readonly act: string;
	/** Seconds of the sandbox in one; its clock hardly moves without it. */
	readonly speed?: number;
	/** Creates the subject of the act, in the same way for all callers. */
	readonly prepare?: (call: Call, world: ParityWorld) => Promise<Made>;
	readonly program: (made: Made) => unknown;
	readonly window?: (window: ParityWindow, made: Made) => Promise<void>;
	readonly terminal?: (made: Made) => readonly string[];
	readonly agent?: (made: Made) => readonly [tool: string, input: unknown];
	/** Returns whether the history is complete; for acts that continue after their command. */
	readonly isDone?: (records: Records) => boolean;
	/** Members of records that differ each time, since they are drawn. */
	readonly drawn?: readonly string[];
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
	/** Members of records that are different. */
	readonly members?: readonly string[];
}

/** Returns the state of the only record of a table. */
export function stateOf(table: readonly unknown[] | undefined): unknown {
	const [row] = table ?? [];
	return typeof row === 'object' && row !== null && 'state' in row ? row.state : undefined;
}
