/** Returns true or false in every spelling that Python's services take (`True`, `1`, `on`); undefined for anything else. */
export function truthWord(word: string): boolean | undefined {
	if (/^(true|t|1|yes|y|on)$/i.test(word)) return true;
	if (/^(false|f|0|no|n|off)$/i.test(word)) return false;
	return undefined;
}
