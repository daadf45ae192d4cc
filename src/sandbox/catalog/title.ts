/** Returns a name such as `text-to-image` as a title: `Text to Image`. */
export function title(slug: string): string {
	const words = slug.split('-');
	return words
		.map((word, index) =>
			index > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');
}

const small: ReadonlySet<string> = new Set(['to', 'with', 'and', 'of']);
