import type { Failure } from '../base/failure.ts';

/** The failure that a file system error is, in a person's words. `what` names the file or folder. */
export function diskTrouble(error: unknown, what: string): Failure {
	const code = (error as NodeJS.ErrnoException | undefined)?.code;
	const base = { kind: 'input', fixer: 'you', cause: error } as const;
	switch (code) {
		case 'ENOSPC':
		case 'EDQUOT':
			return {
				...base,
				message: `${what} could not be written because the disk is full.`,
				nextStep: 'Free some space and try again.',
			};
		case 'EACCES':
		case 'EPERM':
		case 'EROFS':
			return {
				...base,
				message: `${what} could not be written because this account may not write there.`,
				nextStep: 'Choose another folder, or allow writing to this one.',
			};
		case 'ENOENT':
			return {
				...base,
				message: `${what} is no longer there.`,
				nextStep: 'Fetch the files again, or choose another folder.',
			};
		default:
			return {
				...base,
				message: `${what} could not be written (${code ?? 'unknown error'}).`,
				nextStep: 'Look at the log for details, then try again.',
			};
	}
}
