/** Returns the code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
	return (error as NodeJS.ErrnoException | undefined)?.code;
}
