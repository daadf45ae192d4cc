/** A number with its noun: `1 file`, `2,000 files`; `many` for nouns that do not just take an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
