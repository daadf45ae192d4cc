/** The log of `core`. The editor's log channel fits as it is. Never pass a secret to it. */
export interface Log {
	trace(message: string, ...details: unknown[]): void;
	debug(message: string, ...details: unknown[]): void;
	info(message: string, ...details: unknown[]): void;
	warn(message: string, ...details: unknown[]): void;
	error(message: string, ...details: unknown[]): void;
}

export const silentLog: Log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
