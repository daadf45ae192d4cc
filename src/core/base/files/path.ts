/**
 * Returns the name of the file at an absolute path of any system: a path with a drive or a host is from Windows, which
 * uses both slashes.
 */
export function fileNameOfPath(path: string): string {
	const slashes = /^(?:[a-z]:|\\\\)/i.test(path) ? /[\\/]/ : /\//;
	return path.split(slashes).findLast((part) => part !== '') ?? '';
}

/** Returns the extension of a file's name, in small letters and with the dot; nothing for a name that only begins with one. */
export function fileEnding(name: string): string {
	return /.(\.[^.]*)$/s.exec(name)?.[1]?.toLowerCase() ?? '';
}
