/** A name in two parts: `picture.png` is `picture` and `.png`. A dot at its beginning begins no ending. */
export function splitName(name: string): { readonly stem: string; readonly ending: string } {
	const dot = name.lastIndexOf('.');
	const end = dot > 0 ? dot : name.length;
	return { stem: name.slice(0, end), ending: name.slice(end) };
}

/** `picture.png`, 2 -> `picture (2).png`. */
export function numberedName(name: string, number: number): string {
	if (number === 0) return name;
	const { stem, ending } = splitName(name);
	return `${stem} (${number})${ending}`;
}
