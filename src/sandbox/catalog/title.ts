/** Returns a name such as `text-to-image` as a title: `Text to Image`. */
export function title(slug: string): string {
	const words = slug.split('-');
	return words
		.map((word, index) =>
			index > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');
}

/** Returns the path of a family as a title: `alder/river` as `Alder River`. */
export function familyTitle(path: string): string {
	return path.split('/').map(title).join(' ');
}

const small: ReadonlySet<string> = new Set(['to', 'with', 'and', 'of']);
