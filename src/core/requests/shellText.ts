/** The environment variable with the reader's own token in copied code; the code never contains the token itself. */
export const tokenVariable = 'EASEL_TOKEN';

/** Quotes `text` as one word of a POSIX shell. */
export function shellWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
