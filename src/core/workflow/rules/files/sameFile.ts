import type { ComboValue } from '../../nodeInfo.ts';

/** A name in a list that means the same file in another spelling. */
interface SameFile {
	readonly option: ComboValue;
	/** The two look the same: letters with accents are stored in another form. */
	readonly looksSame: boolean;
}

/**
 * Finds the option of a list that a name means: the same letters in another case or form, with the other slash between folders, or the only
 * file of its name in another folder.
 */
export function sameFile(name: string, options: readonly ComboValue[]): SameFile | undefined {
	const [form, spelling, file] = [name.normalize('NFC'), spelled(name), fileOf(name)];
	const looksSame = options.find((option) => option !== name && String(option).normalize('NFC') === form);
	if (looksSame !== undefined) return { option: looksSame, looksSame: true };
	const spelledAlike = options.find((option) => spelled(String(option)) === spelling);
	if (spelledAlike !== undefined) return { option: spelledAlike, looksSame: false };
	if (!/\.[a-z0-9]+$/.test(file)) return undefined;
	const [only, another] = options.filter((option) => fileOf(String(option)) === file);
	return only === undefined || another !== undefined ? undefined : { option: only, looksSame: false };
}

function spelled(name: string): string {
	return name.normalize('NFC').toLowerCase().replaceAll('\\', '/');
}

function fileOf(name: string): string {
	const path = spelled(name);
	return path.slice(path.lastIndexOf('/') + 1);
}
