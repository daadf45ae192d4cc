import type { FailureCode, FailureRecord } from '../../core/base/failure.ts';
import type { PictureProtocol } from './pictures.ts';

/** A failure of a command, as programs read it. */
export interface ReportedFailure {
	/** Such as `input`, `notFound`, `network` or `interrupted`. */
	readonly kind: string;
	readonly code: FailureCode;
	readonly message: string;
	/** The next step for the person. */
	readonly nextStep?: string;
	readonly details?: readonly string[];
	/** Whether the same command may be run again as it is. */
	readonly retryable: boolean;
	/** Milliseconds to wait before that. */
	readonly retryAfterMs?: number;
	/** The record of what was sent, where its outcome is unknown or it continues. */
	readonly record?: FailureRecord;
}

/**
 * A request to end the command: Ctrl-C, SIGTERM of what manages processes (a build, a container, `timeout`), or SIGHUP of a terminal that
 * was closed.
 */
export type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The surroundings of a command: where it reads and writes, and who is there. */
export interface CommandIo {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The program itself, for what it starts again. */
	readonly script?: URL;
	/** Writes results. */
	out(text: string): void;
	/** Writes everything else. */
	err(text: string): void;
	/** Aborted once nobody reads the results any more. */
	readonly signal: AbortSignal;
	/** Takes the reason why a command fails, for programs that read its output as JSON. */
	report?(failure: ReportedFailure): void;
	/** Columns of what shows the results; undefined where that is not a terminal. */
	readonly columns: number | undefined;
	/** Whether results may have colors. */
	readonly colors: boolean;
	/** The protocol with which the terminal shows pictures; undefined where it does not. */
	readonly pictures: PictureProtocol | undefined;
	/** Whether a line on stderr can be written again. */
	readonly renewsLines: boolean;
	/** Whether progress is hidden. */
	readonly isQuiet?: boolean;
	/** Opens a web page for the person, and returns whether that began. Absent where nobody looks at the output. */
	readonly openPage?: (address: string) => Promise<boolean>;
	/** Asks for a line; `undefined` at the end of the input. Absent where nobody is there to be asked. */
	readonly ask?: (prompt: string, signal?: AbortSignal) => Promise<string | undefined>;
	/** Reads standard input, up to where it has more than so many bytes. */
	readInput(mostBytes: number): Promise<Uint8Array>;
	/** Calls back for each interruption until it is disposed, only the latest that listens; without a listener the program ends. */
	onInterrupt(listener: (by: Interruption) => void): { dispose(): void };
}
