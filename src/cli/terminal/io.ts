import type { Failure, FailureCode } from '../../core/base/failure.ts';
import type { PictureProtocol } from './pictures.ts';

/** A failure of a command, as programs read it. */
export interface ReportedFailure extends Pick<Failure, 'message' | 'details' | 'retryAfterMs' | 'record'> {
	/** Such as `input`, `notFound`, `network` or `interrupted`. */
	readonly kind: string;
	readonly code: FailureCode;
	readonly nextStep?: string;
	readonly retryable: boolean;
}

/** A request to end the command: Ctrl-C, SIGTERM of a process manager (a build, a container, `timeout`), or SIGHUP of a closed terminal. */
export type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The environment of a command: its input and output, and whether a person is there. */
export interface CommandIo {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The program itself, to start it again. */
	readonly script?: URL;
	/** Writes results. */
	out(text: string): void;
	/** Writes everything else. */
	err(text: string): void;
	/** Aborted once the results are no longer read. */
	readonly signal: AbortSignal;
	/** Takes the reason why a command fails, for programs that read its output as JSON. */
	report?(failure: ReportedFailure): void;
	/** Columns of the terminal that shows the results; undefined without one. */
	readonly columns: number | undefined;
	/** True if results may have colors. */
	readonly colors: boolean;
	/** The protocol with which the terminal shows pictures; undefined if it does not. */
	readonly pictures: PictureProtocol | undefined;
	/** True if a line on stderr can be rewritten. */
	readonly renewsLines: boolean;
	/** True if progress is hidden. */
	readonly isQuiet?: boolean;
	/** Opens a web page for the person, and returns whether that began. Absent without a terminal. */
	readonly openPage?: (address: string) => Promise<boolean>;
	/** Opens a file or folder with the system's default program, and returns whether that began. Absent without a terminal. */
	readonly openFile?: (path: string) => Promise<boolean>;
	/** Asks for a line; `undefined` at the end of the input. Absent without a person to ask. */
	readonly ask?: (prompt: string, signal?: AbortSignal) => Promise<string | undefined>;
	/** Reads standard input, up to a limit of bytes. */
	readInput(mostBytes: number): Promise<Uint8Array>;
	/** Calls back for each interruption until it is disposed, only the latest that listens; without a listener the program ends. */
	onInterrupt(listener: (by: Interruption) => void): { dispose(): void };
}
