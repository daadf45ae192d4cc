/** The log of `core`. The editor's log channel implements it. Never pass a secret to it. */
export interface Log {
	trace(message: string, ...details: unknown[]): void;
	debug(message: string, ...details: unknown[]): void;
	info(message: string, ...details: unknown[]): void;
	warn(message: string, ...details: unknown[]): void;
	error(message: string, ...details: unknown[]): void;
}

/** Errors that are remembered as logged. */
const rememberedErrors = 500;

/** Returns a log of errors that are tried again: each message with its cause is logged once. */
export function eachErrorOnce(log: Pick<Log, 'error'>): Pick<Log, 'error'> {
	const logged = new Set<string>();
	return {
		error(message, ...causes) {
			const key = JSON.stringify([message, ...causes.map(String)]);
			if (logged.has(key)) return;
			if (logged.size >= rememberedErrors) logged.clear();
			logged.add(key);
			log.error(message, ...causes);
		},
	};
}

export const silentLog: Log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
