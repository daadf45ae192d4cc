/** The environment variable that holds the reader's own token in code that is copied; the token itself never is. */
export const tokenVariable = 'EASEL_TOKEN';

/** Quotes `text` as one word of a POSIX shell. */
export function shellWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
