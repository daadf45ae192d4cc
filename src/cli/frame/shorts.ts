/** The letters of options, the same in all commands that have them. */
const letters: Readonly<Record<string, string>> = {
	help: 'h',
	limit: 'n',
	quiet: 'q',
	save: 'o',
	set: 's',
	wait: 'w',
	watch: 'w',
	yes: 'y',
};

/** Returns the letter of an option; undefined without one. */
export function letterOf({ name }: { readonly name: string }): string | undefined {
	return letters[name];
}
